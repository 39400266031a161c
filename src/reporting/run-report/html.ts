import { data, html, type Html } from "../html/html.ts";
import type { ReportData } from "./data.ts";
import { attention } from "./attention.ts";
import { changes } from "./changes.ts";
import { figures } from "./figures.ts";
import { headline } from "./headline.ts";
import { time } from "../html/parts.ts";
import { decided, found, pending } from "./removals.ts";
import { style } from "../html/style.ts";
import { fileName, runStatusLabel } from "../labels.ts";

/** Draws a run's report: one HTML file that needs nothing else and loads nothing. */
export function renderReport(report: ReportData): string {
  const { run, job, status } = report.result;
  const sections: readonly (readonly [id: string, title: string, section: Html | null])[] = [
    ["figures", "In figures", figures(report)],
    ["attention", "What needs attention", attention(report)],
    ["removals", "Removals that wait", pending(report)],
    ["found", "Removals that were found", found(report)],
    ["decided", "Removals that were decided", decided(report)],
    ["changes", "What changes", changes(report)],
  ];
  const present = sections.filter(([, , section]) => section !== null);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
        />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="robots" content="noindex" />
        <title>${job}, run ${run}: ${runStatusLabel(status)} – Rollcall</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        <header>
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
        ${footer(report)}
      </body>
    </html> `.text;
}

function footer({ result: { run, job, source }, startedAt, endedAt, releasedBy, lastGoodRows }: ReportData): Html {
  const entries: readonly (readonly [string, Html | string | null])[] = [
    ["Run", data(run)],
    ["Job", data(job)],
    [
      "File",
      html`${data(fileName(source.file))}${source.sha256 !== "" && html` <code title="${source.sha256}">sha256 ${source.sha256.slice(0, 12)}…</code>`}`,
    ],
    ["Rows of the last good run", lastGoodRows === null ? null : lastGoodRows.toLocaleString("en")],
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
