import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/** Covers services that answer in 20 ms, and services that take half a minute. */
const SERVICE_SECONDS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** A report may think for 25 minutes. */
const SOURCE_SECONDS = [0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 1800];
const OPERATION_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Creates all metrics in their own registry. docs/reference/metrics.md describes each. */
export function createInstruments() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[]): Gauge<Label> =>
    new Gauge({ name: `rollcall_${name}`, help, labelNames, registers });
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> =>
    new Counter({ name: `rollcall_${name}`, help, labelNames, registers });
  return {
    registry,
    /** Metrics of the whole installation, the same in every process. */
    shared: {
      databaseUp: gauge("database_up", "1 if the database answered the last query for these metrics, otherwise 0.", []),
      runs: counter("runs_total", "Runs by result, counted since this process started.", ["job", "status"]),
      runsOpen: gauge("runs_open", "Runs that have not ended, by status.", ["job", "status"]),
      operations: counter("operations_total", "Operations that have ended, counted since this process started.", ["kind", "result"]),
      queue: gauge("queue_operations", "Operations that are planned, queued or running.", ["job", "status"]),
      queueJobs: gauge("queue_jobs", "Jobs in BullMQ, by state.", ["queue", "state"]),
      pending: gauge("removals_pending", "Pending removals.", ["job"]),
      pendingCauses: gauge("removals_pending_causes", "Causes of the pending removals.", ["job"]),
      oldestPending: gauge("removals_oldest_pending_age_seconds", "Age of the oldest pending removal, in seconds.", ["job"]),
      missingGroups: gauge("missing_groups", "Missing groups that need a decision.", ["job"]),
      overdueLeavers: gauge("leavers_overdue", "People whose account may still be active more than a day after their last day.", ["job"]),
      lastSuccess: gauge("last_success_timestamp_seconds", "End of the last completed run over a full export.", ["job"]),
      lastDuration: gauge("last_success_duration_seconds", "Duration of the last completed run over a full export.", ["job"]),
      lastRows: gauge("last_success_rows", "Rows of the last completed run over a full export that need attention, by outcome.", [
        "job",
        "outcome",
      ]),
      sourceAge: gauge("source_age_seconds", "Time since the files of the job last had new content, in seconds.", ["job"]),
      sourceOverdue: gauge("source_overdue", "1 if new content is overdue, as source.expect says, otherwise 0.", ["job"]),
      missed: counter("missed_runs_total", "Scheduled runs that did not happen, counted since this process started.", ["job"]),
      stalled: gauge("runs_stalled", "Runs and run requests without progress for 15 minutes.", ["job"]),
      unconfirmed: gauge("identities_unsettled", "Creates whose outcome is not known.", []),
    },
    /** Metrics of this process. */
    own: {
      service: new Histogram({
        name: "rollcall_service_request_duration_seconds",
        help: "Response time of the learning service, without waiting for the rate limit.",
        labelNames: ["method", "status"] as const,
        buckets: SERVICE_SECONDS,
        registers,
      }),
      operation: new Histogram({
        name: "rollcall_operation_attempt_duration_seconds",
        help: "Duration of one attempt of an operation.",
        labelNames: ["kind", "result"] as const,
        buckets: OPERATION_SECONDS,
        registers,
      }),
      source: new Histogram({
        name: "rollcall_source_answer_duration_seconds",
        help: "Time until an answer of an HR system was read over HTTP.",
        labelNames: ["status"] as const,
        buckets: SOURCE_SECONDS,
        registers,
      }),
      sourceBytes: counter("source_bytes_total", "Bytes read from HR systems over HTTP, unpacked.", []),
      exports: counter("progress_exports_total", "Scheduled exports of progress, by result.", ["result"]),
      diskFree: gauge("state_disk_free_bytes", "Free space on the disk of the state directory.", []),
      info: gauge("build_info", "Always 1. The label contains the version.", ["version"]),
    },
  };
}

export type Instruments = ReturnType<typeof createInstruments>;
