/** Lists that the address sorts: `?sort=name&direction=desc`. */
import type { FastifyRequest } from "fastify";
import { html, type Html } from "../../reporting/html/html.ts";
import { compareTexts } from "../../reporting/locales/formats.ts";
import { DIRECTIONS, type Direction, type Sort } from "../../store/sort.ts";
import { choice } from "./query.ts";

/**
 * Reads the sort parameters of an address.
 * @param fallback the order without parameters
 * @throws Refusal for a name that is not in the list
 */
export function sortOf<Name extends string>(
  request: Pick<FastifyRequest, "query">,
  names: readonly Name[],
  fallback: Sort<NoInfer<Name>>,
  prefix = "",
): Sort<Name> {
  const by = choice(request, `${prefix}sort`, names) ?? fallback.by;
  const direction = choice(request, `${prefix}direction`, DIRECTIONS);
  return { by, direction: direction ?? (by === fallback.by ? fallback.direction : "asc") };
}

/** Returns rows in the order of their values, for lists that are not in the database. */
export function sortRows<Row>(rows: readonly Row[], valueOf: (row: Row) => string | number | null, direction: Direction): Row[] {
  const compare = (one: Row, other: Row): number => {
    const [a, b] = [valueOf(one), valueOf(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return typeof a === "number" && typeof b === "number" ? a - b : compareTexts(String(a), String(b));
  };
  const sorted = rows.toSorted(compare);
  return direction === "asc" ? sorted : sorted.toReversed();
}

/** Keeps the order of a list in its filter form. */
export function sortFields<Name extends string>({ by, direction }: Sort<Name>, fallback: Sort<Name>): Html | null {
  if (by === fallback.by && direction === fallback.direction) return null;
  return html`<input type="hidden" name="sort" value="${by}" /><input type="hidden" name="direction" value="${direction}" />`;
}
