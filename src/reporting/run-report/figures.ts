import { capitalised } from "../labels.ts";
import { t } from "../locales/t.ts";
import { countLabel, countOf, labelledCount, rowCounts, type CountName, type Counts } from "../run-counts.ts";
import type { ShownRun } from "../shown-run.ts";
import { say } from "../sheet/say.ts";
import { link, sheet, type Block } from "../sheet/sheet.ts";

const FIGURES: readonly CountName[] = [
  "creates",
  "updates",
  "deactivations",
  "reactivations",
  "unchanged",
  "rejected",
  "held",
  "out_of_scope",
  "not_due",
  "not_in_pilot",
  "absent",
  "groups_created",
  "groups_proposed",
  "removals_pending",
];

/**
 * Says a run's plan in figures.
 * @param hasOperations whether there is a plan: until then every usable row counts as blocked
 * @param stillPending how many of the removals that it found need a decision; at most those that it found
 */
export function figures(run: ShownRun, hasOperations: boolean, stillPending: number): Block | null {
  if (run.kind !== "sync") return null;
  const counts: Counts = run.status === "completed" || hasOperations ? run.counts : { ...run.counts, held: 0 };
  const found = countOf(run.counts, "removals_pending");
  const label = (name: CountName, n: number): string =>
    name === "removals_pending" ? t("report.removals_found") : capitalised(countLabel(name, n));
  return {
    block: "section",
    id: "plan",
    title: t("runs.plan"),
    blocks: sheet(
      {
        block: "figures",
        figures: FIGURES.map((name) => ({ name, n: countOf(counts, name) }))
          .filter(({ n }) => n > 0)
          .map(({ name, n }) => ({ n, label: label(name, n) })),
      },
      found > 0 && { block: "text", words: pendingWords(run.job, found, stillPending) },
    ),
  };
}

/** Says how many of the removals that a run found still need a decision. */
function pendingWords(job: string, found: number, left: number): ReturnType<typeof say> {
  const toReview = (inside: ReturnType<typeof say>) => link(`/review?job=${encodeURIComponent(job)}`, inside);
  if (left >= found) return say("runs.removals_run_need", { n: found, link: toReview });
  return say("runs.removals_pending_after", { n: found, left, link: toReview });
}

/** Says the sum that accounts for every row of the file (I3). */
export function rowSum({ counts, rows }: Pick<ShownRun, "counts" | "rows">): string {
  const names = rowCounts(counts);
  const total = names.reduce((all, name) => all + countOf(counts, name), 0);
  if (rows === 0 && total === 0) return t("report.no_rows_account");
  if (total === 0) return t("report.rows_read_no", { n: rows });
  const parts = names.map((name) => labelledCount(counts, name)).join(" + ");
  const written = `${t("setup.rows", { n: rows })} = ${parts}`;
  return total === rows ? t("report.every_row_accounted", { sum: written }) : t("report.add_up_total", { total, sum: written });
}
