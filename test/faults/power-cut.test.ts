import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDirectory } from "../../src/directory/directory.ts";
import { storeSnapshot } from "../../src/directory/refresh.ts";
import type { Group } from "../../src/domain/directory.ts";
import { addMembers, membersOf, membershipsOf } from "../../src/store/directory/directory.ts";
import { addLink } from "../../src/store/identities/links.ts";
import { transferLink } from "../../src/store/identities/link-transfers.ts";
import { findNamed } from "../../src/store/people/possible-duplicates.ts";
import { eraseFromTables } from "../../src/store/privacy/erase.ts";
import { recoverOperations, takePortion } from "../../src/store/runs/operations.ts";
import { copyOperations } from "../../src/store/runs/new-operations.ts";
import { claimOperations } from "../../src/store/runs/claim.ts";
import { databaseClock } from "../../src/store/directory/own-changes.ts";
import { replayJournal } from "../../src/state/journal/replay.ts";
import { openState, type State } from "../helpers/state.ts";

let dir: string;
let state: State;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "rollcall-power-"));
  state = await openState(dir);
});
afterEach(async () => {
  await state.close();
  rmSync(dir, { recursive: true, force: true });
});

const at = new Date("2026-04-30T02:30:00Z");

async function planCreate(): Promise<void> {
  await copyOperations(state, [
    {
      run: "r", seq: 1, job: "j", account: "a", key: "1", row: 2, userId: null, name: "Ana", kind: "create", status: "planned",
      payload: { username: "ana" }, desired: [], changes: {}, code: null, reason: null,
    }, // prettier-ignore
  ]);
}

test("I2: a create that a power cut set back to planned, and whose intent is in the journal, is never claimed again", async () => {
  await planCreate();
  // The database lost the claim; the journal knows that the request was about to be sent.
  await state.journal.append({
    t: "intent", operation: "r-1", account: "a", job: "j", key: "1", username: "ana", digest: "d", at: at.toISOString(),
  }); // prettier-ignore
  await replayJournal(state.db, state.journal);
  await recoverOperations(state.db, state.processId);
  expect(await takePortion(state.db, "r", 10)).toEqual([]);
  const operation = await state.db.selectFrom("operation").selectAll().executeTakeFirstOrThrow();
  expect(operation).toMatchObject({ status: "uncertain", sendable: false });
});

test("I2: the username of a refused create that the database lost never becomes that of another person", async () => {
  const entry = { operation: "r-1", account: "a", at: at.toISOString() };
  await state.journal.append({ t: "intent", ...entry, job: "j", key: "1", username: "ana", digest: "d" });
  await state.journal.append({ t: "settled", operation: "r-1", outcome: "refused", at: at.toISOString() });
  await replayJournal(state.db, state.journal);
  expect(await state.db.selectFrom("reserved_username").select(["name", "key"]).execute()).toEqual([{ name: "ana", key: "1" }]);
});

test("I2: an operation takes an unconfirmed create of its person into account", async () => {
  await planCreate();
  await takePortion(state.db, "r", 10);
  await state.db
    .insertInto("intent")
    .values({
      operation: "older",
      account: "a",
      job: "j",
      key: "1",
      username: "ana",
      digest: "d",
      status: "uncertain",
      reason: null,
      at,
      groups: "[]",
      named: "[]",
      set_key: "",
    })
    .execute();
  expect(await claimOperations(state.db, ["r-1"], "me", new Date())).toMatchObject([{ claimed: { unconfirmed: true } }]);
});

const find = (value: string) => findNamed(state.db, { run: "r-9", job: "j", account: "a" }, [{ field: "username", source: "row", value }]);
const row = { job: "j", account: "a", row: 2, digest: "d", context: "c", state: "present", dirty: true, run: "r-1" };

/** Stores a run, the row of key 1 and its account. */
async function linkedPerson(): Promise<void> {
  await sql`INSERT INTO run (id, job, job_file, account, status, partial, started_at, file, sha256, rows, context)
    VALUES ('r-1', 'j', 'j.yaml', 'a', 'completed', false, now(), '', '', 1, '')`.execute(state.db);
  await state.db
    .insertInto("person")
    .values({ ...row, key: "1", username: "anna", email: "anna@mail.example" })
    .execute();
  await addLink(state, { account: "a", job: "j", key: "1", userId: "u1", source: "by hand" }, at);
}

test("I2: the name of a create is found after a restore although its account has moved to other keys since", async () => {
  const entry = { account: "a", job: "j", userId: "u1", at: at.toISOString() };
  await state.journal.append({
    t: "intent",
    operation: "r-1",
    account: "a",
    job: "j",
    key: "1",
    username: "ana",
    digest: "d",
    at: entry.at,
  });
  await state.journal.append({ t: "link", ...entry, key: "1", source: "created" });
  await state.journal.append({ t: "moved", ...entry, from: "1", key: "2" });
  await state.journal.append({ t: "moved", ...entry, from: "2", key: "3" });
  await replayJournal(state.db, state.journal);
  expect(await find("ana")).toMatchObject([{ key: "3", user_id: "u1" }]);
  // Repeated after an interruption, and after the account has got the first key back.
  await state.journal.append({ t: "moved", ...entry, from: "3", key: "1" });
  await state.db.deleteFrom("setting").where("name", "=", "journal_offset").execute();
  await replayJournal(state.db, state.journal);
  expect(await find("ana")).toMatchObject([{ key: "1", user_id: "u1" }]);
});

test("I2: until the new key of an account is in a file, a name that was not sent yet is found under the earlier key", async () => {
  await linkedPerson();
  await state.db
    .updateTable("link")
    .set({ sent: JSON.stringify({ username: "ana" }), active: true })
    .execute();
  expect(await find("anna")).toMatchObject([{ key: "1" }]);
  await transferLink(state, { account: "a", job: "j", key: "2", from: "1", userId: "u1" }, at);
  // Also when another person gets the earlier key.
  await state.db.updateTable("person").set({ username: "bob", email: null }).where("key", "=", "1").execute();
  expect(await find("anna")).toMatchObject([{ key: "2", user_id: "u1" }]);
  expect(await find("bob")).toEqual([]);
  // A row without names, or of somebody who left, says nothing.
  await state.db
    .insertInto("person")
    .values({ ...row, key: "2", username: "other", state: "absent" })
    .execute();
  expect(await find("anna")).toMatchObject([{ key: "2" }]);
  await state.db.updateTable("person").set({ state: "present" }).where("key", "=", "2").execute();
  expect(await find("anna")).toEqual([]);
  // While it is not certain what the account got, all names count.
  await state.db.updateTable("link").set({ doubted: true }).execute();
  expect(await find("anna")).toMatchObject([{ key: "2" }]);
});

test("I2: accounts that swap their keys keep their names", async () => {
  await linkedPerson();
  await state.db
    .insertInto("person")
    .values({ ...row, key: "2", username: "ben" })
    .execute();
  await addLink(state, { account: "a", job: "j", key: "2", userId: "u2", source: "by hand" }, at);
  for (const [userId, from, key] of [
    ["u1", "1", "2"],
    ["u2", "2", "1"],
  ] as const)
    await state.journal.append({ t: "moved", account: "a", job: "j", userId, from, key, at: at.toISOString() });
  await replayJournal(state.db, state.journal);
  await state.db.deleteFrom("person").execute();
  expect([await find("anna"), await find("ben")]).toMatchObject([[{ key: "2", user_id: "u1" }], [{ key: "1", user_id: "u2" }]]);
});

test("an erased person leaves no names of a moved account, also when the journal is replayed", async () => {
  await linkedPerson();
  await transferLink(state, { account: "a", job: "j", key: "2", from: "1", userId: "u1" }, at);
  expect(await state.db.selectFrom("intent").select(["key", "username", "status"]).execute()).toEqual([
    { key: "2", username: "anna", status: "moved" },
  ]);
  const erasure = { account: "a", key: "2", pseudonym: "erased-x", names: [], identifiers: [], at, fingerprint: (value: string) => value };
  expect(await eraseFromTables(state.db, erasure, false)).toMatchObject({ link: 1, intent: 1 });
  await state.db.deleteFrom("setting").where("name", "=", "journal_offset").execute();
  await replayJournal(state.db, state.journal);
  expect(await state.db.selectFrom("intent").selectAll().execute()).toEqual([]);
});

const group = (userIds: string[]): Group => ({ id: "g1", name: "G", path: "G", parentId: null, userIds });

test("a snapshot that equals the last one corrects an addition of ours that was undone meanwhile", async () => {
  await storeSnapshot(state, "a", [group(["u1", "u2"])], { changing: false, since: await databaseClock(state.db) }, at);
  const read = { groups: [group(["u1", "u2"])] };
  const directory = openDirectory({ state, account: "a", read: async () => read.groups, maxAge: 60_000, now: () => at });
  await directory.beginChanges();
  await directory.changed({ userId: "u3", added: ["g1"], removed: [] });
  await directory.refresh();
  expect(await membershipsOf(state.db, "a", "u3")).toEqual([]);
});

test("members that were added between reading and writing are no error", async () => {
  await storeSnapshot(state, "a", [group([])], { changing: false, since: await databaseClock(state.db) }, at);
  await addMembers(state.db, "a", [["g1", "u1"]]);
  await addMembers(state.db, "a", [
    ["g1", "u1"],
    ["g1", "u2"],
  ]);
  expect(await membersOf(state.db, "a", ["g1", "g2"])).toEqual(new Map([["g1", new Set(["u1", "u2"])]]));
});
