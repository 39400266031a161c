import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { countOperations } from "../../src/store/runs/run-pages.ts";
import { OPERATION_KINDS, OPERATION_STATUSES } from "../../src/store/schema/statuses.ts";
import { openState } from "../helpers/state.ts";

test("counts the operations of a run by every kind and status", async () => {
  const state = await openState(join(mkdtempSync(join(tmpdir(), "rollcall-count-")), "state"));
  try {
    let n = 0;
    const expected = OPERATION_KINDS.flatMap((kind) => OPERATION_STATUSES.map((status) => ({ kind, status, n: (n += 1) })));
    for (const run of ["r1", "r2"])
      await sql`INSERT INTO operation (id, run, seq, job, account, key, name, kind, status, desired, changes)
        SELECT ${run} || kind || status || i, ${run}, i, 'j', 'acme', kind || status || i || ${run}, 'Ana', kind, status, '[]', '{}'
        FROM jsonb_to_recordset(${JSON.stringify(expected)}::jsonb) AS e(kind text, status text, n int), generate_series(1, n) i`.execute(
        state.db,
      );
    expect(await countOperations(state.db, "r1")).toEqual(expected);
    expect(await countOperations(state.db, "none")).toEqual([]);
  } finally {
    await state.close();
  }
});
