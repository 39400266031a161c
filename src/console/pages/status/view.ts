import { t } from "../../../reporting/locales/t.ts";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { storedText } from "../../../reporting/stored-text.ts";
import { fileSize } from "../../../reporting/locales/formats.ts";
import type { ShownRun } from "../runs/run-data.ts";
import type { BackgroundRun, QueueDepth, ServiceHealth } from "../../parts.ts";
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
  /** `null`: the queues do not answer. */
  queues: readonly QueueDepth[] | null;
}

/** With less free disk space than this, a large run may not fit. */
const LITTLE = 2 << 30;

/** Whether everything is well, and where not. */
export function statusView({ since, services, state, jobs, removals, running, queues }: StatusData): Html {
  return html`<h2>${t("Learning service")}</h2>
    ${
      services.length === 0
        ? emptyState(
            jobs.some(({ last, next_run: next }) => last !== null || next !== null)
              ? t("Checking the connection. Reload the page to see the result.")
              : t("No job has run or is scheduled, so no connection was checked."),
          )
        : table<StatusData["services"][number]>(
            t("Last answer"),
            [
              { head: t("Account"), rowHeader: true, cell: ({ account }) => data(account) },
              { head: t("Status"), cell: ({ ok }) => (ok ? pill(t("Connected"), "good", "check") : pill(t("Problem"), "bad", "alert")) },
              { head: t("Details"), wide: true, cell: ({ ok, said }) => (ok ? null : data(storedText(said))) },
              {
                head: t("Encrypted"),
                cell: ({ insecure }) =>
                  insecure ? html`<span class="bad">${t("No: others on the network can read tokens and personal data")}</span>` : t("Yes"),
              },
              { head: t("Checked"), cell: ({ at }) => time(at) },
            ],
            services,
          )
    }
    <h2>${t("This computer")}</h2>
    ${facts([
      [t("State directory"), html`<code>${data(state.directory)}</code>`],
      [t("Free disk space"), state.free_bytes === null ? t("Unknown") : freeSpace(state.free_bytes, state.total_bytes)],
      [t("Journal"), state.journal_bytes === null ? t("Unknown") : fileSize(state.journal_bytes)],
      [t("Console started"), time(since)],
      [t("Queues"), queues === null ? html`<span class="bad">${t("The queues do not answer")}</span>` : queuesText(queues)],
      [t("Removals"), t("{pending} pending, {approved} approved, {kept} kept", { ...removals, kept: removals.rejected })],
    ])}
    <h2>${t("Jobs")}</h2>
    ${
      jobs.length === 0
        ? emptyState(t("There is no job yet."))
        : table<StatusData["jobs"][number]>(
            t("Last successful runs"),
            [
              { head: t("Job"), rowHeader: true, cell: ({ name }) => jobLink(name) },
              { head: t("Job file"), cell: fileState },
              {
                head: t("Last successful run"),
                cell: ({ last_good: good }) =>
                  good === null ? t("None yet") : html`${runLink(good.id)}<small>${time(good.started_at)}</small>`,
              },
              { head: t("Last run"), cell: ({ last }) => last !== null && runPill(last) },
              { head: t("Next run"), cell: ({ next_run: next }) => (next === null ? t("No schedule") : time(next)) },
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
  return t("{waiting} waiting, {active} active, {delayed} delayed", {
    waiting: sum("waiting", "waiting-children"),
    active: sum("active"),
    delayed: sum("delayed"),
  });
}

/** A job that has never run and only waits for its environment, as an example does, is no problem. */
function fileState({ faults, unset, last }: StatusData["jobs"][number]): Html | string {
  if (faults === 0) return t("Valid");
  if (last === null && unset.length > 0) return t("Not set up");
  return html`<span class="bad">${t("{n, plural, one {# error} other {# errors}}", { n: faults })}</span>`;
}

function freeSpace(free: number, total: number | null): Html {
  const scarce = free < LITTLE;
  const text = total === null ? fileSize(free) : t("{free} of {total}", { free: fileSize(free), total: fileSize(total) });
  return scarce ? html`<span class="bad">${t("{space}: free some space before the next run", { space: text })}</span>` : html`${text}`;
}
