import { fact } from "../domain/facts/fact.ts";
import type { UserCreateBody } from "../learning-service/client.ts";
import { ServiceProblem } from "../learning-service/errors/errors.ts";
import { damageFact } from "../state/journal/journal-damage.ts";
import { refuseIntent, type NewIntent } from "../store/identities/intents.ts";
import { isOpenedBy, journalIntent, type CreateFacts } from "../store/identities/open-intents.ts";
import { WAITING_REASON } from "../store/identities/waiting-creates.ts";
import { untilStored } from "../state/database-errors.ts";
import type { ApplyContext, Ended } from "./context.ts";

/** The outcome of sending a create. `left`: the request may have left; if not, there is no account. */
export type SentCreate = { answer: unknown } | { problem: ServiceProblem; left: boolean } | { ended: Ended };

/** The create became blocked while it waited for its turn. */
class NotSent extends Error {
  readonly ended: Ended;
  constructor(ended: Ended) {
    super("The create was not sent.");
    this.ended = ended;
  }
}

/**
 * Sends a create. Its intent is opened when the request gets its turn within the rate, so that creates still waiting are
 * never unconfirmed. The intent is on disk before the request leaves (I2).
 */
export async function sendCreate(intent: NewIntent, body: Record<string, unknown>, context: ApplyContext): Promise<SentCreate> {
  const { state, client, now } = context;
  let open = false;
  const sending = async <A extends { status: number }>(send: () => Promise<A>): Promise<A> => {
    await openInTurn(intent, context);
    open = true;
    const answer = await send();
    if (answer.status === 401) {
      // Certainly refused. The client sends it again with another token, in a new turn.
      await retryUntilRecorded(context, () => refuseIntent(state, intent.operation, now()));
      open = false;
    }
    return answer;
  };
  try {
    // The mapping rejects every row without the fields a create requires.
    return { answer: await client.users.create(body as UserCreateBody, { sending }) };
  } catch (error) {
    if (error instanceof NotSent) return { ended: error.ended };
    if (!(error instanceof ServiceProblem)) throw error;
    return { problem: error, left: open };
  }
}

/**
 * Repeats a statement that records an answer until the database has it, because the answer is known nowhere else.
 * @param keep called if the database is down or refuses the answer, to make the answer survive this process
 */
export function retryUntilRecorded(
  { state }: ApplyContext,
  statement: () => Promise<unknown>,
  { done, keep }: { done?: () => Promise<boolean>; keep?: () => Promise<void> } = {},
): Promise<void> {
  const keeping = async (): Promise<void> => {
    try {
      await statement();
    } catch (error) {
      await keep?.();
      throw error;
    }
  };
  return untilStored(keeping, done, state.kind === "server" ? Number.POSITIVE_INFINITY : undefined);
}

/** Opens the intent. @throws NotSent if the person got an account, creates are blocked, or another process took over meanwhile */
async function openInTurn(intent: NewIntent, { state, openTurn, now }: ApplyContext): Promise<void> {
  const turn = { intent, at: now() };
  // A broken connection does not show whether the intent was stored. In either case the request has not left.
  await untilStored(
    async () => {
      const { since, ...facts } = await openTurn(turn);
      const ended = blockReasonOf(facts);
      if (ended !== null) throw new NotSent(ended);
      if (since === null) throw new Error(`the intent ${intent.operation} belongs to another create`);
      await journalIntent(state, turn, since);
    },
    () => isOpenedBy(state.db, intent.operation, state.processId, turn.at),
  );
}

/** Returns why a person's create must not be sent; `null` if it may. */
export function blockReasonOf({ mine, linked_user: linked, unconfirmed, reserved, damaged, restored }: CreateFacts): Ended | null {
  if (!mine) return { end: "left" };
  if (linked !== null) {
    return {
      end: "held",
      code: "linked_meanwhile",
      reason: fact("operation.linked_meanwhile", {}),
    };
  }
  if (unconfirmed) return { end: "held", code: "unsettled_create", reason: fact("operation.another_create_unconfirmed", {}) };
  if (reserved) {
    return {
      end: "held",
      code: "equal_groups_unsettled",
      reason: WAITING_REASON,
    };
  }
  if (damaged !== null) {
    return {
      end: "held",
      code: "journal_damaged",
      reason: fact("operation.journal_damaged", { damage: damageFact(damaged) }),
    };
  }
  if (restored !== null) {
    return {
      end: "held",
      code: "state_restored",
      reason: fact("operation.state_restored", { at: restored }),
    };
  }
  return null;
}
