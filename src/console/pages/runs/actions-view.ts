import type { FastifyRequest } from "fastify";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { counted, number } from "../../../reporting/labels.ts";
import { failuresIn } from "../../../reporting/run-counts.ts";
import { csrfField } from "../../access/csrf.ts";
import { may } from "../../access/rights.ts";
import type { ActorsRequest } from "../../access/route.ts";
import type { StoredRun } from "./run-data.ts";
import { command } from "../parts.ts";

/** Draws the actions on a run, each with its effect. */
export function runActions(given: StoredRun, request: ActorsRequest): Html | null {
  const { run, progress, sha256 } = given;
  if (!may(request.actor, "run")) return null;
  const readable = run.kind !== "sync" || sha256 !== "";
  const parts = [
    progress === null && run.status === "held" && release(given, request),
    progress === null &&
      ["planned", "interrupted", "failed"].includes(run.status) &&
      readable &&
      run.kind === "sync" &&
      resume(given, request),
    progress === null &&
      run.status === "failed" &&
      !readable &&
      again(given, request, "It could not read its file, so it cannot be resumed."),
    progress === null &&
      run.status === "completed" &&
      failuresIn(run.counts) > 0 &&
      again(given, request, `${counted(failuresIn(run.counts), "operation")} failed or could not be confirmed.`),
    ["held", "planned", "interrupted", "failed", "running", "reading"].includes(run.status) && cancel(given, request),
    progress === null && given.removed > 0 && revert(given, request),
  ];
  return parts.every((part) => part === false)
    ? null
    : html`<h2>Next step</h2>
        ${parts}`;
}

function reason(label: string): Html {
  return html`<label>${label} <textarea name="reason" required maxlength="4000"></textarea></label>`;
}

function form(request: FastifyRequest, action: string, content: Html): Html {
  return html`<form method="post" action="${action}" class="act">${csrfField(request)}${content}</form>`;
}

function release({ id }: StoredRun, request: FastifyRequest): Html {
  return form(
    request,
    `/runs/${id}/approve`,
    html`<p>The run is planned again with current memberships. If that finds more than shown here, it is put on hold again.</p>
      ${reason("Reason for releasing")}<button>Release the run</button>`,
  );
}

function resume({ id, run }: StoredRun, request: FastifyRequest): Html {
  const words =
    run.status === "planned"
      ? html`<p>
          Nothing was sent yet. The run is planned again, limits included, and then applied. Removals stay pending until someone decides.
        </p>`
      : html`<p>
          The run continues where it stopped. Nothing is sent twice, and an account that could not be confirmed is not created again.
        </p>`;
  return form(
    request,
    `/runs/${id}/resume`,
    html`${words}<button>${run.status === "planned" ? "Apply this plan" : "Resume the run"}</button>`,
  );
}

function again({ job }: StoredRun, request: FastifyRequest, why: string): Html {
  return form(
    request,
    `/jobs/${encodeURIComponent(job)}/run`,
    html`<p>${why} A new run reads the file again and retries everyone whose operation failed.</p>
      <button>Start a new run of ${data(job)}</button>`,
  );
}

function cancel({ id }: StoredRun, request: FastifyRequest): Html {
  return html`<details>
    <summary>Cancel the run</summary>
    ${form(
      request,
      `/runs/${id}/cancel`,
      html`<p>The rest is not sent. Changes that were sent stay.</p>
        ${reason("Reason for cancelling")}<button class="quiet">Cancel the run</button>`,
    )}
  </details>`;
}

function revert({ id, removed, run }: StoredRun, request: FastifyRequest): Html {
  return html`<details>
    <summary>Undo the removals of this run</summary>
    ${form(
      request,
      `/runs/${id}/revert`,
      html`<p>
          ${number(removed)} ${removed === 1 ? "membership was" : "memberships were"} removed for it. They are added back, and kept as
          exceptions without an end date.${run.reverted_by !== null && " It was undone before; memberships that exist are not added twice."}
        </p>
        ${reason("Reason for undoing")}
        <label>Enter the id of the run to confirm: ${command(id)} <input name="confirm" required autocomplete="off" /></label
        ><button class="quiet">Add the memberships back</button>`,
    )}
  </details>`;
}
