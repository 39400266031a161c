import type { Json, NullableJson, NullableTime, Time } from "./values.ts";

/** A process that shares the state, while it sends heartbeats. */
export interface ProcessTable {
  id: string;
  host: string;
  pid: number;
  command: string;
  roles: string;
  version: string;
  started_at: Time;
  seen_at: Time;
}
/** Our own change of memberships that a snapshot in progress may have missed. */
export interface OwnChangeTable {
  account: string;
  user_id: string;
  group_id: string;
  added: boolean;
  at: Time;
}
/** The time until which no process may call a service account, because the service asked for a pause. */
export interface PaceTable {
  account: string;
  paused_until: Time;
}
/** A process that is calling a service account and has a share of its rate. */
export interface PaceShareTable {
  account: string;
  process: string;
  since: Time;
  seen_at: Time;
}
/** A due time of a job's schedule, and its result. */
export interface ScheduleTickTable {
  job: string;
  due: Time;
  outcome: string;
  run: string | null;
  at: Time;
}
/** The kinds of run requests that this version supports; a newer version may add others and executes them itself. */
export const KINDS = ["run", "resume", "approve", "revert", "decisions"] as const;
/** Work for processes with the role worker. */
export interface RunRequestTable {
  id: string;
  kind: (typeof KINDS)[number];
  /** The run to start or resume; `null` for decisions. */
  run: string | null;
  job: string;
  job_file: string;
  detail: Json<Record<string, unknown>>;
  by_name: string | null;
  at: Time;
  begun_at: NullableTime;
  ended_at: NullableTime;
  /** The result, or the problem that stopped a step. */
  outcome: NullableJson<RunRequestOutcome>;
}
export interface RunRequestOutcome {
  status: string;
  code: number;
  said: string | null;
}
/** An uploaded file, stored until its run has read it. */
export interface UploadTable {
  id: string;
  name: string;
  bytes: Uint8Array;
  at: Time;
}
/** A job that is being set up in the browser. */
export interface JobSetupTable {
  id: string;
  /** Counts the changes, so that two tabs do not overwrite each other. */
  version: number;
  file_name: string;
  /** The sample, sealed; `null`: deleted because a person was erased. */
  sample: string | null;
  by_name: string;
  created_at: Time;
  changed_at: Time;
  expires_at: Time;
  /** How the file is read, and the answers to the questions of its mapping. */
  answers: Json<unknown>;
  /** The paths of the groups of the service, once it was reached. */
  groups: NullableJson<string[]>;
}
