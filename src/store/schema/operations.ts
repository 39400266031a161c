import type { Generated } from "kysely";
import type { Fact } from "../../domain/facts/fact.ts";
import type { OperationKind, OperationStatus } from "./statuses.ts";
import type { Json, NullableJson, NullableTime } from "./values.ts";

/** The operations of runs, and the audit trail. Statements end with `;` at the end of a line. */
export const operationTables = `
CREATE TABLE operation (
  run text NOT NULL, seq integer NOT NULL, job text NOT NULL, account text NOT NULL, key text NOT NULL,
  row integer, user_id text, name text NOT NULL, kind text NOT NULL, status text NOT NULL, sendable boolean NOT NULL DEFAULT true,
  licence text, removals jsonb, desired jsonb NOT NULL, changes jsonb NOT NULL, code text, reason jsonb, attempts integer NOT NULL DEFAULT 0, ended_at timestamptz, claimed_by text,
  due_at timestamptz, plain_name text COLLATE "C" NOT NULL DEFAULT '', after_operation text, PRIMARY KEY (run, seq));
CREATE INDEX operation_active ON operation (run) WHERE status IN ('queued', 'running');
CREATE INDEX operation_by_kind ON operation (run, (CASE kind WHEN 'deactivate' THEN 0 WHEN 'reactivate' THEN 1 WHEN 'update' THEN 2 WHEN 'create' THEN 3 ELSE 4 END), seq) INCLUDE (kind, status);
CREATE INDEX operation_by_name ON operation (run, plain_name, seq) INCLUDE (key);
CREATE INDEX operation_chain ON operation (run) WHERE after_operation IS NOT NULL;
CREATE INDEX operation_open ON operation (run) WHERE status IN ('planned', 'queued', 'running');
CREATE INDEX operation_person ON operation (account, key);
CREATE UNIQUE INDEX operation_running ON operation (account, key) WHERE status = 'running';
CREATE INDEX operation_troubles ON operation (run, seq) INCLUDE (kind, status) WHERE status IN ('failed', 'uncertain', 'held');
CREATE TABLE portion (
  run text NOT NULL, kind text NOT NULL, first integer NOT NULL, last integer NOT NULL, version text NOT NULL, key_id text,
  content bytea NOT NULL, PRIMARY KEY (run, kind, first));
ALTER TABLE portion ALTER content SET STORAGE EXTERNAL;
CREATE TABLE audit (
  seq integer PRIMARY KEY, at text NOT NULL, actor text NOT NULL, action text NOT NULL, detail jsonb NOT NULL, prev text NOT NULL,
  hash text NOT NULL);
CREATE INDEX audit_action ON audit (action, seq);
CREATE INDEX audit_at ON audit (at);
CREATE INDEX audit_key ON audit ((detail->>'key'), seq) WHERE detail->>'key' IS NOT NULL;
CREATE INDEX audit_removal ON audit ((detail->>'removal'), seq) WHERE detail->>'removal' IS NOT NULL;
`;

export interface OperationTable {
  run: string;
  seq: number;
  job: string;
  account: string;
  key: string;
  row: number | null;
  user_id: string | null;
  name: string;
  /** The name for sorting and searching: see `plainName`. */
  plain_name: Generated<string>;
  kind: OperationKind;
  status: OperationStatus;
  /** False once its payload is deleted. */
  sendable: Generated<boolean>;
  /** The subscription that gives a new account its licence; empty: the service chooses one. */
  licence: string | null;
  /** The ids of the removals that it applies. */
  removals: NullableJson<string[]>;
  /** Ids of the groups that HR gives; the sent set must contain them. */
  desired: Json<string[]>;
  changes: Json<unknown>;
  code: string | null;
  reason: NullableJson<Fact>;
  attempts: Generated<number>;
  ended_at: NullableTime;
  /** It is not sent again before this time. */
  due_at: NullableTime;
  /** The process that runs it, while its status is running. */
  claimed_by: Generated<string | null>;
  /** The operation of the run that must be done first, because it frees the username. */
  after_operation: Generated<string | null>;
}

/** The kinds of values that are stored by portion: `portions/` has most of them, `in-file/` the unchanged rows. */
export type PortionKind = "payloads" | "cells" | "unchanged";

/** Values of a run with consecutive numbers: see `portions/portion.ts`. */
interface PortionTable {
  run: string;
  kind: PortionKind;
  /** The numbers of its first and last value. */
  first: number;
  last: number;
  /** Random, and another one whenever it is written. */
  version: string;
  /** The key that sealed it; `null`: there was none. */
  key_id: string | null;
  content: Uint8Array;
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

export interface OperationTables {
  operation: OperationTable;
  portion: PortionTable;
  audit: AuditTable;
}
