/** One rate and one limit of requests in flight per service account, whatever number of processes call it. */
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { partOf, sharedBudget } from "../../src/session/shared-budget.ts";
import { openServerState } from "../../src/state/server-state.ts";
import type { State } from "../../src/state/state.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { postgres, type PostgresServer } from "../helpers/servers.ts";

let database: PostgresServer;
beforeAll(async () => {
  database = await postgres();
}, 120_000);
afterAll(async () => {
  await database?.close();
});

/** Each state acts as a process, with its own name and connections. */
async function processes(n: number): Promise<State[]> {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-budget-"));
  const url = await database.database();
  const states: State[] = [];
  for (let i = 0; i < n; i += 1) states.push(await openServerState({ url, redis: null, dir }));
  onTestFinished(async () => {
    for (const state of states) await state.close();
    rmSync(dir, { recursive: true, force: true });
  });
  return states;
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test("shares add up to the limit, and each process may have at least one request in flight", () => {
  for (const inFlight of [1, 7, 8, 32])
    for (const among of [1, 2, 3, 5, 8]) {
      const parts = Array.from({ length: among }, (_, place) => partOf({ perSecond: 10, inFlight }, { place, among }));
      expect(parts.reduce((sum, part) => sum + part.inFlight, 0)).toBe(Math.max(inFlight, among));
      expect(parts.reduce((sum, part) => sum + part.perSecond, 0)).toBeCloseTo(10);
      expect(Math.min(...parts.map((part) => part.inFlight))).toBeGreaterThanOrEqual(1);
    }
});

test("three processes that join one after another never exceed the limit of one together", { timeout: 60_000 }, async () => {
  const states = await processes(3);
  let now = 0;
  let most = 0;
  const by = [0, 0, 0];
  const over = new AbortController();
  const busy = async (i: number): Promise<void> => {
    const state = states[i];
    if (state === undefined) return;
    const budget = sharedBudget(state, "acme", { perSecond: 100_000, inFlight: 6 });
    const lane = async (): Promise<void> => {
      while (!over.signal.aborted)
        await budget.run(async () => {
          most = Math.max(most, (now += 1));
          by[i] = (by[i] ?? 0) + 1;
          await sleep(20);
          now -= 1;
        });
    };
    await Promise.all(Array.from({ length: 6 }, lane));
  };
  const all = [busy(0)];
  await sleep(1500);
  all.push(busy(1));
  await sleep(1500);
  all.push(busy(2));
  await sleep(6000);
  over.abort();
  await Promise.all(all);
  expect(most).toBeLessThanOrEqual(6);
  expect(Math.min(...by)).toBeGreaterThan(0);
});

test("twenty requests at once in each of two processes never exceed the limit of one together", { timeout: 60_000 }, async () => {
  const budgets = (await processes(2)).map((state) => sharedBudget(state, "acme", { perSecond: 100_000, inFlight: 6 }));
  const [now, most] = [[0, 0], [0]];
  const call = (i: number) => async (): Promise<void> => {
    now[i] = (now[i] ?? 0) + 1;
    most.push((now[0] ?? 0) + (now[1] ?? 0));
    await sleep(200);
    now[i] -= 1;
  };
  await Promise.all(budgets.flatMap((budget, i) => Array.from({ length: 20 }, () => budget.run(call(i)))));
  expect(Math.max(...most)).toBeLessThanOrEqual(6);
  expect(most).toHaveLength(41);
});

test("when the service asks one of them to pause, all pause", { timeout: 60_000 }, async () => {
  const [one, other] = await processes(2);
  if (one === undefined || other === undefined) throw new Error("two states");
  const first = sharedBudget(one, "acme", { perSecond: 1000, inFlight: 6 });
  const second = sharedBudget(other, "acme", { perSecond: 1000, inFlight: 6 });
  await Promise.all([first.run(async () => undefined), second.run(async () => undefined)]);
  const until = Date.now() + 6000;
  first.pauseFor(6000);
  // The others learn of it with the next renewal of their share.
  await sleep(2500);
  await second.run(async () => undefined);
  expect(Date.now()).toBeGreaterThanOrEqual(until - 200);
});
