import { expect } from "vitest";
import { z } from "zod";
import type { Endpoint } from "../../src/learning-service/contract/endpoint.ts";
import { shapesOf } from "../../src/learning-service/contract/endpoint.ts";
import { envelopeOf } from "../../src/learning-service/contract/pagination.ts";
import { judgeExactly } from "./exactly.ts";
import type { Place } from "./place.ts";
import { pathOf, sentOf } from "./refusals.ts";
import type { AnyRequest } from "./row.ts";

export type Shape = "bare" | "envelope";

/** Reads a part of a list as it stands on the wire, in either shape, and judges all of it. */
async function read(place: Place, entry: Endpoint, request: AnyRequest, shape: Shape, page: { _start?: number; _limit?: number }) {
  place.sandbox.configure({ shape });
  const { status, body } = await place.send(
    entry.method,
    pathOf(entry, request.params),
    sentOf(entry, { ...request, query: { ...request.query, ...page } }),
  );
  expect(status).toBe(200);
  const { output } = shapesOf(entry);
  const schema = shape === "bare" ? z.array(output) : envelopeOf(output);
  judgeExactly(schema, body, `${shape} list of ${entry.path}`);
  return body;
}

/** The items of each page from `_start` on, and what the envelope says of the list, by the interface's own words ("Limits"). */
function expected(all: readonly unknown[], shape: Shape, { _start = 0, _limit = 20 }: { _start?: number; _limit?: number }): unknown {
  const items = all.slice(_start, _start + _limit);
  if (shape === "bare") return items;
  return {
    response: items,
    pagination: {
      totalRecords: all.length,
      perPage: _limit,
      totalPages: Math.ceil(all.length / _limit),
      start: _start,
      currentPage: Math.floor(_start / _limit) + 1,
    },
  };
}

/** Holds every boundary of a list of some items against the same list read in one go. */
export async function showsPages(place: Place, entry: Endpoint, request: AnyRequest, shape: Shape): Promise<void> {
  const all = (await read(place, entry, request, "bare", { _limit: 100_000 })) as unknown[];
  expect(all.length).toBeGreaterThanOrEqual(3);
  expect(new Set(all.map((item) => JSON.stringify(item))).size).toBe(all.length);
  const last = all.length - 1;
  const pages = [
    {},
    { _limit: 1 },
    { _limit: 2 },
    { _start: 0 },
    { _start: 1, _limit: 2 },
    { _start: 2, _limit: 2 },
    { _start: last, _limit: 1 },
    { _start: last - 1, _limit: 5 },
    { _start: last },
    { _limit: last },
    { _limit: all.length },
    { _limit: all.length + 1 },
    { _start: all.length, _limit: 2 },
    { _start: all.length + 7 },
  ];
  for (const page of pages) expect([page, await read(place, entry, request, shape, page)]).toEqual([page, expected(all, shape, page)]);
}

/** Follows the next `_start` for as long as an envelope says that pages follow: all items come once, in their order. */
export async function walksPages(place: Place, entry: Endpoint, request: AnyRequest): Promise<void> {
  const all = (await read(place, entry, request, "bare", { _limit: 100_000 })) as unknown[];
  const limit = Math.max(2, Math.ceil(all.length / 3));
  const walked: unknown[] = [];
  for (let start = 0, more = true; more; start += limit) {
    const page = (await read(place, entry, request, "envelope", { _start: start, _limit: limit })) as {
      response: unknown[];
      pagination: { currentPage: number; totalPages: number };
    };
    walked.push(...page.response);
    more = page.pagination.currentPage < page.pagination.totalPages;
  }
  expect(walked).toEqual(all);
}
