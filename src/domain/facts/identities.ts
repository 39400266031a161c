import { fact, name, type FactsOf } from "./values.ts";

/** Links between people and accounts. */
export const identityFacts = {
  "identities.people_unknown": { problem: fact },
  /** `again`: whether they are known from before; `yes` or `no`. */
  "identities.groups_unread": { problem: fact, again: name },
  "identities.people_from_input": {},
} as const satisfies FactsOf;
