/**
 * The variables that a command beside a daemon has of its own: who it is, and how it prints. All others, with the secrets
 * of jobs, are the daemon's.
 */
export const CALLERS_VARIABLES = [
  "ROLLCALL_TOKEN",
  "ROLLCALL_STATE",
  "ROLLCALL_LANGUAGE",
  "ROLLCALL_TIME_ZONE",
  "ROLLCALL_LOG",
  "ROLLCALL_LOG_LEVEL",
  "ROLLCALL_DEBUG",
  "ROLLCALL_TRACEPARENT",
  "FORCE_COLOR",
  "NO_COLOR",
  "NODE_DISABLE_COLORS",
  "TERM",
];
