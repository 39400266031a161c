/** Decisions that people made: the removals that one request decided, with one reason. */
import { sql } from "kysely";
import type { Removal } from "./removals.ts";
import type { Db } from "../schema/tables.ts";
import { listApplied } from "../runs/removed.ts";

/** A decision that is still there: what was undone does not count. */
export interface DecisionLine {
  job: string;
  by: string;
  at: Date;
  how: string;
  reason: string;
  verdict: "approved" | "rejected";
  /** One of its removals, which names it. */
  removal: string;
  /** The name of its only person; `null`: several people. */
  name: string | null;
  people: number;
  removals: number;
  groups: string[];
  /** Approved and not applied yet. */
  open: number;
  /** Applied, and not added back since. */
  applied: number;
  /** Of these, those that a run is adding back now. */
  returning: number;
  /** Added back after it was applied. */
  restored: number;
  /** When the first exception of the decision ends; `null`: none ends. */
  until: Date | null;
}

/** Returns the removals whose memberships are being added back, one by one or with the whole run that removed them. */
async function listAllUndoing(db: Db): Promise<string[]> {
  const { rows } = await sql<{ ids: (string | null)[]; run: string | null }>`
    SELECT coalesce(detail->'removals', jsonb_build_array(detail->'removal')) AS ids, detail->>'of' AS run
    FROM run_request WHERE kind = 'revert' AND ended_at IS NULL`.execute(db);
  const ofRuns: string[] = [];
  for (const { run } of rows) if (run !== null) ofRuns.push(...(await listApplied(db, run)).map(({ id }) => id));
  return [...rows.flatMap(({ ids }) => ids.filter((id) => id !== null)), ...ofRuns];
}

const inList = (ids: readonly string[]) => sql`SELECT jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)`;

const decided = sql<boolean>`status IN ('approved', 'applied', 'rejected') AND decided_how <> 'policy'`;

/** Returns one page of the latest decisions, and whether there are more. Older decisions are not read: an index gives the latest times. */
export async function pageDecisions(
  db: Db,
  page: { limit: number; offset: number },
): Promise<{ decisions: DecisionLine[]; more: boolean }> {
  const undoing = inList(await listAllUndoing(db));
  type Counts = Record<"people" | "removals" | "open" | "applied" | "returning" | "restored", string>;
  const { rows } = await sql<Omit<DecisionLine, keyof Counts> & Counts>`
    SELECT job, decided_by AS by, decided_at AS at, decided_how AS how, decision_reason AS reason,
      CASE WHEN status = 'rejected' THEN 'rejected' ELSE 'approved' END AS verdict, min(id) AS removal,
      CASE WHEN count(DISTINCT key) = 1 THEN min(name) END AS name, count(DISTINCT key) AS people, count(*) AS removals,
      to_jsonb((array_agg(DISTINCT group_path))[1:4]) AS groups, count(*) FILTER (WHERE status = 'approved') AS open,
      count(*) FILTER (WHERE status = 'applied' AND restored IS NULL) AS applied,
      count(*) FILTER (WHERE status = 'applied' AND restored IS NULL AND id IN (${undoing})) AS returning,
      count(*) FILTER (WHERE restored IS NOT NULL) AS restored, min(keep_until) AS until
    FROM removal WHERE ${decided} AND decided_at >= (SELECT min(decided_at) FROM (
      SELECT DISTINCT decided_at FROM removal WHERE ${decided} ORDER BY decided_at DESC LIMIT ${page.offset + page.limit + 1}) AS latest)
    GROUP BY job, decided_by, decided_at, decided_how, decision_reason, verdict
    ORDER BY at DESC, removal LIMIT ${page.limit + 1} OFFSET ${page.offset}`.execute(db);
  return {
    decisions: rows.slice(0, page.limit).map((row) => ({
      ...row,
      people: Number(row.people),
      removals: Number(row.removals),
      open: Number(row.open),
      applied: Number(row.applied),
      returning: Number(row.returning),
      restored: Number(row.restored),
    })),
    more: rows.length > page.limit,
  };
}

/** Returns the removals of the decision that decided this one at this time; none if that decision was undone. */
export async function listDecidedWith(db: Db, id: string, at: Date): Promise<Removal[]> {
  const { rows } = await sql<Removal>`
    SELECT r.* FROM removal r JOIN removal one ON one.id = ${id} AND one.decided_at = ${at}
      AND r.job = one.job AND r.decided_by = one.decided_by AND r.decided_at = one.decided_at AND r.decided_how = one.decided_how
      AND r.decision_reason = one.decision_reason AND (r.status = 'rejected') = (one.status = 'rejected')
    WHERE r.status IN ('approved', 'applied', 'rejected') AND r.decided_how <> 'policy' ORDER BY r.key, r.group_path`.execute(db);
  return rows;
}

/** Returns which of these removals a run is undoing now. */
export async function listUndoing(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT r.id FROM removal r WHERE r.id IN (${inList(ids)})
      AND r.status = 'applied' AND r.restored IS NULL AND r.id IN (${inList(await listAllUndoing(db))})`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
