import type { Generated, Kysely } from "kysely";
import type {
  ApiTokenTable,
  ConsoleSessionTable,
  ConsoleUserTable,
  NotificationTable,
  SignInLinkTable,
  UserAccessTable,
} from "./schema-console.ts";
import type { DueTable, OrderTable, OwnChangeTable, PaceShareTable, PaceTable, ProcessTable, UploadTable } from "./schema-hosts.ts";
import type {
  CandidateTable,
  FoundNoteTable,
  PersonCellsTable,
  PersonNoteTable,
  PersonTable,
  RejectTable,
  StagedTable,
} from "./schema-people.ts";
import type { ApprovalTable, ExceptionTable, FoundRemovalTable, RemarkTable, RemovalTable } from "./schema-review.ts";

export type { FoundRemovalTable, RemovalStatus, RemovalTable } from "./schema-review.ts";
import type { Json, NullableJson, NullableTime, PeopleBehind, Time } from "./schema-values.ts";

export type RunStatus = "reading" | "planned" | "held" | "running" | "completed" | "failed" | "interrupted" | "cancelled" | "superseded";
export type OperationKind = "create" | "update" | "deactivate" | "reactivate" | "remove-groups";
export type OperationStatus = "planned" | "queued" | "running" | "done" | "failed" | "held" | "uncertain" | "dropped";

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
  /** The files that it read, with what is needed to move or mark them. */
  files: NullableJson<RunFile[]>;
  /** What the columns of the mapping hold, to compare the next file with. */
  profile: NullableJson<StoredProfile>;
  /** Who started it; `null`: not known. */
  started_by: Generated<string | null>;
  /** `null`: nobody started or released it, or it was stored before this was. */
  started_people: NullableJson<PeopleBehind>;
  released_people: NullableJson<PeopleBehind>;
  /** The run that took its removals back. */
  reverted_by: Generated<string | null>;
  /** Names a `job_version`. */
  job_digest: Generated<string | null>;
  /** The process that carries it on; it means nothing once that is dead. */
  conductor: Generated<string | null>;
  /** How far it is, for whoever looks on. */
  progress: NullableJson<RunProgress>;
  /** Somebody wants it to stop. */
  stop_asked_at: NullableTime;
}
export interface RunProgress {
  phase: string;
  done: number;
  total: number | null;
  said: string | null;
}
/** A file that a run read. */
export interface RunFile {
  name: string;
  /** Absolute path on this machine, or on the server. */
  path: string;
  /** `null`: on this machine. Else which server, as `host:port`. */
  server: string | null;
  /** Never moved or marked: it was named by hand, or is a copy of standard input. */
  keep: boolean;
  /** `people`, or the name of a join. */
  role: string;
  sha256: string;
  rows: number;
  header: string[];
}
/** A column profile as it is stored; its form belongs to `plan/`. */
export interface StoredProfile {
  columns: unknown[];
  /** What was said about the files themselves. */
  notes: { code: string; column: string | null; message: string; rows: number; examples: number[] }[];
}
/** The mappings that runs went by, so that a later run can tell what changed: the data or the mapping. */
export interface MappingVersionTable {
  job: string;
  context: string;
  file: string;
  text: string;
  /** The columns that `cells` hold, in order. */
  columns: Json<string[]>;
  /** Who started the first run with it, and when. */
  first_by: Generated<string | null>;
  first_people: NullableJson<PeopleBehind>;
  at: NullableTime;
}
/** The job files that runs went by; credentials that stand in them are left out. */
export interface JobVersionTable {
  job: string;
  digest: string;
  text: string;
  first_by: string | null;
  at: Time;
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
  /** Not before this time is it sent again. */
  due_at: NullableTime;
  /** The process that carries it out, while it is running. */
  claimed_by: Generated<string | null>;
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
  found_note: FoundNoteTable;
  person_note: PersonNoteTable;
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
  job_version: JobVersionTable;
  approval: ApprovalTable;
  remark: RemarkTable;
  exception: ExceptionTable;
  console_user: ConsoleUserTable;
  user_access: UserAccessTable;
  console_session: ConsoleSessionTable;
  api_token: ApiTokenTable;
  sign_in_link: SignInLinkTable;
  notification: NotificationTable;
  audit: AuditTable;
  process: ProcessTable;
  own_change: OwnChangeTable;
  pace: PaceTable;
  pace_share: PaceShareTable;
  due: DueTable;
  upload: UploadTable;
  run_order: OrderTable;
}

export type Db = Kysely<Tables>;
