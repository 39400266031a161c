import { t } from "./locales/t.ts";

/** Says how many leavers may still have an active account, why, and what to do. @param n people of one job */
export function overdueLeaversText(n: number): string {
  return t(
    "{n, plural, one {The account of # leaver is} other {The accounts of # leavers are}} still active more than a day after the last day, because no run could close {n, plural, one {it} other {them}}. Approve the run on hold, or correct the file or the rejected rows.",
    { n },
  );
}
