import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { withTls } from "../../config/database-tls.ts";
import { databasePlace, withPassword, type Environment } from "../../config/environment.ts";
import { EXIT, Problem, UsageProblem } from "../../model/problem.ts";
import { findMovingIn, incomplete } from "../../store/moving-in.ts";
import { listOthers } from "../../store/processes.ts";
import type { Db, Tables } from "../../store/schema.ts";
import { ServerPool } from "../../store/server-pool.ts";
import { whyRefused } from "../../store/server-state.ts";
import { listOccupied } from "../../store/tables.ts";
import type { Target } from "./parts.ts";

/**
 * The database that `--to` names, else the one of DATABASE_URL. It is never repeated: a password may stand in it.
 * @throws UsageProblem
 */
export function targetOf(to: string | undefined, env: Environment): Target {
  const url = (to ?? env["DATABASE_URL"] ?? "").trim();
  if (url === "")
    throw new UsageProblem(
      "It is not said where the state is to be moved to. Nothing was done.",
      "Add --to postgres://USER@HOST:5432/DATABASE, or set DATABASE_URL or DATABASE_URL_FILE.",
    );
  if (to !== undefined && !/^postgres(ql)?:\/\//.test(url)) throw noAddress("--to");
  // Says it in its own words where the variable is none.
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
  return new UsageProblem(
    `${where} is not the address of a PostgreSQL database. Nothing was done.`,
    "It reads postgres://USER@HOST:5432/DATABASE.",
  );
}

/**
 * Looks at a database before anything is made in it.
 * @param source the state that may have begun to move there before; what it has left is no hindrance
 * @throws Problem `database_unreachable`, `database_refused`, `state_incomplete`, `target_occupied`
 */
export async function lookAtTarget({ url, name }: Target, tables: readonly string[], source: string | null): Promise<void> {
  const pool = new ServerPool({ url, max: 1, searchPath: "public" });
  const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  try {
    const mark = await findMovingIn(db);
    if (mark !== null && mark.source !== source) throw incomplete(mark);
    if (mark === null) refuseOccupied(name, await listOccupied(db, tables));
  } catch (error) {
    throw whyRefused(error);
  } finally {
    await db.destroy();
  }
}

/** @throws Problem `target_occupied` where there are any */
export function refuseOccupied(name: string, occupied: readonly string[]): void {
  if (occupied.length === 0) return;
  const some = occupied.length > 5 ? `${occupied.slice(0, 5).join(", ")} and ${occupied.length - 5} more` : occupied.join(", ");
  throw new Problem(
    `The database ${name} is not empty: there are rows in ${some}. Two states cannot be put together. Nothing was changed.`,
    {
      code: "target_occupied",
      exit: EXIT.configuration,
      audience: "admin",
      next: "Name an empty database. If this one is only a trial, drop it and make it anew.",
    },
  );
}

/** @throws Problem `target_occupied` where processes are at work in the database */
export async function refuseOthers(db: Db, me: string, name: string, command: string): Promise<void> {
  const [other] = await listOthers(db, me, command);
  if (other === undefined) return;
  throw new Problem(
    `Process ${other.pid} on ${other.host} (\`rollcall ${other.command}\`) works with the database ${name}. Nothing was changed.`,
    {
      code: "target_occupied",
      exit: EXIT.configuration,
      audience: "admin",
      retryable: true,
      next: "Stop it, and start it again when the state is there. One that was killed is forgotten after 30 seconds.",
    },
  );
}
