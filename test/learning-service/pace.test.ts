import fc from "fast-check";
import { expect, test } from "vitest";
import { requestBudget } from "../../src/learning-service/http/budget.ts";
import { nextPace, pacedBudget, type Pace } from "../../src/learning-service/http/pace.ts";
import { clientFor, settingsFor, startSandbox } from "./helpers.ts";

const most = 100;
const well = { answers: 20, throttled: 0, latency: 50 };

function after(pace: Pace, ...heard: Parameters<typeof nextPace>[1][]): Pace {
  return heard.reduce((now, next) => nextPace(now, next, most), pace);
}

test("a service that refuses is asked slower at once, and carefully faster again, never beyond what is allowed", () => {
  const slower = after({ perSecond: most, usual: 50 }, { ...well, throttled: 3 });
  expect(slower.perSecond).toBe(70);
  expect(after(slower, well).perSecond).toBeCloseTo(73.5);
  expect(after(slower, ...Array.from({ length: 100 }, () => well)).perSecond).toBe(most);
});

test("answers that take twice as long as usual slow it down, to a quarter at the least; a few answers say nothing", () => {
  const slow = { answers: 20, throttled: 0, latency: 150 };
  expect(after({ perSecond: most, usual: 50 }, slow).perSecond).toBe(90);
  const crawling = after({ perSecond: most, usual: 50 }, ...Array.from({ length: 40 }, () => ({ ...slow, latency: 100_000 })));
  expect(crawling.perSecond).toBeGreaterThanOrEqual(25);
  expect(after({ perSecond: most, usual: 50 }, { ...slow, answers: 3 }).perSecond).toBe(most);
});

test("for any measurement, the pace stays between a twentieth and all of the allowed rate", () => {
  const heard = fc.record({ answers: fc.nat(200), throttled: fc.nat(50), latency: fc.double({ min: 0, max: 1e6, noNaN: true }) });
  fc.assert(
    fc.property(fc.array(heard, { maxLength: 60 }), fc.double({ min: 0.1, max: 1000, noNaN: true }), (seconds, allowed) => {
      let pace: Pace = { perSecond: allowed, usual: null };
      for (const one of seconds) {
        pace = nextPace(pace, { ...one, throttled: Math.min(one.throttled, one.answers) }, allowed);
        expect(pace.perSecond).toBeLessThanOrEqual(allowed);
        expect(pace.perSecond).toBeGreaterThanOrEqual(Math.min(allowed, allowed * 0.05) * 0.999);
      }
    }),
  );
});

test("changed limits apply to waiting calls, and a budget of zero starts no call", async () => {
  const budget = requestBudget({ perSecond: 1000, inFlight: 0 });
  let started = 0;
  const calls = Array.from({ length: 4 }, () => budget.run(async () => void (started += 1)));
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(started).toBe(0);
  budget.allow({ perSecond: 1000, inFlight: 2 });
  await Promise.all(calls);
  expect(started).toBe(4);
});

test("refusals of a real service slow a client down within a second or two", async () => {
  const sandbox = await startSandbox({ seed: "empty" });
  let clock = 0;
  const budget = pacedBudget({ perSecond: 1000, inFlight: 4 }, { now: () => clock });
  const allowed: number[] = [];
  const client = clientFor(settingsFor(sandbox.url, sandbox.refreshToken), {
    budget: {
      ...budget,
      record: (status, ms) => {
        clock += 600;
        budget.record(status, ms);
        allowed.push(status ?? 0);
      },
    },
  });
  sandbox.failNext({ path: "/subscriptions", status: 429, times: 4 });
  for (let i = 0; i < 4; i += 1)
    await client.subscriptions
      .list()
      .page()
      .catch(() => undefined);
  expect(allowed.filter((status) => status === 429)).toHaveLength(4);
  // At a pace that was cut twice, a thousand starts would take two seconds; the budget itself says so.
  const began = performance.now();
  await Promise.all(Array.from({ length: 600 }, () => budget.run(async () => undefined)));
  expect(performance.now() - began).toBeGreaterThan(90);
});
