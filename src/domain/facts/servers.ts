import type { FactsOf } from "./values.ts";

/** Databases, queues, backups and other servers. */
export const serverFacts = {} as const satisfies FactsOf;
