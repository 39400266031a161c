import type { Readable } from "node:stream";
import type { Clock } from "../model/clock.ts";

/** A file that was found and lies on this machine. */
export interface LocatedFile {
  /** As people are told it: a path, or `sftp://host/path`. */
  name: string;
  /** Where it lies on this machine. */
  path: string;
  /** Its path on the server, where it was fetched from one. */
  remote: string | null;
  /** Whether `path` is a copy of ours, to be deleted once it was read. */
  copied: boolean;
}

export interface Locating extends Pick<Clock, "now" | "sleep"> {
  /** A folder of ours for copies of files that lie elsewhere. */
  incoming: string;
  /** `null`: it is a terminal. */
  stdin: Readable | null;
  maxAge: number | null;
  settle: number;
  /** Files that are marked as processed are passed over. */
  marked: boolean;
}
