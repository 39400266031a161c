import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { countForPage, countOperations } from "../../src/store/runs/operation-counts.ts";
import { OPERATION_KINDS, OPERATION_STATUSES } from "../../src/store/schema/statuses.ts";
import { openState } from "../helpers/state.ts";

test("counts the operations of a run by every kind and status", async () => {
  const state = await openState(join(mkdtempSync(join(tmpdir(), "rollcall-count-")), "state"));
  try {
    let n = 0;
    const expected = OPERATION_KINDS.flatMap((kind) => OPERATION_STATUSES.map((status) => ({ kind, status, n: (n += 1) })));
    for (const run of ["r1", "r2"])
      await sql`INSERT INTO operation (run, seq, job, account, key, name, kind, status, desired, changes)
        SELECT ${run}, row_number() OVER (), 'j', 'acme', kind || status || i || ${run}, 'Ana', kind, status, '[]', '{}'
        FROM jsonb_to_recordset(${JSON.stringify(expected)}::jsonb) AS e(kind text, status text, n int), generate_series(1, n) i`.execute(
        state.db,
      );
    expect(await countOperations(state.db, "r1")).toEqual(expected);
    expect(await countOperations(state.db, "none")).toEqual([]);
  } finally {
    await state.close();
  }
});

test("counts the operations of a completed run again for a page when one of its troubles is resolved", async () => {
  const state = await openState(join(mkdtempSync(join(tmpdir(), "rollcall-count-")), "state"));
  onTestFinished(() => state.close());
  await sql`INSERT INTO operation (run, seq, job, account, key, name, kind, status, desired, changes)
    SELECT 'r1', n, 'j', 'acme', 'K' || n, 'Ana', 'create', CASE n WHEN 1 THEN 'uncertain' ELSE 'done' END, '[]', '{}'
    FROM generate_series(1, 3) AS n`.execute(state.db);
  const shown = async (): Promise<unknown> =>
    (await countForPage(state.db, { id: "r1", status: "completed" })).map(({ status, n }) => [status, n]);
  const before = [
    ["uncertain", 1],
    ["done", 2],
  ];
  expect(await shown()).toEqual(expect.arrayContaining(before));
  expect(await shown()).toEqual(await shown());
  await sql`UPDATE operation SET status = 'done' WHERE status = 'uncertain'`.execute(state.db);
  expect(await shown()).toEqual([["done", 3]]);
});
