import type { Fact } from "../../domain/facts/fact.ts";
import type { StoredProblem } from "../../domain/problem.ts";
import type { Generated } from "kysely";
import type { RunStatus } from "./statuses.ts";
import type { Json, NullableJson, NullableTime, PossibleActors, RunPilot, RunProgress, Time } from "./values.ts";

/** Runs, with the jobs, mappings and files that they used. Statements end with `;` at the end of a line. */
export const runTables = `
CREATE TABLE setting (name text PRIMARY KEY, value jsonb NOT NULL);
CREATE TABLE token (account text PRIMARY KEY, tokens jsonb NOT NULL);
CREATE TABLE run (
  id text PRIMARY KEY, job text NOT NULL, job_file text NOT NULL, account text NOT NULL, kind text NOT NULL DEFAULT 'sync',
  status text NOT NULL, partial boolean NOT NULL, started_at timestamptz NOT NULL, ended_at timestamptz, planned_at timestamptz,
  file text NOT NULL, sha256 text NOT NULL, rows integer NOT NULL, context text NOT NULL, counts jsonb, held jsonb, problem jsonb,
  released boolean NOT NULL DEFAULT false, released_by text, notes jsonb, summary jsonb, files jsonb, profile jsonb,
  started_by text, reverted_by text, job_digest text, progress jsonb, started_people jsonb, released_people jsonb,
  owner_process text, stop_requested_at timestamptz, pilot jsonb);
CREATE INDEX run_job ON run (job, started_at);
CREATE INDEX run_open ON run (status) WHERE status IN ('reading', 'running');
CREATE TABLE mapping_version (
  job text NOT NULL, context text NOT NULL, file text NOT NULL, text text NOT NULL, columns jsonb NOT NULL, first_by text,
  at timestamptz, first_people jsonb, PRIMARY KEY (job, context));
CREATE TABLE job_version (
  job text NOT NULL, digest text NOT NULL, text text NOT NULL, first_by text, at timestamptz NOT NULL, PRIMARY KEY (job, digest));
CREATE TABLE used_content (
  job text NOT NULL, role text NOT NULL, content text NOT NULL, name text NOT NULL, run text NOT NULL,
  used_at timestamptz NOT NULL, PRIMARY KEY (job, role, content));
CREATE TABLE content_release (
  job text NOT NULL, kind text NOT NULL, content text NOT NULL, detail text NOT NULL DEFAULT '', run text NOT NULL,
  released_by text NOT NULL, released_at timestamptz NOT NULL, PRIMARY KEY (job, kind, content, detail));
`;

/** A file that a run read. */
export interface RunFile {
  name: string;
  /** Absolute path on this machine, or on the server. */
  path: string;
  /** The server as `host:port`; `null`: this machine. */
  server: string | null;
  /** Never moved or marked, because it was named on the command line or is a copy of standard input. */
  keep: boolean;
  /** `people`, or the name of a join. */
  role: string;
  sha256: string;
  rows: number;
  header: string[];
  /** When it was last changed, as an ISO time; `null` or missing: unknown. */
  modified?: string | null;
  /** For a people file that the job names: when its content was new, as an ISO time. */
  since?: string;
  /** From when on the content is overdue, as `source.expect` was at the run; missing: never. */
  due?: string;
}

/** A column profile in its stored form, which `plan/` defines. */
interface StoredProfile {
  columns: unknown[];
  /** The notes about the files themselves. */
  notes: { code: string; column: string | null; fact: Fact; rows: number; examples: number[] }[];
  /** The newest date of each column with dates. */
  newest?: Record<string, string>;
  /** The files that are older than those of the last run, as `plan/` defines them. */
  older?: unknown[];
}

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
  problem: NullableJson<StoredProblem>;
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
  /** `null`: not started or released by a person. */
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

/** A file that a released run used. */
interface UsedContentTable {
  job: string;
  /** `people`, or the name of the join. */
  role: string;
  /** The SHA-256 of the file. */
  content: string;
  /** The name of the file when it was last used, and the run. */
  name: string;
  run: string;
  used_at: Time;
}

/** A hold that a person released: it does not hold the same content again. */
interface ContentReleaseTable {
  job: string;
  /** The kind of the hold, such as the name of a limit. */
  kind: string;
  /** The SHA-256 of the files of the run, or of the file. */
  content: string;
  /** A further condition of the release, such as a value of a column; empty: none. */
  detail: Generated<string>;
  /** The run that was released; the audit trail has the reason. */
  run: string;
  released_by: string;
  released_at: Time;
}

export interface RunTables {
  setting: SettingTable;
  token: TokenTable;
  run: RunTable;
  mapping_version: MappingVersionTable;
  job_version: JobVersionTable;
  used_content: UsedContentTable;
  content_release: ContentReleaseTable;
}
