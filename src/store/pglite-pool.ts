import { EventEmitter } from "node:events";
import type { PGlite } from "@electric-sql/pglite";
import type { Problem } from "../model/problem.ts";
import type { PoolClient, PoolResult, StatePool } from "./pool.ts";
import { PreparedStatements } from "./prepared.ts";

type Release = () => void;

const PAUSE_AFTER_END_MS = 100;

/**
 * Makes PGlite, which has one session, look like a `pg.Pool` to BullMQ and Kysely.
 *
 * The statements between BEGIN and COMMIT or ROLLBACK own the session and everything else waits, so two clients
 * never share a transaction. LISTEN maps to PGlite's own listen, whose callbacks need no connection of their own.
 */
export class PglitePool extends EventEmitter implements StatePool {
  /** Read by BullMQ: nothing can drop silently inside one process, so a worker may wait as long as it likes. */
  readonly options = { keepAlive: true };
  readonly #database: PGlite;
  readonly #ended: () => Problem | null;
  readonly #prepared: PreparedStatements;
  #tail: Promise<void> = Promise.resolve();

  /** @param ended why the database must not be called any more; `null` while it may */
  constructor(database: PGlite, ended: () => Problem | null = () => null) {
    super();
    this.#database = database;
    this.#ended = ended;
    this.#prepared = new PreparedStatements(database);
    this.setMaxListeners(0);
  }

  /** @throws Problem where the database has ended by itself; not at once, because BullMQ tries again at once */
  async usable(): Promise<PGlite> {
    const ended = this.#ended();
    if (ended === null) return this.#database;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_END_MS));
    throw ended;
  }

  /** Waits for the session; the function that comes back gives it to the next who waits. */
  acquire(): Promise<Release> {
    const before = this.#tail;
    let release: Release = () => undefined;
    this.#tail = new Promise((resolve) => (release = resolve));
    return before.then(() => release);
  }

  async query(text: string, params?: readonly unknown[]): Promise<PoolResult> {
    const release = await this.acquire();
    try {
      return await this.run(text, params);
    } finally {
      release();
    }
  }

  /** Runs a statement for whoever has acquired the session. */
  async run(text: string, params?: readonly unknown[]): Promise<PoolResult> {
    await this.usable();
    // Without parameters the text may hold several statements, as migrations do; `query` takes one only.
    const result = params === undefined || params.length === 0 ? await this.#prepared.exec(text) : await this.#prepared.query(text, params);
    const rows = result?.rows ?? [];
    return { command: commandOf(text), rows, rowCount: result?.affectedRows || rows.length };
  }

  /** As PGlite has it: the data stands in a blob, of one string, because many small parts cost more than all else. */
  async copyFrom(target: string, text: string): Promise<void> {
    const release = await this.acquire();
    try {
      await (await this.usable()).query(`COPY ${target} FROM '/dev/blob'`, [], { blob: new Blob([text]) });
    } finally {
      release();
    }
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

  /** A transaction of this client owns the session. */
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
    if (channel === undefined) throw new Error(`cannot read the channel of: ${text}`);
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
    // A client that is let go in the middle of a transaction must not leave it to the next one.
    const giveBack = this.#session;
    this.#session = null;
    void this.#pool
      .run("ROLLBACK")
      .catch(() => undefined)
      .finally(giveBack);
  }
}

/** The first word of a statement; BullMQ's begin with comments. */
function leadingKeyword(text: string): string {
  return /^(?:\s+|--[^\n]*\n|\/\*[\s\S]*?\*\/)*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? "";
}

function commandOf(text: string): PoolResult["command"] {
  const word = leadingKeyword(text).toUpperCase();
  return word === "INSERT" || word === "UPDATE" || word === "DELETE" || word === "MERGE" ? word : "SELECT";
}
