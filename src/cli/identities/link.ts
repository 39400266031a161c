import { t } from "../../reporting/locales/t.ts";
import { readableText } from "../../domain/names.ts";
import { fact } from "../../domain/facts/fact.ts";
import { UsageProblem } from "../../domain/problem.ts";
import { linkAccount, LinkRefusal, type LinkRequest, type LinkResult } from "../../identities/link.ts";
import { englishText } from "../../reporting/fact-text.ts";
import { shellWord } from "../../reporting/labels.ts";
import { waitingOf, waitingText } from "../../reporting/waiting.ts";
import { findDeferredRun } from "../../store/identities/waiting-creates.ts";
import type { Db } from "../../store/schema/tables.ts";
import type { Session } from "../../session/session.ts";
import { print, printJson } from "../../app/output.ts";
import { whoActs } from "../proven-actor.ts";
import { withJob, type CommonOptions } from "../../app/open-session.ts";
import { canAsk, confirm, warn } from "./ask.ts";
import { recordOf, recordText } from "./record.ts";
import type { Call } from "../../app/io.ts";

export interface LinkOptions extends CommonOptions {
  from?: string;
  reason?: string;
  yes?: boolean;
  reviewer?: string;
}

/** Links one person to one account, or moves the account from one key to another. */
export async function linkPerson(io: Call, jobName: string, key: string, userId: string, options: LinkOptions): Promise<void> {
  await withJob(io, jobName, options, async ({ session }) => {
    const { state, job } = session;
    const by = await whoActs(io, state, options.reviewer, "link", session.now());
    const from = options.from ?? null;
    const request = {
      account: job.service.account,
      job: job.name,
      key,
      userId,
      from,
      reason: options.reason ?? "",
      sure: options.yes === true,
    };
    const link = (sure: boolean): Promise<LinkResult> => linkAccount(state, by, { ...request, sure }, session.now());
    try {
      const result = await link(options.yes === true);
      warn(io, result.warnings);
      printResult(io, result, options);
      await printWaiting(io, state.db, job.name, options);
    } catch (error) {
      if (!(error instanceof LinkRefusal)) throw error;
      if (error.warnings.length === 0) throw await withRecords(session, jobName, request, error);
      if (readableText(request.reason) === "" || !canAsk(io, options)) throw new UsageProblem(error.fact, fact("advice.link_if_sure", {}));
      warn(io, error.warnings);
      if (await confirm(io, t("identities.link_anyway"))) printResult(io, await link(true), options);
      else printResult(io, { key, userId: userId.toLowerCase(), from: null, linked: false, warnings: [...error.warnings] }, options);
    }
  });
}

function printResult(io: Call, { key, userId, from, linked, warnings }: LinkResult, options: LinkOptions): void {
  const [account, said] = [userId, { warnings: warnings.map(englishText), warning_facts: warnings }];
  if (options.json === true) printJson(io, { key, user_id: userId, linked, moved_from: from, ...said });
  else if (!linked) print(io, warnings.length > 0 ? t("nothing.linked") : t("identities.was_linked", { key, account }));
  else if (from === null) print(io, t("identities.is_linked", { key, account }));
  else print(io, t("identities.is_moved", { key, account, from }));
}

/** Says who still waits for accounts to be identified, or how to continue the run. */
async function printWaiting(io: Call, db: Db, job: string, options: LinkOptions): Promise<void> {
  const run = options.json === true ? null : await findDeferredRun(db, job);
  const waiting = run === null ? null : await waitingOf(db, run);
  if (run === null || waiting === null) return;
  print(
    io,
    waiting.accounts > 0
      ? waitingText(waiting)
      : t("identities.can_be_created", { n: waiting.people, command: `rollcall runs resume ${run.id}` }),
  );
}

/** Adds the records of the people involved, so that the reader can tell who is who, and the command that moves the account. */
async function withRecords(
  session: Session,
  jobName: string,
  { key, userId, from }: LinkRequest,
  { fact: what, keys }: LinkRefusal,
): Promise<UsageProblem> {
  const records = await Promise.all(keys.map((one) => recordOf(session, one)));
  const owner = from === null && records.find((record) => record.user_id === userId.toLowerCase());
  const isFree = !records.some((record) => record.key === key && record.user_id !== null);
  const move = { job: shellWord(jobName), key: shellWord(key), account: userId.toLowerCase() };
  return new UsageProblem(
    records.length === 0 ? what : fact("usage.with_details", { what, details: records.map(recordText).join("\n") }),
    owner && isFree ? fact("advice.move_account", { ...move, from: shellWord(owner.key) }) : undefined,
  );
}
