import { fact, inTurn, type Fact } from "../../domain/facts/fact.ts";
import type { Client } from "../../learning-service/client.ts";
import type { GroupItem } from "../../learning-service/contract/groups.ts";
import { ServiceProblem } from "../../learning-service/errors/errors.ts";
import { DEFAULT_LIMIT } from "../../learning-service/pagination.ts";
import type { Finding } from "../../domain/finding.ts";

/** The list of groups, as far as it could be read. */
export interface GroupList {
  items: GroupItem[];
  /** The number of items on each page. */
  pages: number[];
  seconds: number;
  /** Why it could not be read completely. */
  problem: ServiceProblem | null;
}

/** Reads the groups page by page. Keeps the pages before a problem, because they may show its cause. */
export async function readGroupList(client: Client, onProgress: (groups: number) => void): Promise<GroupList> {
  const list: GroupList = { items: [], pages: [], seconds: 0, problem: null };
  const began = performance.now();
  try {
    for await (const page of client.groups.list().pages()) {
      for (const item of page) list.items.push(item);
      list.pages.push(page.length);
      onProgress(list.items.length);
    }
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
    list.problem = error;
  }
  list.seconds = (performance.now() - began) / 1000;
  return list;
}

/** The smallest page size that the interface recommends ("Limits"); smaller only if there are fewer groups. */
const SMALL_PAGE = 10;
const PAGE = "service.dialect.page_size";
const PAGING = "service.dialect.paging";

/** Answers of a service that does not accept `_start` and `_limit`. */
const REFUSALS = new Set(["specification_violation", "bad_request", "invalid_parameters", "unprocessable"]);

/** Returns a finding if the service refuses `_start` and `_limit` but answers without them, else `null`. */
export async function withoutPaging(client: Client, { problem, pages }: GroupList): Promise<Finding | null> {
  if (problem === null || pages.length > 0 || !REFUSALS.has(problem.code)) return null;
  // `page()` without a query sends no paging parameters.
  const groups = await lengthOf(client, {});
  // If a short page works, only the page size was refused, or the refusal was temporary.
  if (groups === null || (await lengthOf(client, { _start: 0, _limit: SMALL_PAGE })) !== null) return null;
  return {
    what: "groups",
    verdict: "fails",
    found: fact("check.paging_refused", { status: problem.status ?? 0, groups }),
    settings: [PAGING],
    ...(groups === DEFAULT_LIMIT ? {} : { value: "none" }),
    advice: inTurn(fact("check.set_paging_none", {}), compare(groups)),
  };
}

/** Returns the number of groups on a page; `null` if the request is refused. */
async function lengthOf(client: Client, query: { _start?: number; _limit?: number }): Promise<number | null> {
  try {
    return (await client.groups.list(query).page()).items.length;
  } catch (error) {
    if (error instanceof ServiceProblem) return null;
    throw error;
  }
}

/** Returns advice if the list is exactly as long as a default first page. */
function compare(groups: number): Fact | undefined {
  return groups === DEFAULT_LIMIT ? fact("check.default_page", { groups }) : undefined;
}

/** Checks a list that is read without paging. */
export function checkUnpagedList({ items }: GroupList): Lists {
  const found = fact("check.lists_unpaged", { items: items.length });
  const first = compare(items.length);
  return first === undefined ? fits(found) : advise(found, inTurn(first, fact("check.set_paging_offset", {})), true, PAGING);
}

/** The finding about lists. `whole`: nothing suggests that the list is incomplete. */
export interface Lists {
  finding: Finding;
  whole: boolean;
}

/**
 * Checks whether pages work as in the interface ("Limits"). One more request, for a short page from the second group,
 * shows the shape and whether `_start` and `_limit` work.
 */
export async function checkLists(client: Client, list: GroupList, pageSize: number): Promise<Lists> {
  const { items, pages } = list;
  const limit = Math.min(SMALL_PAGE, Math.max(1, items.length - 1));
  let asked: Awaited<ReturnType<ReturnType<Client["groups"]["list"]>["page"]>>;
  try {
    asked = await client.groups.list({ _start: 1, _limit: limit }).page();
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
    return advise(fact("check.page_unreadable", { limit, why: error.fact }), error.next, true);
  }
  const shape = fact(asked.shape === "envelope" ? "check.list_envelope" : "check.list_bare", {});
  if (items.length < 2) return fits(inTurn(shape, fact("check.list_too_short", {})));

  const begin = asked.items[0] === undefined ? -1 : items.map(identity).indexOf(identity(asked.items[0]));
  const all = asked.items.length > limit;
  if (begin === 0 && all && items.length === DEFAULT_LIMIT) {
    const found = inTurn(shape, fact("check.list_perhaps_first_page", { items: items.length }));
    return advise(found, fact("check.set_paging_none_if_all", {}), false, PAGING);
  }
  if (begin === 0 && all) return fits(inTurn(shape, fact("check.list_whole", {})));
  if (begin === 0) {
    const found = inTurn(shape, fact("check.start_ignored", { items: items.length }));
    return advise(found, fact("check.ask_paging", { page_size: pageSize }), false, PAGE);
  }
  if (begin !== 1) {
    const page = begin < 0 ? fact("check.page_foreign", {}) : fact("check.page_elsewhere", { position: begin });
    return advise(inTurn(shape, page), fact("check.ask_order", {}), false);
  }
  if (pages.slice(0, -1).some((length) => length < pageSize)) return capped(shape, Math.max(...pages), pageSize);
  if (items.length <= limit + 1) return fits(inTurn(shape, fact("check.start_works", {})));
  return fits(inTurn(shape, fact(all ? "check.only_start_works" : "check.start_and_limit_work", {})));
}

/** Reading still works, but a list that ends early at the service's own limit would go unnoticed. */
function capped(shape: Fact, most: number, limit: number): Lists {
  const found = inTurn(shape, fact("check.limit_ignored", { limit, most }));
  if (most < SMALL_PAGE) return advise(found, fact("check.ask_page_size", {}), true);
  const { finding } = advise(found, fact("check.set_page_size", { most }), true, PAGE);
  return { finding: { ...finding, value: most }, whole: true };
}

function fits(found: Fact): Lists {
  return { finding: { what: "lists", verdict: "fits", found }, whole: true };
}

function advise(found: Fact, advice: Fact | undefined, whole: boolean, setting?: string): Lists {
  const more = { ...(setting === undefined ? {} : { settings: [setting] }), ...(advice === undefined ? {} : { advice }) };
  return { finding: { what: "lists", verdict: "look", found, ...more }, whole };
}

/** Groups need not have an id (interface: "Group"). */
function identity(item: GroupItem): string {
  return item.id ?? JSON.stringify(item);
}
