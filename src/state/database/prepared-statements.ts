import { parse, protocol, type PGlite, type Results } from "@electric-sql/pglite";
import { Plans, type Plan, type PlanLimits } from "./plans.ts";

const { serialize } = protocol;

/** Words of statements that may change the shape of a table that is there. A false match only costs some plans. */
const SHAPES = /\b(alter|drop|replace)\b/i;

/**
 * Runs statements of PGlite in one exchange of messages each, and prepares the frequent ones. PGlite's `query` takes six
 * exchanges, and plans every call. Values are written as `pg` writes them, so both databases get the same text.
 * Calls must not overlap.
 */
export class PreparedStatements {
  readonly #database: PGlite;
  readonly #plans: Plans;
  /** The names of plans that the database has. */
  readonly #prepared = new Set<string>();

  constructor(database: PGlite, limits?: PlanLimits) {
    this.#database = database;
    this.#plans = new Plans(limits);
  }

  /** Runs one statement, with the parameters and result of PGlite's `query`. */
  async query(text: string, params: readonly unknown[]): Promise<Results<never>> {
    const dropped: Plan[] = [];
    const plan = this.#plans.use(text, params, (old) => dropped.push(old));
    return this.#database.runExclusive(async () => {
      if (this.#database.closed) throw new Error("PGlite is closed");
      for (const old of dropped) await this.#close(old);
      const values = written(params);
      if (plan === null) return exchange(this.#database, parsed(text), ...execution("", values));
      let answered = false;
      try {
        const preparation = this.#prepared.has(plan.name) ? [] : [parsed(text, plan.name)];
        this.#prepared.add(plan.name);
        const results = await exchange(this.#database, ...preparation, ...execution(plan.name, values));
        answered = true;
        return results;
      } finally {
        // The failure may come from the plan.
        if (!answered) {
          this.#plans.forget(text);
          await this.#close(plan);
        }
      }
    });
  }

  /** Runs one or several statements without parameters. If one changes a table, all plans are dropped. */
  async exec(text: string): Promise<Results<never> | undefined> {
    const results = await this.#database.exec(text);
    if (SHAPES.test(text)) await this.#database.runExclusive(() => this.#closeAll());
    return results.at(-1) as Results<never> | undefined;
  }

  async #close({ name }: Plan): Promise<void> {
    if (this.#prepared.delete(name)) await exchange(this.#database, serialize.close({ type: "S", name }));
  }

  async #closeAll(): Promise<void> {
    for (const plan of this.#plans.clear()) await this.#close(plan);
  }
}

/** Sends messages and the sync after them. @throws the database's error; the session stays usable */
export async function exchange(database: PGlite, ...requests: Uint8Array[]): Promise<Results<never>> {
  const messages = await database.execProtocolStream(Buffer.concat([...requests, serialize.sync()]));
  return parse.parseResults(messages, database.parsers)[0] as Results<never>;
}

/** Returns values as `pg` sends them. Loading it for this would take longer than most commands do. */
export function written(params: readonly unknown[]): (string | Buffer | null)[] {
  return params.map((value) => {
    if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    return value === null || value === undefined ? null : textOf(value);
  });
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.map(elementOf).join(",")}}`;
  if (typeof value === "string") return value;
  return typeof value === "object" ? JSON.stringify(value) : (value as number | bigint | boolean).toString();
}

function elementOf(value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  return Array.isArray(value) ? textOf(value) : `"${textOf(value).replaceAll(/["\\]/g, "\\$&")}"`;
}

/** The message that prepares a statement. */
export function parsed(text: string, name = ""): Uint8Array {
  return serialize.parse({ text, name });
}

/** The messages that execute a prepared statement and describe its result. */
export function execution(statement: string, values: (string | Buffer | null)[]): Uint8Array[] {
  return [serialize.bind({ statement, values }), serialize.describe({ type: "P" }), serialize.execute({})];
}
