import type { PGlite, Results } from "@electric-sql/pglite";
import { exchange, execution, parsed, written } from "../../../src/state/database/prepared-statements.ts";

/** Texts with one placeholder per value would make the list grow without end. */
const MAX_PLANS = 1000;

/**
 * Prepares each statement when it is first used, and keeps its plan for all processes and companies. Each use is one
 * exchange, so that a new plan does not change the order of events.
 */
export class KeptPlans {
  readonly #engine: PGlite;
  readonly #names = new Map<string, string>();
  #made = 0;

  constructor(engine: PGlite) {
    this.#engine = engine;
  }

  query(text: string, params: readonly unknown[]): Promise<Results<never>> {
    const values = written(params);
    return this.#engine.runExclusive(async () => {
      const known = this.#names.get(text);
      if (known !== undefined) return exchange(this.#engine, ...execution(known, values));
      if (this.#names.size >= MAX_PLANS) return exchange(this.#engine, parsed(text), ...execution("", values));
      this.#made += 1;
      const name = `kept${this.#made}`;
      const results = await exchange(this.#engine, parsed(text, name), ...execution(name, values));
      this.#names.set(text, name);
      return results;
    });
  }
}
