import type { Person } from "../../domain/person.ts";
import type { PlanResult } from "../../plan/decide.ts";
import { isRenamed, isSamePerson, type DuplicateKey } from "../../plan/possible-duplicate.ts";
import type { Candidate } from "../../store/people/people.ts";
import type { Session } from "../../session/session.ts";

/** A count with the first examples. */
export interface CountWithExamples {
  found: number;
  examples: string[];
}

/** Signs in a plan that keys now belong to other people. */
export interface IdentitySigns {
  /** Keys whose first and last name both change. */
  renamed: CountWithExamples;
  /** Keys missing from the file whose names appear under another key, as `old → new`. */
  rekeyed: CountWithExamples;
}

const MAX_EXAMPLES = 5;

/** Collects these signs while a plan is built, and the keys whose person may be in the file under another key. */
export function identityChangeDetector({ secrecy }: Session, partial: boolean) {
  const renamed: CountWithExamples = { found: 0, examples: [] };
  const rekeyed: CountWithExamples = { found: 0, examples: [] };
  const gone = new Set<string>();
  const questioned = new Set<string>();
  const sight = (sighted: CountWithExamples, example: string): void => {
    sighted.found += 1;
    if (sighted.examples.length < MAX_EXAMPLES) sighted.examples.push(example);
  };
  return {
    see(
      { key, user_id: userId, active, sent }: Candidate,
      { user }: Person,
      result: PlanResult,
      possibleDuplicates: readonly DuplicateKey[],
    ): void {
      if (userId !== null && active !== false && isRenamed(user, sent, secrecy)) sight(renamed, key);
      const unplanned = result.outcome === "out_of_scope" || result.outcome === "not_due";
      if (result.outcome !== "held" && !unplanned) return;
      for (const other of possibleDuplicates) {
        // Also where the account waits for something else, such as a readable status.
        questioned.add(other.key);
        if (unplanned ? !isSamePerson(other) : result.code !== "same_person") continue;
        // A partial file does not show who left, and a deactivated person left before this run.
        if (partial || other.inFile !== "absent" || other.userId === null || other.active === false || gone.has(other.key)) continue;
        gone.add(other.key);
        sight(rekeyed, `${other.key} → ${key}`);
      }
    },
    signs: (): IdentitySigns => ({ renamed, rekeyed }),
    /** Returns whether someone in the file may be this person under another key, so that they may not have left. */
    mayBeHere: (key: string): boolean => questioned.has(key),
  };
}
