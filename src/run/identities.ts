import type { Person } from "../model/person.ts";
import type { Verdict } from "../plan/decide.ts";
import { isRenamed, type Namesake } from "../plan/namesake.ts";
import type { Candidate } from "../store/people.ts";
import type { Session } from "./session.ts";

/** How many, with the first of them. */
export interface Sighted {
  found: number;
  examples: string[];
}

/** Signs in a whole plan that keys no longer mean the people that they meant. */
export interface IdentitySigns {
  /** Keys whose first and last name both change. */
  renamed: Sighted;
  /** Keys that are gone while their names stand there under another key, as `old → new`. */
  rekeyed: Sighted;
}

const mostExamples = 5;

/** Watches for these signs while a plan is made, and remembers whose account may be that of somebody else in the file. */
export function identityWatch({ secrecy }: Session, partial: boolean) {
  const renamed: Sighted = { found: 0, examples: [] };
  const rekeyed: Sighted = { found: 0, examples: [] };
  const gone = new Set<string>();
  const questioned = new Set<string>();
  const sight = (sighted: Sighted, example: string): void => {
    sighted.found += 1;
    if (sighted.examples.length < mostExamples) sighted.examples.push(example);
  };
  return {
    see({ key, user_id: userId, active, sent }: Candidate, { user }: Person, verdict: Verdict, namesakes: readonly Namesake[]): void {
      if (userId !== null && active !== false && isRenamed(user, sent, secrecy)) sight(renamed, key);
      if (verdict.code !== "same_person") return;
      for (const other of namesakes) {
        questioned.add(other.key);
        // Part of the people says nothing about who is gone, and who was switched off has been gone for long.
        if (partial || other.tonight !== "absent" || other.userId === null || other.active === false || gone.has(other.key)) continue;
        gone.add(other.key);
        sight(rekeyed, `${other.key} → ${key}`);
      }
    },
    signs: (): IdentitySigns => ({ renamed, rekeyed }),
    /** Whether somebody in the file may be this person under another key: then nobody knows that they have left. */
    mayBeHere: (key: string): boolean => questioned.has(key),
  };
}
