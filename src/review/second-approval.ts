/** Explains why an approval does not count alone, and who else can approve. */
import { fact, inTurn, type Fact } from "../domain/facts/fact.ts";
import type { Relation } from "./possible-actors.ts";

/** Longer lists are shortened. */
const MAX_NAMES = 5;

/** Starting the run that found a removal, being the first to run a changed mapping, or linking the person to the account. */
export type Involvement = "started" | "mapped" | "linked";

/** Names the users who could also approve. */
export function whoCould(names: readonly string[]): Fact {
  if (names.length === 0) return fact("approval.nobody_else_can", {});
  const shown = names.slice(0, MAX_NAMES).join(", ");
  const more = names.length - MAX_NAMES;
  return more > 0 ? fact("approval.others_can_and_more", { names: shown, n: more }) : fact("approval.others_can", { names: shown });
}

/** Returns the refusal of a second approval under the same name. */
export function approvedAlready(name: string, could: Fact): Fact {
  return inTurn(fact("approval.is_given_already", { name }), could);
}

/** Explains why two approvals that may be by the same person count as one. */
export function relatedApprovalFact(name: string, other: string, relation: Relation, could: Fact): Fact {
  const why =
    relation.kind === "same"
      ? fact("approval.counts_once", {
          other,
          name,
          who: relation.who,
        })
      : fact("approval.may_count_once", { other, name });
  return inTurn(why, ruleOf(relation), fact("approval.needs_another", {}), could);
}

/** Explains why the approval of a person who may have started the run or changed the mapping is not enough. */
export function ownApprovalFact(name: string, role: { name: string; did: Involvement }, relation: Relation, could: Fact): Fact {
  if (role.name === name) return inTurn(ownFact(name, role.did), could);
  const why = relation.kind === "same" ? bothFact(role, relation.who) : perhapsFact(role);
  return inTurn(why, ruleOf(relation), fact("approval.needs_another", {}), could);
}

function ownFact(name: string, did: Involvement): Fact {
  if (did === "started") return fact("approval.is_by_starter", { name });
  if (did === "mapped") return fact("approval.is_by_mapper", { name });
  return fact("approval.is_by_linker", { name });
}

function bothFact({ name, did }: { name: string; did: Involvement }, who: string): Fact {
  const both = { name, who };
  if (did === "started") return fact("approval.starter_may_be_same", both);
  if (did === "mapped") return fact("approval.mapper_may_be_same", both);
  return fact("approval.linker_may_be_same", both);
}

function perhapsFact({ name, did }: { name: string; did: Involvement }): Fact {
  if (did === "started") return fact("approval.starter_may_be_any", { name });
  if (did === "mapped")
    return fact("approval.mapper_may_be_any", {
      name,
    });
  return fact("approval.linker_may_be_any", { name });
}

function ruleOf({ kind }: Relation): Fact {
  return kind === "same" ? fact("approval.creators_can_act", {}) : fact("approval.origin_is_unknown", {});
}
