import { capitalised } from "../labels.ts";
import { list } from "../locales/formats.ts";
import { t, type Message } from "../locales/t.ts";
import type { AdviceCounts, CauseImpact } from "./cause-advice.ts";
import type { Advice, AdviceReason, Recommendation } from "./recommend.ts";
import type { ImpactedItem, StoredImpact } from "./stored-impact.ts";

const ADVICE_LABELS: Readonly<Record<Advice, Message>> = {
  remove: "review.remove_advice",
  look_closer: "review.look_closer_advice",
  keep: "review.keep_advice",
  none: "review.no_recommendation",
};

export function adviceLabel(advice: Advice): string {
  return t(ADVICE_LABELS[advice]);
}

/** About one person. */
const REASONS: Readonly<Record<AdviceReason, Message>> = {
  last_group: "review.person_last_group_learning_service_cant",
  has_new_group: "review.person_already_new",
  new_group_not_seen: "review.learning_service_not_shown",
  no_new_group: "review.person_would_get",
  course_started: "review.person_started_course",
  deadline: "review.course_learning_path",
  impact_unknown: "review.not_known_whether",
  changed_back: "review.hr_changed_value",
  mapping_changed: "review.rules_changed_not",
  deactivated: "review.person_left_account",
  not_deactivated: "review.account_not_deactivated",
  added_by_hand: "review.someone_added_membership",
};

/** For lists: a few words about one person. */
const SHORT_REASONS: Readonly<Record<AdviceReason, Message>> = {
  last_group: "review.last_group",
  has_new_group: "review.already_new_group",
  new_group_not_seen: "review.new_group_not",
  no_new_group: "review.no_other_group",
  course_started: "review.started_course",
  deadline: "review.deadline",
  impact_unknown: "review.impact_not_fully_known",
  changed_back: "review.changed_back",
  mapping_changed: "review.rules_changed",
  deactivated: "labels.deactivated",
  not_deactivated: "review.not_deactivated_yet",
  added_by_hand: "review.added_hand",
};

/** @param gains the groups that the person gains, to name the only one */
export function shortReason({ reason }: Pick<Recommendation, "reason">, gains: readonly string[] = []): string {
  const [gain, ...others] = gains;
  if (reason === "has_new_group" && gain !== undefined && others.length === 0)
    return t("review.already_group", { group: gain.split("/").at(-1) ?? gain });
  return t(SHORT_REASONS[reason]);
}

export function reasonSentence({ reason }: Pick<Recommendation, "reason">): string {
  return t(REASONS[reason]);
}

/** About several people, after their number. */
const GROUP_REASONS = {
  last_group: "review.would_left_without",
  has_new_group: "review.already_new_group_nothing",
  new_group_not_seen: "review.not_new_group",
  no_new_group: "review.gain_no_other",
  course_started: "review.started_course_2",
  deadline: "review.deadline_3",
  impact_unknown: "review.impact_not_fully_known_2",
  changed_back: "review.changed_back_hr",
  mapping_changed: "review.lost_group_change",
  deactivated: "review.left_deactivated",
  not_deactivated: "review.left_not_deactivated",
  added_by_hand: "review.added_someone_learning",
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
      ? t("review.remove_all")
      : remove > 0
        ? t("review.remove_look_closer", {
            n: remove,
            rest: people - remove,
          })
        : adviceLabel(rest);
  return { advice, why: `${capitalised(why)}.` };
}

/** Returns the recommendation of a cause in a few words: “Remove 19 of 21”, or the advice that its people share. */
export function shortCauseAdvice({ people, remove, reasons }: AdviceCounts): string {
  if (remove > 0 && people > 1) return t("review.remove_total", { n: remove, total: people });
  const [first] = reasons;
  if (first === undefined) return t("review.no_recommendation");
  if (reasons.length === 1) return shortAdvice(first);
  return adviceLabel(reasons.some(({ advice }) => advice === "look_closer") ? "look_closer" : first.advice);
}

/** Returns the recommendation of one person in a few words. It has no colon: it may follow “Recommendation:”. */
export function shortAdvice(recommendation: Recommendation): string {
  return t("review.advice_reason", { advice: adviceLabel(recommendation.advice), reason: shortReason(recommendation) });
}

/** Says what one person loses: "not known" unless everything was read. */
export function impactSentence({ items, known, started, deadlines }: StoredImpact): string {
  if (items.length === 0) return known ? t("review.no_courses") : t("review.impact_not_known_3");
  let text = itemsText(items);
  if (started > 0) text = t("review.items_started", { items: text, n: started });
  if (deadlines > 0) text = t("review.items_deadline", { items: text, n: deadlines });
  return known ? text : t("review.items_progress_not", { items: text });
}

/** Says what the people of a cause lose. */
export function causeImpactSentence({ items, items_known: known, started, unknown }: CauseImpact): string {
  if (items.length === 0) return known ? t("review.no_courses") : t("review.impact_not_known_3");
  let text = itemsText(items);
  if (started > 0) text = t("review.items_people_started", { items: text, n: started });
  if (unknown > 0) text = t("review.items_progress_people", { items: text, n: unknown });
  return text;
}

/** Says what would be lost with a removal, in a list that names the person elsewhere. */
export function wouldLose(impact: CauseImpact): string {
  if (impact.items.length > 0) return t("review.would_lose_items", { items: causeImpactSentence(impact) });
  return impact.items_known ? t("review.would_lose_no", { people: 1 }) : t("review.impact_not_known_3");
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
    ...(courses > 0 ? [t("review.courses", { n: courses })] : []),
    ...(paths > 0 ? [t("review.learning_paths", { n: paths })] : []),
  ]);
}
