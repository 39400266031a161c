import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { completeCells, prepareCells } from "../../src/store/people/accept-cells.ts";
import { findCandidates, nextCandidates, nextNewcomers } from "../../src/store/people/people.ts";
import { stagedCells } from "../../src/store/portions/staged-cells.ts";
import { listRejects } from "../../src/store/runs/rejects.ts";
import { copyStaged, dropStaged, type StagedRow } from "../../src/store/runs/staging.ts";
import { addOwnKey, dropOwnKeys, openKeys } from "../../src/store/sealing/keys.ts";
import { resealAll } from "../../src/store/sealing/reseal.ts";
import { inTransaction } from "../../src/store/transaction.ts";
import { openState, type State } from "../helpers/state.ts";

let dir: string;
let state: State;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "rollcall-staged-"));
  state = await openState(join(dir, "state"));
  openKeys(state.db, [], join(dir, "own.key"));
});
afterEach(async () => {
  await state.close();
  rmSync(dir, { recursive: true, force: true });
});

const run = "R1";
const at = { run, job: "hr", account: "acme", context: "c", secret: [1], asksElsewhere: false, afterRow: 0, limit: 10, now: new Date() };
const row = (number: number, changes: Partial<StagedRow> = {}): StagedRow => ({
  row: number, key: `k${number}`, digest: `d${number}`, cells: [`k${number}`, undefined, "Zoella"], username: null, email: null, shared: null, blank: [],
  rowStatus: "use", scope: null, due: null, notDue: null, inPilot: null, leaves: false, ...changes,
}); // prettier-ignore
const cells = (number: number): [number, unknown] => [number, [`k${number}`, null, "Zoella"]];

test("the cells of rows are found in any order and from several portions; unchanged rows have none", async () => {
  await copyStaged(state, run, [row(2), row(3, { cells: null }), row(5)]);
  await copyStaged(state, run, [row(10_000_002), row(10_000_004)]);
  await copyStaged(state, "other", [row(3)]);
  expect(await stagedCells(state.db, run, [10_000_004, 3, 5, 2, 4])).toEqual(new Map([cells(2), cells(5), cells(10_000_004)]));
  expect(await stagedCells(state.db, run, [])).toEqual(new Map());
  await dropStaged(state.db, [run]);
  expect(await stagedCells(state.db, run, [2])).toEqual(new Map());
  expect(await stagedCells(state.db, "other", [3])).toEqual(new Map([cells(3)]));
});

test("neither a plan nor a release takes the cells of a lost portion for blank ones", async () => {
  await copyStaged(state, run, [row(2), row(3)]);
  await findCandidates(state.db, at);
  await prepareCells(state.db, at);
  await inTransaction(state.db, (db) => completeCells(db, at));
  await sql`DELETE FROM portion`.execute(state.db);
  await sql`DELETE FROM person_cells WHERE key = 'k3'`.execute(state.db);
  await expect(nextCandidates(state.db, at)).rejects.toThrow("the cells of row 2 of run R1 are not stored");
  await expect(inTransaction(state.db, (db) => completeCells(db, at))).rejects.toThrow("the cells of 1 rows of run R1 are not stored");
});

test("sensitive cells are sealed one by one where they outlive the run", async () => {
  await copyStaged(state, run, [row(2, { cells: ["k2", "secret"] })]);
  await findCandidates(state.db, at);
  await prepareCells(state.db, at);
  const { rows } = await sql`SELECT cells FROM person_cells`.execute(state.db);
  expect(rows).toEqual([{ cells: ["k2", { sealed: expect.any(String) as unknown }] }]);
});

test("the rows of a portion whose key is lost are rejected, so that nobody is taken for absent; another key reads them again", async () => {
  await copyStaged(state, run, [row(2), row(3, { cells: null })]);
  const file = join(dir, "own.key");
  addOwnKey(file);
  openKeys(state.db, [], file);
  expect(await resealAll(state, false)).toMatchObject({ people: 1, lost: 0 });
  dropOwnKeys(file, 1);
  openKeys(state.db, [], file);
  expect(await stagedCells(state.db, run, [2])).toEqual(new Map([cells(2)]));
  openKeys(state.db, [Buffer.alloc(32, 7).toString("base64")], null);
  await copyStaged(state, "other", [row(4)]);
  await expect(resealAll(state, false)).rejects.toMatchObject({ code: "secret_key" });
  expect(await resealAll(state, true)).toMatchObject({ people: 0, lost: 1 });
  expect((await listRejects(state.db, run)).rejects).toMatchObject([{ row: 2, key: "k2", code: "key_lost" }]);
  const { rows } = await sql`SELECT row, row_status FROM staged_row WHERE run = ${run} ORDER BY row`.execute(state.db);
  expect(rows).toEqual([
    { row: 2, row_status: "reject" },
    { row: 3, row_status: "use" },
  ]);
  // Nothing is known of it, so it may be anybody.
  expect(await nextNewcomers(state.db, { ...at, rejected: true })).toEqual([{ row: 2, key: "k2", cells: [] }]);
});
