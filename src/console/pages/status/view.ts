import { data, html, type Html } from "../../../reporting/html/html.ts";
import { counted } from "../../../reporting/labels.ts";
import type { ShownRun } from "../runs/run-data.ts";
import type { BackgroundRun, ServiceHealth } from "../../parts.ts";
import type { StoppableAccount } from "../emergency-stop/view.ts";
import { facts, jobLink, emptyState, pill, runLink, table, time } from "../parts.ts";
import { runPill, underWay } from "../runs/list-view.ts";

export interface StatusData {
  /** When the console was started. */
  since: string;
  services: ServiceHealth[];
  state: { directory: string; free_bytes: number | null; total_bytes: number | null; journal_bytes: number | null };
  jobs: {
    name: string;
    next_run: string | null;
    faults: number;
    unset: readonly string[];
    last: ShownRun | null;
    last_good: ShownRun | null;
  }[];
  removals: { pending: number; approved: number; rejected: number };
  /** Each service account that is known, with its emergency stop if one is in force. */
  emergency: StoppableAccount[];
  running: BackgroundRun[];
}

/** Less than this left on the disk, and a large night may not fit. */
const LITTLE = 2 << 30;

/** Whether everything is well, and where not. `queues`: where the queues are looked at; `null`: not by who asks. */
export function statusView({ since, services, state, jobs, removals, running }: StatusData, queues: string | null): Html {
  const scarce = state.free_bytes !== null && state.free_bytes < LITTLE;
  return html`<h2>Learning service</h2>
    ${
      services.length === 0
        ? emptyState(
            jobs.some(({ last, next_run: next }) => last !== null || next !== null)
              ? "Checking the connection. Reload the page to see the result."
              : "No job has run or is scheduled, so no connection was checked.",
          )
        : table<StatusData["services"][number]>(
            "Last answer",
            [
              { head: "Account", rowHeader: true, cell: ({ account }) => data(account) },
              { head: "Status", cell: ({ ok }) => (ok ? pill("Connected", "good", "check") : pill("Problem", "bad", "alert")) },
              { head: "Details", wide: true, cell: ({ said }) => data(said) },
              {
                head: "Encrypted",
                cell: ({ insecure }) =>
                  insecure ? html`<span class="bad">No: others on the network can read tokens and personal data</span>` : "Yes",
              },
              { head: "Checked", cell: ({ at }) => time(at) },
            ],
            services,
          )
    }
    <h2>This computer</h2>
    ${facts([
      ["State directory", html`<code>${data(state.directory)}</code>`],
      [
        "Free disk space",
        state.free_bytes === null
          ? "Unknown"
          : html`<span class="${scarce && "bad"}">${size(state.free_bytes)}</span
              >${state.total_bytes !== null && html` of ${size(state.total_bytes)}`}${scarce && ": free some space before the next run"}`,
      ],
      ["Journal", state.journal_bytes === null ? "not known" : size(state.journal_bytes)],
      ["Console started", time(since)],
      ["Removals", html`${removals.pending} pending, ${removals.approved} approved, ${removals.rejected} kept`],
    ])}
    ${queues !== null && html`<p><a href="${queues}">Contents of the queues</a></p>`}
    <h2>Jobs</h2>
    ${
      jobs.length === 0
        ? emptyState("There is no job yet.")
        : table<StatusData["jobs"][number]>(
            "Last successful runs",
            [
              { head: "Job", rowHeader: true, cell: ({ name }) => jobLink(name) },
              { head: "File", cell: fileState },
              {
                head: "Last successful run",
                cell: ({ last_good: good }) =>
                  good === null ? "None yet" : html`${runLink(good.id)}<small>${time(good.started_at)}</small>`,
              },
              { head: "Last run", cell: ({ last }) => last !== null && runPill(last) },
              { head: "Next run", cell: ({ next_run: next }) => (next === null ? "No schedule" : time(next)) },
            ],
            jobs,
          )
    }
    ${running.length > 0 && underWay(running)}`;
}

/** A job that has never run and only waits for its environment, as an example does, is no problem. */
function fileState({ faults, unset, last }: StatusData["jobs"][number]): Html | string {
  if (faults === 0) return "Valid";
  if (last === null && unset.length > 0) return "Not set up";
  return html`<span class="bad">${counted(faults, "error")}</span>`;
}

function size(bytes: number): string {
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  let n = bytes;
  let unit = 0;
  while (n >= 1024 && unit < units.length - 1) {
    n /= 1024;
    unit += 1;
  }
  return `${n >= 10 || unit === 0 ? Math.round(n) : n.toFixed(1)} ${units[unit] ?? ""}`;
}
