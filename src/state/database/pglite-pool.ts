import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { PGlite } from "@electric-sql/pglite";
import type { Problem } from "../../domain/problem.ts";
import type { PoolClient, PoolResult, StatePool } from "./pool.ts";
import { PreparedStatements } from "./prepared-statements.ts";
import { SessionQueue, type Release } from "./session-queue.ts";

const PAUSE_AFTER_END_MS = 100;

/**
 * Makes PGlite, which has one session, look like a `pg.Pool` to BullMQ and Kysely.
 *
 * A transaction owns the session from BEGIN to COMMIT or ROLLBACK while all other statements wait, so two clients
 */
export class PglitePool extends EventEmitter implements StatePool {
  /** Read by BullMQ: no connection can drop silently inside one process, so a worker may wait without a limit. */
  readonly options = { keepAlive: true };
  readonly #database: PGlite;
  readonly #ended: () => Problem | null;
  readonly #statements: Pick<PreparedStatements, "query" | "exec">;
  /** The only session. */
  readonly #session = new SessionQueue();

  /** @param ended returns why the database must not be called any more; `null` while it is usable */
  constructor(
    database: PGlite,
    ended: () => Problem | null = () => null,
    statements: Pick<PreparedStatements, "query" | "exec"> = new PreparedStatements(database),
  ) {
    super();
    this.#database = database;
    this.#ended = ended;
    this.#statements = statements;
    this.setMaxListeners(0);
  }

  /** @throws Problem where the database has ended; with a delay, because BullMQ retries at once */
  async usable(): Promise<PGlite> {
    const ended = this.#ended();
    if (ended === null) return this.#database;
    await sleep(PAUSE_AFTER_END_MS);
    throw ended;
  }

  /** Waits for the session; the returned function passes it to the next waiter. */
  acquire(): Promise<Release> {
    return this.#session.acquire();
  }

  async query(text: string, params?: readonly unknown[]): Promise<PoolResult> {
    return this.#session.run(() => this.run(text, params));
  }

  /** Runs a statement for the caller that has acquired the session. */
  async run(text: string, params?: readonly unknown[]): Promise<PoolResult> {
    await this.#session.turn();
    await this.usable();
    // Without parameters the text may contain several statements, as migrations do; `query` takes only one.
    const result =
      params === undefined || params.length === 0 ? await this.#statements.exec(text) : await this.#statements.query(text, params);
    const rows = result?.rows ?? [];
    const changed = result?.affectedRows ?? 0;
    return { command: commandOf(text, changed), rows, rowCount: changed || rows.length };
  }

  /** Copies text by way of a blob, PGlite's form of COPY. The blob is one string, because many small parts are slow. */
  async copyFrom(target: string, text: string): Promise<void> {
    await this.#session.run(async () => (await this.usable()).query(`COPY ${target} FROM '/dev/blob'`, [], { blob: new Blob([text]) }));
  }

  async connect(): Promise<PgliteClient> {
    return new PgliteClient(this);
  }

  async end(): Promise<void> {}
}

/** One client of the pool: owns the session while its transaction is open. */
export class PgliteClient extends EventEmitter implements PoolClient {
  readonly #pool: PglitePool;
  readonly #unlisten: (() => Promise<void>)[] = [];
  #session: Release | null = null;

  constructor(pool: PglitePool) {
    super();
    this.#pool = pool;
    this.setMaxListeners(0);
  }

  /** Returns whether a transaction of this client owns the session. */
  get inTransaction(): boolean {
    return this.#session !== null;
  }

  async query(text: string, params?: readonly unknown[]): Promise<PoolResult> {
    const statement = leadingKeyword(text);
    if (statement === "listen") return this.#listen(text);
    if (this.#session === null && (statement === "begin" || statement === "start")) {
      this.#session = await this.#pool.acquire();
    }
    if (this.#session === null) return this.#pool.query(text, params);
    try {
      return await this.#pool.run(text, params);
    } finally {
      if (statement === "commit" || statement === "rollback") {
        // ROLLBACK TO SAVEPOINT keeps the transaction, and with it the session.
        if (!/^\s*rollback\s+to\b/i.test(text)) this.#giveBack();
      }
    }
  }

  async #listen(text: string): Promise<PoolResult> {
    const channel = /listen\s+"?([a-z0-9_]+)"?\s*;?\s*$/i.exec(text)?.[1];
    if (channel === undefined) throw new Error(`LISTEN without a readable channel name: ${text}`);
    const database = await this.#pool.usable();
    this.#unlisten.push(await database.listen(channel, (payload) => this.emit("notification", { channel, payload })));
    return { command: "SELECT", rows: [], rowCount: 0 };
  }

  #giveBack(): void {
    this.#session?.();
    this.#session = null;
  }

  release(): void {
    for (const unlisten of this.#unlisten.splice(0)) void unlisten().catch(() => undefined);
    if (this.#session === null) return;
    // A client released in the middle of a transaction must not leave it open for the next one.
    const giveBack = this.#session;
    this.#session = null;
    void this.#pool
      .run("ROLLBACK")
      .catch(() => undefined)
      .finally(giveBack);
  }
}

/** Returns the first word of a statement; BullMQ's statements start with comments. */
function leadingKeyword(text: string): string {
  return /^(?:\s+|--[^\n]*\n|\/\*[\s\S]*?\*\/)*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? "";
}

/** Returns the command as `pg` reports it. Kysely counts the changed rows only of these, also where the statement begins with WITH. */
function commandOf(text: string, changed: number): PoolResult["command"] {
  const word = leadingKeyword(text).toUpperCase();
  if (word === "WITH" && changed > 0) return "UPDATE";
  return word === "INSERT" || word === "UPDATE" || word === "DELETE" || word === "MERGE" ? word : "SELECT";
}
