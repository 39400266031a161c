import { t } from "../../reporting/locales/t.ts";
import { readableText } from "../../domain/names.ts";
import { fact } from "../../domain/facts/fact.ts";
import { UsageProblem } from "../../domain/problem.ts";
import { doubtsAbout, retryPerson, wasAccepted, type Doubts } from "../../identities/retry-create.ts";
import { listUnconfirmed } from "../../reporting/unconfirmed.ts";
import { shellWord } from "../../reporting/labels.ts";
import type { Session } from "../../session/session.ts";
import { print, printError, printJson } from "../../app/output.ts";
import { unconfirmedText } from "../view/identities.ts";
import { whoActs } from "../proven-actor.ts";
import { withJob, type CommonOptions } from "../../app/open-session.ts";
import { canAsk, confirm } from "./ask.ts";
import type { Call } from "../../app/io.ts";

export interface RetryOptions extends CommonOptions {
  reason?: string;
  force?: boolean;
  yes?: boolean;
  reviewer?: string;
}

/** Records that a create did not happen, or that two keys are two people: the next run creates the account. */
export async function retryCreate(io: Call, jobName: string, key: string, options: RetryOptions): Promise<void> {
  const reason = readableText(options.reason ?? "");
  if (reason === "") throw new UsageProblem(fact("usage.reason_missing", {}), fact("advice.add_option", { option: "--reason <text>" }));
  await withJob(io, jobName, options, async ({ session }) => {
    const { state, job } = session;
    const { account } = job.service;
    const by = await whoActs(io, state, options.reviewer, "link", session.now());
    const doubts = await doubtsAbout(state.db, account, key);
    if (!(await shouldProceed(io, session, jobName, key, doubts, options))) return print(io, t("nothing.changed"));
    const retrying = { account, job: job.name, key, reason, forced: options.force === true };
    const done = await retryPerson(state, by, retrying, doubts, session.now());
    const others = done.distinct_from;
    if (options.json === true) printJson(io, { key, ...done });
    else print(io, others.length === 0 ? t("identity.is_created_next") : t("identity.is_distinct"));
  });
}

/** Shows the evidence and asks. Where an account certainly exists, only `--force` proceeds. */
async function shouldProceed(
  io: Call,
  { state, job }: Session,
  jobName: string,
  key: string,
  doubts: Doubts,
  options: RetryOptions,
): Promise<boolean> {
  const evidence = (await listUnconfirmed(state.db, job.service.account, jobName)).filter((create) => create.key === key);
  if (wasAccepted(doubts) && options.force !== true)
    throw new UsageProblem(
      fact("usage.with_details", { what: fact("usage.create_was_accepted", { key }), details: unconfirmedText(evidence) }),
      fact("advice.retry_create", { job: shellWord(jobName), key: shellWord(key) }),
    );
  if (evidence.length > 0 && options.json !== true && options.quiet !== true) printError(io, unconfirmedText(evidence));
  if (!canAsk(io, options)) return true;
  const question =
    doubts.others.length > 0
      ? t("identities.are_different_question", { key, others: doubts.others.join(", ") })
      : t("identities.has_no_account_question", { key });
  return confirm(io, question);
}
