import type { Readable } from "node:stream";
import type { Clock } from "../../domain/clock.ts";
import type { RowNote } from "../../domain/person.ts";
import type { HttpAccess, ReadUse } from "../http/access.ts";

/** How a file was chosen. */
export interface Found {
  /** When it was last changed, in ms; `null`: unknown. */
  modified: number | null;
  /** The names that match, with its own. */
  among: readonly string[];
  /** Notes about other matches. */
  foundNotes: readonly RowNote[];
}

/** A file that was found, and a path to read it on this machine. */
export interface LocatedFile extends Partial<Found> {
  /** The name in messages: a path, or `sftp://host/path`. */
  name: string;
  /** The local path. */
  path: string;
  /** The path on the server that it was fetched from. */
  remote: string | null;
  /** Whether `path` is a copy to delete after reading. */
  copied: boolean;
  /** The path of the job's own file on this machine, if `path` is an unpacked copy of it. */
  packed?: string;
}

export interface Locating extends Pick<Clock, "now" | "sleep"> {
  /** Rollcall's own folder for copies of remote files. */
  incoming: string;
  /** `null` if standard input is a terminal. */
  stdin: Readable | null;
  maxAge: number | null;
  settle: number;
  /** `null` where no request may be sent. */
  http: HttpAccess | null;
  reads: ReadUse | null;
  /** Whether to skip files that are marked as processed. */
  marked: boolean;
}
