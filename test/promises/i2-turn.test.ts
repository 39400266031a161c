import { expect, test } from "vitest";
import { addLink } from "../../src/store/identities/links.ts";
import { company, people, until } from "../helpers/company.ts";
import { night } from "../observability/counted-run.ts";

/** The snapshot takes a turn, so the create waits 2.5 s for the next one. */
const slow = { service: { rate: { per_second: 0.4, in_flight: 1 } } };

test("I2: a create that waits for its turn within the rate has no intent, so that a kill leaves nothing unconfirmed", async () => {
  const c = await company({ parts: slow });
  c.hr(people(1));
  await c.look(async (state) => {
    const operations = () => state.db.selectFrom("operation").select("status").execute();
    const run = night(c, state);
    await expect.poll(operations).toEqual([{ status: "running" }]);
    const intents = await state.db.selectFrom("intent").select("status").execute();
    expect([intents, c.userCalls("POST")]).toEqual([[], []]);
    await until(() => c.userCalls("POST").length === 1);
    expect((await run).status).toBe("completed");
    expect(await state.db.selectFrom("intent").select("status").execute()).toEqual([{ status: "linked" }]);
  });
});

test("I2: a person who was linked while their create waited for its turn gets no second account", async () => {
  const c = await company({ parts: slow });
  c.hr(people(1));
  const userId = c.service.addUser({ username: "made-by-hand" }, []);
  await c.look(async (state) => {
    const run = night(c, state);
    await expect.poll(() => state.db.selectFrom("operation").select("status").execute()).toEqual([{ status: "running" }]);
    await addLink(state, { account: "acme", job: "nightly", key: "0001", userId, source: "by hand" }, new Date());
    await run;
    expect(await state.db.selectFrom("operation").select(["status", "code"]).execute()).toEqual([
      { status: "held", code: "linked_meanwhile" },
    ]);
  });
  expect(c.userCalls("POST")).toEqual([]);
});

test("I2: a create refused with 401 is sent again with another token, in a new turn and with a new intent", async () => {
  const c = await company({ faults: [{ method: "POST", path: "/users$", status: 401, when: "before" }] });
  c.hr(people(1));
  expect(await c.sync()).toMatchObject({ code: 0, counts: { done: 1, uncertain: 0 } });
  expect(c.userCalls("POST").map(({ status }) => status)).toEqual([401, 200]);
  const written = await c.look(async ({ journal }) => (await journal.read(0)).entries.map((entry) => entry.t));
  expect(written.filter((t) => ["intent", "settled", "link"].includes(t))).toEqual(["intent", "settled", "intent", "link"]);
});
