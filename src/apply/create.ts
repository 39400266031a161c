import { hash } from "node:crypto";
import { textOf, type UserAttributes } from "../model/person.ts";
import { readCreatedId } from "../learning-service/created.ts";
import type { ServiceProblem } from "../learning-service/errors.ts";
import { doubtIntent, isSetUnsettled, leaveToPerson, leaveUnlinked, refuseIntent, rememberAnswer } from "../store/intents.ts";
import { dropAnswer, keepAnswer } from "../store/kept-answers.ts";
import { findLinkByUser, type Link } from "../store/links.ts";
import { isDone, type Operation } from "../store/operations.ts";
import { setKeyOf } from "../store/set-key.ts";
import { recordCreated, type ClaimedOperation, type Told } from "../store/outcomes.ts";
import { meaningOf } from "./answer.ts";
import { inWords, payloadOf, type ApplyContext, type Ended } from "./context.ts";
import { findCreated } from "./observed.ts";
import { hindranceOf, sendCreate, untilRecorded } from "./send-create.ts";
import { accepted } from "./update.ts";

/**
 * Creates one account, at most once (I2): the intent is on the disk before the request leaves, the link is on the
 * disk before anything else happens, and a create whose answer is not known is never sent again.
 * Interface: "POST /users", whose answer may be null.
 */
export async function createAccount(operation: ClaimedOperation, context: ApplyContext): Promise<Ended> {
  const hindrance = hindranceOf({ ...operation, mine: true, reserved: false });
  if (hindrance !== null) return hindrance;
  const groups = await context.directory.telling(operation.desired, operation.reading);
  return context.creates.enter(setKeyOf(groups), async (mode) => {
    const unfindable = mode === "null" ? await unfindableOf(groups, context) : null;
    return unfindable ?? createOnce(operation, groups, context);
  });
}

/** Where the service answers null, what would make the new account impossible to find. */
async function unfindableOf(groups: readonly string[], { state, settings }: ApplyContext): Promise<Ended | null> {
  if (groups.length === 0) {
    return {
      end: "held",
      code: "no_readable_group",
      reason:
        "The service does not say whose account it made, and none of this person's groups tells its members: nobody could find the account. Nothing was sent.",
    };
  }
  if (await isSetUnsettled(state.db, settings.account, setKeyOf(groups))) {
    return {
      end: "held",
      code: "equal_groups_unsettled",
      reason:
        "A new account of exactly the same groups is not settled, and two of them could not be told apart. Nothing was sent; settle that one first (`rollcall identities list --unsettled`).",
    };
  }
  return null;
}

async function createOnce(operation: ClaimedOperation, groups: readonly string[], context: ApplyContext): Promise<Ended> {
  const { state, settings, directory, now } = context;
  const { id, account, job, key } = operation;
  const attributes = payloadOf(operation);
  const body: Record<string, unknown> = { ...attributes, ...(operation.desired.length === 0 ? {} : { group_ids: operation.desired }) };
  // As it is remembered: a sensitive one only as its fingerprint.
  const { username } = context.remember({ username: textOf(attributes, "username") });
  const digest = hash("sha256", JSON.stringify([context.remember(attributes), operation.desired]));
  // Whoever joined since an old reading would look like this create's account.
  await directory.ensureFresh();
  const intent = {
    operation: id,
    account,
    job,
    key,
    username: typeof username === "string" ? username : "",
    digest,
    groups,
    named: operation.desired,
  };
  const sent = await sendCreate(intent, body, context);
  if ("ended" in sent) return sent.ended;
  if ("problem" in sent) {
    // It waited for a token, or for its turn, and never left.
    if (!sent.left) return { end: "trouble", problem: sent.problem };
    // It said 200: there is an account, whatever the rest of the answer says.
    if (accepted(sent.problem)) return findUnlinked(operation, attributes, context);
    return refusedOrDoubtful(operation, sent.problem, context);
  }
  const { answer } = sent;
  const userId = readCreatedId(answer, settings.dialect.createdId);
  if (userId === null) {
    context.creates.learned("null");
    await untilRecorded(context, () => rememberAnswer(state.db, account, true));
    return findUnlinked(operation, attributes, context);
  }
  const kept = keeper(operation, userId, context);
  let owner: Link | undefined;
  await untilRecorded(context, async () => (owner = await findLinkByUser(state.db, account, userId)), kept);
  // Another process took the operation over and has found the account.
  if (owner?.key === key) return kept.drop().then(() => ({ end: "left" }));
  if (owner !== undefined) {
    const reason = `The service answered with an account that is linked to ${owner.key} already. It is not sent again: look the person up in the service, then link the account with \`rollcall identities link\`.`;
    await untilRecorded(context, () => leaveToPerson(state, id, reason, now()));
    return { end: "uncertain", code: "id_in_use", reason, problem: null };
  }
  if (context.creates.learned("ids") === "null") await untilRecorded(context, () => rememberAnswer(state.db, account, false));
  // A new account is active: the interface has no way to create one that is not.
  const told = { userId, sent: context.remember(attributes), active: true, groups: operation.desired };
  await recorded(operation, told, context, kept);
  await kept.drop();
  return { end: "done", recorded: true };
}

/** Keeps an answer on the disk while a database server is away; the embedded state has its journal for that. */
function keeper({ id, account, job, key }: ClaimedOperation, userId: string, { state, now }: ApplyContext) {
  let keeping: Promise<void> | null = null;
  const created = { t: "link", account, job, key, userId, source: "created", at: now().toISOString() } as const;
  return {
    keep: async (): Promise<void> => {
      if (state.kind !== "server") return;
      keeping ??= keepAnswer(state.dir, id, created);
      // A disk that is full as well: this process still knows the answer.
      await keeping.catch(() => undefined);
    },
    drop: async (): Promise<void> => {
      if (keeping !== null) await dropAnswer(state.dir, id).catch(() => undefined);
    },
  };
}

/** Written down whatever happens to the database meanwhile: nobody else knows whose account it is. */
function recorded(
  operation: ClaimedOperation,
  told: Told,
  context: ApplyContext,
  { keep }: { keep?: () => Promise<void> } = {},
): Promise<void> {
  const { state, now } = context;
  return untilRecorded(context, () => recordCreated(state, operation, told, now()), {
    done: () => isDone(state.db, operation.id),
    ...(keep === undefined ? {} : { keep }),
  });
}

/** The account exists, and the answer does not say which it is: it is looked for in the groups. */
async function findUnlinked(operation: ClaimedOperation, attributes: UserAttributes, context: ApplyContext): Promise<Ended> {
  const { state, now } = context;
  const why =
    "The service accepted the create, but its answer holds no id of the new account where `service.dialect.created_id` looks for it.";
  await untilRecorded(context, () => leaveUnlinked(state, operation.id, why, now()));
  const found = await findCreated(operation.id, context);
  if (found === null) {
    return {
      end: "uncertain",
      code: "created_unlinked",
      reason: `${why} It is not sent again, and the groups do not show for certain which account it is. \`rollcall identities list --unsettled\` shows what is known.`,
      problem: null,
    };
  }
  const told = { userId: found.userId, sent: context.remember(attributes), active: true, groups: found.groups, observed: true as const };
  await recorded(operation, told, context);
  return { end: "done", recorded: true };
}

async function refusedOrDoubtful(operation: Operation, problem: ServiceProblem, context: ApplyContext): Promise<Ended> {
  const meaning = meaningOf("create", problem);
  if (meaning === "uncertain") {
    return doubt(operation, problem.code, `Nobody knows whether the account was made: ${problem.message}`, problem, context);
  }
  // The service refused it, or it never left: no account came of it.
  await untilRecorded(context, () => refuseIntent(context.state, operation.id, context.now()));
  if (meaning !== "failed") return { end: "trouble", problem };
  if (saysTaken(problem)) {
    return {
      end: "held",
      code: "account_exists",
      reason:
        `${inWords(problem)} The person may have an account already: nothing was changed. ` +
        `Link it with \`rollcall identities link\` or \`identities import\`; the next run tries again.`,
    };
  }
  return { end: "failed", code: problem.code, reason: inWords(problem) };
}

const TAKEN = /taken|exist|already|in use|duplicat|unique|used by|ya est|em uso|vergeben|utilis/i;

/** The service's words say that the username or the e-mail address is somebody's. `words` show fields, not values. */
function saysTaken({ words }: ServiceProblem): boolean {
  return TAKEN.test(words) && /user.?name|login|e-?mail|account|user\b/i.test(words);
}

async function doubt(
  operation: Operation,
  code: string,
  why: string,
  problem: ServiceProblem | null,
  context: ApplyContext,
): Promise<Ended> {
  const reason = `${why} It is not sent again. Look the person up in the service, then link the account with \`rollcall identities link\`.`;
  await untilRecorded(context, () => doubtIntent(context.state.db, operation.id, reason, context.now()));
  return { end: "uncertain", code, reason, problem };
}
