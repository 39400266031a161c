/** The people of a run's file whose row did not change, and who are not planned: counted by their stored rows. */
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../schema/tables.ts";
import { examplesOf, withExamples, type Example } from "./examples.ts";
import { isUnstaged, type FileRun } from "./in-file.ts";

/** Rows that a run decides on: those that it plans, or those that are not in its pilot. */
type DecidedStatus = "use" | "not_in_pilot";

/** Whether a `person p` has an unchanged row of some status that a run does not plan. */
const isNotPlanned = ({ run, status = "use" }: FileRun & { status?: DecidedStatus }) => sql`p.key IN (
  SELECT s.key FROM staged_row s WHERE s.run = ${run} AND s.row_status = ${status} AND NOT s.changed AND NOT s.marked)`;

/** Returns SQL for the people of a run with an unchanged row that it does not plan. */
const notPlanned = (at: FileRun & { status?: DecidedStatus }, columns: RawBuilder<unknown>, isMeant: RawBuilder<unknown>) => sql`
  SELECT ${columns} FROM person p WHERE p.job = ${at.job} AND ${isMeant} AND ${isNotPlanned(at)}
  ${at.status === "not_in_pilot" ? sql`` : sql`UNION ALL SELECT ${columns} FROM person p WHERE p.job = ${at.job} AND ${isMeant} AND ${isUnstaged(at.run)}`}`;

/** Counts the unchanged rows of a run that are out of scope, by rule. */
export async function countOutOfScope(db: Db, at: FileRun & { status?: DecidedStatus }): Promise<Map<string, number>> {
  const { rows } = await sql<{ scope: string; n: string }>`SELECT scope, count(*) AS n
    FROM (${notPlanned(at, sql`p.scope`, sql`p.scope <> ''`)}) AS out GROUP BY scope`.execute(db);
  return new Map(rows.map(({ scope, n }) => [scope, Number(n)]));
}

/** Counts the unchanged rows of a run whose date has not come. */
export async function countNotDue(db: Db, at: FileRun & { status?: DecidedStatus }): Promise<number> {
  const { rows } = await sql<{ n: string }>`SELECT count(*) AS n
    FROM (${notPlanned(at, sql`p.key`, sql`p.due IS NOT NULL AND p.not_due IS NOT NULL`)}) AS waiting`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** Counts the people of a run's file whose date comes within some days, by day, with the first rows. */
export async function listComing(
  db: Db,
  at: { run: string; job: string; today: string; last: string },
): Promise<{ due: string; joins: boolean; rows: number; examples: number[] }[]> {
  const isComing = (of: string) => sql`${sql.ref(`${of}.due`)} > ${at.today} AND ${sql.ref(`${of}.due`)} <= ${at.last}`;
  const { rows } = await sql<{ due: string; joins: boolean; n: string; examples: Example[] }>`
    WITH dated AS (
      SELECT s.row, NULL AS key, s.due, s.not_due FROM staged_row s
      WHERE s.run = ${at.run} AND s.row_status = 'use' AND s.changed AND ${isComing("s")} AND COALESCE(s.scope, 'in') = 'in'
      UNION ALL
      SELECT s.row, NULL, p.due, p.not_due FROM person p JOIN staged_row s ON s.run = ${at.run} AND s.key = p.key AND s.row_status = 'use' AND NOT s.changed
      WHERE p.job = ${at.job} AND ${isComing("p")} AND p.scope IS NULL
      UNION ALL
      SELECT p.row, p.key, p.due, p.not_due FROM person p WHERE p.job = ${at.job} AND ${isComing("p")} AND p.scope IS NULL AND ${isUnstaged(at.run)})
    SELECT due, COALESCE(not_due = 'from', false) AS joins, count(*) AS n, ${examplesOf} AS examples
    FROM dated GROUP BY 1, 2 ORDER BY 1, 2 DESC`.execute(db);
  return withExamples(
    db,
    at.run,
    rows.map(({ n, ...one }) => ({ ...one, rows: Number(n) })),
  );
}
