import { firstStep, type StepQueue } from "../../queue/steps.ts";
import { listOrders } from "../../store/orders.ts";
import { KINDS } from "../../store/schema-hosts.ts";
import type { State } from "../../store/state.ts";
import type { Call } from "../io.ts";

/** How often it is looked, in ms, whether the queue has lost an order. */
const LOOK = 15_000;
/** An order that is younger, in ms, may be on its way to the queue. */
const YOUNG = 10_000;

/**
 * Hands over again what the queue knows nothing of any more: a Redis that was started empty has forgotten it, and the
 * store has not. A step that is done does nothing the second time, and two of one order never go on at once.
 */
async function handOverLost(io: Call, { db }: State, queue: StepQueue, young: number): Promise<void> {
  const now = io.now();
  for (const { id, kind, at, ended_at: ended } of await listOrders(db, now)) {
    // Where an order of a newer version begins only that version knows.
    if (!KINDS.includes(kind)) continue;
    if (ended !== null || now.getTime() - at.getTime() < young) continue;
    if (!(await queue.has(id))) await queue.add(id, firstStep(kind));
  }
}

/**
 * Sees to it from now on that every order of the store is in the queue. Of an embedded state only the process that
 * has the directory takes steps up, so that what the queue says of a worker is said of a dead one, and need not be
 * waited for.
 * @returns what ends it
 */
export async function keepOrders(io: Call, state: State, queue: StepQueue): Promise<() => Promise<void>> {
  const alone = state.kind === "embedded" && state.through === null;
  if (alone) await queue.forget();
  // Redis may be away at this moment, and is looked for again.
  await handOverLost(io, state, queue, alone ? 0 : YOUNG).catch((error: unknown) => {
    if (alone) throw error;
  });
  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(() => handOverLost(io, state, queue, YOUNG)).catch(() => undefined);
  }, LOOK).unref();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}
