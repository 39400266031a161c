import { fact, type Fact } from "../domain/facts/fact.ts";
import { resolve } from "node:path";
import { Kysely, PostgresDialect, sql } from "kysely";
import { isUnencryptedDatabase, isUnencryptedRedis } from "../domain/loopback.ts";
import { EXIT, Problem } from "../domain/problem.ts";
import { recordSavedAnswers } from "./journal/saved-answers.ts";
import { noJournal } from "./journal/journal.ts";
import { serverLocks } from "./locks.ts";
import { migrate } from "../store/schema/migrations.ts";
import { refuseIncompleteTarget } from "./migrate-to-server/target-marker.ts";
import { ownDirectory } from "./owner.ts";
import { startHeartbeat, removeDeadProcesses, newProcessId } from "../store/schedule/processes.ts";
import type { Db, Tables } from "../store/schema/tables.ts";
import { ServerPool } from "./database/server-pool.ts";
import { unreadable, type State } from "./state.ts";
import { connectionLost, isConnectionError } from "./database-errors.ts";

export interface ServerPlace {
  /** `postgres://…` */
  url: string;
  /** `redis://…`; `null`: the queues are in PostgreSQL. */
  redis: string | null;
  /** A folder of this machine for reports and temporary files. */
  dir: string;
  /** Allows an incomplete database; only for the migration into it. */
  movingIn?: boolean;
  /** The command without its options, for other processes. */
  command?: string;
}

/** Maximum number of connections for statements, and for BullMQ. */
const STATEMENTS = 10;
const QUEUES = 30;

/**
 * Opens a state on a PostgreSQL server, which processes on other hosts may also have open, and updates its tables. The
 * process counts as alive until it closes the state, or sends no heartbeat for `DEAD_AFTER` seconds.
 * @throws Problem `database_unreachable`, `database_refused`, `schema_newer` or `state_incomplete`, exit 2. Nothing is
 *   changed then.
 */
export async function openServerState({ url, redis, dir: given, movingIn = false, command = "" }: ServerPlace): Promise<State> {
  const dir = resolve(given);
  try {
    ownDirectory(dir);
  } catch (error) {
    throw error instanceof Problem ? error : unreadable(dir, error);
  }
  const pool = new ServerPool({ url, max: STATEMENTS, searchPath: "public,bullmq" });
  const queuePool = new ServerPool({ url, max: QUEUES, searchPath: "bullmq,public" });
  const locks = serverLocks(url);
  const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const processId = newProcessId();
  const close = async (): Promise<void> => {
    await locks.close();
    await queuePool.end();
    await db.destroy();
  };
  let stopHeartbeat: () => Promise<void>;
  try {
    await refuseOtherEncoding(db);
    await migrate(db);
    await removeDeadProcesses(db);
    stopHeartbeat = await startHeartbeat(db, processId, command);
    // Only after the first heartbeat: a migration sets its mark first and then looks for other processes.
    if (!movingIn) await refuseIncompleteTarget(db).catch((error: unknown) => stopHeartbeat().then(() => Promise.reject(error)));
    if (!movingIn) await recordSavedAnswers(db, dir, new Date());
  } catch (error) {
    await close().catch(() => undefined);
    throw toOpenProblem(error);
  }
  return {
    kind: "server",
    dir,
    db,
    pool,
    queuePool,
    redis,
    unencrypted: [
      ...(isUnencryptedDatabase(url) ? (["DATABASE_URL"] as const) : []),
      ...(redis !== null && isUnencryptedRedis(redis) ? (["REDIS_URL"] as const) : []),
    ],
    journal: noJournal,
    locks,
    processId,
    host: null,
    lost: new Set(),
    close: async () => {
      await stopHeartbeat().catch(() => undefined);
      await close().catch(() => undefined);
    },
  };
}

/** @throws Problem `database_refused` if the database cannot store every character */
export async function refuseOtherEncoding(db: Db): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`SELECT current_setting('server_encoding') AS encoding`.execute(db);
  const encoding = rows[0]?.encoding ?? "";
  if (encoding !== "UTF8") throw refused(fact("database.has_other_encoding", { encoding }), fact("advice.create_utf8_database", {}));
}

/** SQLSTATE: 28 for authentication, 3D for a missing database, 42501 for missing privileges. */
const refusals = /^(28|3D|42501)/;

/** Returns the problem to report for a server that cannot be opened. */
export function toOpenProblem(error: unknown): unknown {
  if (isConnectionError(error)) return connectionLost(error);
  const tls = tlsFault(error);
  if (tls !== null) return noTls(tls, error);
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
  if (!(error instanceof Error) || typeof code !== "string" || !refusals.test(code)) return error;
  return refused(fact("database.refuses_connection", { why: whyRefused(code) }), fact("advice.check_database_user", {}), error);
}

function refused(said: Fact, next: Fact, cause?: Error): Problem {
  return new Problem(said, { code: "database_refused", exit: EXIT.configuration, audience: "admin", next, cause });
}

/** Returns the reason for a SQLSTATE, as a clause. The server's own text may be in any language. */
function whyRefused(code: string): Fact {
  if (code === "28P01") return fact("database.rejects_password", {});
  if (code.startsWith("28")) return fact("database.rejects_user", {});
  if (code.startsWith("3D")) return fact("database.does_not_exist", {});
  return fact("database.denies_privilege", {});
}

/** TLS errors by their Node.js codes, with the reason and the next step. */
const TLS_FAULTS: readonly (readonly [RegExp, Fact, Fact])[] = [
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_)/,
    fact("tls.has_unknown_authority", {}),
    fact("advice.name_authority", {}),
  ],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, fact("tls.has_other_host", {}), fact("advice.use_certified_host", {})],
  [/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, fact("tls.is_not_valid_now", {}), fact("advice.renew_certificate", {})],
  [/^(ERR_SSL_|ERR_TLS_|ERR_OSSL_|EPROTO$)/, fact("tls.failed", {}), fact("advice.check_tls_settings", {})],
];

function tlsFault(error: unknown): readonly [why: Fact, next: Fact] | null {
  if (!(error instanceof Error)) return null;
  if (/does not support SSL/i.test(error.message)) return [fact("tls.is_not_offered", {}), fact("advice.turn_on_tls", {})];
  const code: unknown = Reflect.get(error, "code");
  if (code === "28000" && /no encryption|SSL off/i.test(error.message))
    return [fact("tls.is_required", {}), fact("advice.add_sslmode", {})];
  const fault = typeof code === "string" ? TLS_FAULTS.find(([pattern]) => pattern.test(code)) : undefined;
  return fault === undefined ? null : [fault[1], fault[2]];
}

function noTls([why, next]: readonly [Fact, Fact], cause: unknown): Problem {
  return new Problem(fact("database.has_no_tls_connection", { why }), {
    code: "database_tls",
    exit: EXIT.configuration,
    audience: "admin",
    next,
    cause,
  });
}
