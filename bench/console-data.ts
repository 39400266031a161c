/** A state as the console finds it in a large company, written by SQL: nights of runs would take hours. */
import { sql } from "kysely";
import type { Db } from "../src/store/schema/tables.ts";

/** Renamed departments of 150 people each, and moves of five people each: together `waiting` removals. */
const RENAMED = 20;

/** `people` linked people, each in three groups; `waiting` removals of several causes; 14 nights. */
export async function seedConsole(db: Db, { people, waiting }: { people: number; waiting: number }): Promise<void> {
  const key = sql`lpad(i::text, 7, '0')`;
  const person = sql`jsonb_build_object('username', 'p' || ${key} || '@acme.example', 'first_name', 'First' || i % 977, 'last_name', 'Last' || i % 1999)`;
  await sql`INSERT INTO person (job, key, account, row, digest, context, username, email, state, dirty, run)
    SELECT 'bench', ${key}, 'acme', i + 1, md5(i::text), 'c', 'p' || ${key} || '@acme.example', 'p' || ${key} || '@acme.example', 'present', false, 'r'
    FROM generate_series(1, ${people}::int) i`.execute(db);
  await sql`INSERT INTO person_cells (job, key, cells)
    SELECT 'bench', ${key}, jsonb_build_array(${key}, 'First' || i % 977) FROM generate_series(1, ${people}::int) i`.execute(db);
  await sql`INSERT INTO link (account, key, user_id, job, source, active, sent, created_at)
    SELECT 'acme', ${key}, 'u' || i, 'bench', 'created', true, ${person}, now() FROM generate_series(1, ${people}::int) i`.execute(db);
  await sql`INSERT INTO membership (account, group_id, user_id)
    SELECT 'acme', 'g' || (g * 100 + i % 50), 'u' || i FROM generate_series(1, ${people}::int) i, generate_series(0, 2) g`.execute(db);
  await sql`INSERT INTO service_group (account, id, name, path, members_known, members_digest, members)
    SELECT 'acme', 'g' || i, 'Group ' || i, 'HR/Departments/Group ' || i, true, '', 2000 FROM generate_series(0, 299) i`.execute(db);
  await seedNewGroups(db, waiting);
  await seedRemovals(db, waiting);
  await seedRuns(db, people, waiting);
  await seedLargeRun(db, people);
  await seedDecided(db, people);
  await sql`VACUUM (ANALYZE)`.execute(db);
}

/** The groups with the new names of the departments; half of the people are in them already. */
async function seedNewGroups(db: Db, waiting: number): Promise<void> {
  await sql`INSERT INTO service_group (account, id, name, path, members_known, members_digest, members)
    SELECT 'acme', 'c' || i, 'Customer relations ' || i, 'HR/Departments/Customer relations ' || i, true, '', 75
    FROM generate_series(0, ${RENAMED - 1}::int) i`.execute(db);
  await sql`INSERT INTO membership (account, group_id, user_id)
    SELECT 'acme', 'c' || i % ${RENAMED}::int, 'u' || i FROM generate_series(1, ${Math.min(waiting, RENAMED * 150)}::int) i WHERE i / ${RENAMED}::int % 2 = 0`.execute(
    db,
  );
}

async function seedRemovals(db: Db, waiting: number): Promise<void> {
  const renamed = RENAMED * 150;
  const n = sql`(CASE WHEN i <= ${renamed}::int THEN i % ${RENAMED}::int ELSE ${RENAMED}::int + i / 5 END)`;
  const was = sql`'HR/Departments/Sales and after-sales ' || ${n}`;
  const is = sql`'HR/Departments/Customer relations ' || ${n}`;
  const rule = sql`jsonb_build_array(jsonb_build_object('rule', 'department', 'at', 'mappings/acme.yaml:28', 'gives', jsonb_build_array(${is})))`;
  await sql`INSERT INTO removal (id, account, job, key, name, username, user_id, group_id, group_path, status, cause, evidence,
      evidence_digest, first_run, last_run, since, seen_at, assigned_to)
    SELECT 'R-' || left(md5('r' || i), 7), 'acme', 'bench', lpad(i::text, 7, '0'), 'First' || i % 977 || ' Last' || i % 1999,
      'p' || lpad(i::text, 7, '0') || '@acme.example', 'u' || i, 'g' || ${n}, ${was}, 'pending', 'C-' || left(md5('c' || ${n}), 8),
      jsonb_build_object('kind', 'value_changed', 'file', '/srv/exports/employees-2026-04-30.csv', 'row', i,
        'cells', jsonb_build_array(jsonb_build_object('column', 'Department', 'before', 'Sales and after-sales ' || ${n}, 'now', 'Customer relations ' || ${n})),
        'rules', ${rule}, 'formerly', ${rule}, 'gains', jsonb_build_array(${is}), 'lastGroup', false),
      md5(i::text) || md5('x' || i), 'run-13', 'run-13', now() - (i % 20) * interval '1 day', now(), CASE WHEN i % 50 = 0 THEN 'ana' END
    FROM generate_series(1, ${waiting}::int) i`.execute(db);
}

async function seedRuns(db: Db, people: number, waiting: number): Promise<void> {
  await sql`INSERT INTO run (id, job, job_file, account, kind, status, partial, started_at, ended_at, planned_at, file, sha256, rows, context, counts,
      held, released)
    SELECT 'run-' || i, 'bench', 'jobs/bench.yaml', 'acme', 'sync', 'completed', false, now() - (14 - i) * interval '1 day',
      now() - (14 - i) * interval '1 day' + interval '5 minutes', now() - (14 - i) * interval '1 day', '/srv/exports/employees.csv', md5(i::text),
      ${people}::int, 'c', jsonb_build_object('creates', i, 'updates', 100 + i, 'deactivations', i, 'unchanged', ${people}::int - 200, 'rejected', 2,
        'failed', i % 3, 'uncertain', 0, 'removals_pending', ${waiting}::int), '[]', true FROM generate_series(0, 13) i`.execute(db);
  await sql`INSERT INTO operation (run, seq, job, account, key, row, user_id, name, kind, status, desired, changes, ended_at)
    SELECT 'run-' || r, i, 'bench', 'acme', lpad(i::text, 7, '0'), i, 'u' || i, 'First Last', 'update', 'done', '{}',
      '{"fields":[],"gains":[],"losses":[]}', now() FROM generate_series(0, 13) r, generate_series(1, 2000) i`.execute(db);
}

/** The last run changes everybody, and rejects 2,000 rows. */
async function seedLargeRun(db: Db, people: number): Promise<void> {
  await sql`INSERT INTO operation (run, seq, job, account, key, row, user_id, name, plain_name, kind, status, desired, changes, ended_at)
    SELECT 'run-13', 10000 + i, 'bench', 'acme', lpad(i::text, 7, '0'), i, 'u' || i, 'First' || i % 977 || ' Last' || i % 1999, 'first' || i % 977 || ' last' || i % 1999,
      CASE WHEN i % 9 = 0 THEN 'create' ELSE 'update' END, CASE WHEN i % 50 = 0 THEN 'failed' ELSE 'done' END, '{}',
      jsonb_build_object('fields', jsonb_build_array(jsonb_build_object('field', 'position', 'from', 'Clerk', 'to', 'Manager ' || i)),
        'gains', jsonb_build_array('HR/Departments/Group ' || i % 300), 'losses', '[]'::jsonb), now() FROM generate_series(1, ${people}::int) i`.execute(
    db,
  );
  await sql`INSERT INTO rejected_row (run, row, key, column_name, code, fact)
    SELECT 'run-13', i, lpad(i::text, 7, '0'), 'Email', 'invalid_email', '{"code":"field.not_email","values":{"field":"email","value":{"code":"value.shown","values":{"value":"none"}}}}' FROM generate_series(1, 2000) i`.execute(
    db,
  );
}

/** What was decided before: removals of earlier months, their entries in the trail, and 2,000 exceptions. */
async function seedDecided(db: Db, people: number): Promise<void> {
  await sql`INSERT INTO removal (id, account, job, key, name, username, user_id, group_id, group_path, status, cause, evidence,
      evidence_digest, first_run, last_run, since, seen_at, decided_by, decided_at, decided_how, decision_reason, confirm_sent, ended_at)
    SELECT 'R-0' || to_hex(200000000 + i), account, job, key, name, username, user_id, 'old' || i, group_path, 'applied', 'C-' || left(md5('old' || i / 50), 8),
      evidence, md5('y' || i) || md5('z' || i), 'run-0', 'run-0', since - interval '60 days', seen_at, 'ana', now() - interval '30 days' - i / 50 * interval '1 minute',
      'console', 'Left the department.', true, now() - interval '30 days'
    FROM (SELECT *, row_number() OVER (ORDER BY id) AS i FROM removal CROSS JOIN generate_series(1, 4)) r`.execute(db);
  await sql`INSERT INTO audit (seq, at, actor, action, detail, prev, hash)
    SELECT i, to_char(now() - ((100000 - i) || ' minutes')::interval, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'ana', 'removal_approved',
      jsonb_build_object('removals', jsonb_build_array('R-0' || to_hex(200000001 + i % 20000)), 'key', lpad((i % ${people}::int)::text, 7, '0'),
        'account', 'acme', 'job', 'bench', 'reason', 'Left the department.'), md5((i - 1)::text), md5(i::text)
    FROM generate_series(1, 100000) i`.execute(db);
  await sql`INSERT INTO exception (account, job, key, group_id, group_path, by, at, reason, from_run)
    SELECT 'acme', 'bench', lpad(i::text, 7, '0'), 'g' || i % 300, 'HR/Departments/Group ' || i % 300, 'ana', now(), 'Works for both.', 'run-13'
    FROM generate_series(1, 2000) i`.execute(db);
}
