import { html, type Html } from "../../model/html.ts";
import type { ReportData } from "../report-data.ts";
import { counted, number } from "../words.ts";

type Tile = readonly [count: string, label: string, tone?: "bad" | "attention"];

const rowTiles: readonly Tile[] = [
  ["creates", "joiners"],
  ["updates", "changes"],
  ["deactivations", "leavers"],
  ["reactivations", "back again"],
  ["unchanged", "unchanged"],
  ["held", "held back", "attention"],
  ["rejected", "rejected", "attention"],
  ["duplicates", "duplicates"],
];
const otherTiles: readonly Tile[] = [
  ["absent", "absent from the file"],
  ["absent_deactivated", "absent, deactivated"],
  ["done", "sent and done"],
  ["failed", "failed", "bad"],
  ["uncertain", "uncertain", "bad"],
  ["removals_pending", "removals waiting for a decision", "attention"],
];

/** The order and the words of the sum that accounts for every row (I3). */
const sumOf = [
  ["rejected", "rejected", "rejected"],
  ["duplicates", "duplicate", "duplicates"],
  ["creates", "new account", "new accounts"],
  ["updates", "change", "changes"],
  ["deactivations", "leaver", "leavers"],
  ["reactivations", "back again", "back again"],
  ["unchanged", "unchanged", "unchanged"],
  ["held", "held back", "held back"],
] as const;

/** The run in figures, and where every row went. */
export function figures(report: ReportData): Html {
  const { counts, source } = report.result;
  const others = otherTiles.filter(([name]) => name !== "absent_deactivated" || (counts[name] ?? 0) > 0);
  return html`<section id="figures" aria-labelledby="figures-h">
    <h2 id="figures-h">In figures</h2>
    <dl class="tiles">${tile(source.rows, "rows in the file")}${rowTiles.map((entry) => counter(entry, counts))}</dl>
    <dl class="tiles">${others.map((entry) => counter(entry, counts))}</dl>
    <p class="note">${sum(report)}</p>
  </section> `;
}

function counter([name, label, tone]: Tile, counts: Record<string, number>): Html {
  const n = counts[name] ?? 0;
  return tile(n, label, n > 0 ? tone : undefined);
}

function tile(n: number, label: string, tone?: string): Html {
  return html`<div class="${n === 0 ? "zero" : (tone ?? "some")}">
    <dt>${label}</dt>
    <dd>${number(n)}</dd>
  </div>`;
}

function sum({ result: { counts, source } }: ReportData): Html {
  const total = sumOf.reduce((all, [name]) => all + (counts[name] ?? 0), 0);
  if (source.rows === 0 && total === 0) return html`There are no rows to account for.`;
  if (total === 0) return html`No plan was made: ${counted(source.rows, "row was", "rows were")} read and none was acted on.`;
  const parts = sumOf.map(([name, one, many]) => counted(counts[name] ?? 0, one, many)).join(" + ");
  const verdict =
    total === source.rows
      ? "Every row is accounted for"
      : `These add up to ${number(total)}, which is a defect of Rollcall; please report it`;
  return html`${verdict}: ${counted(source.rows, "row")} = ${parts}. Each person counts once.`;
}
