import { fact } from "../domain/facts/fact.ts";
import { endException } from "../review/exceptions.ts";
import { action, help } from "./action.ts";
import { reason, text } from "./input.ts";

/** Memberships that a reviewer decided to keep. */
export const EXCEPTION_ACTIONS = [
  action(
    "/exceptions/:id/end",
    "decide",
    { id: text(), reason },
    async ({ state, by, now }, input) => {
      await endException(state, input.id, by, input.reason, now());
      return { json: { ended: input.id }, facts: [fact("exception.is_ended", {})] };
    },
    {
      command: help(
        "review exceptions end <id>",
        "end an exception; the next run can find the removal again",
        'review exceptions end X-1f2e3d4c5b --reason "The project is over"',
      ),
    },
  ),
];
