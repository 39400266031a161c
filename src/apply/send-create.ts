import type { UserCreateBody } from "../learning-service/client.ts";
import { ServiceProblem } from "../learning-service/errors.ts";
import { damageText } from "../store/journal-damage.ts";
import { isOpenedBy, lookBeforeCreate, openIntent, refuseIntent, type CreateFacts, type NewIntent } from "../store/intents.ts";
import { isDatabaseGone, untilStored } from "../store/trouble.ts";
import type { ApplyContext, Ended } from "./context.ts";

/** What came of a create. `left`: whether its request may have left; where it has not, nothing came of it. */
export type SentCreate = { answer: unknown } | { problem: ServiceProblem; left: boolean } | { ended: Ended };

/** The facts about the person have changed while the create waited for its turn. */
class NotSent extends Error {
  readonly ended: Ended;
  constructor(ended: Ended) {
    super("The create was not sent.");
    this.ended = ended;
  }
}

/**
 * Sends a create. Its intent is opened when the request has its turn within the rate, so that of all that wait for
 * theirs nobody ever has to doubt whether it left. It is on the disk before the request leaves (I2).
 */
export async function sendCreate(intent: NewIntent, body: Record<string, unknown>, context: ApplyContext): Promise<SentCreate> {
  const { state, client, now } = context;
  let open = false;
  const sending = async <A extends { status: number }>(send: () => Promise<A>): Promise<A> => {
    await openInTurn(intent, context);
    open = true;
    const answer = await send();
    if (answer.status === 401) {
      // Refused for certain, and sent again with another token: that has a turn of its own.
      await untilRecorded(context, () => refuseIntent(state, intent.operation, now()));
      open = false;
    }
    return answer;
  };
  try {
    // The mapping has rejected every row that lacks what a create requires.
    return { answer: await client.users.create(body as UserCreateBody, { sending }) };
  } catch (error) {
    if (error instanceof NotSent) return { ended: error.ended };
    if (!(error instanceof ServiceProblem)) throw error;
    return { problem: error, left: open };
  }
}

/**
 * Repeats what records an answer until the database has it: nobody else knows it. A server may be away for long.
 * @param keep does what is needed so that the answer outlives this process, where the database is away
 */
export function untilRecorded(
  { state }: ApplyContext,
  statement: () => Promise<unknown>,
  { done, keep }: { done?: () => Promise<boolean>; keep?: () => Promise<void> } = {},
): Promise<void> {
  const keeping = async (): Promise<void> => {
    try {
      await statement();
    } catch (error) {
      if (isDatabaseGone(error)) await keep?.();
      throw error;
    }
  };
  return untilStored(keeping, done, state.kind === "server" ? Number.POSITIVE_INFINITY : undefined);
}

/** @throws NotSent where the person got an account, or creates are held, or another process took the operation over meanwhile */
async function openInTurn(intent: NewIntent, { state, now }: ApplyContext): Promise<void> {
  const at = now();
  // A connection that broke does not tell whether the intent was stored. It has not left in either case.
  await untilStored(
    async () => {
      const ended = hindranceOf(await lookBeforeCreate(state.db, intent, state.me));
      if (ended !== null) throw new NotSent(ended);
      await openIntent(state, intent, at);
    },
    () => isOpenedBy(state.db, intent.operation, state.me, at),
  );
}

/** What keeps a person's create from being sent, however it is planned; `null`: nothing. */
export function hindranceOf({ mine, linked_user: linked, unsettled, reserved, damaged, restored }: CreateFacts): Ended | null {
  if (!mine) return { end: "left" };
  if (linked !== null) {
    return {
      end: "held",
      code: "linked_meanwhile",
      reason: "The person was linked to an account since the plan was made; the next run updates it.",
    };
  }
  if (unsettled) return { end: "held", code: "unsettled_create", reason: "The outcome of another create for this person is not known." };
  if (reserved) {
    return {
      end: "held",
      code: "equal_groups_unsettled",
      reason:
        "A create of an earlier run with exactly the same groups is not settled, and the job had no good run before it: a new account of these groups may be anybody's. Nothing was sent; settle that one first (`rollcall identities list --unsettled`).",
    };
  }
  if (damaged !== null) {
    return {
      end: "held",
      code: "journal_damaged",
      reason:
        `The journal of the state is damaged (${damageText(damaged)}): this person may have an account that it told of. Nothing was sent. ` +
        "Link the accounts that are there (`rollcall identities import`), then end the hold with `rollcall restore --settled`.",
    };
  }
  if (restored !== null) {
    return {
      end: "held",
      code: "state_restored",
      reason:
        `The state is that of a backup of ${restored}: this person may have got an account since. Nothing was sent. ` +
        "Link the accounts that are there (`rollcall identities import`), then say so with `rollcall restore --settled`.",
    };
  }
  return null;
}
