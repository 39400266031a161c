/** What a process can do; one process may do all of it. */
export const ROLES_OF_PROCESSES = ["scheduler", "worker", "console"] as const;
export type ProcessRole = (typeof ROLES_OF_PROCESSES)[number];
