import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Kysely, PostgresDialect, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  countEnded,
  countOpenOperations,
  countOverdueLeavers,
  listOverdueLeavers,
  countUnconfirmedCreates,
  listLastSuccesses,
  listRecentRuns,
} from "../../src/store/runs/metrics.ts";
import { countPendingByJob } from "../../src/store/review/pending-counts.ts";
import { listMissed, listStarts, listStillMissed } from "../../src/store/schedule/missed-runs.ts";
import type { Db, Tables } from "../../src/store/schema/tables.ts";
import { openWarmState } from "../helpers/warm-databases.ts";
import type { State } from "../helpers/state.ts";

let dir = "";
let state: State;

/** Years of nights: 100,000 operations, removals, creates and notices, of which little is open; 20,000 runs of 10 jobs. */
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "rollcall-cost-"));
  state = await openWarmState(join(dir, "state"));
  const { db } = state;
  await sql`INSERT INTO run (id, job, job_file, account, status, partial, started_at, ended_at, file, sha256, rows, context)
    SELECT 'r' || i, 'job' || i % 10, 'x', 'acme', CASE WHEN i > 19990 THEN 'running' ELSE 'completed' END, false,
      timestamptz '2020-01-01' + i * interval '1 hour', timestamptz '2020-01-01' + i * interval '1 hour', 'f', 's', 1, 'c' FROM generate_series(1, 20000) i`.execute(
    db,
  );
  await sql`INSERT INTO operation (run, seq, job, account, key, name, kind, status, desired, changes)
    SELECT 'r' || i / 5, i, 'job1', 'acme', i::text, 'n', 'update', CASE WHEN i > 99900 THEN 'queued' ELSE 'done' END, '[]', '[]'
    FROM generate_series(1, 100000) i`.execute(db);
  await sql`INSERT INTO removal (id, account, job, key, name, user_id, group_id, group_path, status, cause, evidence, evidence_digest,
      first_run, last_run, since, seen_at)
    SELECT 'm' || i, 'acme', 'job1', i::text, 'n', 'u', 'g', 'p', CASE WHEN i > 99800 THEN 'pending' ELSE 'applied' END, 'c', '{}', 'd', 'r', 'r',
      timestamptz '2020-01-01' + i * interval '1 minute', now() FROM generate_series(1, 100000) i`.execute(db);
  await sql`INSERT INTO intent (operation, account, job, key, username, digest, status, at)
    SELECT 'o' || i, 'acme', 'job1', i::text, 'u', 'd', CASE WHEN i > 99990 THEN 'uncertain' ELSE 'linked' END, now() FROM generate_series(1, 100000) i`.execute(
    db,
  );
  await sql`INSERT INTO notification (kind, subject, day, sent_at) SELECT CASE WHEN i > 99990 THEN 'missed' ELSE 'digest:mail' END, 'job' || i,
    to_char(timestamptz '2020-01-01' + i * interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), now() FROM generate_series(1, 100000) i`.execute(
    db,
  );
  await sql`INSERT INTO person (job, key, account, row, digest, context, state, dirty, run, due)
    SELECT 'job' || i % 10, i::text, 'acme', i, 'd', 'c', 'present', false, 'r', CASE WHEN i > 99900 THEN '2020-01-01' WHEN i % 3 = 0 THEN '2030-01-01' END
    FROM generate_series(1, 100000) i`.execute(db);
  await sql`INSERT INTO link (account, key, user_id, job, source, active, created_at)
    SELECT 'acme', i::text, i::text, 'job1', 'create', true, now() FROM generate_series(1, 100000) i`.execute(db);
  for (const table of ["run", "operation", "removal", "intent", "notification", "person", "link"])
    await sql`ANALYZE ${sql.table(table)}`.execute(db);
}, 120_000);
afterAll(async () => {
  await state.close();
  rmSync(dir, { recursive: true, force: true });
});

const queries: [name: string, ask: (db: Db) => Promise<unknown>, most: number][] = [
  ["the recent runs", (db) => listRecentRuns(db, 50), 1000],
  ["the last successes", (db) => listLastSuccesses(db), 500],
  ["how the operations of a run ended", (db) => countEnded(db, "r77"), 100],
  ["what is open", (db) => countOpenOperations(db), 500],
  ["what is pending", (db) => countPendingByJob(db), 1000],
  ["the leavers who are overdue", (db) => countOverdueLeavers(db, new Date("2026-05-02")), 1000],
  ["the leavers of a job who are overdue", (db) => listOverdueLeavers(db, "job1", new Date("2026-05-02"), 100), 1000],
  ["what is unsettled", (db) => countUnconfirmedCreates(db), 500],
  ["what was missed", (db) => listMissed(db, new Date("2020-01-01")), 500],
  ["what is still missed", (db) => listStillMissed(db, new Date("2020-01-01")), 20_000],
  ["the starts of a job", (db) => listStarts(db, "job1", new Date("2022-04-01")), 500],
];

test.for(queries)("%s: it costs as much as the current runs, not as much as all stored data", async ([, ask, most]) => {
  const [query, ...more] = await sentBy(ask);
  expect(more).toEqual([]);
  const { rows } = await state.pool.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${query?.sql}`, [...(query?.parameters ?? [])]);
  expect(JSON.stringify(rows)).not.toContain('"Node Type":"Seq Scan"');
  expect(pagesOf(rows)).toBeLessThan(most);
});

/** How many pages of the database a plan has looked at. */
function pagesOf(rows: unknown): number {
  const [row] = rows as { "QUERY PLAN": { Plan: { "Shared Hit Blocks": number; "Shared Read Blocks": number } }[] }[];
  const plan = row?.["QUERY PLAN"][0]?.Plan;
  return (plan?.["Shared Hit Blocks"] ?? Number.NaN) + (plan?.["Shared Read Blocks"] ?? Number.NaN);
}

/** The statements that a function sends, sent to the real database. */
async function sentBy(ask: (db: Db) => Promise<unknown>): Promise<{ sql: string; parameters: readonly unknown[] }[]> {
  const sent: { sql: string; parameters: readonly unknown[] }[] = [];
  const listening = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: state.pool as never }),
    log: ({ query }) => void sent.push(query),
  });
  await ask(listening);
  return sent;
}
