import { fileDocument } from "../html/document.ts";
import { data, html, type Html } from "../html/html.ts";
import { command, time } from "../html/parts.ts";
import { t, tHtml } from "../locales/t.ts";
import { causeParts } from "./cause-html.ts";
import { evidenceColumns, removalColumns } from "./evidence-html.ts";
import { reportedText, type PendingCause, type PendingReport } from "./pending-report.ts";

/** Draws the pending removals as one HTML file that loads nothing. */
export function renderPending(report: PendingReport): string {
  const { job, madeAt, pending: n, causes } = report;
  const title = job === null ? t("labels.pending_removals") : t("report.pending_removals_job", { job });
  const drawn = causes.map((one) => ({ ...one, ...parts(one) }));
  return fileDocument(
    title,
    html` <header>
        <h1>${job === null ? title : tHtml("report.pending_removals_job", { job: data(job) })}</h1>
        <p>${time(madeAt)}</p>
      </header>
      <main>
        <p>${t("report.hr_rules_no", { n })} ${reportedText(report)}</p>
        ${
          causes.length > 0 &&
          html`<nav aria-label="${t("workbook.causes")}">
            <ul>
              ${drawn.map(({ id, sentence }) => html`<li><a href="#${id}">${sentence}</a></li>`)}
            </ul>
          </nav> `
        }${drawn.map(
          ({ id, sentence, body, alias }) =>
            html`<section class="cause" id="${id}" aria-labelledby="${id}-h">
              <h2 id="${id}-h">${sentence}</h2>
              ${body}${alias !== null && aliasLines(alias)}
            </section> `,
        )}
      </main>`,
  ).text;
}

function parts(cause: PendingCause): ReturnType<typeof causeParts> {
  return causeParts(cause, [...removalColumns(), ...evidenceColumns()], `${cause.id}@${cause.digest.slice(0, 12)}`);
}

function aliasLines({ file, yaml }: NonNullable<PendingCause["alias"]>): Html {
  return html`<p>
      ${tHtml("report.renamed_purpose_keep", {
        setting: command("groups.rules"),
        file: data(file),
      })}
    </p>
    <pre><code>${yaml}</code></pre>`;
}
