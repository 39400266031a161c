import { TIME_ZONES } from "../../../domain/languages.ts";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { currentReader } from "../../../reporting/locales/reader.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import type { ExportPlace, Scheduling } from "../../../setup/schedule.ts";
import { csrfField } from "../../access/csrf.ts";
import type { ActorsRequest } from "../../access/route.ts";
import type { BackgroundRun } from "../../parts.ts";
import { pill, runLink } from "../parts.ts";
import type { ShownRun } from "../runs/run-data.ts";

interface NewJob {
  name: string;
  last: ShownRun | null;
}

/**
 * Draws the next steps of a job without a schedule: its first run, the schedule, and its connection. Of a job with one, it
 * draws the points that its runs still wait for; nothing if there are none.
 */
export function whatNext(job: NewJob, scheduling: Scheduling, running: readonly BackgroundRun[], request: ActorsRequest): Html | null {
  const points = readiness(job, scheduling, running);
  const list = html`<ul class="ready" data-part="ready">
    ${points.map(
      ({ done, text }) =>
        html`<li>${pill(done ? t("Ready") : t("Open|task"), done ? "good" : "warn", done ? "check" : "alert")} ${text}</li>`,
    )}
  </ul>`;
  const effects = effectsOf(points);
  if (scheduling.scheduled) {
    if (effects.length === 0) return null;
    return html`<section class="section card stack" id="next" aria-labelledby="next-h">
      <h2 id="next-h">${t("Not ready for its schedule")}</h2>
      ${list} ${effectList(effects)}
    </section>`;
  }
  return html`<section class="section card stack" id="next" aria-labelledby="next-h">
    <h2 id="next-h">${t("What next")}</h2>
    ${list}
    <h3>1. ${t("Run it")}</h3>
    <p data-part="first-run">${firstRun(job, running)}</p>
    <h3>2. ${t("Schedule it")}</h3>
    ${
      effects.length > 0 &&
      html`<p>${t("The job is not ready for a schedule yet:")}</p>
        ${effectList(effects)}`
    }
    ${scheduling.writable ? scheduleForm(job, effects.length > 0, request) : scheduleLines(scheduling)}
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

interface Point {
  done: boolean;
  text: Html | string;
  /** Says how scheduled runs end as long as it is open; none if another point says it. */
  effect?: string;
}

/** Returns what happens to scheduled runs as long as points are open, each once. */
export function effectsOf(points: readonly Point[]): string[] {
  return [...new Set(points.flatMap(({ done, effect }) => (done || effect === undefined ? [] : [effect])))];
}

function effectList(effects: readonly string[]): Html {
  return html`<ul data-part="effects">
    ${effects.map((effect) => html`<li>${effect}</li>`)}
  </ul>`;
}

/** Lists the needs of the first scheduled run, in the order in which people get them ready. */
export function readiness(job: NewJob, scheduling: Scheduling, running: readonly BackgroundRun[]): Point[] {
  const { last } = job;
  const { export: place } = scheduling;
  return [
    ...(place === null ? [] : exportPoints(place)),
    groupsPoint(job, scheduling),
    last === null
      ? {
          done: false,
          text: firstRun(job, running),
          effect: t("No plan has been checked yet: the first scheduled run sends its changes, unless a limit puts it on hold."),
        }
      : planPoint(last),
  ];
}

function exportPoints({ folder, folderExists, pattern, file }: ExportPlace): Point[] {
  const path = html`<code>${data(folder)}</code>`;
  const effect = t("Until the export is there, each scheduled run fails.");
  if (!folderExists)
    return [
      {
        done: false,
        effect,
        text: tHtml("Create the folder {folder} on this server, and let the HR system write its export there.", { folder: path }),
      },
    ];
  return [
    { done: true, text: tHtml("The folder {folder} exists.", { folder: path }) },
    {
      done: file !== null,
      effect,
      text:
        file === null
          ? tHtml("No file in {folder} matches {pattern} yet. Let the HR system write its export there.", {
              folder: path,
              pattern: html`<code>${data(pattern)}</code>`,
            })
          : tHtml("A run finds the export {file}.", { file: html`<code>${data(file)}</code>` }),
    },
  ];
}

function groupsPoint({ name, last }: NewJob, { missingGroups: missing, lacksGroups }: Scheduling): Point {
  if (missing > 0)
    return {
      done: false,
      effect: t("Until these groups exist, scheduled runs leave the memberships in them out."),
      text: tHtml(
        "<link>{n, plural, one {# group is missing} other {# groups are missing}}</link> in the learning service. Decide on each.",
        {
          n: missing,
          link: (inside) => html`<a href="/missing-groups?job=${encodeURIComponent(name)}">${inside}</a>`,
        },
      ),
    };
  if (last === null || !["planned", "held", "completed"].includes(last.status))
    return { done: false, text: t("The first plan shows whether the learning service has every group.") };
  return lacksGroups
    ? {
        done: false,
        effect: t("Until these groups exist, scheduled runs leave the memberships in them out."),
        text: tHtml("The learning service does not have every group of the last plan. Its people wait for them: {run}", {
          run: runLink(last.id),
        }),
      }
    : { done: true, text: t("The learning service has every group that the last plan needs.") };
}

function planPoint(last: ShownRun): Point {
  const link = runLink(last.id);
  switch (last.status) {
    case "completed":
      return { done: true, text: tHtml("The last plan was applied: {run}", { run: link }) };
    case "planned":
    case "held":
      return {
        done: false,
        text: tHtml("The plan is made. Check it, and apply or cancel it: {run}", { run: link }),
        effect:
          last.status === "held"
            ? t("The last plan is on hold: without a decision, each scheduled run is put on hold in the same way.")
            : t("A scheduled run does not wait for this plan: it sends the changes of a plan of its own."),
      };
    default:
      return {
        done: false,
        text: tHtml("The last run did not end well: {run}", { run: link }),
        effect: t("Until the cause is corrected, scheduled runs can end in the same way."),
      };
  }
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

function scheduleForm({ name }: NewJob, early: boolean, request: ActorsRequest): Html {
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
    ${early && html`<label class="pick"><input type="checkbox" name="anyway" value="yes" required /> ${t("Add the schedule although the job is not ready")}</label>`}
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
