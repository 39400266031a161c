import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { StatePool } from "./pool.ts";

/** int8, numeric and date as text, as the embedded database answers them too. */
const AS_TEXT = new Set([20, 1700, 1082]);
const asText = (value: string): string => value;

export interface ServerPoolOptions {
  url: string;
  /** How many connections at most. */
  max: number;
  /** Where unqualified names are looked for, first to last. */
  searchPath: string;
}

/** A pool of connections to a PostgreSQL server, 13 or newer. A connection that breaks while idle is simply replaced. */
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
    // Whoever holds a connection is told by the failure of its own statement.
    this.on("error", () => undefined);
    // Each queue that is open listens too.
    this.setMaxListeners(0);
    this.on("connect", (client) => client.on("error", () => undefined));
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
