import { fact } from "../../domain/facts/fact.ts";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { withTls } from "../../config/database-tls.ts";
import { databasePlace, withPassword, type Environment } from "../../config/environment.ts";
import { EXIT, Problem, UsageProblem } from "../../domain/problem.ts";
import { findTargetMarker, incomplete } from "./target-marker.ts";
import { listOthers } from "../../store/schedule/processes.ts";
import type { Db, Tables } from "../../store/schema/tables.ts";
import { ServerPool } from "../database/server-pool.ts";
import { refuseOtherEncoding, toOpenProblem } from "../server-state.ts";
import { listOccupied } from "../../store/schema/table-names.ts";
import type { Target } from "./steps.ts";

/**
 * Returns the database that `--to` or DATABASE_URL names. Messages never repeat the address, because it may contain a
 * password.
 * @throws UsageProblem
 */
export function targetOf(to: string | undefined, env: Environment): Target {
  const url = (to ?? env["DATABASE_URL"] ?? "").trim();
  if (url === "") throw new UsageProblem(fact("migration.has_no_target", {}), fact("advice.add_target", {}));
  if (to !== undefined && !/^postgres(ql)?:\/\//.test(url)) throw noAddress("--to");
  // Reports an invalid variable with its own message.
  if (to === undefined) databasePlace({ DATABASE_URL: url });
  const checked = withTls(url, to === undefined ? "DATABASE_URL" : "--to");
  try {
    const { host, port, database } = new pg.Client({ connectionString: checked });
    return { url: withPassword(checked, env), name: `${host}:${port}/${database ?? ""}` };
  } catch {
    throw noAddress(to === undefined ? "DATABASE_URL" : "--to");
  }
}

function noAddress(where: string): UsageProblem {
  return new UsageProblem(fact("migration.has_no_address", { setting: where }), fact("advice.use_database_form", {}));
}

/**
 * Checks a database before anything is created in it.
 * @param source the state that may have started to migrate there before; its leftovers are allowed
 * @throws Problem `database_unreachable`, `database_refused`, `state_incomplete`, `target_occupied`
 */
export async function checkTarget({ url, name }: Target, tables: readonly string[], source: string | null): Promise<void> {
  const pool = new ServerPool({ url, max: 1, searchPath: "public" });
  const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    await refuseOtherEncoding(db);
    const mark = await findTargetMarker(db);
    if (mark !== null && mark.source !== source) throw incomplete(mark);
    if (mark === null) refuseOccupied(name, await listOccupied(db, tables));
  } catch (error) {
    throw toOpenProblem(error);
  } finally {
    await db.destroy();
  }
}

const MAX_TABLES = 5;

/** @throws Problem `target_occupied` if any table has rows */
export function refuseOccupied(name: string, occupied: readonly string[]): void {
  if (occupied.length === 0) return;
  const tables = occupied.slice(0, MAX_TABLES);
  throw new Problem(fact("migration.target_has_rows", { database: name, tables, more: occupied.length - tables.length }), {
    code: "target_occupied",
    exit: EXIT.configuration,
    audience: "admin",
    next: fact("advice.name_empty_database", {}),
  });
}

/** @throws Problem `target_occupied` if other processes use the database */
export async function refuseOtherProcesses(db: Db, processId: string, name: string, command: string): Promise<void> {
  const [other] = await listOthers(db, processId, command);
  if (other === undefined) return;
  throw new Problem(
    fact("migration.target_is_used", { pid: String(other.pid), host: other.host, command: other.command, database: name }),
    {
      code: "target_occupied",
      exit: EXIT.configuration,
      audience: "admin",
      retryable: true,
      next: fact("advice.stop_process", {}),
    },
  );
}
