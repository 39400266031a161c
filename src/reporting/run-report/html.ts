import { fileDocument } from "../html/document.ts";
import { data, html, type Html } from "../html/html.ts";
import type { ReportData } from "./data.ts";
import { attention } from "./attention.ts";
import { changes } from "./changes.ts";
import { figures } from "./figures.ts";
import { headline } from "./headline.ts";
import { time } from "../html/parts.ts";
import { decided, found, pending } from "./removals.ts";
import { fileName, runStatusLabel } from "../labels.ts";

/** Draws a run's report as one HTML file that loads nothing. */
export function renderReport(report: ReportData): string {
  const { run, job, status } = report.result;
  const sections: readonly (readonly [id: string, title: string, section: Html | null])[] = [
    ["figures", "Summary", figures(report)],
    ["attention", "Needs attention", attention(report)],
    ["removals", "Pending removals", pending(report)],
    ["found", "Removals found", found(report)],
    ["decided", "Removals decided", decided(report)],
    ["changes", "Changes", changes(report)],
  ];
  const present = sections.filter(([, , section]) => section !== null);
  return fileDocument(
    `${job}, run ${run}: ${runStatusLabel(status)}`,
    html` <header>
        <h1>Report of ${data(job)}</h1>
        <p>${time(report.startedAt)}, run ${data(run)}</p>
      </header>
      <main>
        ${headline(report)}
        <nav aria-label="Sections">
          <ul>
            ${present.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}
          </ul>
        </nav>
        ${present.map(([, , section]) => section)}
      </main>
      ${footer(report)}`,
  ).text;
}

function footer({ result: { run, job, source }, startedAt, endedAt, releasedBy, lastGoodRows }: ReportData): Html {
  const entries: readonly (readonly [string, Html | string | null])[] = [
    ["Run", data(run)],
    ["Job", data(job)],
    [
      "File",
      html`${data(fileName(source.file))}${source.sha256 !== "" && html` <code title="${source.sha256}">sha256 ${source.sha256.slice(0, 12)}…</code>`}`,
    ],
    ["Rows in the last successful run", lastGoodRows === null ? null : lastGoodRows.toLocaleString("en")],
    ["Started", time(startedAt)],
    ["Ended", endedAt === null ? "not yet" : time(endedAt)],
    ["Released by", data(releasedBy)],
  ];
  return html`<footer>
    <dl>
      ${entries.map(
        ([term, value]) =>
          value !== null &&
          html`<dt>${term}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
  </footer> `;
}
