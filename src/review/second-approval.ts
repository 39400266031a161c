/** Explains why an approval does not count alone, and who else can approve. */
import type { Relation } from "./possible-actors.ts";

/** Longer lists are shortened. */
const MAX_NAMES = 5;

/** Names the users who could also approve. */
export function whoCould(names: readonly string[]): string {
  if (names.length === 0)
    return "No other user of Rollcall can approve at the moment. Add a reviewer who signs in through the identity provider.";
  const shown = names.slice(0, MAX_NAMES);
  const more = names.length > shown.length ? `, and ${names.length - shown.length} more` : "";
  return `These users can approve: ${shown.join(", ")}${more}.`;
}

/** Returns the refusal of a second approval under the same name. */
export function approvedAlready(name: string, could: string): string {
  return `${name} has already approved this removal, so another person must approve it too. ${could}`;
}

/** Explains why two approvals that may be by the same person count as one. */
export function relatedApprovalText(name: string, other: string, relation: Relation, could: string): string {
  const who =
    relation.kind === "same" ? `${relation.who} may be behind both. ${RULE}` : `one administrator may be behind both. ${UNKNOWN_RULE}`;
  return `${other} has already approved this removal. The approvals of ${other} and ${name} count as one, because ${who} Another person must approve it too. ${could}`;
}

/** Explains why the approval of a person who may have started the run or changed the mapping is not enough. */
export function possibleActorLabel(name: string, role: { name: string; did: string }, relation: Relation, could: string): string {
  const ending = `so another person must approve it too. ${could}`;
  if (role.name === name) return `${name} ${role.did}, ${ending}`;
  const who =
    relation.kind === "same"
      ? `${relation.who} may be behind this and behind your approval. ${RULE}`
      : `one administrator may be behind this and behind your approval. ${UNKNOWN_RULE}`;
  return `${role.name} ${role.did}, and ${who} Therefore, ${ending.replace("so ", "")}`;
}

const RULE = "People who create a user or a token, or set a password, can act as that user.";
const UNKNOWN_RULE = "A user, token or run came from the command line or a one-time link, or its creator is not stored.";
