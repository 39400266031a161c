import type { DecidedImpact } from "../../domain/explanation.ts";
import { date } from "../locales/formats.ts";
import { t } from "../locales/t.ts";
import { countsText } from "./advice-labels.ts";

/** Reads the impact from the details of an audit entry; `null`: not known. */
export function decidedImpact(detail: unknown): DecidedImpact | null {
  if (typeof detail !== "object" || detail === null) return null;
  const { courses, learning_paths: paths, as_of: at, items } = detail as Partial<Record<keyof DecidedImpact, unknown>>;
  if (typeof courses !== "number" || typeof paths !== "number" || typeof at !== "string") return null;
  const named = Array.isArray(items) ? items.filter(isItem) : [];
  return { courses, learning_paths: paths, as_of: at, ...(named.length === 0 ? {} : { items: named }) };
}

type Item = NonNullable<DecidedImpact["items"]>[number];

function isItem(item: unknown): item is Item {
  const { kind, name, due } = Object(item) as Partial<Record<keyof Item, unknown>>;
  return (kind === "course" || kind === "learning path") && typeof name === "string" && (due === null || typeof due === "string");
}

/** Names the courses and learning paths, with their deadlines; those that are not named are counted. */
export function decidedItems({ courses, learning_paths: paths, items = [] }: DecidedImpact): string[] {
  const rest = courses + paths - items.length;
  return [
    ...items.map(({ kind, name, due }) => {
      const what = kind === "course" ? t("review.course") : t("review.learning_path");
      return due === null ? `${name} (${what})` : t("review.name_what_due", { name, what, date: date(due) });
    }),
    ...(items.length > 0 && rest > 0 ? [t("review.more", { n: rest })] : []),
  ];
}

/** Says what the person lost, as it was known when the removal was decided. */
export function decidedImpactText(impact: DecidedImpact | null): string {
  if (impact === null) return t("review.impact_not_known_3");
  return impact.courses + impact.learning_paths === 0 ? t("review.no_courses") : countsText(impact);
}
