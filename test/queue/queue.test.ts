import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ServiceSettings } from "../../src/domain/settings.ts";
import { retryDelay } from "../../src/domain/clock.ts";
import { openOperationQueue, type Attempt, type Next, type OperationQueue, type QueuedOperation } from "../../src/queue/operations.ts";
import { prepareQueues } from "../../src/queue/backend.ts";
import { openState, type State } from "../helpers/state.ts";

let dir = "";
let state: State;
let accounts = 0;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "rollcall-queue-"));
  state = await openState(dir);
  await prepareQueues(state);
});
afterAll(async () => {
  await state.close();
  rmSync(dir, { recursive: true, force: true });
});

const openQueue = (given: ServiceSettings): Promise<OperationQueue> =>
  openOperationQueue(state, given.account, given, { begin: true, atOnce: given.rate.inFlight });

function settings(account = `a${(accounts += 1)}`, inFlight = 4): ServiceSettings {
  const retry = { attempts: 3, delay: 5, maxDelay: 20, pauseAfter: 5, giveUp: 1000 };
  // Only the settings that the queue reads.
  return { account, retry, rate: { perSecond: 1000, inFlight } } as unknown as ServiceSettings;
}

const numbered = (ids: string[]): QueuedOperation[] => ids.map((id, i) => ({ id, seq: i + 1 }));

/** Runs operations until each has ended; `answer` returns the result of an attempt. */
async function work(
  queue: OperationQueue,
  ids: string[],
  answer: (attempt: Attempt, made: number) => Next | Promise<Next>,
): Promise<{ attempts: Attempt[]; defects: [string, unknown][] }> {
  const attempts: Attempt[] = [];
  const defects: [string, unknown][] = [];
  const open = new Set(ids);
  await queue.work(
    async (attempt) => {
      if (!(await attempt.turn())) return null;
      attempts.push(attempt);
      const next = await answer(attempt, attempts.filter(({ operationId }) => operationId === attempt.operationId).length);
      if (next.next === "ended" || (next.next === "retry" && attempt.last)) open.delete(attempt.operationId);
      return next;
    },
    async (id, error) => {
      defects.push([id, error]);
      open.delete(id);
    },
  );
  await queue.add(numbered(ids));
  while (open.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await queue.close();
  return { attempts, defects };
}

test("the wait before a retry doubles up to its cap, minus a random part of at most half", () => {
  expect([1, 2, 3, 4, 5].map((attempt) => retryDelay(attempt, 1000, 6000, 0))).toEqual([1000, 2000, 4000, 6000, 6000]);
  expect(retryDelay(0, 1000, 6000, 0)).toBe(1000);
  expect(retryDelay(5000, 1000, 60_000, 0)).toBe(60_000);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 5000 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (n, first, chance) => {
        const delay = retryDelay(n, first, 60_000, chance);
        const full = Math.min(60_000, first * 2 ** (n - 1));
        expect(delay).toBeLessThanOrEqual(full);
        expect(delay).toBeGreaterThanOrEqual(Math.floor(full / 2));
      },
    ),
  );
});

test("an operation is tried as often as the settings say, knows its last attempt, and ends at once when it succeeds", async () => {
  const { attempts } = await work(await openQueue(settings()), ["good", "bad", "late"], ({ operationId }, made) =>
    operationId === "good" || (operationId === "late" && made === 2) ? { next: "ended" } : { next: "retry", ms: 5 },
  );
  const of = (id: string): boolean[] => attempts.filter(({ operationId }) => operationId === id).map(({ last }) => last);
  expect([of("good"), of("late"), of("bad")]).toEqual([[false], [false, false], [false, false, true]]);
});

test("when the service asks for a pause nothing is taken from the queue meanwhile, and it counts as no attempt", async () => {
  let asked = 0;
  const during: string[] = [];
  const { attempts } = await work(await openQueue(settings(undefined, 1)), ["o1", "o2", "o3"], ({ operationId }) => {
    const now = performance.now();
    if (asked > 0 && now - asked < 150) during.push(operationId);
    if (asked !== 0) return { next: "ended" };
    asked = now;
    return { next: "wait", ms: 200 };
  });
  expect(during).toEqual([]);
  expect(attempts).toHaveLength(4);
  expect(attempts.every(({ last }) => !last)).toBe(true);
});

test("a handler that throws has a defect: the operation leaves the queue with the error, and the others continue", async () => {
  const { attempts, defects } = await work(await openQueue(settings()), ["a", "b", "c"], ({ operationId }) => {
    if (operationId === "b") throw new TypeError("a defect");
    return { next: "ended" };
  });
  expect(defects.map(([id, error]) => [id, (error as Error).name])).toEqual([["b", "TypeError"]]);
  expect(attempts).toHaveLength(3);
});

test("a portion that is queued twice runs once, never more operations than given run at a time, and nothing is left behind", async () => {
  let now = 0;
  let most = 0;
  const ids = Array.from({ length: 40 }, (_, i) => `op-${i}`);
  const queue = await openQueue(settings());
  await queue.add(numbered(ids));
  const { attempts } = await work(queue, ids, async () => {
    most = Math.max(most, (now += 1));
    await new Promise((resolve) => setTimeout(resolve, 20));
    now -= 1;
    return { next: "ended" };
  });
  expect(attempts.map(({ operationId }) => operationId).sort()).toEqual([...ids].sort());
  expect(most).toBeLessThanOrEqual(4);
  expect((await sql`SELECT id FROM bullmq.job`.execute(state.db)).rows).toEqual([]);
});

test("a queue starts empty, because leftovers of an earlier process are in the store; and a paused queue hands out nothing", async () => {
  const mine = settings();
  const left = await openOperationQueue(state, mine.account, mine, { begin: false, atOnce: 16 });
  await left.add(numbered(["old-1", "old-2"]));
  await left.close();
  const seen: string[] = [];
  const queue = await openQueue(mine);
  await queue.work(
    async ({ operationId, turn }) => {
      if (!(await turn())) return null;
      seen.push(operationId);
      return { next: "ended" };
    },
    async () => undefined,
  );
  await queue.pause();
  await queue.add(numbered(["new-1", "new-2", "new-3"]));
  await new Promise((resolve) => setTimeout(resolve, 50));
  // A worker that was waiting for work when it was paused may still take one operation.
  expect(seen.length).toBeLessThanOrEqual(1);
  await queue.resume();
  while (seen.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
  await queue.close();
  expect(seen).toEqual(["new-1", "new-2", "new-3"]);
});

test("an operation that has to be retried gets a job of its own, and the rest of its portion does not wait for it", async () => {
  const ended: string[] = [];
  await work(await openQueue(settings(undefined, 1)), ["slow", "a", "b"], ({ operationId }, made) => {
    if (operationId === "slow" && made === 1) return { next: "retry", ms: 100 };
    ended.push(operationId);
    return { next: "ended" };
  });
  expect(ended).toEqual(["a", "b", "slow"]);
});

test("the operations of a portion come at once, so that one statement claims them, and each waits for its turn", async () => {
  const queue = await openQueue(settings(undefined, 1));
  const ids = ["a", "b", "c"];
  const steps: string[] = [];
  await queue.work(
    async ({ operationId, turn }) => {
      steps.push(`claim ${operationId}`);
      await turn();
      steps.push(`start ${operationId}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      steps.push(`end ${operationId}`);
      return { next: "ended" };
    },
    async () => undefined,
  );
  await queue.add(numbered(ids));
  while (steps.length < 9) await new Promise((resolve) => setTimeout(resolve, 5));
  await queue.close();
  expect(steps).toEqual([...ids.map((id) => `claim ${id}`), ...ids.flatMap((id) => [`start ${id}`, `end ${id}`])]);
});

test("a process that closes returns the rest of its portion, and another one takes it", async () => {
  const mine = settings(undefined, 1);
  const owner = await openQueue(mine);
  const helper = await openOperationQueue(state, mine.account, mine, { begin: false, atOnce: 1 });
  const seen: string[] = [];
  const closing: Promise<void>[] = [];
  await helper.work(
    async ({ operationId, turn }) => {
      if (!(await turn())) return null;
      seen.push(`helper ${operationId}`);
      closing.push(helper.close());
      return { next: "ended" };
    },
    async () => undefined,
  );
  await owner.add(numbered(["a", "b", "c"]));
  while (closing.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await Promise.all(closing);
  expect(seen).toEqual(["helper a"]);
  await owner.work(
    async ({ operationId, turn }) => {
      if (!(await turn())) return null;
      seen.push(operationId);
      return { next: "ended" };
    },
    async () => undefined,
  );
  while (seen.length < 4) await new Promise((resolve) => setTimeout(resolve, 5));
  await owner.close();
  // The store knows that the first one has ended.
  expect(seen).toEqual(["helper a", "a", "b", "c"]);
});
