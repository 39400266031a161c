import { UsageProblem } from "../../model/problem.ts";
import type { Decider } from "../../review/four-eyes.ts";
import { doubtsAbout, retryPerson, wasAccepted, type Doubts } from "../../review/retrying.ts";
import { unsettledCreates } from "../../review/unsettled.ts";
import { shellWord } from "../../review/words.ts";
import type { Session } from "../../run/session.ts";
import { print, printError, printJson } from "../output.ts";
import { unsettledText } from "../view/identities.ts";
import { withJob, type CommonOptions } from "../wire.ts";
import { canAsk, confirm } from "./ask.ts";
import type { Call } from "../io.ts";

export interface RetryOptions extends CommonOptions {
  reason?: string;
  force?: boolean;
  yes?: boolean;
  reviewer?: string;
}

/** A person says that a create did not happen, or that two keys are two people: the next run makes the account. */
export async function retryCreate(io: Call, jobName: string, key: string, options: RetryOptions): Promise<void> {
  const reason = (options.reason ?? "").trim();
  if (reason === "") throw new UsageProblem("A retry needs a reason: --reason TEXT. Nothing was changed.");
  await withJob(io, jobName, options, async ({ session }) => {
    const { state, job } = session;
    const { account } = job.service;
    const doubts = await doubtsAbout(state.db, account, key);
    if (!(await goesAhead(io, session, jobName, key, doubts, options))) return print(io, "Nothing was changed.");
    const by: Decider = { name: options.reviewer ?? "unknown", via: "cli" };
    const retrying = { account, job: job.name, key, reason, forced: options.force === true };
    const done = await retryPerson(state, by, retrying, doubts, session.now());
    const alike = done.distinct_from;
    if (options.json === true) printJson(io, { key, ...done });
    else
      print(
        io,
        alike.length === 0
          ? `The create of ${key} counts as not having happened. The next run makes the account.`
          : `${key} and ${alike.join(", ")} are two people. The next run makes an account for ${key}.`,
      );
  });
}

/** Shows what speaks against it; where an account exists for certain, only `--force` goes on. */
async function goesAhead(
  io: Call,
  { state, job }: Session,
  jobName: string,
  key: string,
  doubts: Doubts,
  options: RetryOptions,
): Promise<boolean> {
  const evidence = (await unsettledCreates(state.db, job.service.account, jobName)).filter((create) => create.key === key);
  if (wasAccepted(doubts) && options.force !== true)
    throw new UsageProblem(
      `The service accepted the create of ${key}: its account exists, and another create makes a second one unless somebody deleted the first. Nothing was changed.\n${unsettledText(evidence)}`,
      `If somebody has deleted it: \`rollcall identities retry ${shellWord(jobName)} ${shellWord(key)} --reason "…" --force\`.`,
    );
  if (evidence.length > 0 && options.json !== true && options.quiet !== true) printError(io, unsettledText(evidence));
  if (!canAsk(io, options)) return true;
  const question =
    doubts.alike.length > 0
      ? `Are ${key} and ${doubts.alike.join(", ")} different people?`
      : `Is there no account of ${key}? If there is one, the next run makes a second.`;
  return confirm(io, question);
}
