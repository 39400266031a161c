import type { FastifyRequest } from "fastify";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { counted, number } from "../../../reporting/labels.ts";
import { failuresIn } from "../../../reporting/run-counts.ts";
import { csrfField } from "../../access/csrf.ts";
import { may } from "../../access/rights.ts";
import type { ActorsRequest } from "../../access/route.ts";
import type { StoredRun } from "./run-data.ts";
import { command } from "../parts.ts";

/** What can be done about a run, each with what it does. */
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
      again(given, request, "It could not read its file, so there is nothing to go on with."),
    progress === null &&
      run.status === "completed" &&
      failuresIn(run.counts) > 0 &&
      again(given, request, `${counted(failuresIn(run.counts), "operation")} did not go through.`),
    ["held", "planned", "interrupted", "failed", "running", "reading"].includes(run.status) && cancel(given, request),
    progress === null && given.removed > 0 && revert(given, request),
  ];
  return parts.every((part) => part === false)
    ? null
    : html`<h2>What to do</h2>
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
    html`<p>
        Releasing it plans once more on the memberships of this moment; should that find more than what you see here, it is held again.
      </p>
      ${reason("Why this is right")}<button>Release the run</button>`,
  );
}

function resume({ id, run }: StoredRun, request: FastifyRequest): Html {
  const words =
    run.status === "planned"
      ? html`<p>
          Nothing was sent yet. Carrying it out plans once more, limits included, and sends what the plan says. Removals of memberships wait
          for a decision all the same.
        </p>`
      : html`<p>
          It goes on where it stopped: what was sent is not sent again, and a new account whose answer is not known is never made twice.
        </p>`;
  return form(
    request,
    `/runs/${id}/resume`,
    html`${words}<button>${run.status === "planned" ? "Carry out this plan" : "Go on with the run"}</button>`,
  );
}

function again({ job }: StoredRun, request: FastifyRequest, why: string): Html {
  return form(
    request,
    `/jobs/${encodeURIComponent(job)}/run`,
    html`<p>${why} A new run reads the file again and looks at everybody whose operation did not end well.</p>
      <button>Start a new run of ${data(job)}</button>`,
  );
}

function cancel({ id }: StoredRun, request: FastifyRequest): Html {
  return html`<details>
    <summary>Cancel the run</summary>
    ${form(
      request,
      `/runs/${id}/cancel`,
      html`<p>What was not sent is never sent; what was sent stays as it is.</p>
        ${reason("Why it is cancelled")}<button class="quiet">Cancel the run</button>`,
    )}
  </details>`;
}

function revert({ id, removed, run }: StoredRun, request: FastifyRequest): Html {
  return html`<details>
    <summary>Take the removals of this run back</summary>
    ${form(
      request,
      `/runs/${id}/revert`,
      html`<p>
          ${number(removed)} ${removed === 1 ? "membership was" : "memberships were"} removed for it. They are added back, and kept as
          exceptions until somebody ends
          them.${run.reverted_by !== null && " It was taken back before: what is there already is not added twice."}
        </p>
        ${reason("Why they come back")}
        <label>To confirm, the id of the run: ${command(id)} <input name="confirm" required autocomplete="off" /></label
        ><button class="quiet">Add the memberships back</button>`,
    )}
  </details>`;
}
