import { html, type Html } from "../../../reporting/html/html.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { icon, type IconName } from "../../../reporting/html/icon.ts";
import { pill } from "../parts.ts";

/** The state of an installation before its first run. */
export interface Welcome {
  /** The reader may set up jobs. */
  setsUp: boolean;
  /** A job has a schedule. */
  scheduled: boolean;
  /** The service has answered. */
  connected: boolean;
  /** A user besides the reader can sign in. */
  users: boolean;
}

/** Draws the overview before the first run: the next step, how it works, and a list of open tasks. */
export function welcome(given: Welcome): Html {
  return html`${start(given.setsUp)} ${howItWorks()} ${given.setsUp && toDo(given)}`;
}

function start(setsUp: boolean): Html {
  if (!setsUp)
    return html`<section class="card empty" aria-labelledby="start">
      ${icon("job")}
      <h2 id="start">${t("overview.no_run_read")}</h2>
      <p class="lead">${t("overview.administrator_sets_up")}</p>
      <p class="row"><a class="btn primary" href="/jobs">${t("overview.choose_job")}</a></p>
    </section>`;
  return html`<section class="card empty" aria-labelledby="start">
    ${icon("upload")}
    <h2 id="start">${t("overview.start_sample_your")}</h2>
    <p class="lead">${t("overview.upload_one_csv")}</p>
    <p class="row">
      <a class="btn primary" href="/setup">${icon("upload")}${t("setup.upload_sample")}</a
      ><a class="btn" href="/jobs">${t("overview.choose_job")}</a>
    </p>
  </section>`;
}

function howItWorks(): Html {
  const steps: [IconName, string, string][] = [
    ["table", t("overview.hr_exports_file"), t("overview.every_night_workday")],
    ["run", t("overview.rollcall_adds_what"), t("overview.new_people_get")],
    ["review", t("overview.you_decide_about"), t("overview.no_one_loses_group_until_someone_decides_every")],
  ];
  return html`<section class="section" aria-labelledby="how">
    <h2 id="how">${t("overview.how_works")}</h2>
    <ol class="split">
      ${steps.map(
        ([symbol, name, text], i) =>
          html`<li class="card">
            <h3>${icon(symbol, "good")} ${i + 1}. ${name}</h3>
            <p class="soft">${text}</p>
          </li>`,
      )}
    </ol>
  </section>`;
}

function toDo({ scheduled, connected, users }: Welcome): Html {
  const to = (path: string) => (inside: Html) => html`<a href="${path}">${inside}</a>`;
  const items: [done: boolean, what: Html | string, note?: string][] = [
    [true, t("overview.rollcall_installed_you")],
    [scheduled, tHtml("overview.set_up_first", { link: to("/setup") }), t("overview.about_10_minutes")],
    [connected, tHtml("overview.connect_learning_service", { link: to("/status") })],
    [users, tHtml("overview.add_reviewers_connect", { link: to("/users") })],
  ];
  return html`<section class="section" aria-labelledby="todo">
    <h2 id="todo">${t("overview.before_first_run")}</h2>
    <div class="card">
      <ul class="stack">
        ${items.map(
          ([done, what, note]) =>
            html`<li class="row">
              ${done ? pill(t("overview.done_setup"), "good", "check") : pill(t("overview.to_do"))}<span class="grow">${what}</span>${
                note !== undefined && !done && html`<span class="soft small">${note}</span>`
              }
            </li>`,
        )}
      </ul>
    </div>
  </section>`;
}
