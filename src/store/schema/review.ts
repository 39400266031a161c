import type { Generated } from "kysely";
import type { Json, NullableJson, NullableTime, PossibleActors, Time } from "./values.ts";

export type RemovalStatus = "pending" | "approved" | "rejected" | "applied" | "superseded" | "expired";

export interface RemovalTable {
  id: string;
  account: string;
  job: string;
  key: string;
  name: string;
  username: string | null;
  user_id: string;
  group_id: string;
  group_path: string;
  status: RemovalStatus;
  cause: string;
  cause_text: string;
  why: string;
  evidence: Json<unknown>;
  evidence_digest: string;
  first_run: string;
  last_run: string;
  since: Time;
  seen_at: Time;
  decided_by: string | null;
  decided_at: NullableTime;
  decided_how: string | null;
  decision_reason: string | null;
  /** A confirmed removal request was sent, so a missing membership was removed by it. */
  confirm_sent: Generated<boolean>;
  ended_at: NullableTime;
  outcome: string | null;
  /** The reviewer it is assigned to. */
  assigned_to: Generated<string | null>;
  /** End of a rejection; `null`: until its evidence changes. */
  keep_until: NullableTime;
  /** An approved removal is not sent before this time. */
  due_at: NullableTime;
  /** Set on an applied removal whose membership a reverted run added back. */
  restored: NullableJson<Restoration>;
}
/** Who added a removed membership back, and the run that did it. */
export interface Restoration {
  run: string;
  by: string;
  at: string;
  reason: string;
}
export interface FoundRemovalTable extends Pick<
  RemovalTable,
  "key" | "name" | "username" | "user_id" | "group_id" | "group_path" | "cause" | "cause_text" | "why" | "evidence" | "evidence_digest"
> {
  run: string;
}
/** The approvals so far, while a second reviewer is needed. */
export interface ApprovalTable {
  removal: string;
  by: string;
  at: Time;
  reason: string;
  evidence_digest: string;
  /** `null`: approved before this was stored. */
  people: NullableJson<PossibleActors>;
}
/** A comment on a removal: `comment`, `handed_over`, `undone`. */
export interface CommentTable {
  id: string;
  removal: string;
  by: string;
  at: Time;
  kind: string;
  text: string;
  to_whom: string | null;
}
/** A membership that stays regardless of HR's data; created when a run is reverted. */
export interface ExceptionTable {
  account: string;
  job: string;
  key: string;
  group_id: string;
  group_path: string;
  by: string;
  at: Time;
  reason: string;
  until: NullableTime;
  from_run: string | null;
}

/** An assignment of a group, as the service reported it. */
export interface AssignedItem {
  kind: "course" | "learning path";
  /** Empty: the service did not report it. */
  id: string;
  name: string;
  due: string | null;
}
/** The assignments of a group. */
interface GroupImpactTable {
  account: string;
  group_id: string;
  items: Json<AssignedItem[]>;
  /** All assignments are in `items`; otherwise the impact is not known. */
  complete: boolean;
  read_at: Time;
}
/** A person's progress by id; `null`: not known. */
export interface StoredProgress {
  courses: Record<string, { status: string; percent: number; due: string | null }> | null;
  paths: Record<string, number> | null;
}
/** Progress of a person with a pending removal; sealed where there is a key. */
interface PersonImpactTable {
  account: string;
  user_id: string;
  progress: Json<StoredProgress | { sealed: string }>;
  read_at: Time;
}
/** An export of progress whose file is not written yet. */
interface ProgressExportTable {
  job: string;
  /** Account, first day and columns, as text; an export with another scope begins again. */
  scope: string;
  began_at: Time;
}

/** A person whom an export has read. */
interface ExportedProgressTable {
  job: string;
  account: string;
  key: string;
  user_id: string;
  /** Whether the service knows the account. */
  known: boolean;
  items: Json<Readonly<Record<string, unknown>>[] | { sealed: string }>;
}

export interface ImpactTables {
  progress_export: ProgressExportTable;
  exported_progress: ExportedProgressTable;
  group_impact: GroupImpactTable;
  person_impact: PersonImpactTable;
}
