import { ServiceProblem } from "../learning-service/errors.ts";
import { resolveNamed } from "../learning-service/refusal.ts";
import { untilStored } from "../store/trouble.ts";
import { recordUpdated, type ClaimedOperation } from "../store/outcomes.ts";
import { meaningOf } from "./answer.ts";
import { inWords, payloadOf, type ApplyContext, type Ended } from "./context.ts";
import { completeSet } from "./sets.ts";

const refusalCode = "group_removal_requires_confirmation";

/**
 * Updates, deactivates or reactivates one account. The groups that are sent are always a complete set that leaves
 * out no current membership, or none at all; `confirm_group_removal` is never sent here (I1).
 * Interface: "PUT /users/{user_id}", rules 1 to 5.
 */
export async function updateAccount(operation: ClaimedOperation, context: ApplyContext): Promise<Ended> {
  const { client, directory } = context;
  const userId = operation.linked_user;
  if (userId === null || userId !== operation.user_id) {
    return { end: "held", code: "link_changed", reason: "The person is linked to another account than when the plan was made." };
  }
  const attributes = payloadOf(operation);
  const current = (await directory.ensureFresh()) ? await directory.membershipsOf(userId) : operation.memberships;
  const groups = completeSet(current, operation.desired);

  try {
    await client.users.update(userId, { ...attributes, ...groupIds(groups) });
    return await succeeded(operation, userId, groups, context);
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
    if (accepted(error)) return succeeded(operation, userId, groups, context);
    if (error.code !== refusalCode) return troubled(error);
    return keepWhatIsNamed(operation, userId, groups, error, context);
  }
}

/**
 * The service says that our set leaves something out: somebody added the person to groups after we read, or the
 * service does not tell all memberships. What it names is kept, and the set is sent again, once, unconfirmed.
 */
async function keepWhatIsNamed(
  operation: ClaimedOperation,
  userId: string,
  sent: readonly string[] | null,
  refusal: ServiceProblem,
  context: ApplyContext,
): Promise<Ended> {
  const { ids, unresolved } = resolveNamed(refusal.named, await context.directory.groups());
  if (sent === null || ids.length === 0 || unresolved.length > 0) return unreadable();
  await context.directory.changed({ userId, added: ids, removed: [] });
  const groups = [...new Set([...sent, ...ids])];
  try {
    await context.client.users.update(userId, { ...payloadOf(operation), ...groupIds(groups) });
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
    if (error.code === refusalCode) {
      return {
        end: "held",
        code: "removal_still_refused",
        reason:
          "The service refuses the update twice because of group memberships that we did not mean to remove. Nothing was changed for this person.",
      };
    }
    if (!accepted(error)) return troubled(error);
  }
  return succeeded(operation, userId, groups, context, {
    code: "drift",
    reason: "Memberships that the service named beside ours were kept.",
  });
}

function unreadable(): Ended {
  return {
    end: "held",
    code: "removal_refusal_unreadable",
    reason:
      "The service refuses the update because it would remove group memberships, and which ones cannot be read from its answer. Nothing was changed for this person.",
  };
}

function groupIds(groups: readonly string[] | null): { group_ids?: readonly string[] } {
  return groups === null ? {} : { group_ids: groups };
}

/** The service said 200 and its answer cannot be read: an update may answer null, so nothing in it is needed. */
export function accepted(problem: ServiceProblem): boolean {
  return problem.code === "answer_unreadable" && problem.status !== null && problem.status >= 200 && problem.status < 300;
}

function troubled(problem: ServiceProblem): Ended {
  return meaningOf("update", problem) === "failed"
    ? { end: "failed", code: problem.code, reason: inWords(problem) }
    : { end: "trouble", problem };
}

/** Drift is a remark: the person is looked at again in the next run. */
async function succeeded(
  operation: ClaimedOperation,
  userId: string,
  groups: readonly string[] | null,
  context: ApplyContext,
  remark?: { code: string; reason: string },
): Promise<Ended> {
  const attributes = payloadOf(operation);
  const active = attributes["active"];
  const told = {
    userId,
    sent: context.remember(attributes),
    active: typeof active === "boolean" ? active : null,
    groups: groups ?? [],
    ...(remark === undefined ? {} : { remark }),
  };
  await untilStored(() => recordUpdated(context.state.db, operation, told, context.now()));
  return { end: "done", recorded: true };
}
