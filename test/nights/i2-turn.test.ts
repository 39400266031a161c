import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { rememberSeen } from "../../src/store/directory/directory.ts";
import { listNewAccounts } from "../../src/store/identities/intents.ts";
import { addLink } from "../../src/store/identities/links.ts";
import { company, people, until } from "../helpers/company.ts";
import { night } from "../observability/counted-run.ts";
import { problemOf } from "../helpers/problems.ts";

/** The snapshot takes a turn, so the create waits 1.7 s for the next one. */
const slow = { service: { rate: { per_second: 0.6, in_flight: 1 } } };

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

/** The creation of an account takes this long. */
const inFlight = { faults: [{ method: "POST", path: "/users$", delayMs: 1500 }] };

test("I2: a person whose create is in flight is not linked to another account", async () => {
  const c = await company(inFlight);
  c.hr(people(1));
  await c.look(async (state) => {
    const run = night(c, state);
    await expect
      .poll(() => state.db.selectFrom("intent").select("status").where("key", "=", "0001").execute())
      .toEqual([{ status: "open" }]);
    const link = { account: "acme", job: "nightly", key: "0001", userId: randomUUID(), source: "imported" } as const;
    expect((await problemOf(addLink(state, link, new Date()))).message).toContain(
      "The create request for 0001 may still be in flight. Nothing was linked.",
    );
    expect(await run).toMatchObject({ status: "completed", counts: { done: 1 } });
  });
  expect(c.accountsOf("0001")).toHaveLength(1);
});

test("I2: a person who was linked while the service created another account keeps the link, and both accounts are named", async () => {
  const c = await company({ faults: inFlight.faults.map((fault) => ({ ...fault, when: "after" as const })) });
  c.hr(people(2));
  const userId = c.service.addUser({ username: "made-by-hand" }, []);
  await c.look(async ({ db, ...state }) => {
    const run = night(c, { db, ...state });
    await expect.poll(() => db.selectFrom("intent").select("status").where("key", "=", "0001").execute()).toEqual([{ status: "open" }]);
    // As if both had happened in the same instant.
    await db
      .insertInto("link")
      .values({ account: "acme", job: "nightly", key: "0001", user_id: userId, source: "by hand", created_at: new Date() })
      .execute();
    await until(() => c.accountsOf("0001").length === 1);
    const id = c.accountsOf("0001")[0]?.user_id ?? "";
    // Another job reads the groups before the answer is there.
    await rememberSeen(db, "acme", [id], 7);
    await run;
    expect(await db.selectFrom("operation").select(["key", "status", "code", "reason"]).orderBy("key").execute()).toEqual([
      {
        key: "0001",
        status: "failed",
        code: "second_account",
        reason: { code: "operation.second_account", values: { account: id, other: userId } },
      },
      { key: "0002", status: "done", code: null, reason: null },
    ]);
    expect(await db.selectFrom("link").select(["key", "user_id"]).where("key", "=", "0001").execute()).toEqual([
      { key: "0001", user_id: userId },
    ]);
    const journal = (await state.journal.read(0)).entries.flatMap((entry) => (entry.t === "link" ? [entry.key] : []));
    expect(journal).toEqual(["0002"]);
    expect(await listNewAccounts(db, "acme", 6)).toEqual([]);
  });
  expect((await c.sync()).counts).toMatchObject({ creates: 0, updates: 1, held: 0 });
});

test("I2: a create refused with 401 is sent again with another token, in a new turn and with a new intent", async () => {
  const c = await company({ faults: [{ method: "POST", path: "/users$", status: 401, when: "before" }] });
  c.hr(people(1));
  expect(await c.sync()).toMatchObject({ code: 0, counts: { done: 1, uncertain: 0 } });
  expect(c.userCalls("POST").map(({ status }) => status)).toEqual([401, 200]);
  const written = await c.look(async ({ journal }) => (await journal.read(0)).entries.map((entry) => entry.t));
  expect(written.filter((t) => ["intent", "settled", "link"].includes(t))).toEqual(["intent", "settled", "intent", "link"]);
});
