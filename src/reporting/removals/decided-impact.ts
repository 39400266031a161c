import type { DecidedImpact } from "../../domain/explanation.ts";
import { t } from "../locales/t.ts";
import { countsText } from "./advice-labels.ts";

/** Reads the impact from the details of an audit entry; `null`: not known. */
export function decidedImpact(detail: unknown): DecidedImpact | null {
  if (typeof detail !== "object" || detail === null) return null;
  const { courses, learning_paths: paths, as_of: at } = detail as Partial<Record<keyof DecidedImpact, unknown>>;
  return typeof courses === "number" && typeof paths === "number" && typeof at === "string"
    ? { courses, learning_paths: paths, as_of: at }
    : null;
}

/** Says what the person lost, as it was known when the removal was decided. */
export function decidedImpactText(impact: DecidedImpact | null): string {
  if (impact === null) return t("impact not known");
  return impact.courses + impact.learning_paths === 0 ? t("no courses") : countsText(impact);
}
