import { html, type Html } from "../../../reporting/html/html.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { icon, type IconName } from "../../icon.ts";
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
      <h2 id="start">${t("No run has read a file yet.")}</h2>
      <p class="lead">${t("An administrator sets up the first job. Jobs that exist already can be planned without sending anything.")}</p>
      <p class="row"><a class="btn primary" href="/jobs">${t("Choose a job")}</a></p>
    </section>`;
  return html`<section class="card empty" aria-labelledby="start">
    ${icon("upload")}
    <h2 id="start">${t("Start with a sample of your HR export")}</h2>
    <p class="lead">
      ${t("Upload one CSV or Excel file. Rollcall recognises the columns, asks about the rest, and shows what a first run would change.")}
    </p>
    <p class="row">
      <a class="btn primary" href="/setup">${icon("upload")}${t("Upload a sample")}</a><a class="btn" href="/jobs">${t("Choose a job")}</a>
    </p>
  </section>`;
}

function howItWorks(): Html {
  const steps: [IconName, string, string][] = [
    ["table", t("HR exports a file"), t("Every night, from Workday, SuccessFactors, Personio, BambooHR or a spreadsheet.")],
    [
      "run",
      t("Rollcall adds what is new"),
      t("New people get an account and their groups at once. A file that looks wrong changes nothing."),
    ],
    ["review", t("You decide about removals"), t("No one loses a group until someone decides. Every decision is in the audit trail.")],
  ];
  return html`<section class="section" aria-labelledby="how">
    <h2 id="how">${t("How it works")}</h2>
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
    [true, t("Rollcall is installed, and you are signed in")],
    [scheduled, tHtml("<link>Set up the first job</link>", { link: to("/setup") }), t("about 10 minutes")],
    [connected, tHtml("<link>Connect the learning service</link>", { link: to("/status") })],
    [users, tHtml("<link>Add reviewers</link> or connect your company’s sign-in", { link: to("/users") })],
  ];
  return html`<section class="section" aria-labelledby="todo">
    <h2 id="todo">${t("Before the first run")}</h2>
    <div class="card">
      <ul class="stack">
        ${items.map(
          ([done, what, note]) =>
            html`<li class="row">
              ${done ? pill(t("Done|setup"), "good", "check") : pill(t("To do"))}<span class="grow">${what}</span>${
                note !== undefined && !done && html`<span class="soft small">${note}</span>`
              }
            </li>`,
        )}
      </ul>
    </div>
  </section>`;
}
