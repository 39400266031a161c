import { t } from "../../../reporting/locales/t.ts";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { factText } from "../../../reporting/fact-text.ts";
import { fileSize } from "../../../reporting/locales/formats.ts";
import type { ShownRun } from "../../../reporting/shown-run.ts";
import type { BackgroundRun, QueueDepth, ServiceHealth } from "../../parts.ts";
import type { StoppableAccount } from "../emergency-stop/view.ts";
import { facts, jobLink, emptyState, pill, runLink, table, time } from "../parts.ts";
import { runPill, underWay } from "../runs/list-view.ts";

export interface StatusData {
  /** When the console was started. */
  since: string;
  services: ServiceHealth[];
  state: { directory: string; free_bytes: number | null; total_bytes: number | null; journal_bytes: number | null };
  /** Those in use. */
  jobs: {
    name: string;
    next_run: string | null;
    faults: number;
    last: ShownRun | null;
    last_good: ShownRun | null;
  }[];
  removals: { pending: number; approved: number; rejected: number };
  /** Each service account that is known, with its emergency stop if one is in force. */
  emergency: StoppableAccount[];
  running: BackgroundRun[];
  /** `null`: the queues do not answer. */
  queues: readonly QueueDepth[] | null;
}

/** With less free disk space than this, a large run may not fit. */
const LITTLE = 2 << 30;

/** Whether everything is well, and where not. */
export function statusView({ since, services, state, jobs, removals, running, queues }: StatusData): Html {
  return html`<h2>${t("operation.learning_service")}</h2>
    ${
      services.length === 0
        ? emptyState(
            jobs.some(({ last, next_run: next }) => last !== null || next !== null)
              ? t("operation.checking_connection_reload")
              : t("operation.no_job_run_scheduled_so"),
          )
        : table<StatusData["services"][number]>(
            t("operation.last_answer"),
            [
              { head: t("operation.account"), rowHeader: true, cell: ({ account }) => data(account) },
              {
                head: t("labels.status"),
                cell: ({ ok }) => (ok ? pill(t("operation.connected"), "good", "check") : pill(t("operation.problem"), "bad", "alert")),
              },
              { head: t("operation.details"), wide: true, cell: ({ fact }) => fact && data(factText(fact)) },
              {
                head: t("operation.encrypted"),
                cell: ({ insecure }) =>
                  insecure ? html`<span class="bad">${t("operation.no_others_network")}</span>` : t("operation.yes"),
              },
              { head: t("operation.checked_2"), cell: ({ at }) => time(at) },
            ],
            services,
          )
    }
    <h2>${t("operation.computer")}</h2>
    ${facts([
      [t("operation.state_directory"), html`<code>${data(state.directory)}</code>`],
      [t("operation.free_disk_space"), state.free_bytes === null ? t("operation.unknown") : freeSpace(state.free_bytes, state.total_bytes)],
      [t("operation.journal"), state.journal_bytes === null ? t("operation.unknown") : fileSize(state.journal_bytes)],
      [t("operation.console_started"), time(since)],
      [t("operation.queues"), queues === null ? html`<span class="bad">${t("operation.queues_not_answer")}</span>` : queuesText(queues)],
      [t("operation.removals"), t("operation.pending_pending_approved", { ...removals, kept: removals.rejected })],
    ])}
    <h2>${t("shell.jobs")}</h2>
    ${
      jobs.length === 0
        ? emptyState(html`<a href="/jobs">${t("operation.no_job_in_use")}</a>`)
        : table<StatusData["jobs"][number]>(
            t("operation.last_successful_runs"),
            [
              { head: t("labels.job"), rowHeader: true, cell: ({ name }) => jobLink(name) },
              { head: t("operation.job_file"), cell: fileState },
              {
                head: t("operation.last_successful_run"),
                cell: ({ last_good: good }) =>
                  good === null ? t("operation.none_yet") : html`${runLink(good.id)}<small>${time(good.started_at)}</small>`,
              },
              { head: t("operation.last_run"), cell: ({ last }) => last !== null && runPill(last) },
              { head: t("operation.next_run"), cell: ({ next_run: next }) => (next === null ? t("operation.no_schedule") : time(next)) },
            ],
            jobs,
          )
    }
    ${running.length > 0 && underWay(running)}`;
}

/** Names the jobs of BullMQ that wait, run, or wait for a retry. */
function queuesText(queues: readonly QueueDepth[]): string {
  const sum = (...states: string[]): number =>
    queues.filter(({ state }) => states.includes(state)).reduce((total, { jobs }) => total + jobs, 0);
  return t("operation.waiting_waiting_active", {
    waiting: sum("waiting", "waiting-children"),
    active: sum("active"),
    delayed: sum("delayed"),
  });
}

function fileState({ faults }: StatusData["jobs"][number]): Html | string {
  if (faults === 0) return t("operation.valid");
  return html`<span class="bad">${t("operation.errors", { n: faults })}</span>`;
}

function freeSpace(free: number, total: number | null): Html {
  const scarce = free < LITTLE;
  const text = total === null ? fileSize(free) : t("operation.free_total", { free: fileSize(free), total: fileSize(total) });
  return scarce ? html`<span class="bad">${t("operation.space_free_some", { space: text })}</span>` : html`${text}`;
}
