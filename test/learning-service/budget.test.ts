import { describe, expect, test } from "vitest";
import { requestBudget } from "../../src/learning-service/http/budget.ts";
import { readCreatedId } from "../../src/learning-service/created.ts";
import { clientFor, problemOf, settingsFor, startSandbox, uuidOf, someone } from "./helpers.ts";

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));

describe("the request budget", () => {
  test("lets no more start in any second than the rate says", async () => {
    const budget = requestBudget({ perSecond: 5, inFlight: 100 });
    const starts: number[] = [];
    await Promise.all(Array.from({ length: 11 }, () => budget.run(async () => void starts.push(performance.now()))));
    for (let i = 5; i < starts.length; i++) expect((starts[i] ?? 0) - (starts[i - 5] ?? 0)).toBeGreaterThan(900);
  });

  test("lets no more be under way than allowed, in the order of asking, also after failures", async () => {
    const budget = requestBudget({ perSecond: 1000, inFlight: 3 });
    const order: number[] = [];
    let [now, most] = [0, 0];
    await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) =>
        budget.run(async () => {
          order.push(i);
          most = Math.max(most, ++now);
          await sleep(5);
          now--;
          if (i % 2 === 0) throw new Error("no");
        }),
      ),
    );
    expect(most).toBe(3);
    expect(order).toEqual(Array.from({ length: 20 }, (_, i) => i));
  });

  test("pauses all calls until the given time", async () => {
    const budget = requestBudget({ perSecond: 1000, inFlight: 3 });
    const until = performance.now() + 150;
    budget.pauseFor(150);
    budget.pauseFor(50);
    await Promise.all([budget.run(async () => undefined), budget.run(async () => undefined)]);
    expect(performance.now()).toBeGreaterThanOrEqual(until);
  });

  test("drops a call that is aborted while it waits", async () => {
    const budget = requestBudget({ perSecond: 1000, inFlight: 1 });
    const stop = new AbortController();
    const first = budget.run(() => sleep(50));
    const second = budget.run(async () => "ran", stop.signal);
    stop.abort(new Error("stopped"));
    await expect(second).rejects.toThrow("stopped");
    await first;
    expect(await budget.run(async () => "third")).toBe("third");
  });

  test("starts calls of low priority only while no other call waits", async () => {
    const budget = requestBudget({ perSecond: 1000, inFlight: 1 });
    const order: string[] = [];
    const call = (name: string) => async (): Promise<void> => void order.push(name);
    const first = budget.run(() => sleep(20));
    const stop = new AbortController();
    const dropped = budget.run(call("dropped"), stop.signal, "low").catch(() => order.push("aborted"));
    const low = budget.run(call("low"), undefined, "low");
    const normal = [1, 2, 3].map((n) => budget.run(call(`normal ${n}`)));
    stop.abort(new Error("stopped"));
    await Promise.all([first, dropped, low, ...normal]);
    expect(order).toEqual(["aborted", "normal 1", "normal 2", "normal 3", "low"]);
  });

  test("stopped by its signal, a client's calls end as stopped and say whether they left", async () => {
    const sandbox = await startSandbox({ seed: "empty" });
    const stop = new AbortController();
    const client = clientFor(settingsFor(sandbox.url, sandbox.refreshToken), { signal: stop.signal });
    await client.subscriptions.list().all();
    sandbox.failNext({ path: "/users", delayMs: 5000 });
    const running = problemOf(client.users.create(someone));
    await sleep(50);
    stop.abort();
    expect(await running).toMatchObject({ code: "stopped", sent: "maybe" });
    expect(await problemOf(client.users.create(someone))).toMatchObject({ code: "stopped", sent: "no" });
  });
});

describe("the id in a create answer", () => {
  test.for<[unknown, string | null, string | null]>([
    [{ user_id: uuidOf(1), id: uuidOf(2) }, null, uuidOf(1)],
    [{ id: uuidOf(2) }, null, uuidOf(2)],
    [{ user_id: 17, id: uuidOf(2).toUpperCase() }, null, uuidOf(2)],
    [{ data: { "a/b": [{ uid: uuidOf(3) }] } }, "/data/a~1b/0/uid", uuidOf(3)],
    [{ id: uuidOf(2) }, "/data/uid", null],
    [{ user_id: "17" }, null, null],
    [null, null, null],
    [{}, null, null],
  ])("%j with pointer %s is %s", ([body, pointer, id]) => {
    expect(readCreatedId(body, pointer)).toBe(id);
  });
});
