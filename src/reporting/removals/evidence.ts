import type { DecidingCell } from "../../domain/facts/changed-cells.ts";
import { listApprovals, listComments, type Approval } from "../../store/review/decisions.ts";
import { listGroups, membershipsOf } from "../../store/directory/directory.ts";
import { listRemovals, type Removal } from "../../store/review/removals.ts";
import type { Db } from "../../store/schema/tables.ts";
import { compareTexts } from "../locales/formats.ts";
import { t } from "../locales/t.ts";

/** The stored evidence of a removal, written by `plan/removal-cause.ts`. */
export interface StoredEvidence {
  kind: string;
  file: string;
  row: number;
  cells: DecidingCell[];
  rules: { rule: string; at: string; gives: string[] }[];
  /** The rules that gave the group before. */
  formerly: { rule: string; at: string }[];
  gains: string[];
  lastGroup: boolean;
  /** Stored for a last group: the job had `policy.park` in its latest run, so the removal can be approved. */
  parked?: boolean;
}

export function evidenceOf(removal: Pick<Removal, "evidence">): StoredEvidence {
  return removal.evidence as StoredEvidence;
}

/** An approval while another reviewer is needed. */
export interface ShownApproval {
  by: string;
  at: string;
  reason: string;
  /** All people who may be behind it; `null`: unknown. */
  people: string[] | null;
  /** Any administrator may be behind it, too. */
  any_admin: boolean;
}

export function shownApproval({ by, at, reason, people }: Approval): ShownApproval {
  return { by, at: at.toISOString(), reason, people: people?.names ?? null, any_admin: people?.any_admin ?? true };
}

/** Names the people who may also be behind an approval; `null`: no one else. */
export function possibleActorsText({ by, people, any_admin: anyAdmin }: Pick<ShownApproval, "by" | "people" | "any_admin">): string | null {
  const others = (people ?? []).filter((name) => name !== by);
  const all = [...others, ...(anyAdmin ? [t("report.any_administrator")] : [])];
  return all.length === 0 ? null : t("report.possibly_also_names", { names: all.join(", ") });
}

/** Context that a reviewer sees beside the evidence of a removal. Nothing sensitive. */
export interface Circumstances {
  /** Paths of the person's other groups in the latest snapshot. */
  otherGroups: string[];
  /** Approvals so far, if a second reviewer is needed. */
  approvals: ShownApproval[];
  /** Comments, oldest first. */
  remarks: { by: string; at: string; kind: string; text: string; to: string | null }[];
  /** Earlier removals of the same person and group with their decisions, latest first. */
  earlier: Removal[];
}

/** Loads the current circumstances of a removal. */
export async function circumstancesOf(db: Db, removal: Removal): Promise<Circumstances> {
  const paths = new Map((await listGroups(db, removal.account)).map((group) => [group.id, group.path]));
  const groups = await membershipsOf(db, removal.account, removal.user_id);
  const approvals = await listApprovals(db, [removal.id]);
  const comments = await listComments(db, [removal.id]);
  const ofPerson = await listRemovals(db, { job: removal.job, key: removal.key });
  return {
    otherGroups: groups
      .filter((id) => id !== removal.group_id)
      .map((id) => paths.get(id) ?? id)
      .sort(compareTexts),
    approvals: approvals.filter((approval) => approval.evidence_digest === removal.evidence_digest).map(shownApproval),
    remarks: comments.map(({ by, at, kind, text, to_whom: to }) => ({ by, at: at.toISOString(), kind, text, to })),
    earlier: ofPerson
      .filter((other) => other.group_id === removal.group_id && other.id !== removal.id)
      .sort((a, b) => b.since.getTime() - a.since.getTime()),
  };
}
