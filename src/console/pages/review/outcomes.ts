import { randomBytes } from "node:crypto";
import type { Outcome } from "../../../actions/review/outcome.ts";

/** Maximum number of cached results, for the page after a decision; the audit trail has all. */
const MAX_KEPT = 500;

/** Results of recent decisions, for the people who made them. */
export class Outcomes {
  readonly #kept = new Map<string, { by: string; outcome: Outcome }>();

  /** @returns the name of its page */
  keep(by: string, outcome: Outcome): string {
    const id = randomBytes(9).toString("base64url");
    this.#kept.set(id, { by, outcome });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return id;
  }

  find(id: string, by: string): Outcome | null {
    const found = this.#kept.get(id);
    return found?.by === by ? found.outcome : null;
  }
}

/** Returns the removals that this decision has approved. */
export function approvedIn({ what, done }: Outcome): string[] {
  return what === "approved" ? done.map(({ id }) => id) : [];
}

/** Returns all removals that the request named. */
export function removalsOf({ done, returning, waiting, refused }: Outcome): string[] {
  return [...done, ...returning, ...waiting, ...refused].map(({ id }) => id);
}
