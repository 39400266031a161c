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
    ["figures", t("Summary"), figures(report)],
    ["attention", t("Needs attention"), attention(report)],
    ["removals", t("Pending removals"), pending(report)],
    ["found", t("Removals found"), found(report)],
    ["decided", t("Removals decided"), decided(report)],
    ["changes", t("Changes"), changes(report)],
  ];
  const present = sections.filter(([, , section]) => section !== null);
  return fileDocument(
    t("{job}, run {run}: {status}", { job, run, status: runStatusLabel(status) }),
    html` <header>
        <h1>${tHtml("Report of {job}", { job: data(job) })}</h1>
        <p>${tHtml("{at}, run {run}", { at: time(report.startedAt), run: data(run) })}</p>
      </header>
      <main>
        ${headline(report)}
        <nav aria-label="${t("Sections")}">
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
    [t("Run"), data(run)],
    [t("Job"), data(job)],
    [
      t("File"),
      html`${data(fileName(source.file))}${source.sha256 !== "" && html` <code title="${source.sha256}">sha256 ${source.sha256.slice(0, 12)}…</code>`}`,
    ],
    [t("Rows in the last successful run"), lastGoodRows === null ? null : number(lastGoodRows)],
    [t("Started"), time(startedAt)],
    [t("Ended"), endedAt === null ? t("not yet") : time(endedAt)],
    [t("Released by"), data(releasedBy)],
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
