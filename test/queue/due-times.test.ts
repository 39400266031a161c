import { expect, test } from "vitest";
import { company, people } from "../helpers/company.ts";

const slow = { retry: { attempts: 100, delay: "10m", max_delay: "20m", give_up: "2h" } };
const MINUTE_MS = 60_000;

test("resends an operation only after its backoff", async () => {
  const c = await company({ parts: { service: slow } });
  c.hr(people(2));
  await c.sync();
  c.hr([{ id: "0001", last: "Changed" }, { id: "0002" }]);
  c.service.failNext({ method: "PUT", path: "/users/", status: 500 });
  const before = c.clock.now().getTime();
  expect(await c.sync()).toMatchObject({ code: 0, counts: { updates: 1, done: 1 } });
  expect(c.userCalls("PUT").map(({ status }) => status)).toEqual([500, 200]);
  expect(c.clock.now().getTime() - before).toBeGreaterThanOrEqual(5 * MINUTE_MS);
});

test("an operation that is not due waits, also when the run continues in another process", async () => {
  const c = await company({ parts: { service: slow } });
  c.hr(people(8));
  await c.sync();
  c.hr(people(8).map((person) => ({ ...person, last: "Changed" })));
  // Not only the changes fail: the run stops because the service is down.
  c.service.failNext({ method: "PUT", path: "/users/", status: 502, times: -1 });
  c.service.failNext({ method: "GET", path: "/subscriptions", status: 502, times: -1 });
  const stopped = await c.sync();
  expect(stopped).toMatchObject({ code: 5, problem: { code: "service_down" } });
  c.service.clearFaults();
  const due = new Date(c.clock.now().getTime() + 90 * MINUTE_MS);
  await c.look(async ({ db }) => {
    const open = await db.selectFrom("operation").select(["status", "due_at"]).where("run", "=", stopped.run).execute();
    expect(open).toHaveLength(8);
    expect(open.filter(({ due_at: at }) => at !== null).length).toBeGreaterThan(0);
    await db.updateTable("operation").set({ due_at: due }).where("run", "=", stopped.run).where("due_at", "is not", null).execute();
  });
  await c.place.reopen();
  const sent = c.userCalls("PUT").length;
  expect(await c.night("runs resume", [stopped.run])).toMatchObject({ code: 0, counts: { done: 8 } });
  expect(c.userCalls("PUT")).toHaveLength(sent + 8);
  expect(c.clock.now().getTime()).toBeGreaterThanOrEqual(due.getTime());
});
