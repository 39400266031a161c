import { sql, type RawBuilder } from "kysely";
import { MISSING_MARK, ROWS_MARK } from "../../domain/record.ts";
import { AREA_RELEASE, areaName, type MissingArea } from "../../domain/facts/missing-areas.ts";
import { isMissing, isNewlyMissing, isUnstaged } from "../in-file/in-file.ts";
import type { Db } from "../schema/tables.ts";
import { cellsOf } from "./valid-cells.ts";

interface AreaQuestion {
  run: string;
  job: string;
  account: string;
  /** The digest of the files of the run. */
  content: string;
  /** The columns that decide about groups or the scope. */
  columns: readonly string[];
}

const MIN_PEOPLE = 5;

/**
 * Finds the missing areas of a full export, and stores the people whom they block: each of them once, in the area that
 * explains most. People whom earlier runs blocked still count, until they are back. Who is in a released area counts nowhere.
 */
export async function findMissingAreas(db: Db, at: AreaQuestion): Promise<MissingArea[]> {
  await db.deleteFrom("area_person").where("run", "=", at.run).execute();
  if (at.columns.length === 0 || (await storeAffected(db, at)) === 0) return [];
  const released = await dropReleased(db, at);
  const areas = (await countAreas(db, at, released)).filter(
    ({ known, missing, blank }) => known >= MIN_PEOPLE && 2 * (missing + blank) >= known,
  );
  const order = new Map(at.columns.map((name, place) => [name, place]));
  const size = ({ missing, blank }: MissingArea): number => missing + blank;
  areas.sort((a, b) => size(b) - size(a) || a.known - b.known || (order.get(a.column) ?? 0) - (order.get(b.column) ?? 0));
  const kept = await keepFirst(db, at.run, areas);
  return areas.filter(({ column, value }) => kept.has(areaName(column, value)));
}

/** A cell without spaces around it: blank where a joined file has no value, `NULL` where it has several. */
const valueOf = (cell: RawBuilder<unknown>) =>
  sql`CASE WHEN strpos(${cell}, ${ROWS_MARK}) = 0 OR ${cell} IS NULL THEN btrim(replace(COALESCE(${cell}, ''), ${MISSING_MARK}, ''), ${" \t\u00a0"}) END`;

/** People of a job with an account that may be active: `person p`, with a condition to extend. */
const peopleWithAccount = ({ job, account }: AreaQuestion) => sql`person p JOIN link l ON l.account = ${account} AND l.key = p.key
    AND l.source <> 'forgotten' AND l.active IS DISTINCT FROM false WHERE p.job = ${job}`;

/** Those of the last file who are planned. */
const isKnown = sql`p.state <> 'absent' AND COALESCE(p.scope, '') = ''`;

/** Whether column `l.name` has no value in a new or changed row. */
const isBlank = (row: string) => sql`COALESCE(${sql.ref(`${row}.blank`)} @> to_jsonb(l.name), false)`;

/** The columns by \`mapping_version\`, with their places in its cells. */
const placesOf = ({ job, columns }: AreaQuestion) => sql`(SELECT v.context, w.name, (c.place - 1)::integer AS before
  FROM mapping_version v CROSS JOIN LATERAL jsonb_array_elements_text(v.columns) WITH ORDINALITY AS c (name, place)
  JOIN jsonb_array_elements_text(${JSON.stringify(columns)}::jsonb) AS w (name) ON lower(btrim(w.name)) = lower(btrim(c.name))
  WHERE v.job = ${job})`;

/** The people of the last released plan who are blocked, without those whom someone released. */
const carried = ({
  job,
}: Pick<AreaQuestion, "job">) => sql`(SELECT b.* FROM area_person b WHERE b.job = ${job} AND b.accepted AND NOT EXISTS (
  SELECT 1 FROM content_release r WHERE r.job = b.job AND r.kind = ${AREA_RELEASE} AND r.content = b.content AND r.detail = b.column_name || '=' || b.value))`;

/** Whether `person p` is blocked so: they count in all their areas, as the one that explained most may be back. */
const isCarried = (at: AreaQuestion) => sql`p.key IN (SELECT key FROM ${carried(at)})`;

/** Stores everyone who is missing, or has no value now, by column and former value. @returns how many */
async function storeAffected(db: Db, at: AreaQuestion): Promise<number> {
  const { run, job, account } = at;
  const isNowhere = sql`NOT EXISTS (SELECT 1 FROM person o WHERE o.account = ${account} AND o.key = p.key AND o.job <> ${job} AND o.state <> 'absent')`;
  const { numAffectedRows } = await sql`INSERT INTO area_person (run, job, account, key, column_name, value, missing, content)
    WITH place AS MATERIALIZED ${placesOf(at)},
    changed AS (
      SELECT p.key, p.context, p.digest, true AS missing, NULL::jsonb AS blank FROM ${peopleWithAccount(at)} AND ${isKnown} AND ${isNewlyMissing(run)} AND ${isNowhere}
      UNION ALL
      SELECT p.key, p.context, p.digest, true, NULL FROM ${peopleWithAccount(at)} AND ${isCarried(at)} AND ${isMissing(run)} AND ${isNowhere}
      UNION ALL
      SELECT p.key, p.context, p.digest, false, s.blank FROM staged_row s
        JOIN (SELECT p.key, p.context, p.digest FROM ${peopleWithAccount(at)} AND ${isKnown}) p ON p.key = s.key
      WHERE s.run = ${run} AND s.row_status = 'use' AND s.changed AND s.blank IS NOT NULL),
    fresh AS (
      SELECT p.key, l.name, ${valueOf(sql`(${cellsOf("c")} ->> l.before)`)} AS value, p.missing, ${isBlank("p")} AS blank
      FROM changed p JOIN person_cells c ON c.job = ${job} AND c.key = p.key JOIN place l ON l.context = p.context),
    still AS (
      SELECT a.key, a.column_name, a.value, true AS missing FROM ${carried(at)} a
        WHERE EXISTS (SELECT 1 FROM ${peopleWithAccount(at)} AND p.key = a.key AND ${isMissing(run)} AND ${isNowhere})
      UNION ALL
      SELECT a.key, a.column_name, a.value, false FROM ${carried(at)} a
        JOIN (SELECT p.key, p.context, p.digest FROM ${peopleWithAccount(at)}) p ON p.key = a.key
        JOIN (SELECT s.key, s.changed, s.blank FROM staged_row s WHERE s.run = ${run} AND s.row_status = 'use'
          UNION ALL SELECT p.key, false, NULL FROM person p WHERE p.job = ${job} AND ${isUnstaged(run)}) s ON s.key = a.key
        JOIN person_cells c ON c.job = ${job} AND c.key = a.key
        JOIN place l ON l.context = p.context AND l.name = a.column_name
      WHERE CASE WHEN s.changed THEN ${isBlank("s")} ELSE ${valueOf(sql`(${cellsOf("c")} ->> l.before)`)} = '' END)
    SELECT DISTINCT ON (key, name) ${run}, ${job}, ${account}, key, name, value, missing, ${at.content}
    FROM (SELECT * FROM still UNION ALL SELECT key, name, value, missing FROM fresh WHERE value <> '' AND (missing OR blank)) AS a (key, name, value, missing)
    ORDER BY key, name`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Takes out everyone who is in an area that someone released for this content. @returns their keys */
async function dropReleased(db: Db, { run, job, content }: AreaQuestion): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`DELETE FROM area_person WHERE run = ${run} AND key IN (
      SELECT a.key FROM area_person a JOIN content_release r ON r.job = a.job AND r.kind = ${AREA_RELEASE} AND r.detail = a.column_name || '=' || a.value
      WHERE a.run = ${run} AND r.job = ${job} AND r.content = ${content})
    RETURNING key`.execute(db);
  return [...new Set(rows.map(({ key }) => key))];
}

/** Counts the people of each area that may be missing. One pass over the last rows, only if there is such an area. */
async function countAreas(db: Db, at: AreaQuestion, released: readonly string[]): Promise<MissingArea[]> {
  const { run, job } = at;
  const area = sql`SELECT column_name, value, count(*) FILTER (WHERE missing) AS missing, count(*) FILTER (WHERE NOT missing) AS blank
    FROM area_person WHERE run = ${run} GROUP BY column_name, value HAVING 2 * count(*) >= ${MIN_PEOPLE}`;
  const { rows: some } = await sql`${area} LIMIT 1`.execute(db);
  if (some.length === 0) return [];
  const { rows } = await sql<Pick<MissingArea, "column" | "value"> & Record<"known" | "missing" | "blank", string>>`
    WITH place AS MATERIALIZED ${placesOf(at)}, area AS MATERIALIZED (${area}),
    last AS (
      SELECT p.key, l.name, ${valueOf(sql`(${cellsOf("c")} ->> l.before)`)} AS value
      FROM (SELECT p.key, p.context, p.digest FROM ${peopleWithAccount(at)} AND (${isKnown} OR ${isCarried(at)})) p
      JOIN person_cells c ON c.job = ${job} AND c.key = p.key JOIN place l ON l.context = p.context AND l.name IN (SELECT column_name FROM area)),
    known AS (
      SELECT key, name, value FROM last
      UNION SELECT a.key, a.column_name, a.value FROM ${carried(at)} a WHERE a.key IN (SELECT p.key FROM ${peopleWithAccount(at)})
      UNION SELECT key, column_name, value FROM area_person WHERE run = ${run})
    SELECT a.column_name AS column, a.value, a.missing, a.blank, count(*) AS known
    FROM area a JOIN known k ON k.name = a.column_name AND k.value = a.value
    WHERE k.key NOT IN (SELECT jsonb_array_elements_text(${JSON.stringify(released)}::jsonb))
    GROUP BY 1, 2, 3, 4`.execute(db);
  return rows.map(({ column, value, ...n }) => ({
    column,
    value,
    known: Number(n.known),
    missing: Number(n.missing),
    blank: Number(n.blank),
  }));
}

/** Leaves each person in the first of their areas, and nobody in another. @returns the names of the areas with people */
async function keepFirst(db: Db, run: string, areas: readonly MissingArea[]): Promise<Set<string>> {
  const ranked = JSON.stringify(areas.map(({ column, value }, rank) => ({ column_name: column, value, rank })));
  await sql`DELETE FROM area_person WHERE run = ${run} AND (key, column_name) NOT IN (
    SELECT DISTINCT ON (a.key) a.key, a.column_name FROM area_person a
    JOIN jsonb_to_recordset(${ranked}::jsonb) AS r (column_name text, value text, rank integer) ON r.column_name = a.column_name AND r.value = a.value
    WHERE a.run = ${run} ORDER BY a.key, r.rank)`.execute(db);
  const left = await db.selectFrom("area_person").distinct().select(["column_name", "value"]).where("run", "=", run).execute();
  return new Set(left.map(({ column_name: column, value }) => areaName(column, value)));
}

/** Returns the areas that block people who are missing from the file, by key. */
export async function listBlockedMissing(db: Db, run: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("area_person")
    .select(["key", "column_name", "value"])
    .where("run", "=", run)
    .where("missing", "=", true)
    .execute();
  return new Map(rows.map(({ key, column_name: column, value }) => [key, areaName(column, value)]));
}

/** Returns the area with which the last released plan of a job blocks a person, unless someone released it. */
export async function findBlockingArea(
  db: Db,
  job: string,
  key: string,
): Promise<{ run: string; column: string; value: string } | undefined> {
  const { rows } = await sql<{ run: string; column: string; value: string }>`
    SELECT a.run, a.column_name AS column, a.value FROM ${carried({ job })} a WHERE a.key = ${key} LIMIT 1`.execute(db);
  return rows[0];
}

/** Makes the missing areas of a full run those that its job waits for. */
export async function acceptMissingAreas(db: Db, { run, job }: { run: string; job: string }): Promise<void> {
  await db.deleteFrom("area_person").where("job", "=", job).where("accepted", "=", true).execute();
  await db.updateTable("area_person").set({ accepted: true }).where("run", "=", run).execute();
}

/** Returns the names of the areas that a run, or the next one, still waits for. */
export async function listOpenAreas(db: Db, { id, job }: { id: string; job: string }): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`SELECT DISTINCT a.column_name || '=' || a.value AS name FROM area_person a
    WHERE a.run = ${id} AND NOT EXISTS (SELECT 1 FROM content_release r WHERE r.job = ${job} AND r.kind = ${AREA_RELEASE}
      AND r.content = a.content AND r.detail = a.column_name || '=' || a.value)`.execute(db);
  return new Set(rows.map(({ name }) => name));
}
