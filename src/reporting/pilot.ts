import { t } from "./locales/t.ts";
import { COUNT_NAMES, countOf, labelledCount } from "./run-counts.ts";
import type { ReportedPilot } from "./run-result.ts";

/** Says that a run is a pilot and for how many people, and what a run for everyone would have planned for the others. */
export function pilotSentences({ from, at, people, rest }: ReportedPilot): string[] {
  const who =
    from === "job" ? t("report.pilot_people_file", { at, n: people }) : t("report.pilot_started_option", { option: from, n: people });
  if (rest === null) return [who];
  const counts = COUNT_NAMES.filter((name) => countOf(rest, name) > 0).map((name) => labelledCount(rest, name));
  if (counts.length === 0) return [who, t("report.file_no_other")];
  return [who, t("report.others_run_everyone", { counts: counts.join(" · ") })];
}
