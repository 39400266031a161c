import type { Step, StepQueue } from "../../queue/steps.ts";
import { listOpenOrders, type Order } from "../../store/orders.ts";
import { doOrdersWait, sayOrdersAreCarried } from "../../store/settings.ts";
import type { State } from "../../store/state.ts";

/** The step that an order begins with. */
export function firstStep(kind: Order["kind"]): Step {
  return kind === "run" ? "extract" : "apply";
}

/**
 * Gives the queue the orders of a state that came from elsewhere, whose queue did not come along. By the first worker,
 * because only the processes that work know where their queue lies. Steps that were done before do nothing.
 */
export async function handOverWaiting(state: State, queue: Pick<StepQueue, "add">): Promise<void> {
  if (!(await doOrdersWait(state.db))) return;
  await state.locks.exclusively("orders:hand over", async () => {
    if (!(await doOrdersWait(state.db))) return;
    for (const { id, kind } of await listOpenOrders(state.db)) await queue.add(id, firstStep(kind));
    await sayOrdersAreCarried(state.db);
  });
}
