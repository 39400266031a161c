import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { prepareCells, settleAllCells } from "../../src/store/people/accept-cells.ts";
import { acceptStaged, contentsOf } from "../../src/store/people/accept-rows.ts";
import { rewriteCells, sealOldCells } from "../../src/store/people/stored-cells.ts";
import { findCandidates, findPerson, nextCandidates } from "../../src/store/people/people.ts";
import { dropUnusedCells } from "../../src/store/privacy/retention.ts";
import { setRun } from "../../src/store/runs/runs.ts";
import { dropStaged } from "../../src/store/runs/staging.ts";
import type { State } from "../../src/state/state.ts";
import { storeStagedCells } from "../../src/store/portions/staged-cells.ts";
import { openState } from "../helpers/state.ts";

let state: State;
beforeEach(async () => {
  state = await openState(join(mkdtempSync(join(tmpdir(), "rollcall-cells-")), "state"));
});
afterEach(() => state.close());

const at = (run: string) => ({ run, job: "hr", context: `c-${run}`, secret: [] });

/** Stages rows with these cells, by key. */
async function stage(run: string, cells: Record<string, string>): Promise<void> {
  const rows = Object.entries(cells).map(([key, cell], row) => ({ row: row + 1, key, digest: key + cell, cells: [key, cell] }));
  await storeStagedCells(state.db, run, rows);
  await sql`INSERT INTO staged_row (run, row, key, digest, row_status) SELECT ${run}, row, key, digest, 'use'
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(row integer, key text, digest text)`.execute(state.db);
  await sql`ANALYZE staged_row (run, row, key, row_status)`.execute(state.db);
  await sql`INSERT INTO run (id, job, job_file, account, status, partial, started_at, file, sha256, rows, context)
    VALUES (${run}, 'hr', 'hr.yaml', 'acme', 'planned', false, now(), 'hr.csv', '', 0, '') ON CONFLICT (id) DO NOTHING`.execute(state.db);
  await findCandidates(state.db, { ...at(run), account: "acme", asksElsewhere: false });
}

async function accept(run: string): Promise<void> {
  const all = {
    account: "acme",
    contents: await contentsOf(state.db, at(run)),
    partial: true,
    absent: false,
    missing: [],
    pilot: null,
  };
  await state.db.transaction().execute(async (db) => {
    await acceptStaged(db, { ...at(run), ...all });
    await setRun(db, run, { released: true });
  });
}

async function release(run: string, cells: Record<string, string>): Promise<void> {
  await stage(run, cells);
  await prepareCells(state.db, at(run));
  await accept(run);
  await dropStaged(state.db, [run]);
}

async function stored(): Promise<unknown[]> {
  const { rows } =
    await sql`SELECT key, cells->>1 AS cell, before->>1 AS before, before_context, next_cells->>1 AS next FROM person_cells ORDER BY key`.execute(
      state.db,
    );
  return rows;
}

async function known(key: string): Promise<unknown> {
  return (await findPerson(state.db, "hr", key))?.cells?.[1];
}

/** Returns the next plan's data about a person whose row has changed. */
async function candidate(key: string): Promise<unknown> {
  await stage("next", { [key]: "new" });
  const found = await nextCandidates(state.db, {
    ...at("next"),
    account: "acme",
    afterRow: 0,
    limit: 10,
    asksElsewhere: false,
    now: new Date(),
  });
  await dropStaged(state.db, ["next"]);
  expect(found).toHaveLength(1);
  return found[0];
}

const row = (key: string, cell: string, before: string | null = null, context: string | null = null, next: string | null = null) => ({
  key,
  cell,
  before,
  before_context: context,
  next,
});

describe("the cells of new and changed rows", () => {
  test("are stored before the release and valid only with it, with those before the change", async () => {
    await release("R1", { A: "a1", B: "b1" });
    await stage("R2", { A: "a2", C: "c2" });
    await prepareCells(state.db, at("R2"));
    expect(await stored()).toEqual([row("A", "a1", null, null, "a2"), row("B", "b1"), row("C", "c2")]);
    expect([await known("A"), await known("B"), await known("C")]).toEqual(["a1", "b1", undefined]);
    await accept("R2");
    expect([await known("A"), await known("B"), await known("C")]).toEqual(["a2", "b1", "c2"]);
    expect(await candidate("A")).toMatchObject({
      before_cells: ["A", "a2"],
      before_context: "c-R2",
      earlier_cells: ["A", "a1"],
      earlier_context: "c-R1",
    });
    await dropStaged(state.db, ["R2"]);
    expect(await stored()).toEqual([row("A", "a2", "a1", "c-R1"), row("B", "b1"), row("C", "c2")]);
  });

  test("are those of the last release for the plan of the next run, and not those that another run has prepared", async () => {
    await release("R1", { A: "a1" });
    await release("R2", { A: "a2" });
    await stage("R3", { A: "a3" });
    await prepareCells(state.db, at("R3"));
    expect(await candidate("A")).toMatchObject({
      before_cells: ["A", "a2"],
      before_context: "c-R2",
      earlier_cells: ["A", "a1"],
      earlier_context: "c-R1",
    });
  });

  test("are valid only with the release where the mapping makes other cells of the same row", async () => {
    await release("R1", { A: "a1" });
    await stage("R2", { A: "a1" });
    await storeStagedCells(state.db, "R2", [{ row: 1, cells: ["A", "of the new mapping"] }]);
    await prepareCells(state.db, at("R2"));
    expect(await known("A")).toBe("a1");
    await accept("R2");
    expect(await known("A")).toBe("of the new mapping");
    // The next run changes only the policy, and the process that released R2 was killed.
    await stage("R3", { A: "a1" });
    await storeStagedCells(state.db, "R3", [{ row: 1, cells: ["A", "of the new mapping"] }]);
    await prepareCells(state.db, at("R3"));
    await accept("R3");
    expect(await known("A")).toBe("of the new mapping");
    await dropStaged(state.db, ["R2", "R3"]);
    expect(await stored()).toEqual([row("A", "of the new mapping", "a1", "c-R1")]);
  });

  test.each([
    ["everybody", {}],
    ["one person", { B: "b1" }],
  ])("are not valid before the release where the key of those of %s was lost", async (_, others) => {
    await release("R1", { A: "a1", ...others });
    await sql`DELETE FROM person_cells WHERE key = 'A'`.execute(state.db);
    await stage("R2", { A: "a2" });
    await prepareCells(state.db, at("R2"));
    expect(await known("A")).toBeUndefined();
    await accept("R2");
    expect(await known("A")).toBe("a2");
  });

  test.each<[string, () => Promise<unknown>]>([
    ["nobody prepared them", () => settleAllCells(state.db, "hr")],
    ["the cells of a new person were deleted meanwhile", () => sql`DELETE FROM person_cells WHERE key = 'C'`.execute(state.db)],
    [
      "they were prepared from another file",
      () =>
        sql`UPDATE person_cells SET next_cells = '["A", "other"]', next_digest = 'other', digest = 'other' WHERE next_cells IS NOT NULL`.execute(
          state.db,
        ),
    ],
  ])("are stored by the release itself where %s", async (_, harm) => {
    await release("R1", { A: "a1", B: "b1" });
    await stage("R2", { A: "a2", B: "b2", C: "c2" });
    await prepareCells(state.db, at("R2"));
    await harm();
    await accept("R2");
    await dropStaged(state.db, ["R2"]);
    expect(await stored()).toEqual([row("A", "a2", "a1", "c-R1"), row("B", "b2", "b1", "c-R1"), row("C", "c2")]);
  });

  test("are prepared again, with new ones, when a run that was killed plans again", async () => {
    await release("R1", { A: "a1" });
    await stage("R2", { A: "a2" });
    await prepareCells(state.db, at("R2"));
    await dropStaged(state.db, ["R2"]);
    await release("R2", { A: "a3" });
    expect(await stored()).toEqual([row("A", "a3", "a1", "c-R1")]);
  });

  test("have those of the last release before them, also when an earlier run was released since they were prepared", async () => {
    await release("R1", { A: "a1" });
    await stage("R3", { A: "a3", N: "n3" });
    await prepareCells(state.db, at("R3"));
    await release("R2", { A: "a2", N: "n2" });
    await prepareCells(state.db, at("R3"));
    await accept("R3");
    await dropStaged(state.db, ["R3"]);
    expect(await stored()).toEqual([row("A", "a3", "a2", "c-R2"), row("N", "n3", "n2", "c-R2")]);
  });

  test("keep the cells before the last change where only something else of the row is new", async () => {
    await release("R1", { A: "a1" });
    await release("R2", { A: "a2" });
    await release("R3", { A: "a2" });
    expect(await stored()).toEqual([row("A", "a2", "a1", "c-R1")]);
  });

  test("of a release that never came stay until its run has ended, and go with its rows", async () => {
    await release("R1", { A: "a1", B: "b1" });
    await stage("R2", { A: "a2", B: "b2", N: "n2" });
    await prepareCells(state.db, at("R2"));
    expect(await dropUnusedCells(state.db, "hr", false)).toBe(0);
    await setRun(state.db, "R2", { status: "superseded" });
    await dropStaged(state.db, ["R2"]);
    expect(await stored()).toEqual([row("A", "a1"), row("B", "b1")]);
  });

  test("of a first run that was cancelled during its release go with its rows", async () => {
    await stage("R1", { A: "a1" });
    await prepareCells(state.db, at("R1"));
    await setRun(state.db, "R1", { status: "cancelled" });
    await dropStaged(state.db, ["R1"]);
    expect(await stored()).toEqual([]);
  });

  test("of rows that were rejected when their run was planned again go with its rows", async () => {
    await release("R1", { A: "a1", B: "b1" });
    await stage("R2", { A: "a2", B: "b2", N: "n2" });
    await prepareCells(state.db, at("R2"));
    await sql`UPDATE staged_row SET row_status = 'reject' WHERE key IN ('B', 'N')`.execute(state.db);
    await accept("R2");
    await dropStaged(state.db, ["R2"]);
    expect(await stored()).toEqual([row("A", "a2", "a1", "c-R1"), row("B", "b1")]);
  });

  test("that nobody has go with the next purge, although a run could not read its file", async () => {
    await release("R1", { A: "a1" });
    await stage("R2", {});
    await setRun(state.db, "R2", { status: "failed" });
    await sql`INSERT INTO person_cells (job, key, cells) VALUES ('hr', 'N', '["n2"]')`.execute(state.db);
    expect(await dropUnusedCells(state.db, "hr", true)).toBe(1);
    expect(await dropUnusedCells(state.db, "hr", false)).toBe(1);
    expect(await stored()).toEqual([row("A", "a1")]);
  });

  test("are not replaced by earlier ones that were read before they became valid", async () => {
    await release("R1", { A: "a1" });
    let read = 0;
    await rewriteCells(state.db, "hr", async ({ cells: [key = null, cell = null] }) => {
      read += 1;
      if (read === 1) await release("R2", { A: "a2" });
      return cell === "sealed a2" ? null : { cells: [key, `sealed ${cell as string}`], before: null };
    });
    expect(await known("A")).toBe("sealed a2");
  });

  test("in plain text do not stay in the file where they go before their column is sealed", async () => {
    await release("R1", { A: "" });
    await stage("R2", { A: "secret" });
    await prepareCells(state.db, at("R2"));
    const file = async () =>
      (await sql<{ file: string }>`SELECT pg_relation_filenode('person_cells')::text AS file`.execute(state.db)).rows;
    const before = await file();
    await sealOldCells(state.db, "hr", async () => [1]);
    expect(await stored()).toEqual([row("A", "")]);
    expect(await file()).not.toEqual(before);
  });

  test("take the space of those that they replaced, however few operations a run has", async () => {
    const people = Object.fromEntries(Array.from({ length: 500 }, (_row, i) => [`K${i}`, "same"]));
    const sizes: number[] = [];
    for (let run = 1; run <= 6; run += 1) {
      await release(`R${run}`, people);
      const { rows } = await sql<{ n: number }>`SELECT pg_relation_size('person_cells')::integer AS n`.execute(state.db);
      sizes.push(rows[0]?.n ?? 0);
    }
    // Two runs' cells at most, as during the second release.
    expect(Math.max(...sizes)).toBe(sizes[1]);
  });

  // A statement that reads all cells for each row takes minutes.
  test.each([
    ["nothing", []],
    ["another job only", ["other"]],
    ["the first run", ["other", "R1"]],
  ])("of many people are all stored, and all replaced ones deleted, where the statistics know %s", async (_, analyzed) => {
    const people = (cell: string) => Object.fromEntries(Array.from({ length: 20_000 }, (_row, i) => [`K${i}`, cell]));
    await sql`INSERT INTO person_cells (job, key, cells) SELECT 'other', 'K' || n, '[]' FROM generate_series(1, 20000) AS n`.execute(
      state.db,
    );
    if (analyzed.includes("other")) await sql`ANALYZE`.execute(state.db);
    await release("R1", people("first"));
    if (analyzed.includes("R1")) await sql`ANALYZE`.execute(state.db);
    await release("R2", people("second"));
    const { rows } =
      await sql`SELECT cells->>1 AS cell, before->>1 AS before, next_cells->>1 AS next, count(*)::integer AS n FROM person_cells
        WHERE job = 'hr' GROUP BY 1, 2, 3`.execute(state.db);
    expect(rows).toEqual([{ cell: "second", before: "first", next: null, n: 20_000 }]);
  });
});
