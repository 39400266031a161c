import type { Fact } from "../../domain/facts/fact.ts";
import type { Json, NullableJson, NullableTime, Time } from "./values.ts";

/** Processes that share a state, and the work that they hand to each other. Statements end with `;` at the end of a line. */
export const processTables = `
CREATE TABLE process (
  id text PRIMARY KEY, host text NOT NULL, pid integer NOT NULL, command text NOT NULL, roles text NOT NULL,
  version text NOT NULL, started_at timestamptz NOT NULL, seen_at timestamptz NOT NULL);
CREATE TABLE pace (account text PRIMARY KEY, paused_until timestamptz NOT NULL);
CREATE TABLE pace_share (
  account text NOT NULL, process text NOT NULL, since timestamptz NOT NULL, seen_at timestamptz NOT NULL,
  PRIMARY KEY (account, process));
CREATE TABLE schedule_tick (
  job text NOT NULL, due timestamptz NOT NULL, outcome text NOT NULL, run text, at timestamptz NOT NULL, PRIMARY KEY (job, due));
CREATE TABLE run_request (
  id text PRIMARY KEY, kind text NOT NULL, run text, job text NOT NULL, job_file text NOT NULL, detail jsonb NOT NULL,
  by_name text, at timestamptz NOT NULL, begun_at timestamptz, ended_at timestamptz, outcome jsonb);
CREATE INDEX run_request_open ON run_request (at) WHERE ended_at IS NULL;
CREATE TABLE upload (id text PRIMARY KEY, name text NOT NULL, bytes bytea NOT NULL, at timestamptz NOT NULL);
`;

/** The kinds of run requests that this version supports; a newer version may add others and executes them itself. */
export const KINDS = ["run", "resume", "approve", "revert", "decisions"] as const;

export interface RunRequestOutcome {
  status: string;
  code: number;
  said: Fact | null;
}

/** A process that shares the state, while it sends heartbeats. */
interface ProcessTable {
  id: string;
  host: string;
  pid: number;
  command: string;
  roles: string;
  version: string;
  started_at: Time;
  seen_at: Time;
}

/** The time until which no process may call a service account, because the service asked for a pause. */
interface PaceTable {
  account: string;
  paused_until: Time;
}

/** A process that is calling a service account and has a share of its rate. */
interface PaceShareTable {
  account: string;
  process: string;
  since: Time;
  seen_at: Time;
}

/** A due time of a job's schedule, and its result. */
interface ScheduleTickTable {
  job: string;
  due: Time;
  outcome: string;
  run: string | null;
  at: Time;
}

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

/** An uploaded file, stored until its run has read it. */
interface UploadTable {
  id: string;
  name: string;
  bytes: Uint8Array;
  at: Time;
}

export interface ProcessTables {
  process: ProcessTable;
  pace: PaceTable;
  pace_share: PaceShareTable;
  schedule_tick: ScheduleTickTable;
  run_request: RunRequestTable;
  upload: UploadTable;
}
