import { t } from "./locales/t.ts";

/** Says how many leavers may still have an active account, why, and what to do. @param n people of one job */
export function overdueLeaversText(n: number): string {
  return t("overview.accounts_leavers_still", { n });
}
