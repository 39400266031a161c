import { data, html, type Html } from "../../../reporting/html/html.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { failuresIn } from "../../../reporting/run-counts.ts";
import { waitingText, type DeferredPeople } from "../../../reporting/waiting.ts";
import { csrfField } from "../../access/csrf.ts";
import { may } from "../../access/rights.ts";
import { command } from "../parts.ts";
import { cameBack, reasonField, runForm, textField, type FormContext } from "./action-forms.ts";
import type { StoredRun } from "./run-data.ts";

/** Draws the actions on a run, each with its effect. A run on hold has its own choices. */
export function runActions(given: StoredRun, context: FormContext): Html | null {
  const { run, progress, sha256 } = given;
  if (!may(context.request.actor, "run")) return null;
  const readable = run.kind !== "sync" || sha256 !== "";
  const failures = failuresIn(run.counts);
  const parts = [
    progress === null &&
      ["planned", "interrupted", "failed"].includes(run.status) &&
      readable &&
      run.kind === "sync" &&
      resume(given, context),
    progress === null &&
      ["failed", "interrupted"].includes(run.status) &&
      !readable &&
      again(given, context, t("It could not read its file, so it cannot be resumed.")),
    progress === null && run.status === "completed" && given.waiting !== null && waits(given.waiting, context),
    progress === null &&
      run.status === "completed" &&
      failures > 0 &&
      again(given, context, t("{n, plural, one {# operation} other {# operations}} failed or could not be confirmed.", { n: failures })),
    ["planned", "interrupted", "failed", "running", "reading"].includes(run.status) && cancel(context),
  ];
  return parts.every((part) => part === false)
    ? null
    : html`<h2>${t("Next step")}</h2>
        ${parts}`;
}

function resume({ run }: StoredRun, context: FormContext): Html {
  const planned = run.status === "planned";
  return runForm(
    context,
    "resume",
    html`<p>
        ${
          planned
            ? t(
                "Nothing was sent yet. The run is planned again, limits included, and then applied. Removals stay pending until someone decides.",
              )
            : t(
                "The run continues where it stopped. Nothing is sent twice, and an account that could not be confirmed is not created again.",
              )
        }
      </p>
      <button>${planned ? t("Apply this plan") : t("Resume the run")}</button>`,
    "act",
  );
}

function waits(waiting: DeferredPeople, context: FormContext): Html {
  return html`<p>${waitingText(waiting)} <a href="/identities">${t("Identities")}</a></p>
    ${runForm(context, "resume", html`<button>${t("Resume the run")}</button>`, "act")}`;
}

function again({ job }: StoredRun, { request }: FormContext, why: string): Html {
  return html`<form method="post" action="/jobs/${encodeURIComponent(job)}/run" class="act">
    ${csrfField(request)}
    <p>${why} ${t("A new run reads the file again and retries everyone whose operation failed.")}</p>
    <button><span>${tHtml("Start a new run of {job}", { job: data(job) })}</span></button>
  </form>`;
}

function cancel(context: FormContext): Html {
  return html`<details ${cameBack(context, "cancel") && html` open`}>
    <summary>${t("Cancel the run")}</summary>
    ${runForm(
      context,
      "cancel",
      html`<p>${t("The rest is not sent. Changes that were sent stay.")}</p>
        ${reasonField(context, "cancel")}<button class="quiet">${t("Cancel the run")}</button>`,
      "act",
    )}
  </details>`;
}

/** Draws the undo of a run whose removals were applied. It is no step that anyone should take, so it comes last. */
export function undoAction({ id, removed, run, progress }: StoredRun, context: FormContext): Html | null {
  if (progress !== null || removed === 0 || !may(context.request.actor, "run")) return null;
  return html`<details ${cameBack(context, "revert") && html` open`}>
    <summary>${t("Undo the removals of this run")}</summary>
    ${runForm(
      context,
      "revert",
      html`<p>
          ${t("{n, plural, one {# membership was removed for it. It is added back, and kept as an exception without an end date.} other {# memberships were removed for it. They are added back, and kept as exceptions without an end date.}}", { n: removed })}
          ${run.reverted_by !== null && t("It was undone before; memberships that exist are not added twice.")}
        </p>
        ${reasonField(context, "revert")}
        ${textField(context, "revert", {
          name: "confirm",
          label: tHtml("Enter the id of the run to confirm: {id}", { id: command(id) }),
          missing: t("Enter the id of the run."),
        })}
        <button class="quiet">${t("Add the memberships back")}</button>`,
      "act",
    )}
  </details>`;
}
