import type { Json, NullableJson, NullableTime, Time } from "./schema-values.ts";

/** A process that shares the state, for as long as it says that it is alive. */
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
/** A change of ours that a reading of the groups, on its way at that moment, may not have seen. */
export interface OwnChangeTable {
  account: string;
  user_id: string;
  group_id: string;
  added: boolean;
  at: Time;
}
/** Until when nobody asks a service account, because it has asked for patience. */
export interface PaceTable {
  account: string;
  paused_until: Time;
}
/** A process that calls a service account at this moment, and so has a share of what it may be asked. */
export interface PaceShareTable {
  account: string;
  process: string;
  since: Time;
  seen_at: Time;
}
/** A moment at which a job was due by its schedule, and what became of it. */
export interface DueTable {
  job: string;
  due: Time;
  outcome: string;
  run: string | null;
  at: Time;
}
/** The orders that this version can carry out; a newer one may give others, and carries them out itself. */
export const KINDS = ["run", "resume", "approve", "revert", "decisions"] as const;
/** Something that the processes with the role worker are to do. */
export interface OrderTable {
  id: string;
  kind: (typeof KINDS)[number];
  /** The run that it begins or goes on with; `null` for decisions. */
  run: string | null;
  job: string;
  job_file: string;
  detail: Json<Record<string, unknown>>;
  by_name: string | null;
  at: Time;
  begun_at: NullableTime;
  ended_at: NullableTime;
  /** How it ended, or what stopped one of its steps. */
  outcome: NullableJson<OrderOutcome>;
}
export interface OrderOutcome {
  status: string;
  code: number;
  said: string | null;
}
/** A file that somebody sent, until its run has read it. */
export interface UploadTable {
  id: string;
  name: string;
  bytes: Uint8Array;
  at: Time;
}
