import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openServerState } from "../../src/state/server-state.ts";
import { acceptStaged } from "../../src/store/people/accept-rows.ts";
import { storeStagedCells } from "../../src/store/portions/staged-cells.ts";
import { postgres } from "../helpers/servers.ts";

/** Every statement of a release runs, also those that find nothing here. */
const contents = { rejects: true, scoped: true, unchanged: true, rowless: true };
const PEOPLE = 20_000;

test("the first rows of a second job are accepted while the table of people is vacuumed", async () => {
  const server = await postgres();
  onTestFinished(() => server.close());
  const dir = mkdtempSync(join(tmpdir(), "rollcall-accept-"));
  const state = await openServerState({ url: await server.database(), redis: null, dir });
  onTestFinished(() => state.close());
  const everyone = sql`generate_series(1, ${PEOPLE}::integer) AS n`;
  await sql`INSERT INTO person (job, key, account, row, digest, context, state, dirty, run)
    SELECT 'first', 'K' || n, 'acme', n, 'd', 'c', 'present', false, 'R0' FROM ${everyone}`.execute(state.db);
  await sql`ANALYZE`.execute(state.db);
  await sql`INSERT INTO staged_row (run, row, key, digest, row_status) SELECT 'R1', n, 'K' || n, 'd' || n, 'use' FROM ${everyone}`.execute(
    state.db,
  );
  await storeStagedCells(
    state.db,
    "R1",
    Array.from({ length: PEOPLE }, (_, i) => ({ row: i + 1, cells: [] })),
  );
  await sql`ANALYZE staged_row`.execute(state.db);

  const vacuum = await state.pool.connect();
  await vacuum.query("BEGIN");
  // The lock of a vacuum: no statistics are updated meanwhile.
  await vacuum.query("LOCK TABLE person IN SHARE UPDATE EXCLUSIVE MODE");
  try {
    await state.db.transaction().execute(async (db) => {
      await sql`SET LOCAL statement_timeout = '15s'`.execute(db);
      const at = {
        run: "R1",
        job: "second",
        account: "acme",
        context: "c",
        secret: [],
        contents,
        partial: false,
        absent: true,
        missing: [],
        pilot: null,
      };
      await acceptStaged(db, at);
    });
  } finally {
    vacuum.release(true);
  }
  const { rows } = await sql`SELECT job, count(*)::integer AS n FROM person GROUP BY job ORDER BY job`.execute(state.db);
  expect(rows).toEqual([
    { job: "first", n: PEOPLE },
    { job: "second", n: PEOPLE },
  ]);
});
