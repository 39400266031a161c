/** Everything that runs did for one person, each kind with one query. */
import type { Fact } from "../../domain/facts/fact.ts";
import { sql } from "kysely";
import { idOf } from "../runs/operation-id.ts";
import type { Db } from "../schema/tables.ts";
import type { OperationKind, OperationStatus } from "../schema/statuses.ts";

export interface PersonOperation {
  id: string;
  run: string;
  kind: OperationKind;
  status: OperationStatus;
  code: string | null;
  reason: Fact | null;
  row: number | null;
  changes: unknown;
  /** When it ended; of an open one, when its run started. */
  at: Date;
  /** `sync`, `decisions` or `revert`. */
  run_kind: string;
  started_by: string | null;
  file: string;
}

/** Returns the latest operations of a person with the runs that they belong to, oldest first. */
export async function listPersonOperations(db: Db, account: string, key: string, limit: number): Promise<PersonOperation[]> {
  const { rows } = await sql<PersonOperation>`
    SELECT ${idOf("o")} AS id, o.run, o.kind, o.status, o.code, o.reason, o.row, o.changes, COALESCE(o.ended_at, r.started_at) AS at,
      r.kind AS run_kind, r.started_by, r.file
    FROM operation o JOIN run r ON r.id = o.run WHERE o.account = ${account} AND o.key = ${key}
    ORDER BY r.started_at DESC, o.seq DESC LIMIT ${limit}`.execute(db);
  return rows.toReversed();
}

/** Returns when runs started. */
export async function startsOfRuns(db: Db, ids: readonly string[]): Promise<Map<string, Date>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; started_at: Date }>`SELECT id, started_at FROM run
    WHERE id IN (SELECT jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`.execute(db);
  return new Map(rows.map(({ id, started_at: at }) => [id, at]));
}
