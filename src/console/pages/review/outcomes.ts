import { randomBytes } from "node:crypto";
import type { DecidedImpact } from "../../../domain/explanation.ts";
import type { whyJson } from "../../../reporting/fact-text.ts";
import type { ListedRemoval } from "../../../reporting/removals/pending-removals.ts";

/** A removal with the reason why it is not decided, or not yet. */
type Undecided = { id: string } & ReturnType<typeof whyJson>;

/** Exactly what a request on removals came to. */
export interface Outcome {
  what: "approved" | "rejected" | "undone" | "keep_undone" | "handed_over" | "commented";
  done: ListedRemoval[];
  /** Undone after they were applied: these memberships are being added back. */
  returning: ListedRemoval[];
  /** Approved by one, while the policy asks for another reviewer too. */
  waiting: Undecided[];
  refused: Undecided[];
  /** Reasons why decisions cannot be applied at once; the decisions are kept. */
  remarks: string[];
  /** The impact by removal, as it was known at the decision. */
  impacts?: Map<string, DecidedImpact>;
}

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
