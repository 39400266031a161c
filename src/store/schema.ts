import type { ColumnType, Generated, Kysely } from "kysely";

/** jsonb: read as a value, always written as a string that the caller made with JSON.stringify. */
type Json<T> = ColumnType<T, string, string>;
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
/** timestamptz: read as Date. */
type Time = ColumnType<Date, Date | string, Date | string>;
type NullableTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

export type RunStatus = "reading" | "planned" | "held" | "running" | "completed" | "failed" | "interrupted" | "cancelled" | "superseded";
export type OperationKind = "create" | "update" | "deactivate" | "reactivate" | "remove-groups";
export type OperationStatus = "planned" | "queued" | "running" | "done" | "failed" | "held" | "uncertain" | "dropped";
export type RemovalStatus = "pending" | "approved" | "rejected" | "applied" | "superseded" | "expired";

export interface SettingTable {
  name: string;
  value: Json<unknown>;
}
export interface TokenTable {
  account: string;
  tokens: Json<unknown>;
}
export interface RunTable {
  id: string;
  job: string;
  /** Where the job file lay, so that the run can go on with the job as it now is. */
  job_file: string;
  account: string;
  /** `sync`, or `decisions`: approved removals that were carried out by themselves. */
  kind: Generated<string>;
  status: RunStatus;
  /** Only part of the people: `absent` and `shrink` don't apply. */
  partial: boolean;
  started_at: Time;
  ended_at: NullableTime;
  planned_at: NullableTime;
  file: string;
  sha256: string;
  rows: number;
  /** Digest of everything but the row that an outcome depends on; names a `mapping_version`. */
  context: string;
  counts: NullableJson<Record<string, number>>;
  held: NullableJson<unknown[]>;
  problem: NullableJson<{ code: string; message: string; next?: string }>;
  /** Its removals wait for decisions and its rows are the known state; before, nothing outside the run has changed. */
  released: Generated<boolean>;
  released_by: string | null;
  notes: NullableJson<unknown[]>;
  summary: NullableJson<Record<string, unknown>>;
}
export interface StagedTable {
  run: string;
  row: number;
  key: string | null;
  digest: string;
  /** Only for rows that are new or changed; the rest stand in `person`. */
  cells: NullableJson<(string | null)[]>;
  username: string | null;
  email: string | null;
  /** `use`, `reject` or `duplicate`. */
  fate: string;
}
/** The mappings that runs went by, so that a later run can tell what changed: the data or the mapping. */
export interface MappingVersionTable {
  job: string;
  context: string;
  file: string;
  text: string;
  /** The columns that `cells` hold, in order. */
  columns: Json<string[]>;
}
export interface RejectTable {
  run: string;
  row: number;
  key: string | null;
  column_name: string | null;
  code: string;
  message: string;
}
export interface PersonTable {
  job: string;
  key: string;
  account: string;
  row: number;
  digest: string;
  /** Digest of everything but the row that the outcome depends on. */
  context: string;
  username: string | null;
  email: string | null;
  /** `present`, `rejected` or `absent` in the last whole file. */
  state: string;
  /** Something else than the row changed, or the last operation did not end well: look again. */
  dirty: boolean;
  /** The service's side changed behind our back; an operation that ends well does not take this away. */
  touched: Generated<boolean>;
  run: string;
}
/** Apart from `person`, which every night is read whole and must stay narrow. */
export interface PersonCellsTable {
  job: string;
  key: string;
  cells: Json<(string | null)[]>;
}
/** The rows of a run that are to be looked at. */
export interface CandidateTable {
  run: string;
  row: number;
}
export interface LinkTable {
  account: string;
  key: string;
  user_id: string;
  job: string;
  source: string;
  /** What we last told the service; `null`: never. */
  active: boolean | null;
  sent: NullableJson<Record<string, unknown>>;
  created_at: Time;
}
export interface IntentTable {
  operation: string;
  account: string;
  job: string;
  key: string;
  username: string;
  digest: string;
  /**
   * `open`: its request may be on its way. `unlinked`: the service accepted it and did not say whose account it is.
   * `uncertain`: its answer was lost. `linked`, `refused` (nothing came of it): settled.
   */
  status: string;
  reason: string | null;
  at: Time;
  /** Ids of the groups that it names and that told their members when it was sent. */
  groups: Json<string[]>;
  /** Ids of all groups that it names. */
  named: Json<string[]>;
  /** Equal for equal groups. */
  set_key: string;
  /** The last reading of the groups before it was sent; `null`: not known, so nobody but a person can settle it. */
  since: number | null;
  /** When its answer was given up. */
  lost_at: NullableTime;
  /** What the last observation saw. */
  evidence: NullableJson<{ candidates: string[]; others: string[] }>;
}
export interface ServiceGroupTable {
  account: string;
  id: string;
  name: string;
  path: string;
  parent_id: string | null;
  members_known: boolean;
  members_digest: string;
  members: number;
}
export interface MembershipTable {
  account: string;
  group_id: string;
  user_id: string;
}
export interface ReadingTable {
  account: string;
  read_at: Time;
  tree_digest: string;
  /** Counts the readings of the account. */
  number: Generated<number>;
}

/** Every account that ever stood in a group, with the reading that saw it first. */
export interface SeenAccountTable {
  account: string;
  user_id: string;
  reading: number;
}

/** Two keys that a person said are two people, although their records look like one. */
export interface DistinctPersonTable {
  account: string;
  key: string;
  other_key: string;
  by: string;
  at: Time;
}
export interface OperationTable {
  id: string;
  run: string;
  seq: number;
  job: string;
  account: string;
  key: string;
  row: number | null;
  user_id: string | null;
  name: string;
  kind: OperationKind;
  status: OperationStatus;
  payload: NullableJson<Record<string, unknown>>;
  /** Ids of the groups that HR gives: the set to be contained in what is sent. */
  desired: Json<string[]>;
  changes: Json<unknown>;
  code: string | null;
  reason: string | null;
  attempts: Generated<number>;
  ended_at: NullableTime;
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
  /** A confirmed request for it has left: should the membership be gone, it was us. */
  confirm_sent: Generated<boolean>;
  ended_at: NullableTime;
  outcome: string | null;
}
export interface FoundRemovalTable {
  run: string;
  key: string;
  name: string;
  username: string | null;
  user_id: string;
  group_id: string;
  group_path: string;
  cause: string;
  cause_text: string;
  why: string;
  evidence: Json<unknown>;
  evidence_digest: string;
}
export interface AuditTable {
  seq: number;
  at: string;
  actor: string;
  action: string;
  detail: Json<unknown>;
  prev: string;
  hash: string;
}

export interface Tables {
  setting: SettingTable;
  token: TokenTable;
  run: RunTable;
  staged: StagedTable;
  mapping_version: MappingVersionTable;
  reject: RejectTable;
  person: PersonTable;
  person_cells: PersonCellsTable;
  candidate: CandidateTable;
  link: LinkTable;
  intent: IntentTable;
  service_group: ServiceGroupTable;
  membership: MembershipTable;
  reading: ReadingTable;
  seen_account: SeenAccountTable;
  distinct_person: DistinctPersonTable;
  operation: OperationTable;
  removal: RemovalTable;
  found_removal: FoundRemovalTable;
  audit: AuditTable;
}

export type Db = Kysely<Tables>;
