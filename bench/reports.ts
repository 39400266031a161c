/** The report of a run with very many operations beside that of a run with none. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { postgres } from "../test/helpers/servers.ts";
import { writeReport } from "../src/app/finish-run.ts";
import type { Session } from "../src/session/session.ts";
import { findRun } from "../src/store/runs/runs.ts";
import { writeCompany } from "./data.ts";
import { jobFolder, key } from "./plans.ts";
import type { Part } from "./results.ts";
import { startSandbox, stepBeside } from "./tools.ts";

const EMPTY = "run-empty";
const FULL = "run-full";

/** Writes two runs by SQL: one with `operations` changes, one with none. */
export async function seedReports({ state: { db } }: Session, operations: number): Promise<void> {
  for (const [id, n] of [
    [EMPTY, 0],
    [FULL, operations],
  ] as const) {
    await sql`INSERT INTO run (id, job, job_file, account, kind, status, partial, started_at, ended_at, planned_at, file, sha256, rows, context, counts, held, released)
      VALUES (${id}, 'bench', 'job.yaml', 'bench', 'sync', 'completed', false, now(), now(), now(), 'employees.csv', md5(${id}), ${n}::int, 'c',
        jsonb_build_object('rows', ${n}::int, 'creates', ${n}::int, 'done', ${n}::int), '[]', true)`.execute(db);
    await sql`INSERT INTO operation (run, seq, job, account, key, row, user_id, name, kind, status, desired, changes, ended_at)
      SELECT ${id}, i, 'bench', 'bench', lpad(i::text, 7, '0'), i + 1, 'u' || i, 'First' || i % 977 || ' Last' || i % 1999,
        'create', 'done', '{}', jsonb_build_object('fields', '[]'::jsonb, 'gains', jsonb_build_array('HR/Departments/Department ' || i % 12)), now()
      FROM generate_series(1, ${n}::int) i`.execute(db);
  }
  await sql`VACUUM (ANALYZE) operation`.execute(db);
}

/** Writes the report of one of the runs. */
export async function timeReport({ state }: Session, id: string): Promise<Record<string, unknown>> {
  const run = await findRun(state.db, id);
  if (run === undefined) throw new Error(`there is no run ${id}`);
  const started = performance.now();
  await writeReport({ env: {}, cwd: "/" }, state, run);
  return { ms: performance.now() - started };
}

/** Measures time and memory of the report of a run with so many operations, on PostgreSQL. */
export async function measureReport(base: string, part: Part, operations: number): Promise<void> {
  const [database, sandbox] = await Promise.all([postgres(), startSandbox()]);
  try {
    const file = join(base, "report.csv");
    await writeCompany(file, 10);
    const dir = await jobFolder(join(base, "report"), file, sandbox.url);
    const env = { ...key, DATABASE_URL: await database.database() };
    await stepBeside(env, ["seed-report", dir, file, String(operations)]);
    const empty = await stepBeside(env, ["report", dir, file, EMPTY]);
    const full = await stepBeside(env, ["report", dir, file, FULL]);
    part.add(0, "report of a run without operations", empty, 1, "");
    part.add(operations, "report of a run", full, operations, `${full.peakMb - empty.peakMb} MB more than without operations`);
    const size = operations.toLocaleString("en");
    part.target(`Report of a run with ${size} operations`, full.ms / 1000, "s", 2);
    part.target(`Memory of that report (${size} operations), more than without`, full.peakMb - empty.peakMb, "MB", 50);
    rmSync(dir, { recursive: true, force: true });
  } finally {
    sandbox.child.kill("SIGTERM");
    await database.close();
  }
}
