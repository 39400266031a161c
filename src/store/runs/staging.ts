import { sql, type RawBuilder } from "kysely";
import type { Code } from "../../domain/facts/fact.ts";
import { FILE_ROWS } from "../../domain/record.ts";
import { settleCells } from "../people/accept-cells.ts";
import { dropStagedCells, storeStagedCells } from "../portions/staged-cells.ts";
import { copyRows } from "../copy.ts";
import { reclaim } from "../statistics.ts";
import type { State } from "../../state/state.ts";
import type { Db } from "../schema/tables.ts";

export interface StagedRow {
  row: number;
  key: string | null;
  digest: string;
  /** `null`: the row is unchanged since the last run, and its cells are in `person_cells`. */
  cells: readonly (string | undefined)[] | null;
  username: string | null;
  email: string | null;
  /** As in `staged_row`. */
  shared: string | null;
  blank: readonly string[];
  /** `left_out` and `unclear` by `source.rows.keep`, until `settleLeftOut`. */
  rowStatus: "use" | "reject" | "left_out" | "unclear";
  /** `null`: in scope; `""`: undecided; else the rule that leaves the row out. */
  scope: string | null;
  /** The next day on which the person's dates change the outcome, and the date that keeps the row from being planned; `unknown`: a date cannot be used. */
  due: string | null;
  notDue: string | null;
  /** `null`: the run is for everyone. */
  inPilot: boolean | null;
  /** The person has left, so that the names of the row count for nobody. */
  leaves: boolean;
}

const DIGESTS_A_PORTION = 50_000;

/**
 * Passes on the digests of rows that need no mapping again: accepted under this context, with no other change and no date that has come. In
 * portions, each as one text with spaces between them: a row of the answer for each would cost more than the rest. A
 * cursor, so that only one portion is in memory.
 */
export async function readSettledDigests(
  db: Db,
  { job, context, today }: { job: string; context: string; today: string },
  add: (digests: string) => void,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`DECLARE settled NO SCROLL CURSOR FOR SELECT string_agg(digest, ' ') AS digests FROM person
      WHERE job = ${job} AND context = ${context} AND NOT dirty AND NOT touched AND state = 'present' AND (due IS NULL OR due > ${today})
      GROUP BY row / ${sql.raw(String(DIGESTS_A_PORTION))}`.execute(transaction);
    for (;;) {
      const { rows } = await sql<{ digests: string }>`FETCH settled`.execute(transaction);
      if (rows[0] === undefined) return;
      add(rows[0].digests);
    }
  });
}

/** Stores rows that follow each other in a file. */
export async function copyStaged(state: State, run: string, rows: readonly StagedRow[]): Promise<void> {
  await storeStagedCells(state.db, run, rows);
  await copyRows(
    state.pool,
    "staged_row",
    [
      "run",
      "row",
      "key",
      "digest",
      "changed",
      "username",
      "email",
      "shared",
      "blank",
      "row_status",
      "scope",
      "due",
      "not_due",
      "in_pilot",
      "leaves",
    ],
    rows
      .values()
      .map((row) => [
        run,
        row.row,
        row.key,
        row.digest,
        row.cells !== null,
        row.username,
        row.email,
        row.shared,
        row.blank.length === 0 ? null : JSON.stringify(row.blank),
        row.rowStatus,
        row.scope,
        row.due,
        row.notDue,
        row.inPilot,
        row.leaves,
      ]),
  );
}

/** Each of the rows gets the fact, so the first numbers are enough. */
const MAX_ROWS_NAMED = 10;
/** The rows of a group, numbered from 1 by `place`, as facts name them. */
export const rowNames = sql.raw(
  `jsonb_build_object(
     'first', jsonb_agg(jsonb_build_object('number', row % ${FILE_ROWS}, 'file', row / ${FILE_ROWS} + 1) ORDER BY row) FILTER (WHERE place <= ${MAX_ROWS_NAMED}),
     'more', greatest(count(*) - ${MAX_ROWS_NAMED}, 0))`,
);

/** Returns SQL for a fact with the rows of a group. */
export function factOfRows(code: Code, rows: RawBuilder<unknown>, values: Readonly<Record<string, string>> = {}): RawBuilder<unknown> {
  return sql`jsonb_build_object('code', ${code}::text, 'values', ${JSON.stringify(values)}::jsonb || jsonb_build_object('rows', ${rows}))`;
}

interface SharedNames {
  field: "username" | "email";
  column: string;
  /** Also some other names of the rows must be the same. */
  besides: boolean;
  among: readonly string[] | null;
}

/** Returns whether a text is among some; `null`: among all. */
export const isAmong = (text: RawBuilder<unknown>, among: readonly string[] | null) =>
  among === null ? sql`true` : sql`${text} IN (SELECT jsonb_array_elements_text(${JSON.stringify(among)}::jsonb))`;

/**
 * Rejects all rows of keys that share a username or e-mail address: it is unknown whose the account is. Rows of leavers have none.
 * @param besides with other names. Someone with an account is then found as a possible duplicate.
 * @param among the names that may be shared; `null`: any
 */
export async function rejectSharedNames(db: Db, run: string, job: string, { field, column, besides, among }: SharedNames): Promise<void> {
  const name = sql.ref(field);
  const code = field === "username" ? "rows.same_username" : besides ? "rows.same_email_and_name" : "rows.same_email";
  await sql`WITH fresh AS (
      SELECT row, key, ${besides ? sql`shared` : name} AS name FROM staged_row
      WHERE run = ${run} AND row_status = 'use' AND changed AND ${name} IS NOT NULL AND leaves IS NOT TRUE
        AND ${isAmong(name, among)}),
    settled AS (
      SELECT s.row, s.key, p.${name} AS name FROM person p JOIN staged_row s ON s.run = ${run} AND s.key = p.key
      WHERE p.job = ${job} AND p.${name} IN (SELECT name FROM fresh) AND NOT p.leaves AND NOT s.changed AND s.row_status = 'use'),
    everyone AS (SELECT * FROM fresh UNION ALL SELECT * FROM settled),
    shared AS (
      SELECT name, ${rowNames} AS rows
      FROM (SELECT row, name, row_number() OVER (PARTITION BY name ORDER BY row) AS place FROM everyone) AS numbered
      GROUP BY name HAVING count(*) > 1),
    refused AS (
      INSERT INTO rejected_row (run, row, key, column_name, code, fact)
      SELECT ${run}, e.row, e.key, ${column}, ${`shared_${field}`}, ${factOfRows(code, sql`s.rows`)}
      FROM everyone e JOIN shared s USING (name) RETURNING row)
    UPDATE staged_row SET row_status = 'reject' WHERE run = ${run} AND row IN (SELECT row FROM refused)`.execute(db);
}

/** Takes usable rows that are not in the pilot, and those of these keys, out of the run. Call it once keys and names are compared. */
export async function setPilotAside(db: Db, run: string, keys: readonly string[]): Promise<void> {
  await sql`UPDATE staged_row SET row_status = 'not_in_pilot' WHERE run = ${run} AND row_status = 'use'
    AND (in_pilot IS FALSE OR key IN (SELECT jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb)))`.execute(db);
}

/** Rows that a run decides on: those that it plans, or those that are not in its pilot. */
export type DecidedStatus = "use" | "not_in_pilot";

/** Counts the unchanged rows of a run that are out of scope, by rule. */
export async function countOutOfScope(db: Db, at: { run: string; job: string; status?: DecidedStatus }): Promise<Map<string, number>> {
  const { rows } = await sql<{ scope: string; n: string }>`SELECT p.scope, count(*) AS n
    FROM person p JOIN staged_row s ON s.run = ${at.run} AND s.key = p.key AND s.row_status = ${at.status ?? "use"} AND NOT s.changed
    WHERE p.job = ${at.job} AND p.scope <> '' AND NOT EXISTS (SELECT 1 FROM candidate c WHERE c.run = s.run AND c.row = s.row)
    GROUP BY p.scope`.execute(db);
  return new Map(rows.map(({ scope, n }) => [scope, Number(n)]));
}

/** Counts the unchanged rows of a run whose date has not come. */
export async function countNotDue(db: Db, at: { run: string; job: string; status?: DecidedStatus }): Promise<number> {
  const { rows } = await sql<{ n: string }>`SELECT count(*) AS n
    FROM person p JOIN staged_row s ON s.run = ${at.run} AND s.key = p.key AND s.row_status = ${at.status ?? "use"} AND NOT s.changed
    WHERE p.job = ${at.job} AND p.due IS NOT NULL AND p.not_due IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM candidate c WHERE c.run = s.run AND c.row = s.row)`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** Counts the people of a run's file whose date comes within some days, by day, with the first rows. */
export async function listComing(
  db: Db,
  at: { run: string; job: string; today: string; last: string },
): Promise<{ due: string; joins: boolean; rows: number; examples: number[] }[]> {
  const { rows } = await sql<{ due: string; joins: boolean; n: string; examples: number[] }>`
    WITH dated AS (
      SELECT s.row, s.due, s.not_due FROM staged_row s
      WHERE s.run = ${at.run} AND s.row_status = 'use' AND s.changed AND s.due > ${at.today} AND s.due <= ${at.last} AND COALESCE(s.scope, 'in') = 'in'
      UNION ALL
      SELECT s.row, p.due, p.not_due FROM person p JOIN staged_row s ON s.run = ${at.run} AND s.key = p.key AND s.row_status = 'use' AND NOT s.changed
      WHERE p.job = ${at.job} AND p.due > ${at.today} AND p.due <= ${at.last} AND p.scope IS NULL)
    SELECT due, COALESCE(not_due = 'from', false) AS joins, count(*) AS n, to_jsonb((array_agg(row ORDER BY row))[1:5]) AS examples
    FROM dated GROUP BY 1, 2 ORDER BY 1, 2 DESC`.execute(db);
  return rows.map(({ n, ...one }) => ({ ...one, rows: Number(n) }));
}

export interface StagedCounts {
  rows: number;
  rejected: number;
  duplicates: number;
  usable: number;
  /** Usable rows outside of the pilot. */
  not_in_pilot: number;
  /** Rows with an unreadable key: they suspend the handling of absent people. */
  keyless: number;
}

export async function countStaged(db: Db, run: string): Promise<StagedCounts> {
  const { rows } = await sql<Record<keyof StagedCounts, string>>`
    SELECT count(*) AS rows, count(*) FILTER (WHERE row_status = 'reject') AS rejected,
      count(*) FILTER (WHERE row_status = 'duplicate') AS duplicates, count(*) FILTER (WHERE row_status = 'use') AS usable,
      count(*) FILTER (WHERE row_status = 'not_in_pilot') AS not_in_pilot,
      count(*) FILTER (WHERE key IS NULL) AS keyless
    FROM staged_row WHERE run = ${run}`.execute(db);
  const counts = rows[0];
  return {
    rows: Number(counts?.rows ?? 0),
    rejected: Number(counts?.rejected ?? 0),
    duplicates: Number(counts?.duplicates ?? 0),
    usable: Number(counts?.usable ?? 0),
    not_in_pilot: Number(counts?.not_in_pilot ?? 0),
    keyless: Number(counts?.keyless ?? 0),
  };
}

/**
 * Deletes staged rows that are no longer needed, and reclaims their space. First their cells are
 * settled, which only they find.
 */
export async function dropStaged(db: Db, runs: readonly string[]): Promise<void> {
  if (runs.length === 0) return;
  for (const run of runs) await settleCells(db, run);
  await db.deleteFrom("staged_row").where("run", "in", runs).execute();
  await dropStagedCells(db, runs);
  await db.deleteFrom("candidate").where("run", "in", runs).execute();
  await db.deleteFrom("area_person").where("run", "in", runs).where("accepted", "=", false).execute();
  await db.deleteFrom("planned_username").where("run", "in", runs).execute();
  await db.deleteFrom("found_removal").where("run", "in", runs).execute();
  await db.deleteFrom("found_note").where("run", "in", runs).execute();
  await reclaim(db, "staged_row");
}
