/** The stored statuses and kinds of runs and operations: a contract. */
export const RUN_STATUSES = [
  "reading",
  "planned",
  "held",
  "running",
  "completed",
  "failed",
  "interrupted",
  "cancelled",
  "superseded",
] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];
export const RUN_KINDS = ["sync", "decisions", "revert", "account"] as const;
export type RunKind = (typeof RUN_KINDS)[number];
export const OPERATION_KINDS = ["create", "update", "deactivate", "reactivate", "remove-groups"] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];
/** The statuses of an operation that has not ended, and of one that has. */
export const OPEN_STATUSES = ["planned", "queued", "running"] as const;
export const ENDED_STATUSES = ["done", "failed", "held", "uncertain", "dropped"] as const;
export const OPERATION_STATUSES = [...OPEN_STATUSES, ...ENDED_STATUSES] as const;
export type OperationStatus = (typeof OPERATION_STATUSES)[number];
