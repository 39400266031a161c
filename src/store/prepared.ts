import { parse, protocol, types, type PGlite, type Results } from "@electric-sql/pglite";

const { serialize } = protocol;

/** So often a text was given before it is worth a plan of its own: those of single operations, not of whole files. */
const WORTH_IT = 20;
/** A plan is made anew after so many uses, or so long, in ms: the tables that it was made for may have been nearly empty. */
const USES = 200;
const AGE = 60_000;
/** Longer parameters are those of many rows at once, where a plan that fits counts for more than its own cost. */
const LONG = 4096;
const MOST_PLANS = 100;
/** How many texts are counted. Those that are built with as many parameters as there are values would be endless. */
const MOST_TEXTS = 1000;

/** What may change the shape of a table. One that only names such a word costs some plans, and nothing else. */
const SHAPES = /\b(alter|create|drop)\b/i;

interface Plan {
  name: string;
  /** The types of the parameters, as PostgreSQL numbers them. */
  types: number[];
  uses: number;
  made: number;
}

type Messages = Awaited<ReturnType<PGlite["execProtocolStream"]>>;

/**
 * Statements of PGlite, the ones that come again and again as PostgreSQL's prepared ones: to plan one takes several
 * times as long as to carry it out, and PGlite's `query` plans each anew. Calls must not overlap.
 */
export class PreparedStatements {
  readonly #database: PGlite;
  readonly #plans = new Map<string, Plan>();
  readonly #seen = new Map<string, number>();
  #made = 0;

  constructor(database: PGlite) {
    this.#database = database;
  }

  /** One statement, as PGlite's `query` takes and answers it. */
  async query(text: string, params: readonly unknown[]): Promise<Results<never>> {
    if (params.some(isLong) || !this.#isWorthIt(text)) return this.#database.query<never>(text, [...params]);
    return this.#database.runExclusive(async () => {
      if (this.#database.closed) throw new Error("PGlite is closed");
      const plan = await this.#planOf(text);
      plan.uses += 1;
      let answered = false;
      try {
        const values = params.map((value, i) => this.#written(value, plan.types[i]));
        const messages = await this.#exchange(
          serialize.bind({ statement: plan.name, values }),
          serialize.describe({ type: "P" }),
          serialize.execute({}),
        );
        answered = true;
        return parse.parseResults(messages, this.#database.parsers)[0] as Results<never>;
      } finally {
        // What failed may have failed because of its plan.
        if (!answered) await this.#drop(text, plan);
      }
    });
  }

  /** Statements without parameters, one or several. A table that changes its shape takes the plans that were made for it along. */
  async exec(text: string): Promise<Results<never> | undefined> {
    const results = await this.#database.exec(text);
    if (SHAPES.test(text)) await this.#database.runExclusive(() => this.#dropAll());
    return results.at(-1) as Results<never> | undefined;
  }

  #isWorthIt(text: string): boolean {
    if (this.#plans.has(text)) return true;
    if (this.#seen.size >= MOST_TEXTS) this.#seen.clear();
    const seen = (this.#seen.get(text) ?? 0) + 1;
    this.#seen.set(text, seen);
    return seen > WORTH_IT;
  }

  async #planOf(text: string): Promise<Plan> {
    const known = this.#plans.get(text);
    if (known !== undefined && known.uses < USES && performance.now() - known.made < AGE) return known;
    if (known !== undefined) await this.#drop(text, known);
    const [oldest] = this.#plans;
    if (oldest !== undefined && this.#plans.size >= MOST_PLANS) await this.#drop(...oldest);
    this.#made += 1;
    const name = `s${this.#made}`;
    const messages = await this.#exchange(serialize.parse({ name, text }), serialize.describe({ type: "S", name }));
    const plan = { name, types: parse.parseDescribeStatementResults(messages), uses: 0, made: performance.now() };
    this.#plans.set(text, plan);
    return plan;
  }

  async #drop(text: string, { name }: Plan): Promise<void> {
    this.#plans.delete(text);
    await this.#exchange(serialize.close({ type: "S", name }));
  }

  async #dropAll(): Promise<void> {
    for (const [text, plan] of this.#plans) await this.#drop(text, plan);
  }

  #written(value: unknown, type: number = types.TEXT): string | null {
    if (value === null || value === undefined) return null;
    const { serializers } = this.#database;
    return (serializers[type] ?? serializers[types.TEXT])?.(value) ?? null;
  }

  /** @throws the database's error; the sync after it makes the session fit for the next one */
  async #exchange(...requests: Uint8Array[]): Promise<Messages> {
    const messages: Messages[] = [];
    try {
      for (const request of requests) messages.push(await this.#database.execProtocolStream(request, { syncToFs: false }));
    } finally {
      messages.push(await this.#database.execProtocolStream(serialize.sync()));
    }
    return messages.flat();
  }
}

function isLong(value: unknown): boolean {
  if (Array.isArray(value)) return true;
  return typeof value === "string" || value instanceof Uint8Array ? value.length > LONG : false;
}
