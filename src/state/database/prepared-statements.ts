import { parse, protocol, types, type PGlite, type Results } from "@electric-sql/pglite";

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
  /** The parameter types, as PostgreSQL numbers them. */
  types: number[];
  uses: number;
  made: number;
}

type Messages = Awaited<ReturnType<PGlite["execProtocolStream"]>>;

/**
 * Runs statements of PGlite, and prepares the frequent ones: planning takes several times as long as executing, and
 * PGlite's `query` plans every call. Calls must not overlap.
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
    if (params.some(isLong) || !this.#shouldPrepare(text)) return this.#database.query<never>(text, [...params]);
    return this.#database.runExclusive(async () => {
      if (this.#database.closed) throw new Error("PGlite is closed");
      const plan = await this.#planOf(text);
      plan.uses += 1;
      let answered = false;
      try {
        const values = params.map((value, i) => this.#serialized(value, plan.types[i]));
        const messages = await this.#exchange(
          serialize.bind({ statement: plan.name, values }),
          serialize.describe({ type: "P" }),
          serialize.execute({}),
        );
        answered = true;
        return parse.parseResults(messages, this.#database.parsers)[0] as Results<never>;
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

  async #planOf(text: string): Promise<Plan> {
    const known = this.#plans.get(text);
    if (known !== undefined && known.uses < MAX_USES && performance.now() - known.made < MAX_AGE_MS) return known;
    if (known !== undefined) await this.#drop(text, known);
    const [oldest] = this.#plans;
    if (oldest !== undefined && this.#plans.size >= MAX_PLANS) await this.#drop(...oldest);
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

  #serialized(value: unknown, type: number = types.TEXT): string | null {
    if (value === null || value === undefined) return null;
    const { serializers } = this.#database;
    return (serializers[type] ?? serializers[types.TEXT])?.(value) ?? null;
  }

  /** @throws the database's error; the sync that follows makes the session usable again */
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
  return typeof value === "string" || value instanceof Uint8Array ? value.length > MAX_PARAMETER_LENGTH : false;
}
