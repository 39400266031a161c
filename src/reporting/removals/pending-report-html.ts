import { fileDocument } from "../html/document.ts";
import { data, html, type Html } from "../html/html.ts";
import type { PendingCause, PendingReport } from "./pending-report.ts";
import { decisionCommands, evidenceColumns, removalColumns } from "./evidence-html.ts";
import { command, folded, prose, table, time } from "../html/parts.ts";
import { causeLabel, counted } from "../labels.ts";

/** Draws the pending removals as one HTML file that loads nothing. */
export function renderPending(report: PendingReport): string {
  const title = report.job === null ? "Pending removals" : `Pending removals of ${report.job}`;
  return fileDocument(
    title,
    html` <header>
        <h1>${title}</h1>
        <p>${time(report.madeAt)}</p>
      </header>
      <main>
        <p>
          HR’s rules no longer assign ${counted(report.pending, "membership")}. ${report.pending === 1 ? "It stays" : "They stay"} until a
          reviewer approves the removal.
        </p>
        ${report.causes.length > 0 && index(report.causes)}${report.causes.map(cause)}
      </main>`,
  ).text;
}

function index(causes: readonly PendingCause[]): Html {
  return html`<nav aria-label="Causes">
    <ul>
      ${causes.map(({ id, sentence }) => html`<li><a href="#${id}">${data(sentence)}</a></li>`)}
    </ul>
  </nav> `;
}

function cause({ id, kind, text, sentence, group, digest, alias, removals }: PendingCause): Html {
  const caption = `${counted(removals.length, "membership")} of ${group}`;
  return html`<section class="cause" id="${id}" aria-labelledby="${id}-h">
    <h2 id="${id}-h">${data(sentence)}</h2>
    <p>
      <strong>${causeLabel(kind)}.</strong> ${prose(text)}
      <small class="id">Cause ${command(id)}</small>
    </p>
    ${decisionCommands(`${id}@${digest.slice(0, 12)}`)}
    ${
      alias !== null &&
      html`<p>
          Was it renamed on purpose? To keep the group, add these lines at the end of ${command("groups.rules")} in ${data(alias.file)}:
        </p>
        <pre><code>${alias.yaml}</code></pre>`
    }${folded(`Show ${caption}`, removals.length, table(caption, [...removalColumns, ...evidenceColumns], removals))}
  </section> `;
}
