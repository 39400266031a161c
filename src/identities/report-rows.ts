import { z } from "zod";
import type { Client } from "../learning-service/client.ts";
import { contract } from "../learning-service/contract/contract.ts";
import { readList, readPage } from "../learning-service/pagination.ts";

export type ReportRow = Readonly<Record<string, unknown>>;

/** The data as any JSON: its shape is not documented, and the list may be nested. */
const anyData = { ...contract.reports.data, answer: "json", output: z.json() } as const;

const wrapped = z.looseObject({ data: z.unknown() });
const row = z.record(z.string(), z.unknown());
const nested = z.looseObject({ row });

/**
 * Reads all rows of a report, page by page; returns `null` if the answer contains no list.
 *
 * @throws ServiceProblem as for every list, also if its end cannot be reached
 */
export async function readReportRows(client: Client, report: string, pageSize: number): Promise<ReportRow[] | null> {
  const rows: ReportRow[] = [];
  let isList = true;
  const fetch = async (start: number, limit: number) => {
    const page = pageOf(await client.call(anyData, { params: { id: report }, query: { _start: start, _limit: limit } }));
    if (page === null) isList = false;
    return page ?? { items: [], totalRecords: null, morePages: false };
  };
  for await (const items of readList(fetch, pageSize, "GET /reports/{id}/data")) {
    for (const item of items) rows.push(rowOf(item));
  }
  return isList ? rows : null;
}

/** Reads a bare list, the interface's envelope, or either under `data`. */
function pageOf(body: unknown): Extract<ReturnType<typeof readPage>, { page: unknown }>["page"] | null {
  const read = readPage(body);
  if ("page" in read) return read.page;
  const inner = wrapped.safeParse(body);
  if (!inner.success) return null;
  // The pagination may be beside the list instead of around it.
  return pageOf(
    Array.isArray(inner.data.data) && "pagination" in inner.data
      ? { response: inner.data.data, pagination: inner.data["pagination"] }
      : inner.data.data,
  );
}

/** Returns an item's row; an item that is not a row becomes one without columns, so that it is still counted. */
function rowOf(item: unknown): ReportRow {
  const inner = nested.safeParse(item);
  if (inner.success) return inner.data.row;
  const plain = row.safeParse(item);
  return plain.success ? plain.data : {};
}
