import { fact } from "../domain/facts/fact.ts";
import { Problem, UsageProblem } from "../domain/problem.ts";
import { linkAccount, moveAccount } from "../identities/link.ts";
import { linkPairs, unlink } from "../identities/link-pairs.ts";
import { doubtsAbout, refuseOthers, retryPerson, wasAccepted, type Doubts } from "../identities/retry-create.ts";
import { findCreate } from "../store/identities/unconfirmed-pages.ts";
import { describeWaiting, findDeferredRun } from "../store/identities/waiting-creates.ts";
import { action, help, type Acted, type Context } from "./action.ts";
import { flag, optionalText, reason, text, texts } from "./input.ts";
import { InputProblem } from "./refusals.ts";
import { runNamed } from "./runs.ts";

/** Whom it is about: in a form, never in an address. */
const person = { job: text("usage.person_needs_job"), key: text("usage.person_needs_key") };

interface Named {
  account: string;
  job: string;
  key: string;
}

async function personOf({ work }: Context, { job: given, key }: { job: string; key: string }): Promise<Named> {
  const found = await work.accountOf(given);
  if (found === null) throw new InputProblem(fact("usage.job_has_no_run", { job: given }), { field: "job" });
  return { ...found, key };
}

/** Returns the person of an unconfirmed create, or the one that the request names. */
async function ownerOf(context: Context, given: { operation: string | null; job: string | null; key: string | null }): Promise<Named> {
  const { operation, job, key } = given;
  if (operation !== null) {
    const create = await findCreate(context.state.db, operation);
    if (create === undefined) throw new InputProblem(fact("usage.create_does_not_exist", {}), { field: "operation" });
    return create;
  }
  if (key === null) throw new InputProblem(fact("usage.link_needs_person", {}), { field: "key" });
  if (job === null) throw new InputProblem(fact("usage.person_needs_job", {}), { field: "job" });
  return personOf(context, { job, key });
}

const link = action(
  "/identities/link",
  "link",
  {
    operation: optionalText,
    job: optionalText,
    key: optionalText,
    user_id: optionalText,
    other: optionalText,
    reason: text("usage.link_needs_reason"),
    sure: flag,
  },
  async (context, { user_id: chosen, other, reason: why, sure, ...given }) => {
    const { state, by, work, now } = context;
    const userId = chosen ?? other;
    if (userId === null) throw new InputProblem(fact("usage.link_needs_account", {}), { field: "user_id" });
    const { account, job, key } = await ownerOf(context, given);
    const of = given.operation === null ? {} : { operation: given.operation };
    await work.alone(() => linkAccount(state, by, { account, job, key, ...of, userId, from: null, reason: why, sure }, now()));
    const resumed = await resumeWaiting(context, job);
    const json = { linked: { job, key, user_id: userId.toLowerCase() }, resumed };
    return { json, facts: [fact(resumed === null ? "identity.is_linked" : "identity.is_linked_and_run_continues", {})] };
  },
);

/** Continues the run whose people waited, once every account that they waited for is identified. @returns its id */
async function resumeWaiting({ state, work, by }: Context, job: string): Promise<string | null> {
  const run = await findDeferredRun(state.db, job);
  if (run === null || (await describeWaiting(state.db, run))?.accounts !== 0) return null;
  try {
    await work.resume(run.id, by);
    return run.id;
  } catch (error) {
    // The link counts. The next run sends the rest.
    if (error instanceof Problem) return null;
    throw error;
  }
}

const retry = action(
  "/identities/retry",
  "link",
  { ...person, reason: text("usage.retry_needs_reason"), operations: texts, others: texts, deleted: flag, sure: flag },
  async (context, { reason: why, operations, others, deleted: forced, sure, ...given }) => {
    const { state, by, work, now } = context;
    const { account, job, key } = await personOf(context, given);
    return work.alone(async () => {
      const doubts = await doubtsAbout(state.db, account, key);
      refuseOthers(doubts, { operations, others });
      refuseUnsure(key, doubts, { sure, forced });
      const done = await retryPerson(state, by, { account, job, key, reason: why, forced }, doubts, now());
      const said = fact(done.distinct_from.length > 0 ? "identity.is_distinct" : "identity.is_created_next", {});
      return { json: { key, ...done }, facts: [said] };
    });
  },
);

function refuseUnsure(key: string, doubts: Doubts, { sure, forced }: { sure: boolean; forced: boolean }): void {
  if (doubts.intents.some(({ status }) => status === "open")) throw new UsageProblem(fact("create.may_be_sent_now", { key }));
  if (wasAccepted(doubts) && !forced)
    throw new UsageProblem(fact("usage.create_was_accepted", { key }), fact("advice.confirm_deleted", {}));
  if (doubts.intents.length > 0 && !sure && !forced)
    throw new UsageProblem(fact("create.makes_second_account", { key }), fact("advice.confirm_none", {}));
}

const move = action(
  "/identities/move",
  "link",
  { ...person, from: text("usage.move_needs_key"), reason: text("usage.move_needs_reason"), sure: flag },
  async (context, { from, reason: why, sure, ...given }) => {
    const { state, by, work, now } = context;
    const about = await personOf(context, given);
    const { userId } = await work.alone(() => moveAccount(state, by, { ...about, from, reason: why, sure }, now()));
    return { json: { moved: { job: about.job, from, key: about.key, user_id: userId } }, facts: [fact("identity.is_moved", {})] };
  },
);

function atAccounts<Json extends object>(run: string, acted: Acted<Json>): Acted<Json> {
  return { ...acted, at: `/runs/${encodeURIComponent(run)}/accounts` };
}

/** Links between HR keys and accounts. On the command line, `identities link` and `retry` also show records and ask. */
export const IDENTITY_ACTIONS = [
  link,
  retry,
  move,
  // A person confirms each pair: the account's id, a space, and the key.
  action(
    "/runs/:id/accounts/link",
    "link",
    { id: text(), reason: text("usage.link_needs_reason"), pair: texts },
    async (context, input) => {
      const { account, job } = await runNamed(context, input.id);
      const pairs = input.pair.map((pair) => ({ userId: pair.slice(0, 36).toLowerCase(), key: pair.slice(37) }));
      if (pairs.length === 0) throw new InputProblem(fact("usage.link_needs_pairs", {}), { field: "pair" });
      const { state, by, now } = context;
      const linked = await linkPairs(state, by, { account, job, reason: input.reason }, pairs, now());
      return atAccounts(input.id, { json: { linked }, facts: [fact("identity.people_are_linked", { n: linked })] });
    },
  ),
  action("/runs/:id/accounts/unlink", "link", { id: text(), key: person.key }, async (context, { id, key }) => {
    const { account, job } = await runNamed(context, id);
    await unlink(context.state, context.by, { account, job, key, reason: "" }, context.now);
    return atAccounts(id, { json: { unlinked: key }, facts: [fact("identity.is_unlinked", { key })] });
  }),
  action(
    null,
    "link",
    { ...person, reason },
    async (context, { reason: why, ...given }) => {
      const named = await personOf(context, given);
      await unlink(context.state, context.by, { ...named, reason: why }, context.now);
      return { json: { key: named.key, unlinked: true }, facts: [fact("identity.is_unlinked", { key: named.key })] };
    },
    {
      command: help(
        "identities unlink <job> <key>",
        "undo a link that a person or an import made, as long as nothing was sent to the account",
        'identities unlink nightly 00123 --reason "Another person with the same name"',
      ),
    },
  ),
];
