/** The file in a state directory that records a migration to a server, started or complete. */
export const MIGRATION_MARKER = "moved.json";
