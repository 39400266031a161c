import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { replayJournal, rewriteJournal } from "../../src/state/journal/replay.ts";
import type { State } from "../../src/state/state.ts";
import { setSetting } from "../../src/store/settings.ts";
import { company, type Company } from "../helpers/company.ts";

const stayer = { id: "0002" };

/** Runs a night whose changes the database loses in a power cut. The journal keeps what was synced. */
async function nightThatIsLost(c: Company): Promise<void> {
  await c.place.reopen();
  const database = join(c.place.dir, ".rollcall", "database");
  const kept = join(c.place.dir, "kept");
  cpSync(database, kept, { recursive: true });
  c.clock.step(86_400_000);
  expect(await c.sync()).toMatchObject({ code: 0 });
  await c.place.reopen();
  rmSync(database, { recursive: true });
  cpSync(kept, database, { recursive: true });
  rmSync(kept, { recursive: true });
  c.clock.step(86_400_000);
}

test("I4: a deactivation that a power cut lost is undone when HR hires the person again", async () => {
  const c = await company();
  c.hr([{ id: "0001" }, stayer]);
  await c.sync();
  c.hr([{ id: "0001", status: "Left" }, stayer]);
  await nightThatIsLost(c);
  expect(c.accountsOf("0001")[0]?.["active"]).toBe(false);
  c.hr([{ id: "0001" }, stayer]);
  expect((await c.sync()).counts).toMatchObject({ updates: 1, done: 1, unchanged: 1 });
  expect(c.accountsOf("0001")[0]?.["active"]).toBe(true);
  expect((await c.sync()).counts).toMatchObject({ updates: 0, unchanged: 2 });
});

test("I4: a reactivation that a power cut lost is undone when HR drops the person's row", async () => {
  const c = await company({ parts: { policy: { absent: "deactivate", limits: { shrink: "100%", deactivations: "100%" } } } });
  c.hr([{ id: "0001" }, stayer]);
  await c.sync();
  c.hr([{ id: "0001", status: "Left" }, stayer]);
  await c.sync();
  c.hr([{ id: "0001" }, stayer]);
  await nightThatIsLost(c);
  expect(c.accountsOf("0001")[0]?.["active"]).toBe(true);
  c.hr([stayer]);
  await c.sync();
  expect(c.accountsOf("0001")[0]?.["active"]).toBe(false);
});

test("I4: a name that a power cut lost is sent again after a night in which the person's status was blank", async () => {
  const c = await company();
  c.hr([{ id: "0001" }, stayer]);
  await c.sync();
  c.hr([{ id: "0001", last: "Lost", status: "Left" }, stayer]);
  await nightThatIsLost(c);
  c.hr([{ id: "0001", status: "" }, stayer]);
  await c.sync();
  expect(c.accountsOf("0001")[0]?.fields["last_name"]).not.toBe("Lost");
  expect(c.accountsOf("0001")[0]?.["active"]).toBe(false);
  c.hr([{ id: "0001" }, stayer]);
  await c.sync();
  expect(c.accountsOf("0001")[0]?.["active"]).toBe(true);
});

/** Reads the whole journal again, as a start does after a kill or a rewrite. */
async function replayAll({ db, journal }: State): Promise<void> {
  await setSetting(db, "journal_offset", 0);
  await replayJournal(db, journal);
}

test("I4: updates that the database has are not sent again after their process was killed", async () => {
  const c = await company();
  c.hr([{ id: "0001" }, stayer]);
  await c.sync();
  c.hr([{ id: "0001", last: "Changed" }, stayer]);
  expect((await c.sync()).counts).toMatchObject({ updates: 1, done: 1 });
  await c.look(replayAll);
  expect((await c.sync()).counts).toMatchObject({ updates: 0, unchanged: 2 });
});

test("I4: updates whose operations were purged are not sent again when the journal is rewritten", async () => {
  const c = await company();
  c.hr([{ id: "0001" }, stayer]);
  await c.sync();
  c.hr([{ id: "0001", last: "Changed" }, stayer]);
  expect((await c.sync()).counts).toMatchObject({ updates: 1, done: 1 });
  await c.look(async (state) => {
    await state.db.deleteFrom("operation").execute();
    await rewriteJournal(state, (entry) => entry);
    await replayAll(state);
  });
  expect((await c.sync()).counts).toMatchObject({ updates: 0, unchanged: 2 });
});
