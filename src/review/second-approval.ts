/** Explains why an approval does not count alone, and who else can approve. */
import { t } from "../reporting/locales/t.ts";
import type { Relation } from "./possible-actors.ts";

/** Longer lists are shortened. */
const MAX_NAMES = 5;

/** Starting the run that found a removal, being the first to run a changed mapping, or linking the person to the account. */
export type Involvement = "started" | "mapped" | "linked";

/** Names the users who could also approve. */
export function whoCould(names: readonly string[]): string {
  if (names.length === 0)
    return t("No other user of Rollcall can approve at the moment. Add a reviewer who signs in through the identity provider.");
  const shown = names.slice(0, MAX_NAMES).join(", ");
  const more = names.length - MAX_NAMES;
  return more > 0
    ? t("These users can approve: {names}, and {n} more.", { names: shown, n: more })
    : t("These users can approve: {names}.", { names: shown });
}

/** Returns the refusal of a second approval under the same name. */
export function approvedAlready(name: string, could: string): string {
  return `${t("{name} has already approved this removal, so another person must approve it too.", { name })} ${could}`;
}

/** Explains why two approvals that may be by the same person count as one. */
export function relatedApprovalText(name: string, other: string, relation: Relation, could: string): string {
  const why =
    relation.kind === "same"
      ? t(
          "{other} has already approved this removal. The approvals of {other} and {name} count as one, because {who} may be behind both.",
          { other, name, who: relation.who },
        )
      : t(
          "{other} has already approved this removal. The approvals of {other} and {name} count as one, because one administrator may be behind both.",
          { other, name },
        );
  return `${why} ${ruleOf(relation)} ${t("Another person must approve it too.")} ${could}`;
}

/** Explains why the approval of a person who may have started the run or changed the mapping is not enough. */
export function possibleActorLabel(name: string, role: { name: string; did: Involvement }, relation: Relation, could: string): string {
  if (role.name === name) return `${ownText(name, role.did)} ${could}`;
  const why = relation.kind === "same" ? bothText(role, relation.who) : perhapsText(role);
  return `${why} ${ruleOf(relation)} ${t("Therefore, another person must approve it too.")} ${could}`;
}

function ownText(name: string, did: Involvement): string {
  if (did === "started") return t("{name} started the run that found it, so another person must approve it too.", { name });
  if (did === "mapped") return t("{name} was the first to run with the changed mapping, so another person must approve it too.", { name });
  return t("{name} linked this person to the account, so another person must approve it too.", { name });
}

function bothText({ name, did }: { name: string; did: Involvement }, who: string): string {
  const both = { name, who };
  if (did === "started") return t("{name} started the run that found it, and {who} may be behind this and behind your approval.", both);
  if (did === "mapped")
    return t("{name} was the first to run with the changed mapping, and {who} may be behind this and behind your approval.", both);
  return t("{name} linked this person to the account, and {who} may be behind this and behind your approval.", both);
}

function perhapsText({ name, did }: { name: string; did: Involvement }): string {
  if (did === "started")
    return t("{name} started the run that found it, and one administrator may be behind this and behind your approval.", { name });
  if (did === "mapped")
    return t("{name} was the first to run with the changed mapping, and one administrator may be behind this and behind your approval.", {
      name,
    });
  return t("{name} linked this person to the account, and one administrator may be behind this and behind your approval.", { name });
}

function ruleOf({ kind }: Relation): string {
  return kind === "same"
    ? t(
        "People who create a user or a token, or set a password, can act as that user. Users with the same e-mail address count as one person.",
      )
    : t("A user, token or run came from the command line or a one-time link, or its creator is not stored.");
}
