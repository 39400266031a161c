/** Queries for the pages about runs: selected columns, page by page. */
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { plainName } from "../../domain/names.ts";
import { likeText } from "../like.ts";
import { inDirection, nameOrder, type Sort } from "../sort.ts";
import type { Operation } from "./operations.ts";
import type { Run } from "./runs.ts";
import { KIND_ORDER, KIND_PLACES } from "./operation-counts.ts";
import type { Db } from "../schema/tables.ts";
import type { OperationKind, OperationStatus, RunStatus } from "../schema/statuses.ts";
import type { StagedReject } from "./rejects.ts";

const columns = [
  "id",
  "job",
  "account",
  "kind",
  "status",
  "partial",
  "started_at",
  "ended_at",
  "file",
  "rows",
  "counts",
  "held",
  "problem",
  "started_by",
  "started_people",
  "released_by",
  "released_people",
  "reverted_by",
  "pilot",
] as const satisfies readonly (keyof Run)[];

/** A run as lists show it. */
export type RunLine = Pick<Run, (typeof columns)[number]>;

export interface RunFilter {
  job?: string;
  status?: RunStatus;
  kind?: string;
}

const RUN_ORDERS = {
  started: sql`started_at`,
  job: nameOrder("job"),
  kind: sql`kind`,
  status: sql`status`,
  rows: sql`rows`,
  rejected: sql`COALESCE((counts->>'rejected')::integer, 0)`,
  applied: sql`COALESCE((counts->>'done')::integer, 0)`,
  failed: sql`COALESCE((counts->>'failed')::integer, 0) + COALESCE((counts->>'uncertain')::integer, 0)`,
} as const;
export type RunSort = keyof typeof RUN_ORDERS;
export const RUN_SORTS = Object.keys(RUN_ORDERS) as RunSort[];
export const LATEST_RUNS: Sort<RunSort> = { by: "started", direction: "desc" };

/** One page of runs, and whether there are more. Among equals, the latest is first. */
export async function pageRuns(
  db: Db,
  filter: RunFilter,
  page: { limit: number; offset: number },
  { by, direction }: Sort<RunSort> = LATEST_RUNS,
): Promise<{ runs: RunLine[]; more: boolean }> {
  let query = db
    .selectFrom("run")
    .select(columns)
    .orderBy(RUN_ORDERS[by], direction)
    .orderBy("started_at", "desc")
    .orderBy("id", "desc")
    .limit(page.limit + 1)
    .offset(page.offset);
  if (filter.job !== undefined) query = query.where("job", "=", filter.job);
  if (filter.status !== undefined) query = query.where("status", "=", filter.status);
  if (filter.kind !== undefined) query = query.where("kind", "=", filter.kind);
  const runs = await query.execute();
  return { runs: runs.slice(0, page.limit), more: runs.length > page.limit };
}

/** Returns the runs that need a person: on hold, planned but not sent, or interrupted. */
export async function listOpenRuns(db: Db, limit: number): Promise<RunLine[]> {
  return db
    .selectFrom("run")
    .select(columns)
    .where("status", "in", ["held", "planned", "interrupted"])
    .orderBy("started_at", "desc")
    .limit(limit)
    .execute();
}

/** The last run over a file of each job, and the last one of those that came to its end. */
export async function listLastRuns(db: Db): Promise<{ last: RunLine[]; good: RunLine[] }> {
  const base = db
    .selectFrom("run")
    .select(columns)
    .distinctOn("job")
    .where("kind", "=", "sync")
    .orderBy("job")
    .orderBy("started_at", "desc");
  return {
    last: await base.execute(),
    good: await base.where("status", "=", "completed").where("partial", "=", false).where("pilot", "is", null).execute(),
  };
}

/** An operation as pages and reports show it: without its payload, which may hold sensitive values. */
/** The people whom runs of one kind changed, and the latest of these runs. */
export interface AppliedLine {
  kind: string;
  people: number;
  run: string;
  at: string;
}

/** Returns what runs without a file applied since a time, by kind. */
export async function listAppliedSince(db: Db, since: Date): Promise<AppliedLine[]> {
  const { rows } = await sql<Omit<AppliedLine, "people" | "at"> & { people: string; at: Date }>`
    SELECT kind, sum((counts->>'done')::integer) AS people, (array_agg(id ORDER BY started_at DESC))[1] AS run, max(started_at) AS at
    FROM run WHERE kind IN ('decisions', 'revert') AND started_at > ${since} AND (counts->>'done')::integer > 0
    GROUP BY kind ORDER BY kind`.execute(db);
  return rows.map((row) => ({ ...row, people: Number(row.people), at: row.at.toISOString() }));
}

export type OperationLine = Pick<Operation, "id" | "job" | "key" | "name" | "row" | "kind" | "status" | "changes" | "code" | "reason">;

export const OPERATION_SORTS = ["leavers", "name", "row"] as const;
export interface OperationFilter {
  kind?: OperationKind;
  status?: OperationStatus;
  /** Only failed, unconfirmed and blocked ones; `false`: only the others. */
  trouble?: boolean;
  /** The path of a group that the person joins or leaves. */
  group?: string;
  /** A part of a name or key. */
  text?: string;
  /** Left out: those that need attention, then open ones, then dropped ones, then finished ones. */
  sort?: Sort<(typeof OPERATION_SORTS)[number]>;
}

const OPERATION_COLUMNS = sql`id, job, key, name, row, kind, status, changes, code, reason`;

const ATTENTION_ORDER = sql`CASE status WHEN 'failed' THEN 0 WHEN 'uncertain' THEN 1 WHEN 'held' THEN 2 WHEN 'dropped' THEN 4 WHEN 'done' THEN 5 ELSE 3 END, seq`;
const ORDERS = { leavers: [KIND_ORDER, sql`seq`], name: [sql`plain_name`, sql`seq`], row: [sql`seq`] } as const;

/**
 * Returns one page of a run's operations. With a sort, an index gives the order, so that a page reads its own rows only.
 * @param page `limit: null` returns all of them
 */
export async function pageOperations(
  db: Db,
  run: string,
  { kind, status, trouble, group, text, sort }: OperationFilter,
  page: { limit: number | null; offset: number },
): Promise<OperationLine[]> {
  const has = text === undefined ? sql<SqlBool>`true` : namesText(text);
  const given = group === undefined ? "" : JSON.stringify([group]);
  const order = sort === undefined ? ATTENTION_ORDER : inDirection(ORDERS[sort.by], sort.direction);
  const wanted = sql`run = ${run}
    ${kind === undefined ? sql`` : sql`AND ${KIND_ORDER} = ${KIND_PLACES[kind]}`} ${status === undefined ? sql`` : sql`AND status = ${status}`}
    ${trouble === undefined ? sql`` : sql`AND (status IN ('failed', 'uncertain', 'held')) = ${trouble}`}
    ${group === undefined ? sql`` : sql`AND (changes->'gains' @> ${given}::jsonb OR changes->'losses' @> ${given}::jsonb)`} AND ${has}`;
  // The planner expects more changes with a rare text than there are. As an array, it expects few; in the order of the index,
  // it does not read the table.
  const from =
    text === undefined || (await isCommon(db, run, text))
      ? sql`operation WHERE ${wanted}`
      : sql`operation WHERE seq = ANY (ARRAY(SELECT seq FROM operation WHERE run = ${run} AND ${has} ORDER BY seq)) AND ${wanted}`;
  const fitting = sql`FROM ${from} ORDER BY ${order} LIMIT ${page.limit} OFFSET ${page.offset}`;
  // An index alone skips the rows of earlier pages.
  const { rows } = await (
    page.offset === 0
      ? sql<OperationLine>`SELECT ${OPERATION_COLUMNS} ${fitting}`
      : sql<OperationLine>`SELECT ${OPERATION_COLUMNS} FROM operation WHERE run = ${run} AND seq IN (SELECT seq ${fitting}) ORDER BY ${order}`
  ).execute(db);
  return rows;
}

/** Returns whether a name or key contains a text, without case, and a name also without accents. */
function namesText(text: string): RawBuilder<SqlBool> {
  const name = plainName(text);
  return sql<SqlBool>`(${name !== ""} AND strpos(operation.plain_name, ${name}) > 0 OR strpos(lower(operation.key), lower(${text})) > 0)`;
}

/** If this many of `PROBED` changes have a text, reading in order until a page is full takes less time than its search. */
const PROBED = 1000;
const COMMON = 10;

/** Looks at the first changes of a run and at those from its middle: similar ones often stand together. */
async function isCommon(db: Db, run: string, text: string): Promise<boolean> {
  const from = (seq: RawBuilder<unknown>) =>
    sql`(SELECT plain_name, key FROM operation WHERE run = ${run} AND seq >= ${seq} ORDER BY seq LIMIT ${PROBED / 2})`;
  const middle = sql`(SELECT (min(seq) + max(seq)) / 2 FROM operation WHERE run = ${run})`;
  const { rows } = await sql<{ common: boolean }>`SELECT count(*) >= ${COMMON} AS common
    FROM (${from(sql`0`)} UNION ALL ${from(middle)}) AS operation WHERE ${namesText(text)}`.execute(db);
  return rows[0]?.common === true;
}

const REJECT_ORDERS = { row: [sql`row`, sql`column_name`], key: [sql`key`, sql`row`], column: [sql`column_name`, sql`row`] } as const;
export type RejectSort = keyof typeof REJECT_ORDERS;
export const REJECT_SORTS = Object.keys(REJECT_ORDERS) as RejectSort[];

/** One page of the problems of a run's rejected rows, how many problems there are, and in how many rows. */
export async function pageRejects(
  db: Db,
  run: string,
  page: { limit: number; offset: number },
  { by, direction }: Sort<RejectSort> = { by: "row", direction: "asc" },
): Promise<{ rejects: StagedReject[]; all: number; rows: number }> {
  const counted = await sql<{
    n: string;
    of: string;
  }>`SELECT count(*) AS n, count(DISTINCT row) AS "of" FROM rejected_row WHERE run = ${run}`.execute(db);
  const { rows } = await sql<StagedReject>`SELECT row, key, column_name AS "column", code, fact FROM rejected_row
    WHERE run = ${run} ORDER BY ${inDirection(REJECT_ORDERS[by], direction)} LIMIT ${page.limit} OFFSET ${page.offset}`.execute(db);
  const { n = 0, of = 0 } = counted.rows[0] ?? {};
  return { rejects: rows, all: Number(n), rows: Number(of) };
}

/** Returns the reason for which most rows of a run are rejected. */
export async function mostFrequentReject(db: Db, run: string): Promise<{ code: string; rows: number } | undefined> {
  const { rows } = await sql<{ code: string; n: string }>`SELECT code, count(DISTINCT row) AS n FROM rejected_row WHERE run = ${run}
    GROUP BY code ORDER BY count(DISTINCT row) DESC, code LIMIT 1`.execute(db);
  return rows[0] === undefined ? undefined : { code: rows[0].code, rows: Number(rows[0].n) };
}

/** Returns the latest runs whose id begins with a text, or whose job has it in its name. */
export async function searchRuns(db: Db, text: string, limit: number): Promise<RunLine[]> {
  const part = likeText(text);
  return db
    .selectFrom("run")
    .select(columns)
    .where((eb) => eb.or([eb("id", "like", `${part}%`), eb("job", "ilike", `%${part}%`)]))
    .orderBy("started_at", "desc")
    .limit(limit)
    .execute();
}

/** Returns the groups that the first people of a run join or leave, for a filter. */
export async function listRunGroups(db: Db, run: string): Promise<string[]> {
  const { rows } = await sql<{
    path: string;
  }>`SELECT DISTINCT path FROM (SELECT changes FROM operation WHERE run = ${run} ORDER BY seq LIMIT 1000) AS o
    CROSS JOIN LATERAL jsonb_array_elements_text(COALESCE(changes->'gains', '[]') || COALESCE(changes->'losses', '[]')) AS path
    ORDER BY path LIMIT 200`.execute(db);
  return rows.map(({ path }) => path);
}

/** Returns the run that a run reverts. */
export async function findReverted(db: Db, run: string): Promise<string | null> {
  const found = await db.selectFrom("run").select("id").where("reverted_by", "=", run).executeTakeFirst();
  return found?.id ?? null;
}
