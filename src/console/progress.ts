import { COUNTED_IN_BYTES, type Phase } from "../domain/facts/phases.ts";
import { data, html, type Html } from "../reporting/html/html.ts";
import { fileSize, number } from "../reporting/locales/formats.ts";
import { factText } from "../reporting/fact-text.ts";
import { t, textsIn, type Message } from "../reporting/locales/t.ts";
import type { BackgroundRun } from "./parts.ts";

/** A newer process may be in a phase that this one does not know. */
function phaseText(phase: Phase): string {
  return Object.hasOwn(textsIn("en"), `phase.${phase}`) ? t(`phase.${phase}`) : phase;
}

/** Returns the progress of a run as a sentence. */
export function progressText({ phase, done, total, said }: Pick<BackgroundRun, "phase" | "done" | "total" | "said">): string {
  const name = phaseText(phase);
  const amount = phase === COUNTED_IN_BYTES ? fileSize : number;
  const words =
    total !== null
      ? t("runs.phase_done_total", { phase: name, done: amount(done), total: amount(total) })
      : done > 0
        ? t("history.name_value", { name, value: amount(done) })
        : name;
  return said === null ? words : `${words}. ${factText(said)}`;
}

/** The steps of a run that reads a file, each with the phases that belong to it. */
const STEPS: readonly (readonly [Message, readonly Phase[]])[] = [
  ["runs.read_file", ["opening_file", "reading_file"]],
  ["runs.read_groups_memberships", ["reading_groups", "asking_for_report"]],
  ["runs.plan_step", ["planning", "creating_groups", "waiting_for_plan"]],
  ["runs.send_changes", ["sending"]],
];

/** The step that a run which only plans does not have. A run that begins with it reads no file. */
const SENDING = STEPS.length - 1;

/** Returns the step of a phase, from 0; -1: none of them has begun. */
export function stepOf(phase: Phase): number {
  return STEPS.findIndex(([, phases]) => phases.includes(phase));
}

interface ProgressCardOptions {
  /** Whether the run is one that reads a file; `null`: not known yet, so the steps appear when it reads one. */
  sync: boolean | null;
  /** The end of the run renews only the parts of the page that changed, because the page has forms of its own. */
  parts?: boolean;
  title?: Html;
}

/** Draws the progress of a run and its steps; the script of the page keeps them up to date. */
export function progressCard(id: string, progress: BackgroundRun, { sync, parts = false, title }: ProgressCardOptions): Html {
  const { phase, done, total, plan_only: planOnly } = progress;
  const steps = planOnly ? STEPS.slice(0, SENDING) : STEPS;
  const now = stepOf(phase);
  const shown = sync ?? (now >= 0 && now < SENDING);
  return html`<section
    class="card"
    data-live="/runs/${encodeURIComponent(id)}/live"
    ${parts && html` data-renew="${t(planOnly ? "runs.plan_is_ready" : "runs.run_ended")}"`}
    aria-label="${t("runs.progress_2")}"
  >
    ${title !== undefined && html`<p><b>${title}</b></p>`}
    <p role="status" data-words>${data(progressText(progress))}</p>
    <progress ${total !== null && html` value="${done}" max="${Math.max(1, total)}"`} aria-label="${t("runs.progress_2")}"></progress>
    ${
      sync !== false &&
      html`<ol class="phases" ${!shown && html` hidden`}>
        ${steps.map(([name], i) => html`<li ${i < now && html` class="done"`} ${i === now && html` aria-current="step"`}>${t(name)}</li>`)}
      </ol>`
    }
  </section>`;
}
