import type { Generated } from "kysely";
import type { Time } from "./values.ts";

// Digests of contents, kept longer than their runs: the files that released runs used, and the holds that a person released
// for a content.
export const contents = `
CREATE TABLE used_content (job text NOT NULL, role text NOT NULL, content text NOT NULL, name text NOT NULL, run text NOT NULL,
  used_at timestamptz NOT NULL, PRIMARY KEY (job, role, content));
CREATE TABLE content_release (job text NOT NULL, kind text NOT NULL, content text NOT NULL, detail text NOT NULL DEFAULT '', run text NOT NULL,
  released_by text NOT NULL, released_at timestamptz NOT NULL, PRIMARY KEY (job, kind, content, detail));
`;

// The operation that must have ended first, because it frees a username.
export const nameChains = `
ALTER TABLE operation ADD after_operation text;
CREATE INDEX operation_chain ON operation (run) WHERE after_operation IS NOT NULL;
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
export interface StoredProfile {
  columns: unknown[];
  /** The notes about the files themselves. */
  notes: { code: string; column: string | null; message: string; rows: number; examples: number[] }[];
  /** The newest date of each column with dates. */
  newest?: Record<string, string>;
  /** The files that are older than those of the last run, as `plan/` defines them. */
  older?: unknown[];
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

export interface ContentTables {
  used_content: UsedContentTable;
  content_release: ContentReleaseTable;
}
