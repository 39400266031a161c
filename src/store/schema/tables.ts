import type { Generated, Kysely } from "kysely";
import type {
  ApiTokenTable,
  ConsoleSessionTable,
  ConsoleUserTable,
  NotificationTable,
  SignInLinkTable,
  UserAccessTable,
} from "./console.ts";
import type { ContentTables, RunFile, StoredProfile } from "./contents.ts";
import type {
  JobSetupTable,
  ScheduleTickTable,
  RunRequestTable,
  OwnChangeTable,
  PaceShareTable,
  PaceTable,
  ProcessTable,
  UploadTable,
} from "./processes.ts";
import type {
  CandidateTable,
  FoundNoteTable,
  PersonCellsTable,
  PersonNoteTable,
  PersonTable,
  RejectedRowTable,
  StagedRowTable,
} from "./people.ts";
import type { AreaPersonTable } from "./missing-areas.ts";
import type { MissingGroupTables } from "./missing-groups.ts";
import type { ApprovalTable, ExceptionTable, FoundRemovalTable, CommentTable, ImpactTables, RemovalTable } from "./review.ts";

export type { FoundRemovalTable, RemovalStatus, RemovalTable } from "./review.ts";
import type { OperationKind, OperationStatus, RunStatus } from "./statuses.ts";
import type { UrgentDeactivationTables } from "./urgent-deactivations.ts";
import type { UsernameTables } from "./usernames.ts";
import type { Json, NullableJson, NullableTime, PossibleActors, RunPilot, RunProgress, Time } from "./values.ts";

export type { OperationKind, OperationStatus, RunPilot, RunProgress, RunStatus };

interface SettingTable {
  name: string;
  value: Json<unknown>;
}
interface TokenTable {
  account: string;
  tokens: Json<unknown>;
}
export interface RunTable {
  id: string;
  job: string;
  /** The path of the job file, so that the run can resume with its current content. */
  job_file: string;
  account: string;
  /** `sync`, or `decisions`: approved removals applied outside a sync run. */
  kind: Generated<string>;
  status: RunStatus;
  /** Only some of the people: `absent` and `shrink` don't apply. */
  partial: boolean;
  started_at: Time;
  ended_at: NullableTime;
  planned_at: NullableTime;
  file: string;
  sha256: string;
  rows: number;
  /** Digest of everything except the row that determines an outcome; names a `mapping_version`. */
  context: string;
  counts: NullableJson<Record<string, number>>;
  held: NullableJson<unknown[]>;
  problem: NullableJson<{ code: string; message: string; next?: string }>;
  /** Its removals are pending and its rows are the known state; before the release nothing outside the run has changed. */
  released: Generated<boolean>;
  released_by: string | null;
  notes: NullableJson<unknown[]>;
  summary: NullableJson<Record<string, unknown>>;
  /** The files that it read, with the data needed to move or mark them. */
  files: NullableJson<RunFile[]>;
  /** The values of the mapping's columns in numbers, to compare the next file with. */
  profile: NullableJson<StoredProfile>;
  /** The person who started it; `null`: unknown. */
  started_by: Generated<string | null>;
  /** `null`: not started or released by a person, or from before this was stored. */
  started_people: NullableJson<PossibleActors>;
  released_people: NullableJson<PossibleActors>;
  /** The run that undid its removals. */
  reverted_by: Generated<string | null>;
  /** Names a `job_version`. */
  job_digest: Generated<string | null>;
  /** Its owner process; meaningless once that is dead. */
  owner_process: Generated<string | null>;
  /** Its progress, for observers. */
  progress: NullableJson<RunProgress>;
  /** When a stop was requested. */
  stop_requested_at: NullableTime;
  /** The run is for some people only: it never counts as the last successful run. `null`: for everyone. */
  pilot: NullableJson<RunPilot>;
}
/** The mappings of runs, so that a later run can tell whether the data or the mapping changed. */
export interface MappingVersionTable {
  job: string;
  context: string;
  file: string;
  text: string;
  /** The columns in `cells`, in order. */
  columns: Json<string[]>;
  /** The person who started the first run with it, and when. */
  first_by: Generated<string | null>;
  first_people: NullableJson<PossibleActors>;
  at: NullableTime;
}
/** The job files of runs, without their credentials. */
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
  /** The last state sent to the service; `null`: never sent, or not known after a restore. */
  active: boolean | null;
  sent: NullableJson<Record<string, unknown>>;
  /** The service may have got changes that were never recorded: `active` and `sent` may be outdated, so the next plan sends everything. */
  doubted: Generated<boolean>;
  created_at: Time;
}
export interface IntentTable {
  operation: string;
  account: string;
  job: string;
  key: string;
  username: string;
  /** The e-mail address and national id that it names, in their stored form; `null`: not recorded. */
  names: NullableJson<Record<string, unknown>>;
  digest: string;
  /**
   * `open`: its request may be in flight. `unlinked`: accepted, but the answer did not name the account. `uncertain`:
   * its answer was lost. `linked`, `refused` (no account was created): resolved. `moved`: no create, but names that an
   * account had under an earlier key.
   */
  status: string;
  reason: string | null;
  at: Time;
  /** Ids of the groups that it names and whose members the service listed when it was sent. */
  groups: Json<string[]>;
  /** Ids of all groups that it names. */
  named: Json<string[]>;
  /** Equal for equal groups. */
  set_key: string;
  /** The last snapshot before it was sent; `null`: unknown, so only a person can resolve it. */
  since: number | null;
  /** When its answer was lost. */
  lost_at: NullableTime;
  /** The result of the last observation. `clear`: the snapshot in which no new account without a link had exactly its groups. */
  evidence: NullableJson<{ candidates: string[]; others: string[]; clear?: number | null }>;
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
interface MembershipTable {
  account: string;
  group_id: string;
  user_id: string;
}
interface SnapshotTable {
  account: string;
  read_at: Time;
  tree_digest: string;
  /** Counts the snapshots of the account. */
  number: Generated<number>;
}

/** Every account that was ever in a group, with the first snapshot that contained it. */
interface SeenAccountTable {
  account: string;
  user_id: string;
  reading: number;
}

/** Two keys that a person declared to be two people, although their data looks like one person's. */
interface DistinctPersonTable {
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
  /** Ids of the groups that HR gives; the sent set must contain them. */
  desired: Json<string[]>;
  changes: Json<unknown>;
  code: string | null;
  reason: string | null;
  attempts: Generated<number>;
  ended_at: NullableTime;
  /** It is not sent again before this time. */
  due_at: NullableTime;
  /** The process that runs it, while its status is running. */
  claimed_by: Generated<string | null>;
  /** The operation of the run that must be done first, because it frees the username. */
  after_operation: Generated<string | null>;
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

export type { RunFile } from "./contents.ts";

export interface Tables extends ContentTables, ImpactTables, MissingGroupTables, UrgentDeactivationTables, UsernameTables {
  setting: SettingTable;
  token: TokenTable;
  run: RunTable;
  staged_row: StagedRowTable;
  mapping_version: MappingVersionTable;
  rejected_row: RejectedRowTable;
  person: PersonTable;
  area_person: AreaPersonTable;
  found_note: FoundNoteTable;
  person_note: PersonNoteTable;
  person_cells: PersonCellsTable;
  candidate: CandidateTable;
  link: LinkTable;
  intent: IntentTable;
  service_group: ServiceGroupTable;
  membership: MembershipTable;
  snapshot: SnapshotTable;
  seen_account: SeenAccountTable;
  distinct_person: DistinctPersonTable;
  operation: OperationTable;
  removal: RemovalTable;
  found_removal: FoundRemovalTable;
  job_version: JobVersionTable;
  approval: ApprovalTable;
  comment: CommentTable;
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
  schedule_tick: ScheduleTickTable;
  upload: UploadTable;
  run_request: RunRequestTable;
  job_setup: JobSetupTable;
}

export type Db = Kysely<Tables>;
