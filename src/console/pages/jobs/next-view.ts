import { TIME_ZONES } from "../../../domain/languages.ts";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { currentReader } from "../../../reporting/locales/reader.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import type { Scheduling } from "../../../setup/schedule.ts";
import { csrfField } from "../../access/csrf.ts";
import type { ActorsRequest } from "../../access/route.ts";
import type { BackgroundRun } from "../../parts.ts";
import { runLink } from "../parts.ts";
import type { ShownRun } from "../runs/run-data.ts";

interface NewJob {
  name: string;
  last: ShownRun | null;
}

/** Draws the next steps of a job without a schedule: its first run, the schedule, and its connection. */
export function whatNext(job: NewJob, scheduling: Scheduling, running: readonly BackgroundRun[], request: ActorsRequest): Html {
  return html`<section class="section card stack" id="next" aria-labelledby="next-h">
    <h2 id="next-h">${t("What next")}</h2>
    <h3>1. ${t("Run it")}</h3>
    <p data-part="first-run">${firstRun(job, running)}</p>
    <h3>2. ${t("Schedule it")}</h3>
    ${scheduling.writable ? scheduleForm(job, request) : scheduleLines(scheduling)}
    <h3>3. ${t("Connection")}</h3>
    <p>
      ${tHtml(
        "The page <link>Connection</link> tests the service account and shows its last answer. The address is in {file} under {key}.",
        {
          link: (inside) => html`<a href="/status">${inside}</a>`,
          file: html`<code>${data(scheduling.file)}</code>`,
          key: html`<code>service</code>`,
        },
      )}
    </p>
  </section>`;
}

function firstRun({ last }: NewJob, running: readonly BackgroundRun[]): Html {
  const run = running.find(({ ended }) => ended === null)?.run ?? "";
  if (run !== "") return tHtml("A run is in progress: {run}", { run: runLink(run) });
  const open = last !== null && ["planned", "held"].includes(last.status);
  if (open) return tHtml("The plan is made. Check it, and apply or cancel it: {run}", { run: runLink(last.id) });
  return tHtml("<link>Below</link> you can plan a run without sending anything, or run the job.", {
    link: (inside) => html`<a href="#run">${inside}</a>`,
  });
}

function scheduleForm({ name }: NewJob, request: ActorsRequest): Html {
  const { timeZone } = currentReader();
  return html`<form method="post" action="/jobs/${encodeURIComponent(name)}/schedule" class="act">
    ${csrfField(request)}
    <p>${t("The console wrote this job file, and adds the schedule to it. Nothing else in the file changes.")}</p>
    <label
      >${t("Days")}
      <select name="days">
        <option value="every">${t("Every day")}</option>
        <option value="workdays">${t("Monday to Friday")}</option>
      </select></label
    >
    <label>${t("Time")} <input type="time" name="time" value="02:30" required /></label>
    <label
      >${t("Time zone")}
      <select name="time_zone">
        ${TIME_ZONES.map((zone) => html`<option value="${zone}" ${zone === timeZone && html` selected`}>${zone.replaceAll("_", " ")}</option>`)}
      </select></label
    >
    <button>${t("Add the schedule")}</button>
  </form>`;
}

function scheduleLines({ file, line }: Scheduling): Html {
  return html`<p>
      ${tHtml("Add this line to {file}, for example at its end. It runs the job every day at 2:30:", { file: html`<code>${data(file)}</code>` })}
    </p>
    <pre id="schedule-line" tabindex="0"><code>${line}</code></pre>
    <p class="row">
      <button
        type="button"
        class="btn"
        data-js
        data-copy="schedule-line"
        data-copied="${t("Copied")}"
        data-failed="${t("Select the text and copy it")}"
      >
        ${t("Copy the line")}
      </button>
    </p>`;
}
