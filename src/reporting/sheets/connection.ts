import type { Fact } from "../../domain/facts/fact.ts";
import { factText } from "../fact-text.ts";
import { fileSize } from "../locales/formats.ts";
import { t } from "../locales/t.ts";
import { code, data, heading, pill, problem, sheet, table, time, type Block, type Sheet, type Words } from "../sheet/sheet.ts";
import { jobStates } from "./jobs.ts";

interface Answer {
  account: string;
  ok: boolean;
  fact: Fact | null;
  at: string;
  insecure: boolean;
}

interface Depth {
  state: string;
  jobs: number;
}

export interface Status {
  /** When the console was started. */
  since: string;
  services: readonly Answer[];
  state: { directory: string; free_bytes: number | null; total_bytes: number | null; journal_bytes: number | null };
  /** Those in use. */
  jobs: Parameters<typeof jobStates>[0];
  removals: { pending: number; approved: number; rejected: number };
  /** `null`: the queues do not answer. */
  queues: readonly Depth[] | null;
}

/** With less free disk space than this, a large run may not fit. */
const LITTLE = 2 << 30;

/** Describes whether service, computer and jobs are well, and where not. */
export function statusSheet({ since, services, state, jobs, removals, queues }: Status): Sheet {
  const unknown = t("operation.unknown");
  return sheet(
    heading(t("operation.learning_service")),
    services.length === 0 ? { block: "nothing", words: noAnswer(jobs) } : answers(services),
    heading(t("operation.computer")),
    {
      block: "facts",
      facts: [
        [t("operation.state_directory"), code(state.directory)],
        [t("operation.free_disk_space"), state.free_bytes === null ? unknown : freeSpace(state.free_bytes, state.total_bytes)],
        [t("operation.journal"), state.journal_bytes === null ? unknown : fileSize(state.journal_bytes)],
        [t("operation.console_started"), time(since)],
        [t("operation.queues"), queues === null ? problem(t("operation.queues_not_answer")) : queuesText(queues)],
        [t("operation.removals"), t("operation.pending_pending_approved", { ...removals, kept: removals.rejected })],
      ],
    },
    heading(t("shell.jobs")),
    jobStates(jobs),
  );
}

/** Says why there is no connection status yet. */
function noAnswer(jobs: readonly { last: unknown; next_run: string | null }[]): string {
  return jobs.some(({ last, next_run: next }) => last !== null || next !== null)
    ? t("operation.checking_connection_reload")
    : t("operation.no_job_run_scheduled_so");
}

function answers(services: readonly Answer[]): Block {
  return table<Answer>(
    t("operation.last_answer"),
    [
      { head: t("operation.account"), kind: "row", words: ({ account }) => data(account) },
      { head: t("labels.status"), words: connected },
      { head: t("operation.details"), kind: "wide", words: ({ fact }) => fact && data(factText(fact)) },
      {
        head: t("operation.encrypted"),
        words: ({ insecure }) => (insecure ? problem(t("operation.no_others_network")) : t("operation.yes")),
      },
      { head: t("operation.checked_2"), words: ({ at }) => time(at) },
    ],
    services,
  );
}

/** Says whether a service answers. */
export function connected({ ok }: { ok: boolean }): Words {
  return ok ? pill(t("operation.connected"), "good", "check") : pill(t("operation.problem"), "bad", "alert");
}

/** Counts the jobs of the queues that wait, run, or wait for a retry. */
function queuesText(queues: readonly Depth[]): string {
  const sum = (...states: string[]): number =>
    queues.filter(({ state }) => states.includes(state)).reduce((total, { jobs }) => total + jobs, 0);
  return t("operation.waiting_waiting_active", {
    waiting: sum("waiting", "waiting-children"),
    active: sum("active"),
    delayed: sum("delayed"),
  });
}

function freeSpace(free: number, total: number | null): Words {
  const text = total === null ? fileSize(free) : t("operation.free_total", { free: fileSize(free), total: fileSize(total) });
  return free < LITTLE ? problem(t("operation.space_free_some", { space: text })) : text;
}
