import type { Facts, Kind } from "../model/points.ts";

type Level = "debug" | "info" | "warn" | "error";

/** What is logged besides the steps of the work: the level, the facts that may stand there, and the sentence. */
export const EVENTS = {
  process_started: { level: "info", facts: { roles: "name", version: "name" }, says: "The process has started." },
  process_ready: { level: "info", facts: {}, says: "The process is ready." },
  process_stopping: { level: "info", facts: { signal: "word" }, says: "The process is stopping: what is in flight ends." },
  process_stopped: { level: "info", facts: {}, says: "The process has stopped." },
  not_ready: { level: "warn", facts: { check: "word" }, says: "The process is not ready: a check fails." },
  ready_again: { level: "info", facts: { check: "word" }, says: "The check passes again." },
  job_unusable: { level: "error", facts: { faults: "number" }, says: "A job file cannot be used; `rollcall check` says why." },
  schedule_changed: { level: "info", facts: { cron: "name", timezone: "name" }, says: "A job has a new schedule." },
  schedule_due: { level: "debug", facts: { due: "time" }, says: "A scheduled run is due." },
  run_missed: { level: "warn", facts: { due: "time" }, says: "A scheduled run did not happen." },
  notice_failed: { level: "warn", facts: { channel: "word", kind: "word" }, says: "A notice could not be sent." },
  queue_trouble: { level: "warn", facts: { why: "word" }, says: "The queue cannot be reached or is in trouble; it is tried again." },
  worker_took_over: { level: "warn", facts: { operations: "number" }, says: "Operations of a worker that is gone were taken over." },
  metrics_incomplete: { level: "warn", facts: {}, says: "Figures from the database could not be read." },
  request_answered: {
    level: "info",
    facts: { request: "id", method: "word", route: "pattern", status: "number", ms: "number" },
    says: "A request to the console was answered.",
  },
  request_failed: {
    level: "error",
    facts: { request: "id", at: "places" },
    says: "A defect of Rollcall stopped a request. Please report it.",
  },
  request_unreadable: { level: "info", facts: { why: "word" }, says: "A request to the console could not be read." },
  sign_in_refused: { level: "warn", facts: { request: "id" }, says: "A sign-in was refused." },
  sign_in_failed: { level: "warn", facts: { request: "id" }, says: "A sign-in by the identity provider did not succeed." },
  token_answer_deviates: {
    level: "warn",
    facts: { route: "route", field: "word" },
    says: "A field of an answer that brought tokens is missing or of another type. The rest of the answer is used.",
  },
  server_trouble: { level: "warn", facts: {}, says: "The console's server reports trouble with a connection or an answer." },
  defect: { level: "error", facts: {}, says: "A defect of Rollcall. Please report it, with its incident." },
} as const satisfies Record<string, { level: Level; facts: Record<string, Kind>; says: string }>;

export type EventName = keyof typeof EVENTS;
export type EventFacts<Name extends EventName> = Facts<(typeof EVENTS)[Name]["facts"]>;
