import { expect, test } from "vitest";
import { company, people } from "../helpers/company.ts";
import { night } from "../observability/counted-run.ts";

test("operations that were claimed and had no turn before a stop count no attempt, and the next run applies them", async () => {
  const c = await company({ parts: { service: { rate: { per_second: 1000, in_flight: 2 } } } });
  c.service.failNext({ method: "POST", path: "/users$", delayMs: 100, times: -1, when: "after" });
  c.hr(people(30));
  await c.look(async (state) => {
    const operations = () => state.db.selectFrom("operation").select(["status", "attempts"]).execute();
    const run = night(c, state).catch((error: unknown) => error);
    await expect.poll(async () => (await operations()).filter(({ status }) => status === "done").length).toBeGreaterThan(2);
    // One statement has claimed all.
    expect((await operations()).map(({ status }) => status)).not.toContain("queued");
    await state.db.updateTable("run").set({ stop_requested_at: new Date() }).execute();
    await run;
    const left = (await operations()).filter(({ status }) => status !== "done");
    expect(left.length).toBeGreaterThan(10);
    expect(left).toEqual(left.map(() => ({ status: "queued", attempts: 0 })));
  });
  c.service.clearFaults();
  expect(await c.sync()).toMatchObject({ code: 0, counts: { failed: 0, uncertain: 0 } });
  expect(c.service.users()).toHaveLength(30);
}, 60_000);
