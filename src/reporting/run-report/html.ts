import { fileDocument } from "../html/document.ts";
import { data, html, type Html } from "../html/html.ts";
import type { ReportData } from "./data.ts";
import { attention } from "./attention.ts";
import { changes } from "./changes.ts";
import { figures } from "./figures.ts";
import { headline } from "./headline.ts";
import { time } from "../html/parts.ts";
import { decided, found, pending } from "./removals.ts";
import { fileName, number, runStatusLabel } from "../labels.ts";
import { t, tHtml } from "../locales/t.ts";

/** Draws a run's report as one HTML file that loads nothing. */
export function renderReport(report: ReportData): string {
  const { run, job, status } = report.result;
  const sections: readonly (readonly [id: string, title: string, section: Html | null])[] = [
    ["figures", t("report.summary"), figures(report)],
    ["attention", t("runs.needs_attention"), attention(report)],
    ["removals", t("labels.pending_removals"), pending(report)],
    ["found", t("report.removals_found"), found(report)],
    ["decided", t("report.removals_decided"), decided(report)],
    ["changes", t("labels.changes_2"), changes(report)],
  ];
  const present = sections.filter(([, , section]) => section !== null);
  return fileDocument(
    t("report.job_run_run", { job, run, status: runStatusLabel(status) }),
    html` <header>
        <h1>${tHtml("report.report_job", { job: data(job) })}</h1>
        <p>${tHtml("report.run_run", { at: time(report.startedAt), run: data(run) })}</p>
      </header>
      <main>
        ${headline(report)}
        <nav aria-label="${t("report.sections")}">
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
    [t("labels.run"), data(run)],
    [t("labels.job"), data(job)],
    [
      t("workbook.file"),
      html`${data(fileName(source.file))}${source.sha256 !== "" && html` <code title="${source.sha256}">sha256 ${source.sha256.slice(0, 12)}…</code>`}`,
    ],
    [t("report.rows_last_successful"), lastGoodRows === null ? null : number(lastGoodRows)],
    [t("labels.started"), time(startedAt)],
    [t("runs.ended"), endedAt === null ? t("report.not_yet") : time(endedAt)],
    [t("runs.released"), data(releasedBy)],
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
