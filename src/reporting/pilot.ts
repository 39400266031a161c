import { t } from "./locales/t.ts";
import { COUNT_NAMES, countOf, labelledCount } from "./run-counts.ts";
import type { ReportedPilot } from "./run-result.ts";

/** Says that a run is a pilot and for how many people, and what a run for everyone would have planned for the others. */
export function pilotSentences({ from, at, people, rest }: ReportedPilot): string[] {
  const who =
    from === "job"
      ? t(
          "This is a pilot ({at}): it is for {n, plural, one {# person} other {# people}} of the file. Nothing is sent for anyone else, and no one else counts as missing.",
          { at, n: people },
        )
      : t(
          "This is a pilot (started with {option}): it is for {n, plural, one {# person} other {# people}} of the file. Nothing is sent for anyone else, and no one counts as missing.",
          { option: from, n: people },
        );
  if (rest === null) return [who];
  const counts = COUNT_NAMES.filter((name) => countOf(rest, name) > 0).map((name) => labelledCount(rest, name));
  if (counts.length === 0) return [who, t("The file has no other people.")];
  return [who, t("For the others, a run for everyone would plan: {counts}.", { counts: counts.join(" · ") })];
}
