import { PGlite, type QueryOptions, type Results } from "@electric-sql/pglite";
import { prepareQueues } from "../../../src/queue/backend.ts";
import { databaseOver, type EmbeddedDatabase } from "../../../src/state/database/embedded-database.ts";
import { EXTENSIONS } from "../../../src/state/database/extensions.ts";
import { PglitePool } from "../../../src/state/database/pglite-pool.ts";
import type { PreparedStatements } from "../../../src/state/database/prepared-statements.ts";
import { migrate } from "../../../src/store/schema/migrations.ts";
import { KeptPlans } from "./kept-plans.ts";
import { currentProcess, inThisContext, operation, runAs, type SimulatedProcess } from "./process.ts";
import { pass, runUntil } from "./time.ts";

const asText = (value: string): string => value;

/** What the product sets when it opens the database. */
const SESSION = "SET search_path = public, bullmq; SET TIME ZONE 'UTC'; SET client_min_messages = warning; SET synchronous_commit = off";
/** `DISCARD ALL`, but keeps the plans: making them again for each process is a large part of a run. */
const NEW_SESSION = `CLOSE ALL; RESET ALL; UNLISTEN *; SELECT pg_advisory_unlock_all(); DISCARD SEQUENCES; DISCARD TEMP; ${SESSION}`;
/** What a new database has of its own. */
const KEPT = "('kysely_migration', 'kysely_migration_lock', 'migration')";
const VACUUM_EVERY = 25;

/** One real database for all runs: it is emptied between them, and copied inside of itself for backups. */
export class Database {
  readonly #engine: PGlite;
  readonly #plans: KeptPlans;
  readonly #tables: readonly string[];
  readonly #sequences: readonly string[];
  #uses = 0;
  /** Schemas with a table for each of ours. */
  readonly #copies = new Set<string>();
  /** Statements until the queue is lost, and until the database is away, for how many. */
  #queueLostIn = Infinity;
  #awayIn = Infinity;
  #awayFor = 0;

  private constructor(engine: PGlite, tables: readonly string[], sequences: readonly string[]) {
    this.#engine = engine;
    this.#plans = new KeptPlans(engine);
    this.#tables = tables;
    this.#sequences = sequences;
  }

  static async open(): Promise<Database> {
    const engine = await PGlite.create({ parsers: { 20: asText, 1700: asText, 1082: asText }, extensions: EXTENSIONS });
    await engine.exec(SESSION);
    const pool = new PglitePool(engine);
    const made = migrate(databaseOver(pool)).then(() => prepareQueues({ queuePool: pool, redis: null }));
    await runUntil(made, 3_600_000);
    await engine.exec("DEALLOCATE ALL");
    const named = async (query: string): Promise<string[]> => (await engine.query<{ name: string }>(query)).rows.map(({ name }) => name);
    const tables = await named(`SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname IN ('public', 'bullmq') AND tablename NOT IN ${KEPT} ORDER BY 1`);
    const sequences = await named("SELECT format('%I.%I', schemaname, sequencename) AS name FROM pg_sequences ORDER BY 1");
    return new Database(engine, tables, sequences);
  }

  /** Empties it for the next run. */
  async clear(): Promise<void> {
    await this.#reset();
    await this.#engine.exec(this.#emptying().join(";"));
    this.#uses += 1;
    if (this.#uses % VACUUM_EVERY === 0) await this.#engine.exec("VACUUM");
  }

  #emptying(): string[] {
    return [
      "SET session_replication_role = replica",
      ...this.#tables.map((name) => `DELETE FROM ${name}`),
      ...this.#sequences.map((name) => `ALTER SEQUENCE ${name} RESTART`),
      "SET session_replication_role = origin",
    ];
  }

  /** Ends what a process that crashed had open: its transaction is rolled back. */
  async #reset(): Promise<void> {
    await this.#engine.exec("ROLLBACK");
    await this.#engine.exec(NEW_SESSION);
  }

  /** Loses everything in the queue, after so many transactions. */
  loseQueueIn(transactions: number): void {
    this.#queueLostIn = transactions;
  }

  /** Refuses `many` statements, after so many. */
  goAwayIn(statements: number, many: number): void {
    this.#awayIn = statements;
    this.#awayFor = many;
  }

  /** Ends all trouble. */
  recover(): void {
    this.#queueLostIn = Infinity;
    this.#awayIn = Infinity;
    this.#awayFor = 0;
  }

  async #trouble(text: string): Promise<void> {
    if (/^\s*begin/i.test(text)) this.#queueLostIn -= 1;
    if (this.#queueLostIn <= 0) {
      this.#queueLostIn = Infinity;
      await this.#engine.exec(
        this.#tables
          .filter((name) => name.startsWith("bullmq."))
          .map((name) => `DELETE FROM ${name}`)
          .join(";"),
      );
    }
    this.#awayIn -= 1;
    if (this.#awayIn > 0 || this.#awayFor <= 0) return;
    this.#awayFor -= 1;
    await this.#engine.exec("ROLLBACK");
    await pass(200);
    throw Object.assign(new Error("the database is away"), { code: "ECONNREFUSED", syscall: "connect" });
  }

  /** Opens it for one process, whose crash revokes this handle. */
  async openFor(process: SimulatedProcess): Promise<EmbeddedDatabase> {
    await runAs(null, () => this.#reset());
    return { pool: new PglitePool(this.#handle(process) as never, () => null, this.#statements()), close: async () => undefined };
  }

  /** Runs one statement of the current process, unless the database is away. */
  #operation<T>(text: string, work: () => Promise<T>): Promise<T> {
    return operation("database", describe(text), async () => {
      await this.#trouble(text);
      return work();
    });
  }

  #statements(): Pick<PreparedStatements, "query" | "exec"> {
    return {
      query: (text, params) => this.#operation(text, () => this.#plans.query(text, params)),
      exec: (text) => this.#operation(text, async () => (await this.#engine.exec(text)).at(-1) as Results<never> | undefined),
    };
  }

  #handle(process: SimulatedProcess): object {
    const engine = this.#engine;
    const closed = (): boolean => !process.alive;
    return {
      get closed() {
        return closed();
      },
      parsers: engine.parsers,
      serializers: engine.serializers,
      query: (text: string, ...rest: [unknown[]?, QueryOptions?]) => this.#operation(text, () => engine.query(text, ...rest)),
      listen: async (channel: string, notified: (payload: string) => void) => {
        const owner = currentProcess();
        const inContext = inThisContext(notified);
        const unlisten = await engine.listen(channel, (payload) => {
          if (process.alive && owner?.alive !== false) inContext(payload);
        });
        process.onEnd(() => void runAs(null, unlisten).catch(() => undefined));
        return unlisten;
      },
    };
  }

  /** Runs a query for the judge, when no process works. */
  async look<T>(query: string, params: unknown[] = []): Promise<T[]> {
    return (await runAs(null, () => this.#engine.query<T>(query, params))).rows;
  }

  /** Keeps a copy of everything, as a backup or as what a disk has. */
  async copy(name: string): Promise<void> {
    // Otherwise the copy is part of the transaction that a crashed process left open, and ends with it.
    await this.#reset();
    if (!this.#copies.has(name)) await this.#addSchema(name);
    const statements = this.#tables.flatMap((table) => [
      `DELETE FROM ${name}.${copyName(table)}`,
      `INSERT INTO ${name}.${copyName(table)} SELECT * FROM ${table}`,
    ]);
    const values = await Promise.all(
      this.#sequences.map(async (sequence) => ({
        sequence,
        ...(await this.look<object>(`SELECT last_value, is_called FROM ${sequence}`))[0],
      })),
    );
    await this.#engine.exec([...statements, `DELETE FROM ${name}.sequences`].join(";"));
    await this.#engine.query(
      `INSERT INTO ${name}.sequences SELECT * FROM jsonb_to_recordset($1) AS s(sequence text, last_value bigint, is_called boolean)`,
      [JSON.stringify(values)],
    );
  }

  async #addSchema(name: string): Promise<void> {
    const tables = this.#tables.map((table) => `CREATE UNLOGGED TABLE ${name}.${copyName(table)} AS SELECT * FROM ${table} WITH NO DATA`);
    const sequences = `CREATE UNLOGGED TABLE ${name}.sequences (sequence text, last_value bigint, is_called boolean)`;
    await this.#engine.exec([`CREATE SCHEMA ${name}`, ...tables, sequences].join(";"));
    this.#copies.add(name);
  }

  /** The columns of each table that can be written. */
  async #columns(): Promise<Map<string, string>> {
    const rows = await this.look<{ name: string; columns: string }>(`SELECT format('%I.%I', table_schema, table_name) AS name,
      string_agg(quote_ident(column_name), ', ') AS columns FROM information_schema.columns
      WHERE table_schema IN ('public', 'bullmq') AND is_generated = 'NEVER' GROUP BY 1`);
    return new Map(rows.map(({ name, columns }) => [name, columns]));
  }

  /** Puts a copy in place of everything. */
  async restore(name: string): Promise<void> {
    await this.#reset();
    const columns = await this.#columns();
    await this.#engine.exec(
      [
        ...this.#emptying().slice(0, -1),
        ...this.#tables.map((table) => {
          const list = columns.get(table) ?? "";
          return `INSERT INTO ${table} (${list}) SELECT ${list} FROM ${name}.${copyName(table)}`;
        }),
        `SELECT setval(sequence, last_value, is_called) FROM ${name}.sequences`,
        "SET session_replication_role = origin",
      ].join(";"),
    );
  }
}

function copyName(table: string): string {
  return table.replaceAll(".", "_").replaceAll('"', "");
}

/** The beginning of a statement, to name the point of a crash. */
function describe(text: string): string {
  const plain = text
    .replaceAll(/\/\*[\s\S]*?\*\/|--[^\n]*/g, " ")
    .replaceAll(/["\s]+/g, " ")
    .trim();
  return (
    /^(?:insert into|update|delete from|select .*? from|with) ?[\w.]*|^\w+/i.exec(plain)?.[0].slice(0, 60).toLowerCase() ?? "a statement"
  );
}
