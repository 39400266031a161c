import type { Generated } from "kysely";
import type { Fact } from "../../domain/facts/fact.ts";
import type { Json, NullableJson, NullableTime, PossibleActors, Time } from "./values.ts";

/** Removals and the decisions on them. Statements end with `;` at the end of a line. */
export const reviewTables = `
CREATE TABLE removal (
  id text PRIMARY KEY, account text NOT NULL, job text NOT NULL, key text NOT NULL, name text NOT NULL, username text,
  user_id text NOT NULL, group_id text NOT NULL, group_path text NOT NULL, status text NOT NULL, cause text NOT NULL,
  evidence jsonb NOT NULL, evidence_digest text NOT NULL, first_run text NOT NULL,
  last_run text NOT NULL, since timestamptz NOT NULL, seen_at timestamptz NOT NULL, decided_by text, decided_at timestamptz,
  decided_how text, decision_reason text, confirm_sent boolean NOT NULL DEFAULT false, ended_at timestamptz, outcome jsonb,
  assigned_to text, keep_until timestamptz, due_at timestamptz, restored jsonb) WITH (fillfactor = 50);
CREATE INDEX removal_causes ON removal (job, cause) INCLUDE (group_path, assigned_to, since, key, id, evidence_digest) WHERE status = 'pending';
CREATE INDEX removal_decided ON removal (decided_at) WHERE decided_how <> 'policy' AND status IN ('approved', 'applied', 'rejected');
CREATE INDEX removal_exception_name ON removal (name COLLATE "und-x-icu", id) WHERE status = 'rejected';
CREATE INDEX removal_first_run ON removal (first_run);
CREATE INDEX removal_group ON removal (group_path);
CREATE INDEX removal_of_group ON removal (account, group_id);
CREATE UNIQUE INDEX removal_open ON removal (job, key, group_id) WHERE status IN ('pending', 'approved', 'rejected');
CREATE INDEX removal_person ON removal (job, key);
CREATE INDEX removal_progress ON removal (status, first_run, decided_how);
CREATE INDEX removal_reason ON removal (decided_by, decided_at) WHERE decision_reason IS NOT NULL;
CREATE INDEX removal_restored ON removal ((restored->>'run')) WHERE restored IS NOT NULL;
CREATE INDEX removal_status ON removal (status, cause, group_path, key);
CREATE TABLE found_removal (
  run text NOT NULL, key text NOT NULL, name text NOT NULL, username text, user_id text NOT NULL, group_id text NOT NULL,
  group_path text NOT NULL, cause text NOT NULL, evidence jsonb NOT NULL,
  evidence_digest text NOT NULL, PRIMARY KEY (run, key, group_id));
CREATE TABLE approval (
  removal text NOT NULL, by text NOT NULL, at timestamptz NOT NULL, reason text NOT NULL, evidence_digest text NOT NULL,
  people jsonb, PRIMARY KEY (removal, by));
CREATE TABLE comment (
  id text PRIMARY KEY, removal text NOT NULL, by text NOT NULL, at timestamptz NOT NULL, kind text NOT NULL, text text NOT NULL,
  to_whom text);
CREATE INDEX comment_removal ON comment (removal, at);
CREATE TABLE exception (
  account text NOT NULL, job text NOT NULL, key text NOT NULL, group_id text NOT NULL, group_path text NOT NULL, by text NOT NULL,
  at timestamptz NOT NULL, reason text NOT NULL, until timestamptz, from_run text, PRIMARY KEY (job, key, group_id));
CREATE TABLE group_impact (
  account text NOT NULL, group_id text NOT NULL, items jsonb NOT NULL, complete boolean NOT NULL, read_at timestamptz NOT NULL,
  PRIMARY KEY (account, group_id));
CREATE TABLE person_impact (
  account text NOT NULL, user_id text NOT NULL, progress jsonb NOT NULL, read_at timestamptz NOT NULL,
  PRIMARY KEY (account, user_id));
CREATE TABLE progress_export (job text PRIMARY KEY, scope text NOT NULL, began_at timestamptz NOT NULL);
CREATE TABLE exported_progress (
  job text NOT NULL, account text NOT NULL, key text NOT NULL, user_id text NOT NULL, known boolean NOT NULL,
  items jsonb NOT NULL, PRIMARY KEY (job, key));
`;

export type RemovalStatus = "pending" | "approved" | "rejected" | "applied" | "superseded" | "expired";

/** Who added a removed membership back, and the run that did it. */
export interface Restoration {
  run: string;
  by: string;
  at: string;
  reason: string;
}

/** An assignment of a group, as the service reported it. */
export interface AssignedItem {
  kind: "course" | "learning path";
  /** Empty: the service did not report it. */
  id: string;
  name: string;
  due: string | null;
}

/** A person's progress by id; `null`: not known. */
export interface StoredProgress {
  courses: Record<string, { status: string; percent: number; due: string | null }> | null;
  paths: Record<string, number> | null;
}

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
  outcome: NullableJson<Fact>;
  /** The reviewer it is assigned to. */
  assigned_to: Generated<string | null>;
  /** End of a rejection; `null`: until its evidence changes. */
  keep_until: NullableTime;
  /** An approved removal is not sent before this time. */
  due_at: NullableTime;
  /** Set on an applied removal whose membership a reverted run added back. */
  restored: NullableJson<Restoration>;
}

export interface FoundRemovalTable extends Pick<
  RemovalTable,
  "key" | "name" | "username" | "user_id" | "group_id" | "group_path" | "cause" | "evidence" | "evidence_digest"
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
  /** `null`: unknown. */
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

/** The assignments of a group. */
interface GroupImpactTable {
  account: string;
  group_id: string;
  items: Json<AssignedItem[]>;
  /** All assignments are in `items`; otherwise the impact is not known. */
  complete: boolean;
  read_at: Time;
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

export interface ReviewTables {
  removal: RemovalTable;
  found_removal: FoundRemovalTable;
  approval: ApprovalTable;
  comment: CommentTable;
  exception: ExceptionTable;
  group_impact: GroupImpactTable;
  person_impact: PersonImpactTable;
  progress_export: ProgressExportTable;
  exported_progress: ExportedProgressTable;
}
