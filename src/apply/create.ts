import { hash } from "node:crypto";
import { textOf } from "../model/person.ts";
import type { UserCreateBody } from "../learning-service/client.ts";
import { readCreatedId } from "../learning-service/created.ts";
import { ServiceProblem } from "../learning-service/errors.ts";
import { doubtIntent, findLinkByUser, openIntent, refuseIntent } from "../store/links.ts";
import type { Operation } from "../store/operations.ts";
import { recordCreated, type ClaimedOperation } from "../store/outcomes.ts";
import { meaningOf } from "./answer.ts";
import { inWords, payloadOf, type ApplyContext, type Ended } from "./context.ts";

/**
 * Creates one account, at most once (I2): the intent is on the disk before the request leaves, the link is on the
 * disk before anything else happens, and a create whose answer is not known is never sent again.
 * Interface: "POST /users", whose answer may be null.
 */
export async function createAccount(operation: ClaimedOperation, context: ApplyContext): Promise<Ended> {
  const { state, client, settings, now } = context;
  const { id, account, job, key } = operation;
  if (operation.linked_user !== null) {
    return {
      end: "held",
      code: "linked_meanwhile",
      reason: "The person was linked to an account since the plan was made; the next run updates it.",
    };
  }
  if (operation.unsettled) {
    return { end: "held", code: "unsettled_create", reason: "The outcome of another create for this person is not known." };
  }
  const attributes = payloadOf(operation);
  const body: Record<string, unknown> = { ...attributes, ...(operation.desired.length === 0 ? {} : { group_ids: operation.desired }) };
  const username = textOf(attributes, "username");
  await openIntent(state, { operation: id, account, job, key, username, digest: hash("sha256", JSON.stringify(body)) }, now());

  let answer: unknown;
  try {
    // The mapping has rejected every row that lacks what a create requires.
    answer = await client.users.create(body as UserCreateBody);
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
    return refusedOrDoubtful(operation, error, context);
  }
  const userId = readCreatedId(answer, settings.dialect.createdId);
  if (userId === null) {
    return doubt(
      operation,
      "no_id_in_answer",
      "The service accepted the create, but its answer holds no id of the new account where `service.dialect.created_id` looks for it.",
      null,
      context,
    );
  }
  const owner = await findLinkByUser(state.db, account, userId);
  if (owner !== undefined) {
    return doubt(operation, "id_in_use", `The service answered with an account that is linked to ${owner.key} already.`, null, context);
  }
  // A new account is active: the interface has no way to create one that is not.
  const told = { userId, sent: context.remember(attributes), active: true, groups: operation.desired };
  await recordCreated(state, operation, told, now());
  context.directory.stored({ userId, added: operation.desired, removed: [] });
  return { end: "done", recorded: true };
}

async function refusedOrDoubtful(operation: Operation, problem: ServiceProblem, context: ApplyContext): Promise<Ended> {
  const meaning = meaningOf("create", problem);
  if (meaning === "uncertain") {
    return doubt(operation, problem.code, `Nobody knows whether the account was made: ${problem.message}`, problem, context);
  }
  // The service refused it, or it never left: no account came of it.
  await refuseIntent(context.state, operation.id, context.now());
  return meaning === "failed" ? { end: "failed", code: problem.code, reason: inWords(problem) } : { end: "trouble", problem };
}

async function doubt(
  operation: Operation,
  code: string,
  why: string,
  problem: ServiceProblem | null,
  context: ApplyContext,
): Promise<Ended> {
  const reason = `${why} It is not sent again. Look the person up in the service, then link the account with \`rollcall identities link\`.`;
  await doubtIntent(context.state.db, operation.id, reason);
  return { end: "uncertain", code, reason, problem };
}
