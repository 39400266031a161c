import { data, html, type Html } from "../reporting/html/html.ts";
import { fileSize, number } from "../reporting/locales/formats.ts";
import type { PlainMessage } from "../reporting/locales/messages.ts";
import { storedText } from "../reporting/stored-text.ts";
import { t } from "../reporting/locales/t.ts";
import type { BackgroundRun } from "./parts.ts";

/** The phases of a run, as its worker names them. */
const PHASES: Readonly<Record<string, PlainMessage>> = {
  Beginning: "Starting",
  Starting: "Starting",
  "Waiting for a worker": "Waiting for a worker",
  "Waiting for another run": "Waiting for another run",
  "Waiting for another plan of the service account": "Waiting for another plan of the service account",
  "Asking the service": "Asking the service",
  "Asking the service for its report": "Asking the service for its report",
  "Opening the file": "Opening the file",
  "Reading the file": "Reading the file",
  "Reading groups and memberships": "Reading groups and memberships",
  Planning: "Planning",
  Sending: "Sending",
  "Reading the impact of pending removals": "Reading the impact of pending removals",
};

/** Its progress is counted in bytes. */
const FILE_PHASE = "Reading the file";

/** Returns the progress of a run as a sentence. */
export function progressText({ phase, done, total, said }: Pick<BackgroundRun, "phase" | "done" | "total" | "said">): string {
  const known = PHASES[phase];
  const name = known === undefined ? phase : t(known);
  const amount = phase === FILE_PHASE ? fileSize : number;
  const words =
    total !== null
      ? t("{phase}: {done} of {total}", { phase: name, done: amount(done), total: amount(total) })
      : done > 0
        ? `${name}: ${amount(done)}`
        : name;
  return said === null ? words : `${words}. ${storedText(said)}`;
}

/** Draws the progress of a run; the script of the page keeps it up to date. */
export function progressCard(id: string, progress: BackgroundRun): Html {
  const { done, total } = progress;
  return html`<section class="card" data-live="/runs/${id}/live" aria-labelledby="live-h">
    <h2 id="live-h">${t("In progress")}</h2>
    <p role="status" data-words>${data(progressText(progress))}</p>
    <progress ${total !== null && html` value="${done}" max="${Math.max(1, total)}"`} aria-label="${t("Progress")}"></progress>
  </section>`;
}
