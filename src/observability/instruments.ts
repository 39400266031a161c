import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/** Of a service that takes 20 ms, and of one that takes half a minute. */
const SERVICE_SECONDS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const OPERATION_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Everything that is measured, in a registry of its own; docs/observability.md says what each is for. */
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
    /** Of the whole installation: the same in every process. */
    shared: {
      databaseUp: gauge("database_up", "1 where the database answered the last time that it was asked for these figures, else 0.", []),
      runs: counter("runs_total", "Runs by what they came to, counted from the start of this process on.", ["job", "status"]),
      runsOpen: gauge("runs_open", "Runs that are not over, by status.", ["job", "status"]),
      operations: counter("operations_total", "Operations that have ended, counted from the start of this process on.", ["kind", "result"]),
      queue: gauge("queue_operations", "Operations that are planned, queued or running.", ["job", "status"]),
      queueJobs: gauge("queue_jobs", "Jobs that lie in BullMQ, by state.", ["queue", "state"]),
      pending: gauge("removals_pending", "Pending removals.", ["job"]),
      oldestPending: gauge("removals_oldest_pending_age_seconds", "Since when the oldest of them waits.", ["job"]),
      lastSuccess: gauge("last_success_timestamp_seconds", "When the last completed run of a full export ended.", ["job"]),
      lastDuration: gauge("last_success_duration_seconds", "How long that run took.", ["job"]),
      lastRows: gauge("last_success_rows", "Rows of the last completed run of a full export that need someone, by outcome.", [
        "job",
        "outcome",
      ]),
      missed: counter("missed_runs_total", "Scheduled runs that did not happen, counted from the start of this process on.", ["job"]),
      stalled: gauge("runs_stalled", "Runs, and requests for runs, that have made no progress for 15 minutes.", ["job"]),
      unconfirmed: gauge("identities_unsettled", "Creates of which nobody knows whose account came of them.", []),
    },
    /** Of this process alone. */
    own: {
      service: new Histogram({
        name: "rollcall_service_request_duration_seconds",
        help: "How long the learning service took to answer; without the time that requests wait for their turn.",
        labelNames: ["method", "status"] as const,
        buckets: SERVICE_SECONDS,
        registers,
      }),
      operation: new Histogram({
        name: "rollcall_operation_attempt_duration_seconds",
        help: "How long one attempt of an operation took.",
        labelNames: ["kind", "result"] as const,
        buckets: OPERATION_SECONDS,
        registers,
      }),
      diskFree: gauge("state_disk_free_bytes", "Free space on the disk of the state directory.", []),
      info: gauge("build_info", "Always 1; the version is in the label.", ["version"]),
    },
  };
}

export type Instruments = ReturnType<typeof createInstruments>;
