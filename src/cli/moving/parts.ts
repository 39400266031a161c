import type { AuditState } from "../../review/audit.ts";
import type { Progress } from "../../run/session.ts";
import type { Resealed } from "../../store/reseal.ts";

/** Where a state is moved to. */
export interface Target {
  url: string;
  /** `host:port/database`, without user and password. */
  name: string;
}

export interface MoveParts {
  /** The directory of the embedded state. */
  dir: string;
  target: Target;
  /** As `secretKey` gives it. */
  secret: string | null;
  /** For the audit trail. */
  by: string;
  progress: Progress;
  /** `migrate-state`, as others see it. */
  command: string;
  now(): Date;
}

/** What was moved, and what was found to be the same at its new place. */
export interface MovedState {
  from: string;
  to: string;
  /** `null` where an earlier command had done all but the end. */
  copied: Copied | null;
  /** The trail as it stood before the entry about the move. */
  audit: AuditState;
  /** Orders that the first worker takes up. */
  orders: number;
}

export interface Copied {
  tables: { name: string; rows: number }[];
  rows: number;
  /** What was encrypted anew for the server. */
  resealed: Resealed;
}
