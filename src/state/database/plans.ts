export interface PlanLimits {
  /** How often a text is used before it is prepared: statements of single operations are, statements for whole files are not. */
  usesBefore: number;
  plans: number;
}
const LIMITS: PlanLimits = { usesBefore: 20, plans: 100 };
/**
 * A plan is replaced after this many uses, or at this age: its tables may have been nearly empty when it was made. Each
 * later one may be used twice as often, because its tables were fuller.
 */
const MIN_USES = 200;
const MAX_AGE_MS = 60_000;
/** Longer parameters contain several rows, so the tables grow faster. */
const MAX_SHORT_LENGTH = 1024;
const USES_OF_SEVERAL_ROWS = 4;
/** Even longer ones contain a part of a file; there a plan that fits matters more than its cost. */
const MAX_PARAMETER_LENGTH = 65_536;
/** How many texts are counted. Texts with one placeholder per value would make the list grow without end. */
const MAX_COUNTED_TEXTS = 1000;

export interface Plan {
  name: string;
  uses: number;
  maxUses: number;
  made: number;
}

/** Decides which statements of one session are prepared, and when their plans are replaced. */
export class Plans {
  readonly #limits: PlanLimits;
  readonly #plans = new Map<string, Plan>();
  readonly #seen = new Map<string, number>();
  #made = 0;

  constructor(limits = LIMITS) {
    this.#limits = limits;
  }

  /**
   * Returns the plan to use for a statement, `null` if it is to be planned for this call only.
   * @param drop called for each plan that is not used any more
   */
  use(text: string, params: readonly unknown[], drop: (plan: Plan) => void): Plan | null {
    const length = longest(params);
    if (length > MAX_PARAMETER_LENGTH || !this.#isFrequent(text)) return null;
    const plan = this.#planOf(text, drop);
    plan.uses += length > MAX_SHORT_LENGTH ? USES_OF_SEVERAL_ROWS : 1;
    return plan;
  }

  /** Forgets the plan of a statement. */
  forget(text: string): void {
    this.#plans.delete(text);
  }

  /** Forgets all plans and returns them. */
  clear(): Plan[] {
    const plans = [...this.#plans.values()];
    this.#plans.clear();
    return plans;
  }

  #isFrequent(text: string): boolean {
    if (this.#plans.has(text)) return true;
    if (this.#seen.size >= MAX_COUNTED_TEXTS) this.#seen.clear();
    const seen = (this.#seen.get(text) ?? 0) + 1;
    this.#seen.set(text, seen);
    return seen > this.#limits.usesBefore;
  }

  #planOf(text: string, drop: (plan: Plan) => void): Plan {
    const known = this.#plans.get(text);
    if (known !== undefined && known.uses < known.maxUses && performance.now() - known.made < MAX_AGE_MS) return known;
    const [oldest] = this.#plans;
    const outdated = known !== undefined ? ([text, known] as const) : this.#plans.size >= this.#limits.plans ? oldest : undefined;
    if (outdated !== undefined) {
      this.#plans.delete(outdated[0]);
      drop(outdated[1]);
    }
    this.#made += 1;
    const maxUses = known === undefined ? MIN_USES : 2 * known.maxUses;
    const plan = { name: `s${this.#made}`, uses: 0, maxUses, made: performance.now() };
    this.#plans.set(text, plan);
    return plan;
  }
}

/** Returns the length of the longest parameter; a list counts as too long. */
function longest(params: readonly unknown[]): number {
  return params.reduce<number>((most, value) => Math.max(most, lengthOf(value)), 0);
}

function lengthOf(value: unknown): number {
  if (Array.isArray(value)) return Number.POSITIVE_INFINITY;
  return typeof value === "string" || value instanceof Uint8Array ? value.length : 0;
}
