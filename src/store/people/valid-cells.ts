import { sql, type RawBuilder } from "kysely";
import type { StoredCell } from "../schema/values.ts";

/** Returns SQL for `person_cells.next_digest`: with the `mapping_version`, because another one makes other cells of the same row. */
export const nextDigest = (digest: RawBuilder<unknown>, context: RawBuilder<unknown>) => sql`${digest} || ' ' || ${context}`;

/** Whether the next cells of a person are those of their row: their run was released. */
const isReleased = (cells: string) => {
  const of = (column: string) => sql.ref(`${cells}.${column}`);
  return sql`(${of("next_digest")} = ${nextDigest(sql`p.digest`, sql`p.context`)})`;
};

const either = <T>(cells: string, next: string, stored: string): RawBuilder<T> =>
  sql<T>`CASE WHEN ${isReleased(cells)} THEN ${sql.ref(`${cells}.${next}`)} ELSE ${sql.ref(`${cells}.${stored}`)} END`;

/** Returns SQL for the valid cells of a `person p` in an alias of `person_cells`; `NULL` if there are none. */
export const cellsOf = (cells: string): RawBuilder<StoredCell[] | null> => either(cells, "next_cells", "cells");

/** Returns SQL for the cells before the last change of a `person p`. */
export const cellsBefore = (cells: string): RawBuilder<StoredCell[] | null> => either(cells, "cells", "before");

/** Returns SQL for the `mapping_version` that names the columns of the cells before the last change of a `person p`. */
export const beforeContextOf = (cells: string): RawBuilder<string | null> => either(cells, "next_before_context", "before_context");

/** Returns SQL for the row and the `mapping_version` of the valid cells of a `person p`. */
export const digestOfCells = (cells: string): RawBuilder<string | null> => either(cells, "next_digest", "digest");
