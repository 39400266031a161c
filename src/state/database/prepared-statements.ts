import { parse, protocol, type PGlite, type Results } from "@electric-sql/pglite";
import utils from "pg/lib/utils.js";

const { serialize } = protocol;

/** How often a text is used before it is prepared: statements of single operations are, statements for whole files are not. */
const USES_BEFORE_PREPARING = 20;
/** A plan is replaced after this many uses, or at this age: its tables may have been nearly empty when it was made. */
const MAX_USES = 200;
const MAX_AGE_MS = 60_000;
/** Longer parameters contain many rows; there a plan that fits matters more than its cost. */
const MAX_PARAMETER_LENGTH = 4096;
const MAX_PLANS = 100;
/** How many texts are counted. Texts with one placeholder per value would make the list grow without end. */
const MAX_COUNTED_TEXTS = 1000;

/** Words of statements that may change a table's shape. A false match only costs some plans. */
const SHAPES = /\b(alter|create|drop)\b/i;

interface Plan {
  name: string;
  uses: number;
  made: number;
}

/**
 * Runs statements of PGlite in one exchange of messages each, and prepares the frequent ones. PGlite's `query` takes six
 * exchanges, and plans every call. Values are written as `pg` writes them, so both databases get the same text.
 * Calls must not overlap.
 */
export class PreparedStatements {
  readonly #database: PGlite;
  readonly #plans = new Map<string, Plan>();
  readonly #seen = new Map<string, number>();
  #made = 0;

  constructor(database: PGlite) {
    this.#database = database;
  }

  /** Runs one statement, with the parameters and result of PGlite's `query`. */
  async query(text: string, params: readonly unknown[]): Promise<Results<never>> {
    return this.#database.runExclusive(async () => {
      if (this.#database.closed) throw new Error("PGlite is closed");
      const values = written(params);
      if (params.some(isLong) || !this.#shouldPrepare(text)) return exchange(this.#database, parsed(text), ...execution("", values));
      const known = await this.#planOf(text);
      const plan = known ?? this.#newPlan(text);
      plan.uses += 1;
      let answered = false;
      try {
        const preparation = known === undefined ? [parsed(text, plan.name)] : [];
        const results = await exchange(this.#database, ...preparation, ...execution(plan.name, values));
        answered = true;
        return results;
      } finally {
        // The failure may come from the plan.
        if (!answered) await this.#drop(text, plan);
      }
    });
  }

  /** Runs one or several statements without parameters. If one changes a table, all plans are dropped. */
  async exec(text: string): Promise<Results<never> | undefined> {
    const results = await this.#database.exec(text);
    if (SHAPES.test(text)) await this.#database.runExclusive(() => this.#dropAll());
    return results.at(-1) as Results<never> | undefined;
  }

  #shouldPrepare(text: string): boolean {
    if (this.#plans.has(text)) return true;
    if (this.#seen.size >= MAX_COUNTED_TEXTS) this.#seen.clear();
    const seen = (this.#seen.get(text) ?? 0) + 1;
    this.#seen.set(text, seen);
    return seen > USES_BEFORE_PREPARING;
  }

  /** Returns the plan of a text; `undefined` if there is none that can still be used. */
  async #planOf(text: string): Promise<Plan | undefined> {
    const known = this.#plans.get(text);
    if (known !== undefined && known.uses < MAX_USES && performance.now() - known.made < MAX_AGE_MS) return known;
    if (known !== undefined) await this.#drop(text, known);
    const [oldest] = this.#plans;
    if (oldest !== undefined && this.#plans.size >= MAX_PLANS) await this.#drop(...oldest);
    return undefined;
  }

  #newPlan(text: string): Plan {
    this.#made += 1;
    const plan = { name: `s${this.#made}`, uses: 0, made: performance.now() };
    this.#plans.set(text, plan);
    return plan;
  }

  async #drop(text: string, { name }: Plan): Promise<void> {
    this.#plans.delete(text);
    await exchange(this.#database, serialize.close({ type: "S", name }));
  }

  async #dropAll(): Promise<void> {
    for (const [text, plan] of this.#plans) await this.#drop(text, plan);
  }
}

/** Sends messages and the sync after them. @throws the database's error; the session stays usable */
export async function exchange(database: PGlite, ...requests: Uint8Array[]): Promise<Results<never>> {
  const messages = await database.execProtocolStream(Buffer.concat([...requests, serialize.sync()]));
  return parse.parseResults(messages, database.parsers)[0] as Results<never>;
}

/** Returns values as they are sent. */
export function written(params: readonly unknown[]): (string | Buffer | null)[] {
  return params.map((value) => utils.prepareValue(value));
}

/** The message that prepares a statement. */
export function parsed(text: string, name = ""): Uint8Array {
  return serialize.parse({ text, name });
}

/** The messages that execute a prepared statement and describe its result. */
export function execution(statement: string, values: (string | Buffer | null)[]): Uint8Array[] {
  return [serialize.bind({ statement, values }), serialize.describe({ type: "P" }), serialize.execute({})];
}

function isLong(value: unknown): boolean {
  if (Array.isArray(value)) return true;
  return typeof value === "string" || value instanceof Uint8Array ? value.length > MAX_PARAMETER_LENGTH : false;
}
