import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql, type RawBuilder } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { fact } from "../../src/domain/facts/fact.ts";
import { hasRows, isCandidateRow, isMissing, isUnstaged, keysInFile } from "../../src/store/in-file/in-file.ts";
import { promoteAll, promoteOtherRuns, promoteRepeated, promoteUnchanged } from "../../src/store/in-file/promote.ts";
import { eraseUnchanged, findUnchanged, storeUnchanged } from "../../src/store/in-file/unchanged-rows.ts";
import { readSettledDigests, storeUnseen } from "../../src/store/in-file/unseen-people.ts";
import { rejectStaged } from "../../src/store/runs/rejects.ts";
import { rejectShortenedKeys } from "../../src/store/runs/settle-keys.ts";
import { countStaged, dropStaged } from "../../src/store/runs/staging.ts";
import { findCandidates, listAbsent, listMissing } from "../../src/store/people/people.ts";
import type { State } from "../../src/state/state.ts";
import { openState } from "../helpers/state.ts";

const at = { run: "R1", job: "hr" };
const PEOPLE = 20_000;

let state: State;
beforeAll(async () => {
  state = await openState(join(mkdtempSync(join(tmpdir(), "rollcall-in-file-")), "state"));
});
afterAll(() => state.close());

beforeEach(async () => {
  await sql`TRUNCATE person, staged_row, unseen_person, unchanged_portion, portion, run, link, rejected_row`.execute(state.db);
  await addRun("R1");
});

const addRun = (id: string, released = false) =>
  sql`INSERT INTO run (id, job, job_file, account, status, partial, started_at, file, sha256, rows, context, released)
    VALUES (${id}, 'hr', 'j', 'acme', 'reading', false, now(), 'hr.csv', 's', 0, 'c', ${released})`.execute(state.db);

/** People `K1` to `Kn`, whose last row is as they are numbered. */
const addPeople = (n: number, state_ = "present") =>
  sql`INSERT INTO person (job, key, account, row, digest, context, state, dirty, run)
    SELECT 'hr', 'K' || n, 'acme', n, 'd' || n, 'c', ${state_}, false, 'R0' FROM generate_series(1, ${n}::integer) AS n`.execute(state.db);

const stageRow = (row: number, key: string | null, status = "use") =>
  sql`INSERT INTO staged_row (run, row, key, digest, row_status) VALUES ('R1', ${row}, ${key}, 'new', ${status})`.execute(state.db);

const keysOf = async (query: RawBuilder<{ key: string }>): Promise<string[]> =>
  (await query.execute(state.db)).rows.map(({ key }) => key).sort();
const inFile = () => keysOf(sql`SELECT key FROM ${keysInFile(at)} f`);
const unseen = () => keysOf(sql`SELECT key FROM unseen_person WHERE run = 'R1'`);
const staged = () => keysOf(sql`SELECT key FROM staged_row WHERE run = 'R1'`);
const found = (...digests: string[]) => ({ wasFound: (digest: string) => digests.includes(digest) });

/** Reads a file with these people unchanged, each a row further on than before. */
async function read(unchanged: readonly number[], meanwhile: () => Promise<unknown> = async () => undefined): Promise<void> {
  const releases = await readSettledDigests(state.db, { job: "hr", context: "c", today: "2026-01-01" }, () => undefined);
  await storeUnchanged(state.db, "R1", new Map(unchanged.map((n) => [n + 1, `K${n}`])));
  await meanwhile();
  await storeUnseen(state.db, at, found(...unchanged.map((n) => `d${n}`)), releases);
}

test("who is in the list or in a row is in the file, everyone else is missing", async () => {
  await addPeople(4);
  await stageRow(9, "K3", "reject");
  await stageRow(10, "New");
  await read([1, 4]);
  expect(await unseen()).toEqual(["K2"]);
  expect(await inFile()).toEqual(["K1", "K4", "New"]);
  expect(await listMissing(state.db, at)).toEqual(["K2"]);
  expect(await countStaged(state.db, "R1")).toMatchObject({ rows: 4, usable: 3, rejected: 1 });
});

test("marks that others set while a file is read take nobody out of it", async () => {
  await addPeople(3);
  await read([1, 2, 3], () => sql`UPDATE person SET dirty = true, touched = true, due = '2000-01-01' WHERE key = 'K2'`.execute(state.db));
  expect(await unseen()).toEqual([]);
  await dropStaged(state.db, ["R1"]);
  await sql`DELETE FROM portion`.execute(state.db);
  // A lost key takes the digest, too, and someone else is missing at the same time.
  await read([1, 2], () => sql`UPDATE person SET digest = '', dirty = true WHERE key = 'K2'`.execute(state.db));
  expect(await unseen()).toEqual(["K3"]);
});

test("a release while a file is read makes nobody absent who is in it, and nobody new one of its people", async () => {
  await addPeople(3);
  await read([1, 2], async () => {
    await addRun("R2", true);
    await sql`UPDATE person SET state = 'absent' WHERE key = 'K2'`.execute(state.db);
    await sql`INSERT INTO person (job, key, account, row, digest, context, state, dirty, run) VALUES ('hr', 'New', 'acme', 9, 'n', 'c', 'present', false, 'R2')`.execute(
      state.db,
    );
  });
  expect(await inFile()).toEqual(["K1", "K2"]);
  expect(await unseen()).toEqual(["K3", "New"]);
  expect(await keysOf(sql`SELECT p.key FROM person p WHERE ${isMissing("R1")}`)).toEqual(["K3", "New"]);
});

test("a release after a file was read changes nobody in it", async () => {
  await addPeople(3);
  await read([1, 2]);
  await addRun("R2");
  await promoteOtherRuns(state.db, { run: "R2", job: "hr" });
  await sql`UPDATE person SET state = 'absent' WHERE key = 'K2'`.execute(state.db);
  await sql`INSERT INTO person (job, key, account, row, digest, context, state, dirty, run) VALUES ('hr', 'New', 'acme', 9, 'n', 'c', 'present', false, 'R2')`.execute(
    state.db,
  );
  expect(await inFile()).toEqual(["K1", "K2"]);
  expect(await countStaged(state.db, "R1")).toMatchObject({ rows: 2, usable: 2 });
});

test("after a run nobody is in its file, and the list still names the rows", async () => {
  await addPeople(3);
  await sql`INSERT INTO link (account, key, user_id, job, source, active, created_at)
    SELECT 'acme', key, key, 'hr', 'created', true, now() FROM person`.execute(state.db);
  await read([1, 2]);
  const absent = async () => (await listAbsent(state.db, { ...at, account: "acme" })).map(({ key }) => key);
  const any = async () => (await sql<{ any: boolean }>`SELECT ${hasRows("R1")} AS any`.execute(state.db)).rows[0]?.any;
  expect([await absent(), await any()]).toEqual([["K3"], true]);
  await dropStaged(state.db, ["R1"]);
  expect(await inFile()).toEqual([]);
  expect([await absent(), await any()]).toEqual([[], false]);
  expect(await findUnchanged(state.db, "R1", ["K2", "K3"])).toEqual(new Map([["K2", 3]]));
});

test("rows of a lost list are not counted, and nobody can be staged from it", async () => {
  await addPeople(3);
  await read([1, 2, 3]);
  await sql`DELETE FROM portion WHERE run = 'R1'`.execute(state.db);
  expect(await countStaged(state.db, "R1")).toMatchObject({ rows: 0, usable: 0 });
  await expect(promoteUnchanged(state.db, at, sql`p.key = 'K1'`)).rejects.toThrow("has lost 1 of its unchanged rows");
});

test("people are staged with their row in this file, once, and counted as before", async () => {
  await addPeople(4);
  await read([1, 2, 3, 4]);
  await promoteUnchanged(state.db, at, sql`p.row > 2`);
  await promoteUnchanged(state.db, at, sql`p.row > 1`);
  const { rows } = await sql`SELECT row, key, digest, changed, row_status FROM staged_row ORDER BY row`.execute(state.db);
  expect(rows).toEqual([2, 3, 4].map((n) => ({ row: n + 1, key: `K${n}`, digest: `d${n}`, changed: false, row_status: "use" })));
  expect(await countStaged(state.db, "R1")).toMatchObject({ rows: 4, usable: 4 });
  await promoteAll(state.db, at);
  expect(await countStaged(state.db, "R1")).toMatchObject({ rows: 4, usable: 4 });
  expect(await inFile()).toEqual(["K1", "K2", "K3", "K4"]);
});

test("a run plans new rows and those of marked people, also one that it rejects meanwhile, until it plans again", async () => {
  await addPeople(3);
  await sql`UPDATE person SET dirty = true WHERE key = 'K2'`.execute(state.db);
  await stageRow(9, "New");
  await stageRow(10, "Other");
  await stageRow(11, "Bad", "reject");
  await read([1, 2, 3]);
  const planned = async () =>
    (await sql<{ row: number }>`SELECT row FROM staged_row s WHERE ${isCandidateRow} ORDER BY row`.execute(state.db)).rows;
  const find = () => findCandidates(state.db, { ...at, account: "acme", context: "c", asksElsewhere: false });
  await find();
  await promoteAll(state.db, at);
  expect(await planned()).toEqual([3, 9, 10].map((row) => ({ row })));
  await rejectStaged(state.db, "R1", { row: 9, key: "New", column: null, code: "x", fact: fact("row.example", {}) });
  expect(await planned()).toEqual([3, 9, 10].map((row) => ({ row })));
  await find();
  expect(await planned()).toEqual([3, 10].map((row) => ({ row })));
});

test("an unchanged row is staged beside a second one of its key", async () => {
  await addPeople(2);
  await stageRow(9, "K2");
  await storeUnchanged(
    state.db,
    "R1",
    new Map([
      [2, "K1"],
      [3, "K2"],
    ]),
  );
  await promoteRepeated(state.db, at, ["K2", "only a hash that is equal"]);
  expect(await staged()).toEqual(["K2", "K2"]);
});

test("whose key a spreadsheet has shortened is in no row, although it did not change", async () => {
  await addPeople(1);
  await sql`UPDATE person SET key = '1E5', digest = 'd1'`.execute(state.db);
  await stageRow(9, "2E5");
  const releases = await readSettledDigests(state.db, { job: "hr", context: "c", today: "2026-01-01" }, () => undefined);
  await storeUnchanged(state.db, "R1", new Map([[2, "1E5"]]));
  await storeUnseen(state.db, at, found("d1"), releases);
  await rejectShortenedKeys(state.db, { ...at, account: "acme", column: "No" });
  expect(await inFile()).toEqual([]);
  expect(await unseen()).toEqual(["1E5"]);
  expect(await countStaged(state.db, "R1")).toMatchObject({ rows: 2, usable: 0, rejected: 2, keyless: 2 });
});

test("erasing someone takes them out of the list and the count", async () => {
  await addPeople(3);
  await read([1, 2, 3]);
  expect(await eraseUnchanged(state.db, { account: "acme", key: "K2" }, true)).toBe(1);
  expect(await eraseUnchanged(state.db, { account: "acme", key: "K2" }, false)).toBe(1);
  expect(await findUnchanged(state.db, "R1", ["K1", "K2", "K3"])).toEqual(
    new Map([
      ["K1", 2],
      ["K3", 4],
    ]),
  );
  expect(await countStaged(state.db, "R1")).toMatchObject({ rows: 2, usable: 2 });
});

test("a large file is compared as a whole, not for each person", { timeout: 60_000 }, async () => {
  await addPeople(PEOPLE);
  await sql`INSERT INTO staged_row (run, row, key, digest, row_status) SELECT 'R1', n, 'K' || n, 'new', 'use' FROM generate_series(1, ${PEOPLE / 2}) AS n`.execute(
    state.db,
  );
  await sql`SET work_mem = '64kB'`.execute(state.db);
  await read(Array.from({ length: PEOPLE / 2 - 1 }, (_, i) => PEOPLE / 2 + 1 + i));
  expect(await unseen()).toEqual([`K${PEOPLE}`]);
  expect((await inFile()).length).toBe(PEOPLE - 1);
  const { rows } = await sql<{ n: number }>`SELECT count(*)::integer AS n FROM person p WHERE ${isUnstaged("R1")}`.execute(state.db);
  expect(rows).toEqual([{ n: PEOPLE / 2 - 1 }]);
  expect(await listMissing(state.db, at)).toEqual([`K${PEOPLE}`]);
  await sql`RESET work_mem`.execute(state.db);
});
