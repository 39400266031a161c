import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openServerState } from "../../src/state/server-state.ts";
import { completeCells, prepareCells, settleAllCells } from "../../src/store/people/accept-cells.ts";
import { findPerson } from "../../src/store/people/people.ts";
import { dropUnusedCells } from "../../src/store/privacy/retention.ts";
import { storeStagedCells } from "../../src/store/portions/staged-cells.ts";
import { postgres } from "../helpers/servers.ts";

test("what a run has prepared is neither dropped nor replaced by another process while the run is being released", async () => {
  const server = await postgres();
  onTestFinished(() => server.close());
  const dir = mkdtempSync(join(tmpdir(), "rollcall-cells-"));
  const state = await openServerState({ url: await server.database(), redis: null, dir });
  onTestFinished(() => state.close());
  const { db } = state;
  await sql`INSERT INTO run (id, job, job_file, account, status, partial, started_at, file, sha256, rows, context)
    VALUES ('R2', 'hr', 'hr.yaml', 'acme', 'completed', false, now(), 'hr.csv', '', 0, '')`.execute(db);
  await sql`INSERT INTO person (job, key, account, row, digest, context, state, dirty, run)
    VALUES ('hr', 'A', 'acme', 1, 'first', 'c', 'present', false, 'R1')`.execute(db);
  await sql`INSERT INTO person_cells (job, key, cells) VALUES ('hr', 'A', '["first"]')`.execute(db);
  await sql`INSERT INTO staged_row (run, row, key, digest, row_status)
    VALUES ('R2', 1, 'A', 'second', 'use'), ('R2', 2, 'N', 'new', 'use')`.execute(db);
  await storeStagedCells(db, "R2", [
    { row: 1, cells: ["second"] },
    { row: 2, cells: ["new"] },
  ]);
  const at = { run: "R2", job: "hr", context: "c", secret: [] };
  await prepareCells(db, at);
  const others: Promise<unknown>[] = [];
  await db.transaction().execute(async (release) => {
    await completeCells(release, at);
    others.push(settleAllCells(db, "hr"), dropUnusedCells(db, "hr", false));
    const waiting = sql<{ n: number }>`SELECT count(*)::integer AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
    await expect.poll(async () => (await waiting.execute(db)).rows[0]?.n).toBe(2);
    await sql`INSERT INTO person (job, key, account, row, digest, context, state, dirty, run)
      SELECT 'hr', key, 'acme', row, digest, 'c', 'present', false, run FROM staged_row
      ON CONFLICT (job, key) DO UPDATE SET digest = excluded.digest`.execute(release);
  });
  await Promise.all(others);
  expect([await findPerson(db, "hr", "A"), await findPerson(db, "hr", "N")]).toMatchObject([{ cells: ["second"] }, { cells: ["new"] }]);
});
