import type { Facts, Kind } from "../domain/telemetry/span-attributes.ts";

type Level = "debug" | "info" | "warn" | "error";

/** Log events besides the steps of a run: level, allowed fields, and sentence. */
export const EVENTS = {
  process_started: { level: "info", facts: { roles: "name", version: "name" }, says: "The process has started." },
  process_ready: { level: "info", facts: {}, says: "The process is ready." },
  url_unencrypted: {
    level: "warn",
    facts: {},
    says: "The console's URL does not use https, so passwords and sessions are sent unencrypted.",
  },
  process_stopping: { level: "info", facts: { signal: "word" }, says: "The process is stopping. Requests in flight will finish." },
  process_left_work: {
    level: "warn",
    facts: { ms: "number" },
    says: "Requests in flight did not end within the grace time. Nothing is lost: another process, or the next start, determines their outcome.",
  },
  process_stopped: { level: "info", facts: {}, says: "The process has stopped." },
  not_ready: { level: "warn", facts: { check: "word" }, says: "The process is not ready, because a check fails." },
  ready_again: { level: "info", facts: { check: "word" }, says: "The check passes again." },
  job_unusable: {
    level: "error",
    facts: { faults: "number" },
    says: "The job that `job` names is invalid. Run `rollcall check` with that name to list the errors.",
  },
  job_not_set_up: {
    level: "info",
    facts: {},
    says: "The job that `job` names has never run, because environment variables are not set. Run `rollcall check` with that name to list them.",
  },
  schedule_stopped: {
    level: "warn",
    facts: {},
    says: "A scheduled run was skipped, because an emergency stop of its service account is active.",
  },
  schedule_busy: { level: "warn", facts: {}, says: "A scheduled run was skipped, because the job's previous run had not ended." },
  schedule_changed: { level: "info", facts: { cron: "name", timezone: "name" }, says: "A job has a new schedule." },
  progress_exported: {
    level: "info",
    facts: { people: "number", rows: "number", unknown: "number", ms: "number" },
    says: "A scheduled export of progress was written.",
  },
  progress_export_failed: {
    level: "error",
    facts: { problem: "word" },
    says: "A scheduled export of progress failed. It continues at its next time.",
  },
  schedule_due: { level: "debug", facts: { due: "time" }, says: "A scheduled run is due." },
  run_missed: { level: "warn", facts: { due: "time" }, says: "A scheduled run did not happen." },
  run_stalled: { level: "warn", facts: { seconds: "number" }, says: "A run is making no progress." },
  notice_failed: { level: "warn", facts: { channel: "word", kind: "word" }, says: "A notification could not be sent." },
  queue_trouble: { level: "warn", facts: { why: "word" }, says: "The queue cannot be reached or reports errors. Rollcall tries again." },
  worker_took_over: {
    level: "warn",
    facts: { operations: "number" },
    says: "Another worker took over the operations of a stopped worker.",
  },
  metrics_incomplete: { level: "warn", facts: {}, says: "Metrics could not be read from the database." },
  source_answered: {
    level: "info",
    facts: { host: "name", status: "number", bytes: "number", ms: "number" },
    says: "A source answered a request.",
  },
  source_deprecated: {
    level: "warn",
    facts: { host: "name", sunset: "name" },
    says: "The HR system says that this interface is deprecated. Ask its vendor what replaces it.",
  },
  request_answered: {
    level: "info",
    facts: { request: "id", method: "word", route: "pattern", status: "number", ms: "number" },
    says: "A request to the console was answered.",
  },
  request_failed: {
    level: "error",
    facts: { request: "id", at: "places" },
    says: "A bug in Rollcall stopped a request. Please report it.",
  },
  request_cut_off: {
    level: "info",
    facts: { request: "id" },
    says: "The connection was lost before a request arrived whole. Nothing was changed.",
  },
  request_unreadable: { level: "info", facts: { why: "word" }, says: "A request to the console could not be parsed." },
  sign_in_link_stored: {
    level: "info",
    facts: {},
    says: "The administrator's sign-in link, valid once within 15 minutes, is in the file sign-in-link of the state directory.",
  },
  sign_in_refused: { level: "warn", facts: { request: "id" }, says: "A sign-in was refused." },
  sign_in_failed: { level: "warn", facts: { request: "id" }, says: "A sign-in through the identity provider failed." },
  token_answer_deviates: {
    level: "warn",
    facts: { route: "route", field: "word" },
    says: "A field of a token response is missing or has the wrong type. The other fields are used.",
  },
  server_trouble: { level: "warn", facts: {}, says: "The console's server reported an error in a connection or a response." },
  journal_damaged: {
    level: "error",
    facts: { line: "number", places: "number" },
    says: "The journal (journal.jsonl) is damaged at this line. No account is created until someone ends the hold.",
  },
  command_ended: { level: "warn", facts: { exit: "number" }, says: "The command has ended with this exit code." },
  defect: { level: "error", facts: {}, says: "A bug in Rollcall. Please report it with its incident." },
} as const satisfies Record<string, { level: Level; facts: Record<string, Kind>; says: string }>;

export type EventName = keyof typeof EVENTS;
export type EventFacts<Name extends EventName> = Facts<(typeof EVENTS)[Name]["facts"]>;
