import { html, type Html } from "../html/html.ts";
import type { ReportData } from "./data.ts";
import { isWaiting, type ReportedOperation } from "../operation.ts";
import { capitalised, kindLabel } from "../labels.ts";
import { t, tHtml } from "../locales/t.ts";
import { areaQuestion, areaText, releaseCommand } from "../missing-areas.ts";
import { adviceFor } from "./advice.ts";
import { possibleDuplicates } from "./possible-duplicates.ts";
import { command, cutNote, factProse, folded, person, place, prose, table } from "../html/parts.ts";
import { missingGroups } from "./missing-groups.ts";
import { absent, overdueLeavers, rejects, notesTable } from "./rows.ts";
import { unknownAccounts, unconfirmedCreates, waitingPeople } from "./identities.ts";

const troubles = [
  {
    status: "failed",
    title: "report.failed",
    note: "report.learning_service_refused",
  },
  {
    status: "uncertain",
    title: "report.unconfirmed",
    note: "report.changes_sent_but",
  },
  { status: "held", title: "report.blocked", note: "report.changes_not_sent" },
] as const;

/** Draws everything that needs attention. */
export function attention(report: ReportData): Html | null {
  const parts = [
    missingAreas(report),
    ...troubles.map((trouble) => operations(report, trouble)),
    waitingPeople(report),
    possibleDuplicates(report),
    unconfirmedCreates(report),
    unknownAccounts(report),
    missingGroups(report),
    overdueLeavers(report),
    rejects(report),
    notesTable(report),
    absent(report),
  ];
  if (parts.every((part) => part === null)) return null;
  return html`<section id="attention" aria-labelledby="attention-h">
    <h2 id="attention-h">${t("report.what_needs_attention")}</h2>
    ${parts}
  </section> `;
}

function missingAreas({ result: { areas = [], run } }: ReportData): Html | null {
  if (areas.length === 0) return null;
  return html`<h3>${t("missing_areas.missing_areas")}</h3>
    ${areas.map(
      (area) =>
        html`<p>
          ${areaText(area)}
          ${area.blocked > 0 && html`${areaQuestion()} ${tHtml("missing_areas.if_area_really", { release: command(releaseCommand(run, area)) })}`}
        </p>`,
    )}`;
}

function operations(report: ReportData, { status, title, note }: (typeof troubles)[number]): Html | null {
  const rows = report.operations.filter((operation) => operation.status === status && !isWaiting(operation));
  const waiting = status === "held" ? (report.waiting?.people ?? 0) : 0;
  const all = report.operationCounts.filter((entry) => entry.status === status).reduce((sum, { n }) => sum + n, -waiting);
  if (rows.length === 0) return null;
  const caption = t("labels.people", { n: all });
  const body = table<ReportedOperation>(
    caption,
    [
      { head: t("labels.person"), cell: ({ name, key }) => person(name, key), rowHeader: true },
      { head: t("report.change_operation"), cell: ({ kind }) => capitalised(kindLabel(kind, status)) },
      { head: t("workbook.row"), cell: place, numeric: true },
      {
        head: t("setup.why"),
        wide: true,
        cell: ({ fact, code }) => html`${factProse(fact)}${code !== null && html`<small><code>${code}</code></small>`}`,
      },
      { head: t("report.what_next"), wide: true, cell: (operation) => prose(adviceFor(operation, report.result.job)) },
    ],
    rows,
  );
  return html`<h3>${t(title)}</h3>
    <p>${t(note)}</p>
    ${folded(caption, rows.length, body)}${cutNote(rows.length, all)}`;
}
