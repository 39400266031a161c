import type { Extensions } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";

/** The extensions that the schema of an embedded database uses: each program that opens one must load them. */
export const EXTENSIONS: Extensions = { pg_trgm };
