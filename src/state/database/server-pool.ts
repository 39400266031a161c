import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { StatePool } from "./pool.ts";
import { repeatConflicts } from "../../store/transaction.ts";
import { Plans, type Plan } from "./plans.ts";

/** int8, numeric and date are returned as text, as the embedded database does. */
const AS_TEXT = new Set([20, 1700, 1082]);
const asText = (value: string): string => value;

export interface ServerPoolOptions {
  url: string;
  /** Maximum number of connections. */
  max: number;
  /** Schemas of unqualified names, first to last. */
  searchPath: string;
}

/** A pool of connections to a PostgreSQL server, 13 or newer. A connection that breaks while idle is replaced. */
export class ServerPool extends pg.Pool implements StatePool {
  constructor({ url, max, searchPath }: ServerPoolOptions) {
    super({
      connectionString: url,
      max,
      application_name: "rollcall",
      options: `-c search_path=${searchPath} -c timezone=UTC -c client_min_messages=warning`,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      types: {
        getTypeParser: (oid, format) => (AS_TEXT.has(oid) ? asText : pg.types.getTypeParser(oid, format)),
      },
    });
    // The holder of a connection learns of the failure from its own statement.
    this.on("error", () => undefined);
    // Each open queue adds a listener.
    this.setMaxListeners(0);
    this.on("connect", (client) => {
      client.on("error", () => undefined);
      prepareFrequent(client);
      repeatLost(client);
    });
  }

  async copyFrom(target: string, text: string): Promise<void> {
    const client = await this.connect();
    try {
      await pipeline(Readable.from([text]), client.query(copyFrom(`COPY ${target} FROM STDIN`)));
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}

/** SQLSTATE of a prepared statement whose result has another shape since a table was changed. */
const RESULT_CHANGED = "0A000";

/** Makes a connection prepare its frequent statements: planning a short one takes longer than executing it. */
function prepareFrequent(client: pg.PoolClient): void {
  const plans = new Plans();
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
  const close = ({ name }: Plan): void => void query(`DEALLOCATE ${name}`).catch(() => undefined);
  const prepared = (...given: unknown[]): Promise<unknown> => {
    const [text, values] = given;
    // With a callback as the third value there is no promise.
    if (typeof text !== "string" || !Array.isArray(values) || values.length === 0 || given.length > 2) return query(...given);
    const plan = plans.use(text, values, close);
    if (plan === null) return query(text, values);
    return query({ name: plan.name, text, values }).catch((error: unknown) => {
      plans.forget(text);
      close(plan);
      // The statement was refused before it did anything. Inside of a transaction, nothing works until its end.
      if (error instanceof Error && Reflect.get(error, "code") === RESULT_CHANGED)
        return query(text, values).catch(() => {
          throw error;
        });
      throw error;
    });
  };
  Object.assign(client, { query: prepared });
}

/** Repeats statements outside of transactions that a deadlock ended; `inTransaction` repeats the others as a whole. */
function repeatLost(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
  let open = false;
  const repeated = (...given: unknown[]): Promise<unknown> => {
    const [text] = given;
    // With a callback there is no promise, and a stream cannot be sent again.
    if (typeof text !== "string" || given.length > 2) return query(...given);
    const before = open;
    if (/^\s*(begin|start\s+transaction)\b/i.test(text)) open = true;
    else if (/^\s*(commit|rollback(?!\s+to))\b/i.test(text)) open = false;
    return before || open ? query(...given) : repeatConflicts(() => query(...given));
  };
  Object.assign(client, { query: repeated });
}
