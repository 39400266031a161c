import { UsageProblem } from "../../model/problem.ts";
import { unsettledCreates } from "../../review/unsettled.ts";
import { shellWord } from "../../review/words.ts";
import type { Session } from "../../run/session.ts";
import { appendAudit } from "../../store/audit.ts";
import { addDistinctPerson } from "../../store/identities.ts";
import { listUnsettled, refuseIntent, type Intent } from "../../store/intents.ts";
import { findLink } from "../../store/links.ts";
import { historyOf } from "../../store/operations.ts";
import { markDirty } from "../../store/people.ts";
import { print, printJson } from "../output.ts";
import { unsettledText } from "../view/identities.ts";
import { withJob, type CommonOptions } from "../wire.ts";
import { canAsk, confirm } from "./ask.ts";

interface RetryOptions extends CommonOptions {
  reason?: string;
  force?: boolean;
  yes?: boolean;
  reviewer?: string;
}

/** A person says that a create did not happen, or that two keys are two people: the next run makes the account. */
export async function retryCreate(jobName: string, key: string, options: RetryOptions): Promise<void> {
  const reason = (options.reason ?? "").trim();
  if (reason === "") throw new UsageProblem("A retry needs a reason: --reason TEXT. Nothing was changed.");
  await withJob(jobName, options, async ({ session }) => {
    const { state, job } = session;
    const { account } = job.service;
    const link = await findLink(state.db, account, key);
    if (link !== undefined) throw new UsageProblem(`${key} is linked to ${link.user_id}: there is nothing to retry. Nothing was changed.`);
    const intents = (await listUnsettled(state.db, account)).filter((intent) => intent.key === key);
    const alike = intents.length > 0 ? [] : await heldAsOneOf(session, key);
    if (intents.length + alike.length === 0)
      throw new UsageProblem(
        `There is nothing to retry for ${key}: no create of it waits to be settled, and it is not held as the same person as another. Nothing was changed.`,
        "Keys are text: 00123 and 123 are two people. `rollcall identities list JOB --unsettled` names those that wait.",
      );
    if (!(await goesAhead(session, jobName, key, intents, alike, options))) return print("Nothing was changed.");
    const who = { actor: options.reviewer ?? "unknown", reason };
    for (const intent of intents) await giveUp(session, intent, { ...who, forced: options.force === true });
    if (alike.length > 0) await separate(session, key, alike, who);
    await markDirty(state.db, account, key);
    const told = { key, retried: intents.map(({ operation }) => operation), distinct_from: alike };
    if (options.json === true) printJson(told);
    else
      print(
        alike.length === 0
          ? `The create of ${key} counts as not having happened. The next run makes the account.`
          : `${key} and ${alike.join(", ")} are two people. The next run makes an account for ${key}.`,
      );
  });
}

/** Shows what speaks against it; where an account exists for certain, only `--force` goes on. */
async function goesAhead(
  { state, job }: Session,
  jobName: string,
  key: string,
  intents: readonly Intent[],
  alike: readonly string[],
  options: RetryOptions,
): Promise<boolean> {
  const evidence = (await unsettledCreates(state.db, job.service.account, jobName)).filter((create) => create.key === key);
  const accepted = intents.some(({ status }) => status === "unlinked");
  if (accepted && options.force !== true)
    throw new UsageProblem(
      `The service accepted the create of ${key}: its account exists, and another create makes a second one unless somebody deleted the first. Nothing was changed.\n${unsettledText(evidence)}`,
      `If somebody has deleted it: \`rollcall identities retry ${shellWord(jobName)} ${shellWord(key)} --reason "…" --force\`.`,
    );
  if (evidence.length > 0 && options.json !== true && options.quiet !== true) console.error(unsettledText(evidence));
  if (!canAsk(options)) return true;
  const question =
    alike.length > 0
      ? `Are ${key} and ${alike.join(", ")} different people?`
      : `Is there no account of ${key}? If there is one, the next run makes a second.`;
  return confirm(question);
}

/** The trail first: what is done about an account's existence is never done unseen. */
async function giveUp(
  { state, job, now }: Session,
  intent: Intent,
  { actor, reason, forced }: { actor: string; reason: string; forced: boolean },
): Promise<void> {
  const detail = {
    job: job.name,
    account: intent.account,
    key: intent.key,
    operation: intent.operation,
    status: intent.status,
    sent: intent.at.toISOString(),
    evidence: intent.evidence,
    reason,
    forced,
  };
  await appendAudit(state, { actor, action: "create_retried", detail }, now());
  await refuseIntent(state, intent.operation, now());
}

/** The keys as whose person the last plan held this one. */
async function heldAsOneOf({ state, job }: Session, key: string): Promise<string[]> {
  const [last] = await historyOf(state.db, job.service.account, key);
  if (last?.status !== "held" || last.code !== "same_person") return [];
  const { alike = [] } = last.changes as { alike?: { key: string }[] };
  return [...new Set(alike.map((other) => other.key))];
}

async function separate(
  { state, job, now }: Session,
  key: string,
  others: readonly string[],
  { actor, reason }: { actor: string; reason: string },
): Promise<void> {
  const { account } = job.service;
  await appendAudit(state, { actor, action: "people_distinguished", detail: { job: job.name, account, key, others, reason } }, now());
  for (const otherKey of others) await addDistinctPerson(state.db, { account, key, otherKey, by: actor }, now());
}
