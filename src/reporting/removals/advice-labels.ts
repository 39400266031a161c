import { capitalised } from "../labels.ts";
import { list } from "../locales/formats.ts";
import type { PlainMessage } from "../locales/messages.ts";
import { t } from "../locales/t.ts";
import type { AdviceCounts, CauseImpact } from "./cause-advice.ts";
import type { Advice, AdviceReason, Recommendation } from "./recommend.ts";
import type { ImpactedItem, StoredImpact } from "./stored-impact.ts";

const ADVICE_LABELS: Readonly<Record<Advice, PlainMessage>> = {
  remove: "Remove|advice",
  look_closer: "Look closer|advice",
  keep: "Keep|advice",
  none: "No recommendation",
};

export function adviceLabel(advice: Advice): string {
  return t(ADVICE_LABELS[advice]);
}

/** About one person. */
const REASONS: Readonly<Record<AdviceReason, PlainMessage>> = {
  last_group:
    "This is the person's last group, and the learning service can't represent a person without groups. Set `policy.park` to a group for such people, or keep the membership.",
  has_new_group: "The person already has the new group, and nothing of the old one is in progress or due.",
  new_group_not_seen: "The learning service has not shown the new group for this person yet.",
  no_new_group: "The person would get no other group instead, so decide by what changed.",
  course_started: "The person has started a course or learning path of this group.",
  deadline: "A course or learning path of this group has a deadline.",
  impact_unknown:
    "It is not known whether the person is in the middle of something this group gives. Ask the person, or keep the membership until a date.",
  changed_back: "HR changed the value back, and may change it again.",
  mapping_changed: "The rules changed, not the person.",
  deactivated: "The person has left, and the account is deactivated.",
  not_deactivated: "The account is not deactivated yet.",
  added_by_hand: "Someone added this membership in the learning service.",
};

/** For lists: a few words about one person. */
const SHORT_REASONS: Readonly<Record<AdviceReason, PlainMessage>> = {
  last_group: "Last group",
  has_new_group: "Already has the new group",
  new_group_not_seen: "New group not seen yet",
  no_new_group: "No other group instead",
  course_started: "Has started a course",
  deadline: "Has a deadline",
  impact_unknown: "Impact not fully known",
  changed_back: "Changed back",
  mapping_changed: "Rules changed",
  deactivated: "Deactivated",
  not_deactivated: "Not deactivated yet",
  added_by_hand: "Added by hand",
};

/** @param gains the groups that the person gains, to name the only one */
export function shortReason({ reason }: Pick<Recommendation, "reason">, gains: readonly string[] = []): string {
  const [gain, ...others] = gains;
  if (reason === "has_new_group" && gain !== undefined && others.length === 0)
    return t("Already in {group}", { group: gain.split("/").at(-1) ?? gain });
  return t(SHORT_REASONS[reason]);
}

export function reasonSentence({ reason }: Pick<Recommendation, "reason">): string {
  return t(REASONS[reason]);
}

/** About several people, after their number. */
const GROUP_REASONS = {
  last_group: "{n, plural, one {# would be left without any group} other {# would be left without any group}}",
  has_new_group:
    "{n, plural, one {# already has the new group, with nothing in progress or due} other {# already have the new group, with nothing in progress or due}}",
  new_group_not_seen: "{n, plural, one {# does not have the new group yet} other {# do not have the new group yet}}",
  no_new_group: "{n, plural, one {# gains no other group} other {# gain no other group}}",
  course_started: "{n, plural, one {# has started a course} other {# have started a course}}",
  deadline: "{n, plural, one {# has a deadline} other {# have a deadline}}",
  impact_unknown: "{n, plural, one {# has an impact that is not fully known} other {# have an impact that is not fully known}}",
  changed_back: "{n, plural, one {# was changed back by HR} other {# were changed back by HR}}",
  mapping_changed: "{n, plural, one {# lost the group by a change of the rules} other {# lost the group by a change of the rules}}",
  deactivated: "{n, plural, one {# left and is deactivated} other {# left and are deactivated}}",
  not_deactivated: "{n, plural, one {# left and is not deactivated yet} other {# left and are not deactivated yet}}",
  added_by_hand:
    "{n, plural, one {# was added by someone in the learning service} other {# were added by someone in the learning service}}",
} as const satisfies Record<AdviceReason, string>;

/** Describes the recommendations of a cause: in bold what to do, then why. */
export function causeAdvice({ people, remove, reasons }: AdviceCounts): { advice: string; why: string } {
  const [only] = reasons;
  if (people === 1 && only !== undefined) return { advice: adviceLabel(only.advice), why: reasonSentence(only) };
  const sorted = [...reasons].sort((a, b) => Number(b.advice === "remove") - Number(a.advice === "remove") || b.people - a.people);
  const why = sorted.map(({ reason, people: n }) => t(GROUP_REASONS[reason], { n })).join(", ");
  const rest = sorted.find(({ advice }) => advice !== "remove")?.advice ?? "none";
  const advice =
    remove === people
      ? t("Remove all")
      : remove > 0
        ? t("Remove {n}, look closer at {rest, plural, one {the other person} other {the other # people}}", {
            n: remove,
            rest: people - remove,
          })
        : adviceLabel(rest);
  return { advice, why: `${capitalised(why)}.` };
}

/** Returns the recommendation of a cause in a few words: “Remove 19 of 21”, or the advice that its people share. */
export function shortCauseAdvice({ people, remove, reasons }: AdviceCounts): string {
  if (remove > 0 && people > 1) return t("Remove {n} of {total}", { n: remove, total: people });
  const [first] = reasons;
  if (first === undefined) return t("No recommendation");
  if (reasons.length === 1) return shortAdvice(first);
  return adviceLabel(reasons.some(({ advice }) => advice === "look_closer") ? "look_closer" : first.advice);
}

/** Returns the recommendation of one person in a few words. It has no colon: it may follow “Recommendation:”. */
export function shortAdvice(recommendation: Recommendation): string {
  return t("{advice}. {reason}", { advice: adviceLabel(recommendation.advice), reason: shortReason(recommendation) });
}

/** Says what one person loses: "not known" unless everything was read. */
export function impactSentence({ items, known, started, deadlines }: StoredImpact): string {
  if (items.length === 0) return known ? t("no courses") : t("impact not known");
  let text = itemsText(items);
  if (started > 0) text = t("{items}, {n} started", { items: text, n: started });
  if (deadlines > 0) text = t("{items}, {n} with a deadline", { items: text, n: deadlines });
  return known ? text : t("{items}, progress not known", { items: text });
}

/** Says what the people of a cause lose. */
export function causeImpactSentence({ items, items_known: known, started, unknown }: CauseImpact): string {
  if (items.length === 0) return known ? t("no courses") : t("impact not known");
  let text = itemsText(items);
  if (started > 0) text = t("{items}, {n, plural, one {# person has} other {# people have}} started one", { items: text, n: started });
  if (unknown > 0) text = t("{items}, progress of {n, plural, one {# person} other {# people}} not known", { items: text, n: unknown });
  return text;
}

/** Says what would be lost with a removal, in a list that names the person elsewhere. */
export function wouldLose(impact: CauseImpact): string {
  if (impact.items.length > 0) return t("would lose {items}", { items: causeImpactSentence(impact) });
  return impact.items_known ? t("{people, plural, one {would lose} other {would lose}} no courses", { people: 1 }) : t("impact not known");
}

export function itemCounts(items: readonly Pick<ImpactedItem, "kind">[]): { courses: number; learning_paths: number } {
  const courses = items.filter(({ kind }) => kind === "course").length;
  return { courses, learning_paths: items.length - courses };
}

/** Counts courses and learning paths. */
export function itemsText(items: readonly Pick<ImpactedItem, "kind">[]): string {
  return countsText(itemCounts(items));
}

export function countsText({ courses, learning_paths: paths }: ReturnType<typeof itemCounts>): string {
  return list([
    ...(courses > 0 ? [t("{n, plural, one {# course} other {# courses}}", { n: courses })] : []),
    ...(paths > 0 ? [t("{n, plural, one {# learning path} other {# learning paths}}", { n: paths })] : []),
  ]);
}
