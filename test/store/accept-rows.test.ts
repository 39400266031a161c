import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { acceptStaged } from "../../src/store/people/accept-rows.ts";
import type { State } from "../../src/state/state.ts";
import { storeStagedCells } from "../../src/store/portions/staged-cells.ts";
import { openState } from "../helpers/state.ts";

/** Every statement of a release runs, also those that find nothing here. */
const contents = { rejects: true, scoped: true, unchanged: true, rowless: true };
const PEOPLE = 30_000;

let state: State;
beforeAll(async () => {
  state = await openState(join(mkdtempSync(join(tmpdir(), "rollcall-accept-")), "state"));
});
afterAll(() => state.close());

/** Stages a row for everyone, and plans an operation for everyone but the first. */
async function plan(run: string, job = "hr", n = PEOPLE): Promise<void> {
  await sql`INSERT INTO staged_row (run, row, key, digest, username, email, row_status)
    SELECT ${run}, n, 'K' || n, ${run} || n, 'u' || n, 'u' || n || '@acme.example', 'use'
    FROM generate_series(1, ${n}::integer) AS n`.execute(state.db);
  await storeStagedCells(
    state.db,
    run,
    Array.from({ length: n }, (_, i) => ({ row: i + 1, cells: [run, String(i + 1)] })),
  );
  await sql`ANALYZE staged_row (run, row, key, row_status)`.execute(state.db);
  await sql`INSERT INTO operation (id, run, seq, job, account, key, row, name, kind, status, desired, changes, attempts, code)
    SELECT ${run} || '-' || n, ${run}, n, ${job}, 'acme', 'K' || n, n, 'x', 'update', 'planned', '[]', '{}', 0, CASE WHEN n = 2 THEN 'protected' END
    FROM generate_series(2, ${n}::integer) AS n`.execute(state.db);
}

async function accept(run: string, job = "hr"): Promise<void> {
  const at = { run, job, account: "acme", context: "c", secret: [], contents, partial: false, absent: true, missing: [], pilot: null };
  await state.db.transaction().execute((db) => acceptStaged(db, at));
}

/** How many people are marked for the next plan, by the run of their row. */
async function marked(): Promise<unknown[]> {
  return (await sql`SELECT run, dirty, count(*)::integer AS n FROM person GROUP BY run, dirty ORDER BY dirty`.execute(state.db)).rows;
}

// Each row must find its operation by an index or a hash; a statement that searches all operations for each takes minutes.
describe("the rows of a large run are accepted, each with the mark of its operation,", () => {
  test("when the job has nobody yet", async () => {
    await plan("R1");
    await accept("R1");
    expect(await marked()).toEqual([
      { run: "R1", dirty: false, n: 1 },
      { run: "R1", dirty: true, n: PEOPLE - 1 },
    ]);
  });

  test("when the statistics are from a time with few operations", async () => {
    await sql`DELETE FROM operation WHERE seq > 2000`.execute(state.db);
    await sql`VACUUM ANALYZE operation`.execute(state.db);
    await plan("R2");
    await sql`UPDATE staged_row SET username = 'new' WHERE run = 'R2' AND row IN (1, 2)`.execute(state.db);
    await accept("R2");
    expect(await marked()).toEqual([
      { run: "R2", dirty: false, n: 1 },
      { run: "R2", dirty: true, n: PEOPLE - 1 },
    ]);
    // The account of the second is protected, so it has its old name.
    const names = await sql`SELECT key, username FROM person WHERE row < 3 ORDER BY row`.execute(state.db);
    expect(names.rows).toEqual([
      { key: "K1", username: "new" },
      { key: "K2", username: "u2" },
    ]);
  });

  test("when the statistics know that there are too many operations for the memory of a hash", async () => {
    await plan("R3");
    await sql`ANALYZE operation`.execute(state.db);
    await sql`SET work_mem = '64kB'`.execute(state.db);
    await accept("R3");
    expect(await marked()).toEqual([
      { run: "R3", dirty: false, n: 1 },
      { run: "R3", dirty: true, n: PEOPLE - 1 },
    ]);
  });

  test("when the statistics know another job only", { timeout: 30_000 }, async () => {
    await sql`RESET work_mem`.execute(state.db);
    await sql`INSERT INTO person (job, key, account, row, digest, context, state, dirty, run)
      SELECT 'first', 'K' || n, 'acme', n, 'd', 'c', 'present', false, 'R0' FROM generate_series(1, 6000) AS n`.execute(state.db);
    await sql`ANALYZE`.execute(state.db);
    const few = 6000;
    await plan("S1", "second", few);
    await accept("S1", "second");
    expect((await marked()).filter((one) => (one as { run: string }).run === "S1")).toEqual([
      { run: "S1", dirty: false, n: 1 },
      { run: "S1", dirty: true, n: few - 1 },
    ]);
  });
});
