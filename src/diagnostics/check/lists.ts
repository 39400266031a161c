import { wordsOf } from "../../domain/facts/fact.ts";
import type { Client } from "../../learning-service/client.ts";
import type { GroupItem } from "../../learning-service/contract/groups.ts";
import { ServiceProblem } from "../../learning-service/errors/errors.ts";
import { DEFAULT_LIMIT } from "../../learning-service/pagination.ts";
import { counted, type Finding } from "../../domain/finding.ts";

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
    found: `The service refuses \`_start\` and \`_limit\` (status ${problem.status}). Without them it returns ${counted(groups, "group")}.`,
    settings: [PAGING],
    ...(groups === DEFAULT_LIMIT ? {} : { value: "none" }),
    advice: `Set it to none, so that one answer counts as the whole list.${compare(groups)}`,
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
function compare(groups: number): string {
  return groups === DEFAULT_LIMIT
    ? ` Check first: ${groups} is also the length of a default page, so the service may have more groups.`
    : "";
}

/** Checks a list that is read without paging. */
export function checkUnpagedList({ items }: GroupList): Lists {
  const found = `Lists are requested without \`_start\` and \`_limit\`, and the answer counts as the whole list: ${counted(items.length, "item")}.`;
  if (items.length !== DEFAULT_LIMIT) return fits(found);
  return advise(found, `${compare(items.length).trim()} If it has, set it to offset.`, true, PAGING);
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
    return advise(`A page of ${limit} from position 1 could not be read: ${wordsOf(error.fact)}`, error.next && wordsOf(error.next), true);
  }
  const shape = asked.shape === "envelope" ? "Lists have an envelope with their total." : "Lists have no envelope and no total.";
  if (items.length < 2) return fits(`${shape} This one is too short to show whether \`_start\` and \`_limit\` work.`);

  const begin = asked.items[0] === undefined ? -1 : items.map(identity).indexOf(identity(asked.items[0]));
  const all = asked.items.length > limit;
  if (begin === 0 && all && items.length === DEFAULT_LIMIT) {
    const found = `${shape} The service ignores \`_start\` and \`_limit\` and always returns the same ${items.length} items, which may be only the first page.`;
    return advise(found, "If the service has no more groups than these, set it to none.", false, PAGING);
  }
  if (begin === 0 && all) return fits(`${shape} The service ignores \`_start\` and \`_limit\` and always returns the whole list.`);
  if (begin === 0) {
    const found = `${shape} The service ignores \`_start\` but not \`_limit\`, so only the first page can be read: ${counted(items.length, "item")}.`;
    const advice = `Nothing is missing as long as all groups fit on one page; ${pageSize} are requested, and the maximum is 100. Ask the service's operators to fix paging.`;
    return advise(found, advice, false, PAGE);
  }
  if (begin !== 1) {
    const where = begin < 0 ? "contains none of the groups read" : `starts with the group at position ${begin}`;
    const found = `${shape} A page from position 1 ${where}: \`_start\` may count pages instead of items, or the order changes.`;
    const advice =
      "Groups may be missing. Check again. If nothing changes, ask the service's operators what `_start` counts and whether lists keep their order.";
    return advise(found, advice, false);
  }
  if (pages.slice(0, -1).some((length) => length < pageSize)) return capped(shape, Math.max(...pages), pageSize);
  const known = items.length > limit + 1 ? ` and \`_limit\` ${all ? "does not, so all the rest comes at once" : "does too"}` : "";
  return fits(`${shape} \`_start\` works${known}.`);
}

/** Reading still works, but a list that ends early at the service's own limit would go unnoticed. */
function capped(shape: string, most: number, pageSize: number): Lists {
  const found = `${shape} \`_start\` works, but \`_limit\` does not: ${pageSize} are requested, and no page has more than ${counted(most, "item")}.`;
  if (most < SMALL_PAGE) return advise(found, "Reading takes more requests than necessary. Ask the service's operators.", true);
  const { finding } = advise(
    found,
    `Set it to ${most}, so that a list that ends early at the service's own limit is detected.`,
    true,
    PAGE,
  );
  return { finding: { ...finding, value: most }, whole: true };
}

function fits(found: string): Lists {
  return { finding: { what: "lists", verdict: "fits", found }, whole: true };
}

function advise(found: string, advice: string | undefined, whole: boolean, setting?: string): Lists {
  const more = { ...(setting === undefined ? {} : { settings: [setting] }), ...(advice === undefined ? {} : { advice }) };
  return { finding: { what: "lists", verdict: "look", found, ...more }, whole };
}

/** Groups need not have an id (interface: "Group"). */
function identity(item: GroupItem): string {
  return item.id ?? JSON.stringify(item);
}
