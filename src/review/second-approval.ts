/** Explains why an approval does not count alone, and who else can approve. */
import { t } from "../reporting/locales/t.ts";
import type { Relation } from "./possible-actors.ts";

/** Longer lists are shortened. */
const MAX_NAMES = 5;

/** Starting the run that found a removal, being the first to run a changed mapping, or linking the person to the account. */
export type Involvement = "started" | "mapped" | "linked";

/** Names the users who could also approve. */
export function whoCould(names: readonly string[]): string {
  if (names.length === 0) return t("review.no_other_user");
  const shown = names.slice(0, MAX_NAMES).join(", ");
  const more = names.length - MAX_NAMES;
  return more > 0
    ? t("review.users_can_approve_names_more", { names: shown, n: more })
    : t("review.users_can_approve_names", { names: shown });
}

/** Returns the refusal of a second approval under the same name. */
export function approvedAlready(name: string, could: string): string {
  return `${t("review.name_already_approved", { name })} ${could}`;
}

/** Explains why two approvals that may be by the same person count as one. */
export function relatedApprovalText(name: string, other: string, relation: Relation, could: string): string {
  const why =
    relation.kind === "same"
      ? t("review.other_already_approved_removal_approvals_other_name_count_one_because_who_may_behind_both", {
          other,
          name,
          who: relation.who,
        })
      : t("review.other_already_approved_removal_approvals_other_name_count_one_because_one_administrator_may_behind", { other, name });
  return `${why} ${ruleOf(relation)} ${t("review.another_person_must")} ${could}`;
}

/** Explains why the approval of a person who may have started the run or changed the mapping is not enough. */
export function possibleActorLabel(name: string, role: { name: string; did: Involvement }, relation: Relation, could: string): string {
  if (role.name === name) return `${ownText(name, role.did)} ${could}`;
  const why = relation.kind === "same" ? bothText(role, relation.who) : perhapsText(role);
  return `${why} ${ruleOf(relation)} ${t("review.therefore_another_person")} ${could}`;
}

function ownText(name: string, did: Involvement): string {
  if (did === "started") return t("review.name_started_run_found_so", { name });
  if (did === "mapped") return t("review.name_first_run_changed_mapping_so", { name });
  return t("review.name_linked_person_account_so", { name });
}

function bothText({ name, did }: { name: string; did: Involvement }, who: string): string {
  const both = { name, who };
  if (did === "started") return t("review.name_started_run_found_who", both);
  if (did === "mapped") return t("review.name_first_run_changed_mapping_who", both);
  return t("review.name_linked_person_account_who", both);
}

function perhapsText({ name, did }: { name: string; did: Involvement }): string {
  if (did === "started") return t("review.name_started_run_found_one", { name });
  if (did === "mapped")
    return t("review.name_first_run_changed_mapping_one", {
      name,
    });
  return t("review.name_linked_person_account_one", { name });
}

function ruleOf({ kind }: Relation): string {
  return kind === "same" ? t("review.people_who_create") : t("review.user_token_run");
}
