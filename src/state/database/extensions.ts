import type { Extensions } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";

/** What the schema of an embedded database needs beside PGlite itself: each program that opens one must load it. */
export const EXTENSIONS: Extensions = { pg_trgm };
