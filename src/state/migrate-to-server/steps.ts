import type { AuditState } from "../../review/audit.ts";
import type { Progress } from "../../session/session.ts";
import type { Resealed } from "../../store/sealing/reseal.ts";

/** The database that a state migrates to. */
export interface Target {
  url: string;
  /** `host:port/database`, without user and password. */
  name: string;
}

export interface MigrationOptions {
  /** The directory of the embedded state. */
  dir: string;
  target: Target;
  /** As `secretKey` returns it. */
  secret: string | null;
  /** The actor in the audit trail. */
  by: string;
  progress: Progress;
  /** `migrate-state`, as other processes see it. */
  command: string;
  now(): Date;
}

/** The migrated data, verified at its new place. */
export interface StateMigration {
  from: string;
  to: string;
  /** `null` where an earlier command had done everything but the end. */
  copied: Copied | null;
  /** The trail before the entry about the migration. */
  audit: AuditState;
  /** The number of run requests that the first worker will run. */
  orders: number;
}

export interface Copied {
  tables: { name: string; rows: number }[];
  rows: number;
  /** The values encrypted with the server's key. */
  resealed: Resealed;
}
