/** The order of lists that people sort. */
import { sql, type RawBuilder } from "kysely";

export const DIRECTIONS = ["asc", "desc"] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** A column of a list, and the direction. */
export interface Sort<Name extends string> {
  by: Name;
  direction: Direction;
}

type Term = RawBuilder<unknown>;

/** Returns a column of names in the order of their readers: Álvaro sorts with A. Indexes for it have the same collation. */
export function nameOrder(column: string): Term {
  return sql`${sql.ref(column)} COLLATE "und-x-icu"`;
}

/** Returns the terms of ORDER BY, all in one direction, so that an index gives the order either way. */
export function inDirection(terms: readonly Term[], direction: Direction): Term {
  return sql.join(terms.map((term) => (direction === "asc" ? term : sql`${term} DESC`)));
}
