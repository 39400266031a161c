import { resolve } from "node:path";
import { Kysely, PostgresDialect } from "kysely";
import { EXIT, Problem } from "../model/problem.ts";
import { recordKeptAnswers } from "./kept-answers.ts";
import { noJournal } from "./journal.ts";
import { serverLocks } from "./locks.ts";
import { migrate } from "./migrations.ts";
import { refuseMovingIn } from "./moving-in.ts";
import { ownDirectory } from "./owner.ts";
import { beatOn, forgetDead, newProcessId } from "./processes.ts";
import type { Db, Tables } from "./schema.ts";
import { ServerPool } from "./server-pool.ts";
import { unreadable, type State } from "./state.ts";
import { databaseGone, isDatabaseGone } from "./trouble.ts";

export interface ServerPlace {
  /** `postgres://…` */
  url: string;
  /** `redis://…`; `null`: the queues lie in PostgreSQL too. */
  redis: string | null;
  /** A folder of this machine for reports and files on their way. */
  dir: string;
  /** Whoever moves a state into the database opens it while it is incomplete, and nobody else. */
  movingIn?: boolean;
  /** The command without its options, as other processes see it. */
  command?: string;
}

/** Connections for statements, and for BullMQ, at most. */
const STATEMENTS = 10;
const QUEUES = 30;

/**
 * Opens a state on a PostgreSQL server, which other processes on other hosts may have open too, and brings its tables
 * up to date. The process counts as alive until it closes the state or is silent for `DEAD_AFTER` seconds.
 *
 * @throws Problem `database_unreachable`, `database_refused`, `schema_newer` or `state_incomplete`, exit 2. Nothing is changed then.
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
  const me = newProcessId();
  const close = async (): Promise<void> => {
    await locks.close();
    await queuePool.end();
    await db.destroy();
  };
  let silence: () => Promise<void>;
  try {
    await migrate(db);
    await forgetDead(db);
    silence = await beatOn(db, me, command);
    // After it was said that we are here: whoever moves a state in looks for us after making its mark.
    if (!movingIn) await refuseMovingIn(db).catch((error: unknown) => silence().then(() => Promise.reject(error)));
    if (!movingIn) await recordKeptAnswers(db, dir, new Date());
  } catch (error) {
    await close().catch(() => undefined);
    throw whyRefused(error);
  }
  return {
    kind: "server",
    dir,
    db,
    pool,
    queuePool,
    redis,
    journal: noJournal,
    locks,
    me,
    alone: false,
    through: null,
    close: async () => {
      await silence().catch(() => undefined);
      await close().catch(() => undefined);
    },
  };
}

/** 28: who we are; 3D: the database is not there; 42501: what we may. */
const refusals = /^(28|3D|42501)/;

/** What a person is told of a server that cannot be opened. */
export function whyRefused(error: unknown): unknown {
  if (isDatabaseGone(error)) return databaseGone(error);
  const tls = tlsFault(error);
  if (tls !== null) return noTls(tls, error);
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
  if (!(error instanceof Error) || typeof code !== "string" || !refusals.test(code)) return error;
  return new Problem(`The database refuses us: ${error.message}. Nothing was changed.`, {
    code: "database_refused",
    exit: EXIT.configuration,
    audience: "admin",
    next: "Check user, password and database in DATABASE_URL; the user must own the database, or be allowed to create tables in its schema public and a schema bullmq.",
    cause: error,
  });
}

/** Faults of a TLS connection by the codes of Node.js, each with what to do. */
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
  [/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, "its certificate is not valid at this time", "Renew the certificate, or set the clock."],
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
      "Turn on TLS on the server, or set sslmode=disable where the connection stays on a trusted network.",
    ];
  const code: unknown = Reflect.get(error, "code");
  if (code === "28000" && /no encryption|SSL off/i.test(error.message))
    return ["the server accepts encrypted connections only", "Add sslmode=verify-full to DATABASE_URL."];
  const fault = typeof code === "string" ? TLS_FAULTS.find(([pattern]) => pattern.test(code)) : undefined;
  return fault === undefined ? null : [fault[1], fault[2]];
}

function noTls([why, next]: readonly [string, string], cause: unknown): Problem {
  return new Problem(`The connection to the database was not made: ${why}. Nothing was changed.`, {
    code: "database_tls",
    exit: EXIT.configuration,
    audience: "admin",
    next,
    cause,
  });
}
