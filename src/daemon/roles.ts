/** The roles of a process; one process may have all of them. */
export const ROLES_OF_PROCESSES = ["scheduler", "worker", "console"] as const;
export type ProcessRole = (typeof ROLES_OF_PROCESSES)[number];
