import { html, type Html } from "../html/html.ts";
import type { ReportData } from "./data.ts";
import { number } from "../labels.ts";
import { t } from "../locales/t.ts";
import { countLabel, countOf, labelledCount, rowCounts, type CountName, type Counts } from "../run-counts.ts";

const otherCounts: readonly CountName[] = [
  "absent",
  "absent_deactivated",
  "groups_created",
  "groups_proposed",
  "done",
  "failed",
  "uncertain",
  "removals_pending",
];
const IF_SOME: ReadonlySet<CountName> = new Set(["absent_deactivated", "groups_created", "groups_proposed"]);

/** The tone of counts above zero. */
const tones: Partial<Record<CountName, "bad" | "attention">> = {
  held: "attention",
  rejected: "attention",
  failed: "bad",
  uncertain: "bad",
  groups_proposed: "attention",
  removals_pending: "attention",
};

/** Draws the run in figures, and the sum that accounts for every row (I3). */
export function figures(report: ReportData): Html {
  const { counts, source } = report.result;
  const others = otherCounts.filter((name) => !IF_SOME.has(name) || countOf(counts, name) > 0);
  return html`<section id="figures" aria-labelledby="figures-h">
    <h2 id="figures-h">${t("report.figures")}</h2>
    <dl class="tiles">${tile(source.rows, t("report.rows_file"))}${rowCounts(counts).map((name) => counter(name, counts))}</dl>
    <dl class="tiles">${others.map((name) => counter(name, counts))}</dl>
    <p class="note">${sum(report)}</p>
  </section> `;
}

function counter(name: CountName, counts: Counts): Html {
  const n = countOf(counts, name);
  return tile(n, countLabel(name, n), n > 0 ? tones[name] : undefined);
}

function tile(n: number, label: string, tone?: string): Html {
  return html`<div class="${n === 0 ? "zero" : (tone ?? "some")}">
    <dt>${label}</dt>
    <dd>${number(n)}</dd>
  </div>`;
}

function sum({ result: { counts, source } }: ReportData): string {
  const names = rowCounts(counts);
  const total = names.reduce((all, name) => all + countOf(counts, name), 0);
  if (source.rows === 0 && total === 0) return t("report.no_rows_account");
  if (total === 0) return t("report.rows_read_no", { n: source.rows });
  const parts = names.map((name) => labelledCount(counts, name)).join(" + ");
  const written = `${t("setup.rows", { n: source.rows })} = ${parts}`;
  return total === source.rows ? t("report.every_row_accounted", { sum: written }) : t("report.add_up_total", { total, sum: written });
}
