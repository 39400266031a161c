import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Kysely, PostgresDialect, sql, type CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Tables } from "../../src/store/schema/tables.ts";
import type { State } from "../../src/state/state.ts";
import { countFittingLinks } from "../../src/store/directory/directory.ts";
import { clearExpectedKeys, findRemaining } from "../../src/store/identities/intent-pages.ts";
import { expireRemovals } from "../../src/store/review/removal-ends.ts";
import { mergeFoundRemovals } from "../../src/store/review/removals.ts";
import { listApplied } from "../../src/store/runs/removed.ts";
import { analyzeKnown, analyzeStaged } from "../../src/store/statistics.ts";
import { findNamed } from "../../src/store/people/possible-duplicates.ts";
import { company, people } from "../helpers/company.ts";
import { openState } from "../helpers/state.ts";

const PEOPLE = 20_000;
const TIMEOUT_MS = 30_000;

let state: State;
beforeAll(async () => {
  state = await openState(join(mkdtempSync(join(tmpdir(), "rollcall-joins-")), "state"));
});
afterAll(() => state.close());

const numbers = sql`generate_series(1, ${PEOPLE}::integer) AS n`;

const stage = (run: string) =>
  sql`INSERT INTO staged_row (run, row, key, digest, row_status)
  SELECT ${run}, n, 'K' || n, 'd' || n, 'use' FROM ${numbers}`.execute(state.db);

const addRemovals = (job: string, status: string) =>
  sql`INSERT INTO removal (id, account, job, key, name, user_id, group_id, group_path, status, cause, evidence,
    evidence_digest, first_run, last_run, since, seen_at, ended_at)
    SELECT ${job} || n, 'acme', ${job}, 'K' || n, 'x', 'U' || n, 'g', 'G', ${status}, 'c', '{}', 'd', 'R1', 'R1', now(), now(), now()
    FROM ${numbers}`.execute(state.db);

// In the memory of a hash, a file of this size is as large as one of 300,000 rows on a PostgreSQL server.
describe("a set that does not fit into memory is searched once", () => {
  beforeAll(async () => {
    await sql`SET work_mem = '64kB'`.execute(state.db);
    await stage("R1");
    await sql`INSERT INTO link (account, key, user_id, job, source, active, created_at)
      SELECT 'acme', 'K' || n, 'U' || n, 'hr', 'created', true, now() FROM ${numbers}`.execute(state.db);
    await sql`INSERT INTO membership (account, group_id, user_id) SELECT 'acme', 'g', 'U' || n FROM ${numbers}`.execute(state.db);
    await addRemovals("hr", "applied");
    await sql`ANALYZE`.execute(state.db);
  });

  test("for the accounts whose key is in the file or was in an earlier one", { timeout: TIMEOUT_MS }, async () => {
    await sql`UPDATE staged_row SET key = 'X' || row WHERE row <= 10`.execute(state.db);
    await sql`INSERT INTO person (job, key, account, row, digest, context, state, dirty, run)
      SELECT 'hr', 'K' || n, 'acme', n, 'd', 'c', 'absent', false, 'R0' FROM generate_series(6, 20) AS n`.execute(state.db);
    expect(await countFittingLinks(state.db, "acme", "R1")).toEqual({ linked: PEOPLE, fitting: PEOPLE - 5 });
  });

  test("for the accounts of an imported list that have no key", { timeout: TIMEOUT_MS }, async () => {
    const pairs = Array.from({ length: PEOPLE - 1 }, (_, i) => ({ key: `N${i}`, userId: `U${i + 1}` }));
    const { accounts } = await state.db.transaction().execute(async (db) => {
      await sql`DELETE FROM link`.execute(db);
      await clearExpectedKeys(db);
      return findRemaining(db, "acme", pairs, []);
    });
    expect(accounts).toEqual({ count: 1, first: [`U${PEOPLE}`] });
  });

  test("for the removals of a run that no later run applied again", { timeout: TIMEOUT_MS }, async () => {
    await sql`INSERT INTO removal SELECT (r2).* FROM (
      SELECT jsonb_populate_record(r, jsonb_build_object('id', 'again', 'first_run', 'R2', 'ended_at', now() + interval '1 day')) AS r2
      FROM removal r WHERE id = 'hr1') AS again`.execute(state.db);
    const applied = await listApplied(state.db, "R1");
    expect(applied.length).toBe(PEOPLE - 1);
    expect(applied.some(({ id }) => id === "hr1")).toBe(false);
  });
});

test("removals of a job that the statistics do not know are compared with its file", { timeout: TIMEOUT_MS }, async () => {
  await sql`RESET work_mem`.execute(state.db);
  await addRemovals("second", "pending");
  await stage("S1");
  await sql`UPDATE staged_row SET changed = false WHERE run = 'S1'`.execute(state.db);
  await analyzeKnown(state.db, PEOPLE);
  const now = new Date();
  await state.db.transaction().execute((db) => mergeFoundRemovals(db, { run: "S1", job: "second", account: "acme", parks: false, now }));
  await expireRemovals(state.db, "second", new Date(now.getTime() + 1000), now);
  const { rows } = await sql`SELECT status, last_run, count(*)::integer AS n FROM removal WHERE job = 'second' GROUP BY 1, 2`.execute(
    state.db,
  );
  expect(rows).toEqual([{ status: "expired", last_run: "S1", n: PEOPLE }]);
});

test("joiners after a first run that was stopped early are searched among all known people", { timeout: TIMEOUT_MS }, async () => {
  await sql`INSERT INTO run (id, job, job_file, account, status, partial, started_at, file, sha256, rows, context)
    VALUES ('T2', 'third', 'j', 'beta', 'reading', false, now(), 'f', 's', ${PEOPLE}, 'c')`.execute(state.db);
  const key = sql`lpad(n::text, 5, '0')`;
  await sql`INSERT INTO person (job, key, account, row, digest, context, username, email, state, dirty, run)
    SELECT 'third', ${key}, 'beta', n, 'd', 'c', 'u' || n, 'u' || n, 'present', true, 'T1' FROM ${numbers}`.execute(state.db);
  await sql`INSERT INTO link (account, key, user_id, job, source, active, created_at, sent)
    SELECT 'beta', ${key}, 'B' || n, 'third', 'created', true, now(), jsonb_build_object('username', 'u' || n) FROM generate_series(1, 300) AS n`.execute(
    state.db,
  );
  await stage("T2");
  await analyzeStaged(state.db, PEOPLE);
  await analyzeKnown(state.db, PEOPLE);
  let sent: CompiledQuery | null = null;
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: state.pool as never }), log: ({ query }) => void (sent = query) });
  const wanted = Array.from({ length: 2000 }, (_, i) =>
    ["username", "email"].flatMap((field) => ["row", "sent"].map((source) => ({ field, source, value: `u${i + 9001}` }))),
  ).flat();
  expect(await findNamed(db, { run: "T2", job: "third", account: "beta" }, wanted)).toEqual([]);
  const { sql: text, parameters } = sent as unknown as CompiledQuery;
  const plan = JSON.stringify((await state.pool.query(`EXPLAIN ${text}`, [...parameters])).rows);
  for (const index of ["person_username", "person_email"]) expect(plan).toContain(`using ${index} on person`);
});

test("a plan knows what the run before it has added", async () => {
  const c = await company();
  c.hr(people(3));
  expect((await c.sync()).code).toBe(0);
  c.hr(people(1000));
  expect((await c.night("plan", ["job.yaml"])).counts["creates"]).toBe(997);
  const { rows } = await c.look((opened) =>
    sql`SELECT relname, reltuples::integer AS n FROM pg_class WHERE relname IN ('link', 'membership', 'operation') ORDER BY 1`.execute(
      opened.db,
    ),
  );
  expect(rows).toEqual([
    { relname: "link", n: 3 },
    { relname: "membership", n: 6 },
    { relname: "operation", n: 3 },
  ]);
});
