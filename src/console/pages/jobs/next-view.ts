import { TIME_ZONES } from "../../../domain/languages.ts";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { currentReader } from "../../../reporting/locales/reader.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import type { ExportPlace, Scheduling } from "../../../setup/browser/schedule.ts";
import { csrfField } from "../../access/csrf.ts";
import type { ActorsRequest } from "../../access/route.ts";
import type { BackgroundRun } from "../../parts.ts";
import { pill, runLink } from "../parts.ts";
import type { ShownRun } from "../../../reporting/shown-run.ts";

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
        html`<li>${pill(done ? t("setup.ready") : t("setup.open_task"), done ? "good" : "warn", done ? "check" : "alert")} ${text}</li>`,
    )}
  </ul>`;
  const effects = effectsOf(points);
  if (scheduling.scheduled) {
    if (effects.length === 0) return null;
    return html`<section class="section card stack" id="next" aria-labelledby="next-h">
      <h2 id="next-h">${t("setup.not_ready_schedule")}</h2>
      ${list} ${effectList(effects)}
    </section>`;
  }
  return html`<section class="section card stack" id="next" aria-labelledby="next-h">
    <h2 id="next-h">${t("setup.what_next")}</h2>
    ${list}
    <h3>1. ${t("setup.run")}</h3>
    <p data-part="first-run">${firstRun(job, running)}</p>
    <h3>2. ${t("setup.schedule")}</h3>
    ${
      effects.length > 0 &&
      html`<p>${t("setup.job_not_ready")}</p>
        ${effectList(effects)}`
    }
    ${scheduling.writable ? scheduleForm(job, effects.length > 0, request) : scheduleLines(scheduling)}
    <h3>3. ${t("shell.connection")}</h3>
    <p>
      ${tHtml("setup.page_connection_tests", {
        link: (inside) => html`<a href="/status">${inside}</a>`,
        file: html`<code>${data(scheduling.file)}</code>`,
        key: html`<code>service</code>`,
      })}
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
          effect: t("setup.no_plan_checked"),
        }
      : planPoint(last),
  ];
}

function exportPoints({ folder, folderExists, pattern, file }: ExportPlace): Point[] {
  const path = html`<code>${data(folder)}</code>`;
  const effect = t("setup.until_export_each");
  if (!folderExists)
    return [
      {
        done: false,
        effect,
        text: tHtml("setup.create_folder_folder", { folder: path }),
      },
    ];
  return [
    { done: true, text: tHtml("setup.folder_folder_exists", { folder: path }) },
    {
      done: file !== null,
      effect,
      text:
        file === null
          ? tHtml("setup.no_file_folder", {
              folder: path,
              pattern: html`<code>${data(pattern)}</code>`,
            })
          : tHtml("setup.run_finds_export", { file: html`<code>${data(file)}</code>` }),
    },
  ];
}

function groupsPoint({ name, last }: NewJob, { missingGroups: missing, lacksGroups }: Scheduling): Point {
  if (missing > 0)
    return {
      done: false,
      effect: t("setup.until_groups_exist"),
      text: tHtml("setup.groups_missing_learning_service_decide", {
        n: missing,
        link: (inside) => html`<a href="/missing-groups?job=${encodeURIComponent(name)}">${inside}</a>`,
      }),
    };
  if (last === null || !["planned", "held", "completed"].includes(last.status)) return { done: false, text: t("setup.first_plan_shows") };
  return lacksGroups
    ? {
        done: false,
        effect: t("setup.until_groups_exist"),
        text: tHtml("setup.learning_service_not", {
          run: runLink(last.id),
        }),
      }
    : { done: true, text: t("setup.learning_service_every") };
}

function planPoint(last: ShownRun): Point {
  const link = runLink(last.id);
  switch (last.status) {
    case "completed":
      return { done: true, text: tHtml("setup.last_plan_applied", { run: link }) };
    case "planned":
    case "held":
      return {
        done: false,
        text: tHtml("setup.plan_made_check", { run: link }),
        effect: last.status === "held" ? t("setup.last_plan_hold") : t("setup.scheduled_run_not"),
      };
    default:
      return {
        done: false,
        text: tHtml("setup.last_run_not", { run: link }),
        effect: t("setup.until_cause_corrected"),
      };
  }
}

function firstRun({ last }: NewJob, running: readonly BackgroundRun[]): Html {
  const now = running.find(({ run, ended }) => run !== "" && ended === null);
  if (now !== undefined) return tHtml(now.plan_only ? "setup.plan_progress_run" : "setup.run_progress_run", { run: runLink(now.run) });
  const open = last !== null && ["planned", "held"].includes(last.status);
  if (open) return tHtml("setup.plan_made_check", { run: runLink(last.id) });
  return tHtml("setup.below_you_can", {
    link: (inside) => html`<a href="#run">${inside}</a>`,
  });
}

function scheduleForm({ name }: NewJob, early: boolean, request: ActorsRequest): Html {
  const { timeZone } = currentReader();
  return html`<form method="post" action="/jobs/${encodeURIComponent(name)}/schedule" class="act">
    ${csrfField(request)}
    <p>${t("setup.console_wrote_job")}</p>
    <label
      >${t("setup.days")}
      <select name="days">
        <option value="every">${t("setup.every_day")}</option>
        <option value="workdays">${t("setup.monday_friday")}</option>
      </select></label
    >
    <label>${t("setup.time")} <input type="time" name="time" value="02:30" required /></label>
    <label
      >${t("shell.time_zone")}
      <select name="time_zone">
        ${TIME_ZONES.map((zone) => html`<option value="${zone}" ${zone === timeZone && html` selected`}>${zone.replaceAll("_", " ")}</option>`)}
      </select></label
    >
    ${early && html`<label class="pick"><input type="checkbox" name="anyway" value="yes" required /> ${t("setup.add_schedule_although")}</label>`}
    <button>${t("setup.add_schedule")}</button>
  </form>`;
}

function scheduleLines({ file, line }: Scheduling): Html {
  return html`<p>${tHtml("setup.add_line_file", { file: html`<code>${data(file)}</code>` })}</p>
    <pre id="schedule-line" tabindex="0"><code>${line}</code></pre>
    <p class="row">
      <button
        type="button"
        class="btn"
        data-js
        data-copy="schedule-line"
        data-copied="${t("review.copied")}"
        data-failed="${t("review.select_text_copy")}"
      >
        ${t("setup.copy_line")}
      </button>
    </p>`;
}
