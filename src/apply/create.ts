import { fact, inTurn } from "../domain/facts/fact.ts";
import { hash } from "node:crypto";
import { foldUsername } from "../domain/names.ts";
import { textOf, type UserAttributes } from "../domain/person.ts";
import { readCreatedId } from "../learning-service/created.ts";
import type { ServiceProblem } from "../learning-service/errors/errors.ts";
import { saysTaken } from "../learning-service/errors/taken.ts";
import {
  markUnconfirmed,
  hasUnconfirmedSet,
  leaveUnconfirmed,
  leaveUnlinked,
  refuseIntent,
  rememberAnswer,
} from "../store/identities/intents.ts";
import { dropAnswer, saveAnswer } from "../state/journal/saved-answers.ts";
import { rememberKnown } from "../store/directory/directory.ts";
import { isDone } from "../store/runs/operations.ts";
import { WAITING_REASON } from "../store/identities/waiting-creates.ts";
import { refuseUsername } from "../store/identities/usernames.ts";
import { setKeyOf } from "../store/identities/set-key.ts";
import type { ClaimedOperation } from "../store/runs/claim.ts";
import type { OtherLink, WriteResult } from "../store/runs/outcomes.ts";
import { meaningOf } from "./answer.ts";
import { describeProblem, payloadOf, type ApplyContext, type Ended } from "./context.ts";
import { findCreated } from "../identities/observed.ts";
import { blockReasonOf, sendCreate, retryUntilRecorded } from "./send-create.ts";
import { accepted } from "./update.ts";

/**
 * Creates one account, at most once (I2): the intent is on disk before the request leaves, the link is on disk before
 * anything else happens, and a create without a known answer is never sent again.
 * Interface: "POST /users", whose answer may be null.
 */
export async function createAccount(operation: ClaimedOperation, context: ApplyContext): Promise<Ended> {
  const blocked = blockReasonOf({ ...operation, mine: true, reserved: false });
  if (blocked !== null) return blocked;
  const groups = await context.directory.listKnown(operation.desired, operation.snapshot);
  return context.creates.enter(setKeyOf(groups), async (mode) => {
    const unfindable = mode === "null" ? await blockIfUnfindable(groups, context) : null;
    // Until its outcome is recorded, so that a kill leaves no more open intents than requests in flight.
    return unfindable ?? context.sending(() => createOnce(operation, groups, context));
  });
}

/** Returns why a new account could not be found if the service answers null; `null` if it can. */
async function blockIfUnfindable(groups: readonly string[], { state, settings }: ApplyContext): Promise<Ended | null> {
  if (groups.length === 0) {
    return {
      end: "held",
      code: "no_readable_group",
      reason: fact("operation.no_readable_group", {}),
    };
  }
  if (await hasUnconfirmedSet(state.db, settings.account, setKeyOf(groups))) {
    return {
      end: "held",
      code: "equal_groups_unsettled",
      reason: WAITING_REASON,
    };
  }
  return null;
}

async function createOnce(operation: ClaimedOperation, groups: readonly string[], context: ApplyContext): Promise<Ended> {
  const { state, settings, directory } = context;
  const { id, account, job, key } = operation;
  const attributes = payloadOf(operation);
  const body: Record<string, unknown> = { ...attributes, ...(operation.desired.length === 0 ? {} : { group_ids: operation.desired }) };
  // As stored: a sensitive username only as its fingerprint.
  const stored = context.remember(attributes);
  const { username, email = null, national_id: nationalId = null } = stored;
  const digest = hash("sha256", JSON.stringify([stored, operation.desired]));
  // People who joined a group since an old snapshot would look like this create's account.
  await directory.ensureFresh();
  const intent = {
    operation: id,
    account,
    job,
    key,
    username: typeof username === "string" ? username : "",
    names: { email, national_id: nationalId, ...foldedNames(attributes, context) },
    digest,
    groups,
    named: operation.desired,
  };
  const sent = await sendCreate(intent, body, context);
  if ("ended" in sent) return sent.ended;
  if ("problem" in sent) {
    // The request waited for a token or its turn, and never left.
    if (!sent.left) return { end: "trouble", problem: sent.problem };
    // After a 2xx status the account exists, even if the answer cannot be read.
    if (accepted(sent.problem)) return findUnlinked(operation, attributes, context);
    return refusedOrUnconfirmed(operation, sent.problem, context);
  }
  const { answer } = sent;
  const userId = readCreatedId(answer, settings.dialect.createdId);
  if (userId === null) {
    context.creates.learned("null");
    await retryUntilRecorded(context, () => rememberAnswer(state.db, account, true));
    return findUnlinked(operation, attributes, context);
  }
  const savedAnswer = keeper(operation, userId, context);
  // A new account is always active: the interface cannot create an inactive one.
  const result = { userId, sent: stored, active: true, groups: operation.desired };
  const other = await recorded(operation, result, context, savedAnswer);
  if (other !== null) {
    const ended = await notRecorded(operation, userId, other, context);
    await savedAnswer.drop();
    return ended;
  }
  if (context.creates.learned("ids") === "null") await retryUntilRecorded(context, () => rememberAnswer(state.db, account, false));
  await savedAnswer.drop();
  return { end: "done", recorded: true };
}

/** Returns the username and address as rows are compared, where the database cannot fold them: a joiner may have a name that looks alike. */
function foldedNames(attributes: UserAttributes, { remember }: ApplyContext): Record<string, unknown> {
  const folded = ["username", "email"].flatMap((field): [string, unknown][] => {
    const name = textOf(attributes, field);
    return /[^\0-\x7F]/.test(name) ? [[`row_${field}`, remember({ [field]: foldUsername(name) })[field]]] : [];
  });
  return Object.fromEntries(folded);
}

/** Keeps an answer on disk while a database server is down or refuses it; the embedded state uses its journal for that. */
function keeper({ id, account, job, key }: ClaimedOperation, userId: string, { state, now }: ApplyContext) {
  let keeping: Promise<void> | null = null;
  const created = { t: "link", account, job, key, userId, source: "created", at: now().toISOString() } as const;
  return {
    keep: async (): Promise<void> => {
      if (state.kind !== "server") return;
      keeping ??= saveAnswer(state.dir, id, created);
      // If the disk is full too, this process still has the answer in memory.
      await keeping.catch(() => undefined);
    },
    drop: async (): Promise<void> => {
      if (keeping !== null) await dropAnswer(state.dir, id).catch(() => undefined);
    },
  };
}

/**
 * Records a created account, through any database outage, because nothing else knows whose account it is.
 * @returns the link that was there first; `null` if it was recorded
 */
async function recorded(
  operation: ClaimedOperation,
  result: WriteResult,
  context: ApplyContext,
  { keep }: { keep?: () => Promise<void> } = {},
): Promise<OtherLink | null> {
  const { state, writer, now } = context;
  let other: OtherLink | null = null;
  await retryUntilRecorded(context, async () => (other = await writer.created({ operation, result, at: now() })), {
    done: () => isDone(state.db, operation.id),
    ...(keep === undefined ? {} : { keep }),
  });
  return other;
}

/** Ends a create whose account, or whose person, was linked before its answer was recorded. */
async function notRecorded(operation: ClaimedOperation, userId: string, other: OtherLink, context: ApplyContext): Promise<Ended> {
  const { state, now } = context;
  const { id, account, key } = operation;
  if (other.key !== key) {
    const reason = fact("operation.id_in_use", { key: other.key });
    await retryUntilRecorded(context, () => leaveUnconfirmed(state, id, reason, now()));
    return { end: "uncertain", code: "id_in_use", reason, problem: null };
  }
  // Another process took over the operation and has linked the account.
  if (other.user_id === userId) return { end: "left" };
  await retryUntilRecorded(context, () => rememberKnown(state.db, account, userId));
  // Else the person would wait for its outcome, which is known.
  await retryUntilRecorded(context, () => refuseIntent(state, id, now()));
  return {
    end: "failed",
    code: "second_account",
    reason: fact("operation.second_account", { account: userId, other: other.user_id }),
  };
}

/** Looks in the groups for an account that was created but whose id the answer does not contain. */
async function findUnlinked(operation: ClaimedOperation, attributes: UserAttributes, context: ApplyContext): Promise<Ended> {
  const { state, now } = context;
  const why = fact("unconfirmed.no_id", {});
  await retryUntilRecorded(context, () => leaveUnlinked(state, operation.id, why, now()));
  const found = await findCreated(operation.id, context);
  if (found === null) {
    return {
      end: "uncertain",
      code: "created_unlinked",
      reason: inTurn(why, fact("operation.not_found_in_groups", {})),
      problem: null,
    };
  }
  const result = { userId: found.userId, sent: context.remember(attributes), active: true, groups: found.groups, observed: true as const };
  const other = await recorded(operation, result, context);
  return other === null ? { end: "done", recorded: true } : notRecorded(operation, found.userId, other, context);
}

async function refusedOrUnconfirmed(operation: ClaimedOperation, problem: ServiceProblem, context: ApplyContext): Promise<Ended> {
  const meaning = meaningOf("create", problem);
  if (meaning === "uncertain") {
    return unconfirmed(operation, problem, context);
  }
  // The service refused it, or it never left, so there is no account.
  await retryUntilRecorded(context, () => refuseIntent(context.state, operation.id, context.now()));
  if (meaning !== "failed") return { end: "trouble", problem };
  if (saysTaken(problem)) {
    if (/user.?name|login/i.test(problem.serverMessage) && !/e-?mail/i.test(problem.serverMessage))
      await noteRefusedUsername(operation, context);
    return {
      end: "held",
      code: "account_exists",
      reason: inTurn(describeProblem(problem), fact("operation.account_exists", {})),
    };
  }
  return { end: "failed", code: problem.code, reason: describeProblem(problem) };
}

/** A mapping with `on_taken: next` gives the person another username in the next run. */
function noteRefusedUsername(operation: ClaimedOperation, context: ApplyContext): Promise<void> {
  const { account, key } = operation;
  const username = textOf(payloadOf(operation), "username");
  return retryUntilRecorded(context, () => refuseUsername(context.state.db, { account, key, username }, context.now()));
}

async function unconfirmed(operation: ClaimedOperation, problem: ServiceProblem, context: ApplyContext): Promise<Ended> {
  const reason = fact("unconfirmed.answer_lost", { problem: problem.fact });
  await retryUntilRecorded(context, () => markUnconfirmed(context.state.db, operation.id, reason, context.now()));
  return { end: "uncertain", code: problem.code, reason, problem };
}
