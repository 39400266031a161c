import { data, html, type Html } from "../html/html.ts";
import type { ReportData } from "./data.ts";
import type { ReportedOperation } from "../operation.ts";
import { capitalised, counted, kindLabel, number, operationStatusLabel } from "../labels.ts";
import { needsAttention } from "./attention.ts";
import { cutNote, folded, groupPath, lines, person, place, prose, table, type Column } from "../html/parts.ts";

const sections = [
  { kind: "create", title: "Joiners", gains: "Groups" },
  { kind: "update", title: "Changes", gains: "Groups gained" },
  { kind: "deactivate", title: "Leavers", gains: "Groups gained" },
  { kind: "reactivate", title: "Rehires", gains: "Groups gained" },
  { kind: "remove-groups", title: "Approved removals", gains: "Groups gained" },
] as const;

/** Draws the changes by kind; {@link needsAttention} lists the rest. */
export function changes(report: ReportData): Html | null {
  const parts = sections.map((section) => part(report, section));
  if (parts.every((each) => each === null)) return null;
  return html`<section id="changes" aria-labelledby="changes-h">
    <h2 id="changes-h">Changes by person</h2>
    ${parts}
  </section> `;
}

function part(report: ReportData, { kind, title, gains }: (typeof sections)[number]): Html | null {
  const ours = (entry: { kind: string; status: string }): boolean => entry.kind === kind && !needsAttention(entry.status);
  const rows = report.operations.filter(ours);
  const counts = report.operationCounts.filter(ours);
  const all = counts.reduce((sum, { n }) => sum + n, 0);
  if (all === 0) return null;
  const statuses = counts.map(({ status, n }) =>
    counts.length === 1 ? operationStatusLabel(status) : `${number(n)} ${operationStatusLabel(status)}`,
  );
  const caption = `${counted(all, kindLabel(kind, counts[0]?.status), kindLabel(kind, counts[0]?.status, 2))}: ${statuses.join(", ")}`;
  return html`<h3>${title}</h3>
    ${rows.length > 0 ? folded(caption, rows.length, table(caption, columnsFor(gains, counts.length > 1), rows)) : html`<p>${caption}.</p>`}${cutNote(rows.length, all, "people")}`;
}

function columnsFor(gains: string, mixed: boolean): Column<ReportedOperation>[] {
  return [
    { head: "Person", cell: ({ name, key }) => person(name, key), rowHeader: true },
    { head: "Row", cell: place, numeric: true },
    { head: "Fields", wide: true, cell: ({ fields }) => lines(fields.map(field)) },
    { head: gains, cell: (operation) => lines(operation.gains.map(groupPath)) },
    { head: "Groups removed", cell: ({ losses }) => lines(losses.map(groupPath)) },
    { head: "Status", cell: ({ status }) => mixed && capitalised(operationStatusLabel(status)) },
    { head: "Remark", wide: true, cell: ({ reason }) => prose(reason) },
  ];
}

function field({ field: name, from, to }: ReportedOperation["fields"][number]): Html {
  // Rollcall never sent this field, so its value in the service is unknown.
  const before = from === null ? html`<i>not known</i>` : value(from);
  return html`${data(name)}: ${before} → ${value(to)}`;
}

function value(text: string): Html {
  return text === "" ? html`<i>blank</i>` : html`“${data(text)}”`;
}
