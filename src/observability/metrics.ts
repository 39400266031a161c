import { statfs } from "node:fs/promises";
import pTimeout from "p-timeout";
import { Gauge, type Counter } from "prom-client";
import { ENDED_STATUSES, OPEN_STATUSES, OPERATION_KINDS, type RunStatus } from "../store/schema/statuses.ts";
import { emitQueueError, type LoggedEvent } from "../domain/telemetry/events.ts";
import type { Step } from "../domain/telemetry/span.ts";
import { telemetry } from "../domain/telemetry/telemetry.ts";
import {
  countMissingGroups,
  countOpenOperations,
  countOverdueLeavers,
  countUnconfirmedCreates,
  listLastSuccesses,
  listRecentRuns,
  listSourceAges,
} from "../store/runs/metrics.ts";
import { countPendingByJob } from "../store/review/pending-counts.ts";
import { listMissed } from "../store/schedule/missed-runs.ts";
import type { Db } from "../store/schema/tables.ts";
import { findSeenWork } from "../store/schedule/stalls.ts";
import { createInstruments, type Instruments } from "./instruments.ts";
import type { Log } from "./log.ts";
import { stalledIn } from "./stalls.ts";
import { RUN_ENDS, RunTally } from "./tally.ts";

export interface MetricsParts {
  db: Db;
  log: Log;
  version: string;
  now(): Date;
  /** All jobs: each starts at 0, before its first event. */
  jobs?(): Promise<readonly string[]>;
  /** The state directory, whose disk is watched. */
  dir?: string;
  /** Counts the jobs in the BullMQ queues; if they do not answer, the other metrics are still returned. */
  queues?(): Promise<readonly { queue: string; state: string; jobs: number }[]>;
  /** A reading is reused for at least this many ms, and for this many times its own duration. */
  pace?: { least: number; times: number };
}

export interface Metrics {
  contentType: string;
  text(): Promise<string>;
  /** Begins to measure the calls and the operations of this process. @returns what ends it */
  follow(): () => void;
}

/** How many runs of each job are read. */
const RUNS = 50;
/** Limits reading to a twentieth of the time; more frequent requests get the last figures again. */
const PACE = { least: 1000, times: 20 };
const DATABASE_TIMEOUT_MS = 5000;
/** The database's figures do not wait for longer for a Redis that is away. */
const QUEUE_TIMEOUT_MS = 2000;
const DAY = 86_400_000;
const MONTH = 30 * DAY;

const OPEN: readonly RunStatus[] = ["reading", "planned", "held", "running", "interrupted"];
/** Counts of a run that someone has to look at. */
const NEED_SOMEONE = ["rejected", "blocked", "failed", "uncertain"] as const;

/** The figures of an installation and of this process, for Prometheus. */
export function createMetrics(parts: MetricsParts): Metrics {
  const instruments = createInstruments();
  instruments.own.info.set({ version: parts.version }, 1);
  for (const kind of OPERATION_KINDS) for (const result of ENDED_STATUSES) instruments.shared.operations.inc({ kind, result }, 0);
  for (const result of ["done", "failed"]) instruments.own.exports.inc({ result }, 0);
  const reader = new Reader(parts, instruments);
  return {
    contentType: instruments.registry.contentType,
    text: async () => {
      await reader.refresh();
      if (parts.dir !== undefined) await measureDisk(instruments, parts.dir);
      return instruments.registry.metrics();
    },
    follow: () => {
      const listener = (message: unknown): void => observe(instruments, message as Step);
      const onEvent = (message: unknown): void => observeEvent(instruments, message as LoggedEvent);
      const { steps, happenings } = telemetry();
      steps.add(listener);
      happenings.add(onEvent);
      return () => {
        steps.delete(listener);
        happenings.delete(onEvent);
      };
    },
  };
}

async function measureDisk({ own }: Instruments, dir: string): Promise<void> {
  try {
    const { bavail, bsize } = await statfs(dir);
    own.diskFree.set(bavail * bsize);
  } catch {
    own.diskFree.remove();
  }
}

function observe({ own }: Instruments, { point, phase, facts, seconds, error }: Step): void {
  if (phase !== "end") return;
  const { method = "", status, kind = "", result } = facts;
  if (point === "service_call")
    own.service.observe({ method, status: typeof status === "number" ? `${Math.floor(status / 100)}xx` : "none" }, seconds);
  if (point === "operation") own.operation.observe({ kind, result: error === undefined ? (result ?? "") : "defect" }, seconds);
}

function observeEvent({ own }: Instruments, { event, facts }: LoggedEvent): void {
  if (event === "progress_exported") own.exports.inc({ result: "done" });
  if (event === "progress_export_failed") own.exports.inc({ result: "failed" });
  if (event !== "source_answered") return;
  const { status, bytes, ms } = facts as { status: number; bytes: number; ms: number };
  own.source.observe({ status: `${Math.floor(status / 100)}xx` }, ms / 1000);
  own.sourceBytes.inc(bytes);
}

/** Reads what the database knows, one reading for all who ask at once. */
class Reader {
  readonly #parts: MetricsParts;
  readonly #instruments: Instruments;
  readonly #runs = new RunTally();
  #missed: Set<string> | null = null;
  #reading: Promise<void> | null = null;
  #goodUntil = 0;

  constructor(parts: MetricsParts, instruments: Instruments) {
    this.#parts = parts;
    this.#instruments = instruments;
  }

  async refresh(): Promise<void> {
    if (this.#reading === null && performance.now() < this.#goodUntil) return;
    const { databaseUp } = this.#instruments.shared;
    // A hanging read continues alone; no second one is started beside it.
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    try {
      await pTimeout(this.#reading, { milliseconds: DATABASE_TIMEOUT_MS });
      databaseUp.set(1);
    } catch (error) {
      this.#forget();
      databaseUp.set(0);
      this.#parts.log.event("metrics_incomplete", {}, error);
    }
  }

  async #read(): Promise<void> {
    const { db, now, pace = PACE } = this.#parts;
    const started = performance.now();
    const runs = await listRecentRuns(db, RUNS);
    const successes = await listLastSuccesses(db);
    const increments = await this.#runs.read(db, runs);
    const open = await countOpenOperations(db);
    const pending = await countPendingByJob(db);
    const missingGroups = await countMissingGroups(db);
    const unconfirmed = await countUnconfirmedCreates(db);
    const overdue = await countOverdueLeavers(db, now());
    const sources = await listSourceAges(db);
    const missed = await listMissed(db, new Date(now().getTime() - MONTH));
    const stalled = stalledIn(await findSeenWork(db), now());
    const queues = await this.#depths();
    const jobs = new Set([...((await this.#parts.jobs?.()) ?? []), ...runs.map(({ job }) => job)]);

    this.#forget();
    const { shared } = this.#instruments;
    for (const job of jobs) {
      for (const status of RUN_ENDS) shared.runs.inc({ job, status }, 0);
      for (const status of OPEN) shared.runsOpen.set({ job, status }, 0);
      for (const status of OPEN_STATUSES) shared.queue.set({ job, status }, 0);
      shared.pending.set({ job }, 0);
      shared.pendingCauses.set({ job }, 0);
      shared.oldestPending.set({ job }, 0);
      shared.missingGroups.set({ job }, 0);
      shared.overdueLeavers.set({ job }, 0);
      shared.missed.inc({ job }, 0);
      shared.stalled.set({ job }, 0);
    }
    for (const { job, status } of increments.runs) shared.runs.inc({ job, status });
    for (const { kind, result, n } of increments.operations) shared.operations.inc({ kind, result }, n);
    for (const { job, status } of runs) if (OPEN.includes(status)) shared.runsOpen.inc({ job, status });
    for (const { job, status, n } of open) shared.queue.set({ job, status }, n);
    for (const { queue, state, jobs: n } of queues) shared.queueJobs.set({ queue, state }, n);
    for (const { job, removals, causes, oldest } of pending) {
      shared.pending.set({ job }, removals);
      shared.pendingCauses.set({ job }, causes);
      shared.oldestPending.set({ job }, Math.max(0, (now().getTime() - oldest.getTime()) / 1000));
    }
    for (const { job, n } of missingGroups) shared.missingGroups.set({ job }, n);
    for (const { job, n } of overdue) shared.overdueLeavers.set({ job }, n);
    for (const { job, started_at: began, ended_at: ended, counts } of successes) {
      for (const outcome of NEED_SOMEONE) shared.lastRows.set({ job, outcome }, counts?.[outcome] ?? 0);
      shared.lastSuccess.set({ job }, (ended ?? began).getTime() / 1000);
      if (ended !== null) shared.lastDuration.set({ job }, (ended.getTime() - began.getTime()) / 1000);
    }
    for (const { job, since, due } of sources) {
      shared.sourceAge.set({ job }, Math.max(0, (now().getTime() - since.getTime()) / 1000));
      shared.sourceOverdue.set({ job }, due !== null && due <= now() ? 1 : 0);
    }
    for (const { job } of stalled) shared.stalled.inc({ job });
    shared.unconfirmed.set(unconfirmed);
    const before = this.#missed;
    this.#missed = new Set(missed.map((one) => JSON.stringify(one)));
    for (const one of missed) if (before?.has(JSON.stringify(one)) === false) shared.missed.inc({ job: one.job });
    const ended = performance.now();
    this.#goodUntil = ended + Math.max(pace.least, pace.times * (ended - started));
  }

  async #depths(): ReturnType<NonNullable<MetricsParts["queues"]>> {
    const { queues } = this.#parts;
    if (queues === undefined) return [];
    try {
      return await pTimeout(queues(), { milliseconds: QUEUE_TIMEOUT_MS });
    } catch (error) {
      emitQueueError(error);
      return [];
    }
  }

  /** Removes figures that are no longer known. */
  #forget(): void {
    const { databaseUp: _, ...shared } = this.#instruments.shared;
    const figures: readonly (Counter | Gauge)[] = Object.values(shared);
    for (const one of figures) {
      if (!(one instanceof Gauge)) continue;
      one.reset();
      // A gauge without labels is reset to 0, which would be a figure.
      one.remove({});
    }
  }
}
