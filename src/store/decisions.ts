import { randomUUID } from "node:crypto";
import { sql, type Selectable } from "kysely";
import type { Removal } from "./removals.ts";
import type { ApprovalTable, RemarkTable } from "./schema-review.ts";
import type { PeopleBehind } from "./schema-values.ts";
import type { Db } from "./schema.ts";

export type Approval = Selectable<ApprovalTable>;
export type Remark = Selectable<RemarkTable>;

export interface Decision {
  status: "approved" | "rejected";
  by: string;
  /** By which way it came: `cli`, `session`, `token`, `workbook`, `policy`. */
  how: string;
  reason: string;
  at: Date;
  /** Of an approval: it is not sent before. */
  dueAt: Date | null;
  /** Of a rejection: it stands until then; `null`: until the evidence changes. */
  keepUntil: Date | null;
}

/**
 * Decides a removal that still waits, on the evidence that the decision was made on: one statement, so that of two
 * who decide at once one is first.
 * @returns `undefined` where somebody else was first or the evidence is another
 */
export async function decideRemoval(db: Db, on: { id: string; evidence: string }, decision: Decision): Promise<Removal | undefined> {
  return db
    .updateTable("removal")
    .set({
      status: decision.status,
      decided_by: decision.by,
      decided_how: decision.how,
      decision_reason: decision.reason,
      decided_at: decision.at,
      due_at: decision.dueAt,
      keep_until: decision.keepUntil,
    })
    .where("id", "=", on.id)
    .where("status", "=", "pending")
    .where("evidence_digest", "=", on.evidence)
    .returningAll()
    .executeTakeFirst();
}

/**
 * The same for many removals at once: each is decided only where it still waits on its evidence.
 * @returns those that were decided
 */
export async function decideRemovals(db: Db, on: readonly { id: string; evidence: string }[], decision: Decision): Promise<Removal[]> {
  const { status, by, how, reason, at, dueAt, keepUntil } = decision;
  const { rows } = await sql<Removal>`
    UPDATE removal r SET status = ${status}, decided_by = ${by}, decided_how = ${how}, decision_reason = ${reason}, decided_at = ${at},
      due_at = ${dueAt}::timestamptz, keep_until = ${keepUntil}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(on)}::jsonb) AS o(id text, evidence text)
    WHERE r.id = o.id AND r.status = 'pending' AND r.evidence_digest = o.evidence RETURNING r.*`.execute(db);
  return rows;
}

/**
 * Takes an approval back while no confirmed request for it is on its way; also the first of two, where a second
 * reviewer is waited for. An operation that has not claimed it yet finds that it is not approved any more.
 * @returns `undefined` where there is nothing left to take back
 */
export async function undoApproval(db: Db, id: string): Promise<Removal | undefined> {
  return db.transaction().execute(async (inside) => {
    const { rows } = await sql<Removal>`
      UPDATE removal SET status = 'pending', decided_by = NULL, decided_how = NULL, decision_reason = NULL, decided_at = NULL, due_at = NULL
      WHERE id = ${id}
        AND NOT (confirm_sent AND EXISTS (
          SELECT 1 FROM operation o WHERE o.account = removal.account AND o.key = removal.key AND o.kind = 'remove-groups'
            AND o.status = 'running' AND o.payload->'removals' @> to_jsonb(removal.id)))
        AND (status = 'approved' OR (status = 'pending' AND EXISTS (SELECT 1 FROM approval a WHERE a.removal = removal.id)))
      RETURNING *`.execute(inside);
    const [undone] = rows;
    if (undone !== undefined) await inside.deleteFrom("approval").where("removal", "=", id).execute();
    return undone;
  });
}

/** A yes that does not count alone: a second reviewer is needed. Only while the removal waits, on the same evidence. */
export async function addApproval(
  db: Db,
  approval: { removal: string; by: string; at: Date; reason: string; evidence: string; people: PeopleBehind },
): Promise<boolean> {
  const { rows } = await sql<{ removal: string }>`
    INSERT INTO approval (removal, by, at, reason, evidence_digest, people)
    SELECT id, ${approval.by}, ${approval.at}, ${approval.reason}, evidence_digest, ${JSON.stringify(approval.people)}::jsonb FROM removal
    WHERE id = ${approval.removal} AND status = 'pending' AND evidence_digest = ${approval.evidence}
    ON CONFLICT (removal, by) DO UPDATE SET at = excluded.at, reason = excluded.reason, evidence_digest = excluded.evidence_digest,
      people = excluded.people
    RETURNING removal`.execute(db);
  return rows.length > 0;
}

/** Who has approved so far, in their order. */
export async function listApprovals(db: Db, removals: readonly string[]): Promise<Approval[]> {
  if (removals.length === 0) return [];
  return db
    .selectFrom("approval")
    .selectAll()
    .where(sql<boolean>`removal IN (SELECT jsonb_array_elements_text(${JSON.stringify(removals)}::jsonb))`)
    .orderBy("at")
    .execute();
}

/** Asks somebody else to decide; only while it waits. */
export async function assignRemoval(db: Db, id: string, to: string): Promise<Removal | undefined> {
  return db
    .updateTable("removal")
    .set({ assigned_to: to })
    .where("id", "=", id)
    .where("status", "=", "pending")
    .returningAll()
    .executeTakeFirst();
}

export type RemarkKind = "comment" | "handed_over" | "undone" | "exception_ended";

export async function insertRemark(
  db: Db,
  remark: { removal: string; by: string; at: Date; kind: RemarkKind; text: string; toWhom: string | null },
): Promise<void> {
  const { toWhom, ...rest } = remark;
  await db
    .insertInto("remark")
    .values({ id: randomUUID(), ...rest, to_whom: toWhom })
    .execute();
}

/** What was said about these removals, the oldest first. */
export async function listRemarks(db: Db, removals: readonly string[]): Promise<Remark[]> {
  if (removals.length === 0) return [];
  return db
    .selectFrom("remark")
    .selectAll()
    .where(sql<boolean>`removal IN (SELECT jsonb_array_elements_text(${JSON.stringify(removals)}::jsonb))`)
    .orderBy("at")
    .execute();
}

/**
 * Ends rejections: those whose date has passed, or one that a person ends. Whoever they are about is looked at again,
 * so that the next plan asks anew, with the earlier decision beside it.
 */
export async function endRejections(
  db: Db,
  which: { job: string; keptBefore: Date } | { id: string },
  outcome: string,
  now: Date,
): Promise<Removal[]> {
  const filter = "id" in which ? sql`id = ${which.id}` : sql`job = ${which.job} AND keep_until < ${which.keptBefore}`;
  const { rows } = await sql<Removal>`WITH ended AS (
      UPDATE removal SET status = 'expired', ended_at = ${now}, outcome = ${outcome} WHERE status = 'rejected' AND ${filter} RETURNING *),
    again AS (
      UPDATE person p SET dirty = true FROM ended WHERE p.job = ended.job AND p.key = ended.key)
    SELECT * FROM ended`.execute(db);
  return rows;
}

/**
 * How many removals of each cause there are that wait, or were approved lately: what a policy about many at once
 * counts, so that a cause does not become small by being approved in pieces.
 */
export async function countByCause(db: Db, causes: readonly string[], decidedAfter: Date): Promise<Map<string, number>> {
  if (causes.length === 0) return new Map();
  const { rows } = await sql<{ cause: string; n: string }>`SELECT cause, count(*) AS n FROM removal
    WHERE cause IN (SELECT jsonb_array_elements_text(${JSON.stringify(causes)}::jsonb))
      AND (status IN ('pending', 'approved') OR (status = 'applied' AND decided_at > ${decidedAfter}))
    GROUP BY cause`.execute(db);
  return new Map(rows.map(({ cause, n }) => [cause, Number(n)]));
}

interface Origin {
  startedBy: string | null;
  /** `null`: stored before the people were. */
  startedPeople: PeopleBehind | null;
  mappedBy: string | null;
  mappedPeople: PeopleBehind | null;
}

/** Who started the run that found a removal, and who was the first to run with the mapping that this run went by. */
export async function originOf(db: Db, firstRun: string): Promise<Origin> {
  const { rows } = await sql<{
    started_by: string | null;
    started_people: PeopleBehind | null;
    first_by: string | null;
    first_people: PeopleBehind | null;
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
 * Of approved removals those whose last word in the audit trail is that the approval was taken back. The trail is on
 * the disk before it counts; a power cut may have lost what the database knew of it.
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
