import { resolve } from "node:path";
import { Kysely, PostgresDialect } from "kysely";
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
    alone: false,
    hostProcess: null,
    lost: new Set(),
    close: async () => {
      await stopHeartbeat().catch(() => undefined);
      await close().catch(() => undefined);
    },
  };
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
  return new Problem(`The database refused the connection: ${whyRefused(code)}. Nothing was changed.`, {
    code: "database_refused",
    exit: EXIT.configuration,
    audience: "admin",
    next: "Check user, password and database in DATABASE_URL; the user must own the database, or be allowed to create tables in its schema public and a schema bullmq.",
    cause: error,
  });
}

/** Returns the reason for a SQLSTATE, as a clause. The server's own text may be in any language. */
function whyRefused(code: string): string {
  if (code === "28P01") return "the user or the password is wrong";
  if (code.startsWith("28")) return "the server does not admit this user from this address";
  if (code.startsWith("3D")) return "there is no database of this name";
  return "the user lacks a privilege (42501)";
}

/** TLS errors by their Node.js codes, with the reason and the next step. */
const TLS_FAULTS: readonly (readonly [RegExp, string, string])[] = [
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_)/,
    "no known authority has signed its certificate",
    "Name the authority's certificate in DATABASE_URL: sslmode=verify-full&sslrootcert=/path/to/ca.pem.",
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    "its certificate is for another host name",
    "Use a host name in DATABASE_URL that is in the certificate, or give the server a certificate for this name.",
  ],
  [/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, "its certificate is not valid at this time", "Renew the certificate, or correct the clock."],
  [
    /^(ERR_SSL_|ERR_TLS_|ERR_OSSL_|EPROTO$)/,
    "the TLS connection failed",
    "Check sslrootcert, sslcert and sslkey in DATABASE_URL, and the server's TLS settings.",
  ],
];

function tlsFault(error: unknown): readonly [why: string, next: string] | null {
  if (!(error instanceof Error)) return null;
  if (/does not support SSL/i.test(error.message))
    return [
      "the server has no TLS, and DATABASE_URL asks for it",
      "Turn on TLS on the server, or set sslmode=disable if the connection stays in a trusted network.",
    ];
  const code: unknown = Reflect.get(error, "code");
  if (code === "28000" && /no encryption|SSL off/i.test(error.message))
    return ["the server accepts encrypted connections only", "Add sslmode=verify-full to DATABASE_URL."];
  const fault = typeof code === "string" ? TLS_FAULTS.find(([pattern]) => pattern.test(code)) : undefined;
  return fault === undefined ? null : [fault[1], fault[2]];
}

function noTls([why, next]: readonly [string, string], cause: unknown): Problem {
  return new Problem(`The connection to the database failed: ${why}. Nothing was changed.`, {
    code: "database_tls",
    exit: EXIT.configuration,
    audience: "admin",
    next,
    cause,
  });
}
