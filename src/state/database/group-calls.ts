import { isConnectionError } from "../database-errors.ts";

/** The most calls in one group, so that a statement stays short. */
const MAX_GROUP = 64;

interface Waiting<T, R> {
  item: T;
  done: (result: R) => void;
  fail: (error: unknown) => void;
}

/**
 * Returns a function that runs simultaneous calls as a group, such as one statement for many rows. A call waits only
 * while a group is running: the next group takes all that came meanwhile. If a group fails, its halves
 * are repeated, down to single calls, so that one bad row fails only its own call. Without a connection all of them fail.
 * @param run returns the results in the order of the items. It must do all or nothing
 */
export function groupCalls<T, R>(run: (items: readonly T[]) => Promise<readonly R[]>): (item: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = [];
  let running = false;

  async function runAll(group: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const results = await run(group.map(({ item }) => item));
      group.forEach(({ done }, i) => done(results[i] as R));
    } catch (error) {
      if (group.length === 1 || isConnectionError(error)) return group.forEach(({ fail }) => fail(error));
      const half = Math.ceil(group.length / 2);
      await runAll(group.slice(0, half));
      await runAll(group.slice(half));
    }
  }

  /** Waits while calls are still coming: answers that arrive together are handled first, so that they share a group. */
  async function collect(): Promise<void> {
    let before = -1;
    while (waiting.length > before && waiting.length < MAX_GROUP) {
      before = waiting.length;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async function runWaiting(): Promise<void> {
    while (waiting.length > 0) {
      await collect();
      const group = waiting.slice(0, MAX_GROUP);
      waiting = waiting.slice(MAX_GROUP);
      await runAll(group);
    }
    running = false;
  }

  return (item) =>
    new Promise((done, fail) => {
      waiting.push({ item, done, fail });
      if (running) return;
      running = true;
      void runWaiting();
    });
}
