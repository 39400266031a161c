import type { Fact } from "../../domain/facts/fact.ts";
import { randomUUID } from "node:crypto";
import { sql, type Selectable } from "kysely";
import type { Removal } from "./removals.ts";
import type { ApprovalTable, CommentTable } from "../schema/review.ts";
import type { PossibleActors } from "../schema/values.ts";
import type { Db } from "../schema/tables.ts";
import { inTransaction } from "../transaction.ts";

export type Approval = Selectable<ApprovalTable>;
export type Comment = Selectable<CommentTable>;

export interface Decision {
  status: "approved" | "rejected";
  by: string;
  /** The channel: `cli`, `session`, `token`, `workbook`, `policy`. */
  how: string;
  reason: string;
  at: Date;
  /** An approval is not sent before this time. */
  dueAt: Date | null;
  /** A rejection lasts until this time; `null`: until the evidence changes. */
  keepUntil: Date | null;
}

/** A removal to decide: the evidence of the decision, and the reviewers whose earlier approvals it needs. */
interface DecideOn {
  id: string;
  evidence: string;
  with: readonly string[];
}

/**
 * Decides many removals; each only if it is still pending on its evidence, and no approval that it needs was withdrawn.
 * @returns the decided ones
 */
export async function decideRemovals(db: Db, on: readonly DecideOn[], decision: Decision): Promise<Removal[]> {
  const { status, by, how, reason, at, dueAt, keepUntil } = decision;
  const asked = JSON.stringify(on);
  return inTransaction(db, async (inside) => {
    // Undoing locks the removal first, so the next statement sees what was undone until now.
    await sql`SELECT 1 FROM removal WHERE id IN (SELECT o.id FROM jsonb_to_recordset(${asked}::jsonb) AS o(id text))
      ORDER BY id FOR UPDATE`.execute(inside);
    const { rows } = await sql<Removal>`
      UPDATE removal r SET status = ${status}, decided_by = ${by}, decided_how = ${how}, decision_reason = ${reason}, decided_at = ${at},
        due_at = ${dueAt}::timestamptz, keep_until = ${keepUntil}::timestamptz
      FROM jsonb_to_recordset(${asked}::jsonb) AS o(id text, evidence text, "with" jsonb)
      WHERE r.id = o.id AND r.status = 'pending' AND r.evidence_digest = o.evidence
        AND NOT EXISTS (SELECT 1 FROM jsonb_array_elements_text(o."with") AS w(name) WHERE NOT EXISTS (
          SELECT 1 FROM approval a WHERE a.removal = r.id AND a.by = w.name AND a.evidence_digest = r.evidence_digest))
      RETURNING r.*`.execute(inside);
    return rows;
  });
}

/**
 * Undoes an approval, including the first of two, unless a confirmed request for it is in flight. An operation that has
 * not claimed the removal finds it no longer approved.
 * @returns `undefined` if there is nothing to undo
 */
export async function undoApproval(db: Db, id: string): Promise<Removal | undefined> {
  return inTransaction(db, async (inside) => {
    const { rows } = await sql<Removal>`
      UPDATE removal SET status = 'pending', decided_by = NULL, decided_how = NULL, decision_reason = NULL, decided_at = NULL, due_at = NULL
      WHERE id = ${id}
        AND NOT (confirm_sent AND EXISTS (
          SELECT 1 FROM operation o WHERE o.account = removal.account AND o.key = removal.key AND o.kind = 'remove-groups'
            AND o.status = 'running' AND o.removals @> to_jsonb(removal.id)))
        AND (status = 'approved' OR (status = 'pending' AND EXISTS (SELECT 1 FROM approval a WHERE a.removal = removal.id)))
      RETURNING *`.execute(inside);
    const [undone] = rows;
    if (undone !== undefined) await inside.deleteFrom("approval").where("removal", "=", id).execute();
    return undone;
  });
}

/**
 * Undoes a decision to keep: the removal is pending again on its evidence, which the next run and a new decision check.
 * @returns `undefined` if it is not kept any more
 */
export async function undoRejection(db: Db, id: string): Promise<Removal | undefined> {
  return db
    .updateTable("removal")
    .set({ status: "pending", decided_by: null, decided_how: null, decision_reason: null, decided_at: null, keep_until: null })
    .where("id", "=", id)
    .where("status", "=", "rejected")
    .returningAll()
    .executeTakeFirst();
}

/** An approval that one of two reviewers gave. */
type NewApproval = Omit<Approval, "evidence_digest" | "people"> & { evidence: string; people: PossibleActors };

/** Adds first approvals, each only while its removal is pending on the same evidence. @returns the ids of these removals */
export async function addApprovals(db: Db, approvals: readonly NewApproval[]): Promise<string[]> {
  const { rows } = await sql<{ removal: string }>`
    INSERT INTO approval (removal, by, at, reason, evidence_digest, people)
    SELECT r.id, a.by, a.at, a.reason, r.evidence_digest, a.people
    FROM jsonb_to_recordset(${JSON.stringify(approvals)}::jsonb) AS a(removal text, by text, at timestamptz, reason text, evidence text, people jsonb)
      JOIN removal r ON r.id = a.removal AND r.status = 'pending' AND r.evidence_digest = a.evidence
    ON CONFLICT (removal, by) DO UPDATE SET at = excluded.at, reason = excluded.reason, evidence_digest = excluded.evidence_digest,
      people = excluded.people
    RETURNING removal`.execute(db);
  return rows.map(({ removal }) => removal);
}

/** Returns the approvals so far, in order. */
export async function listApprovals(db: Db, removals: readonly string[]): Promise<Approval[]> {
  if (removals.length === 0) return [];
  return db
    .selectFrom("approval")
    .selectAll()
    .where(sql<boolean>`removal IN (SELECT jsonb_array_elements_text(${JSON.stringify(removals)}::jsonb))`)
    .orderBy("at")
    .execute();
}

/** Reassigns a pending removal to another reviewer. */
export async function assignRemoval(db: Db, id: string, to: string): Promise<Removal | undefined> {
  return db
    .updateTable("removal")
    .set({ assigned_to: to })
    .where("id", "=", id)
    .where("status", "=", "pending")
    .returningAll()
    .executeTakeFirst();
}

export type CommentKind = "comment" | "handed_over" | "undone" | "exception_ended";

export async function insertComment(
  db: Db,
  comment: { removal: string; by: string; at: Date; kind: CommentKind; text: string; toWhom: string | null },
): Promise<void> {
  const { toWhom, ...rest } = comment;
  await db
    .insertInto("comment")
    .values({ id: randomUUID(), ...rest, to_whom: toWhom })
    .execute();
}

/** Returns the comments on these removals, oldest first. */
export async function listComments(db: Db, removals: readonly string[]): Promise<Comment[]> {
  if (removals.length === 0) return [];
  return db
    .selectFrom("comment")
    .selectAll()
    .where(sql<boolean>`removal IN (SELECT jsonb_array_elements_text(${JSON.stringify(removals)}::jsonb))`)
    .orderBy("at")
    .execute();
}

/**
 * Ends rejections whose date has passed, or a single one. Marks the people, so that the next plan asks again and shows
 * the earlier decision.
 */
export async function endRejections(
  db: Db,
  which: { job: string; keepUntilBefore: Date } | { id: string },
  outcome: Fact,
  now: Date,
): Promise<Removal[]> {
  const filter = "id" in which ? sql`id = ${which.id}` : sql`job = ${which.job} AND keep_until < ${which.keepUntilBefore}`;
  const { rows } = await sql<Removal>`WITH ended AS (
      UPDATE removal SET status = 'expired', ended_at = ${now}, outcome = ${JSON.stringify(outcome)}::jsonb WHERE status = 'rejected' AND ${filter} RETURNING *),
    marked AS (
      UPDATE person p SET dirty = true FROM ended WHERE p.job = ended.job AND p.key = ended.key)
    SELECT * FROM ended`.execute(db);
  return rows;
}

/**
 * Counts the memberships of each cause that a removal names in any status: all open ones, and those that ended within
 * the window. So neither keeping, undoing nor approving in pieces makes a cause small.
 */
export async function countByCause(db: Db, causes: readonly string[], endedAfter: Date): Promise<Map<string, number>> {
  if (causes.length === 0) return new Map();
  const { rows } = await sql<{ cause: string; n: string }>`SELECT cause, count(DISTINCT (key, group_id)) AS n FROM removal
    WHERE cause = ANY (ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(causes)}::jsonb)))
      AND (status IN ('pending', 'approved', 'rejected') OR status IN ('applied', 'superseded', 'expired') AND ended_at > ${endedAfter})
    GROUP BY cause`.execute(db);
  return new Map(rows.map(({ cause, n }) => [cause, Number(n)]));
}

interface Origin {
  startedBy: string | null;
  /** `null`: not started by a person, or unknown. */
  startedPeople: PossibleActors | null;
  mappedBy: string | null;
  mappedPeople: PossibleActors | null;
}

/** Returns who started the run that found a removal, and who first ran its mapping. */
export async function originOf(db: Db, firstRun: string): Promise<Origin> {
  const { rows } = await sql<{
    started_by: string | null;
    started_people: PossibleActors | null;
    first_by: string | null;
    first_people: PossibleActors | null;
  }>`
    SELECT r.started_by, r.started_people, m.first_by, m.first_people
    FROM run r LEFT JOIN mapping_version m ON m.job = r.job AND m.context = r.context WHERE r.id = ${firstRun}`.execute(db);
  const [found] = rows;
  return {
    startedBy: found?.started_by ?? null,
    startedPeople: found?.started_people ?? null,
    mappedBy: found?.first_by ?? null,
    mappedPeople: found?.first_people ?? null,
  };
}

/**
 * Returns, of approved removals, those whose last entry in the audit trail undid the approval. The trail is on disk
 * first; a power cut may have lost the database's copy.
 */
export async function listUndone(db: Db, removals: readonly string[]): Promise<Set<string>> {
  if (removals.length === 0) return new Set();
  const { rows } = await sql<{ removal: string; action: string }>`
    SELECT DISTINCT ON (detail->>'removal') detail->>'removal' AS removal, action FROM audit
    WHERE action IN ('removal_approved', 'approval_undone')
      AND detail->>'removal' IN (SELECT jsonb_array_elements_text(${JSON.stringify(removals)}::jsonb))
    ORDER BY detail->>'removal', seq DESC`.execute(db);
  return new Set(rows.filter(({ action }) => action === "approval_undone").map(({ removal }) => removal));
}

/** Returns, by removal, who linked its person to its account by hand; `people` is `null` where they are unknown. */
export async function listHandLinks(
  db: Db,
  removals: readonly string[],
): Promise<Map<string, { by: string; people: PossibleActors | null }[]>> {
  if (removals.length === 0) return new Map();
  const { rows } = await sql<{ removal: string; by: string; people: PossibleActors | null }>`
    SELECT r.id AS removal, a.actor AS by, a.detail->'people' AS people
    FROM removal r JOIN audit a ON a.detail->>'key' = r.key AND a.action IN ('identity_linked', 'identity_moved')
      AND a.detail->>'account' = r.account AND a.detail->>'user_id' = r.user_id
    WHERE r.id IN (SELECT jsonb_array_elements_text(${JSON.stringify(removals)}::jsonb))
    ORDER BY a.seq`.execute(db);
  return Map.groupBy(rows, ({ removal }) => removal);
}
