import type { Client } from "../../learning-service/client.ts";
import type { GroupItem } from "../../learning-service/contract/groups.ts";
import { ServiceProblem } from "../../learning-service/errors.ts";
import { DEFAULT_LIMIT } from "../../learning-service/pagination.ts";
import { counted, type Finding } from "./finding.ts";

/** The list of the groups, as far as it could be read. */
export interface GroupList {
  items: GroupItem[];
  /** The lengths of its pages. */
  pages: number[];
  seconds: number;
  /** Why it could not be read to its end. */
  problem: ServiceProblem | null;
}

/** Reads the groups page by page; what came before a problem is kept, because it may tell where that comes from. */
export async function readGroupList(client: Client, came: (groups: number) => void): Promise<GroupList> {
  const list: GroupList = { items: [], pages: [], seconds: 0, problem: null };
  const began = performance.now();
  try {
    for await (const page of client.groups.list().pages()) {
      for (const item of page) list.items.push(item);
      list.pages.push(page.length);
      came(list.items.length);
    }
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
    list.problem = error;
  }
  list.seconds = (performance.now() - began) / 1000;
  return list;
}

/** The smallest page that the interface recommends ("Limits"); fewer are asked for only where there are fewer. */
const SHORT = 10;
const PAGE = "service.dialect.page_size";
const PAGING = "service.dialect.paging";

/** How a service answers that takes neither `_start` nor `_limit`. */
const REFUSALS = new Set(["specification_violation", "bad_request", "invalid_parameters", "unprocessable"]);

/** Whether the service refuses `_start` and `_limit`, and answers without them; `null`: it does not look like that. */
export async function withoutPaging(client: Client, { problem, pages }: GroupList): Promise<Finding | null> {
  if (problem === null || pages.length > 0 || !REFUSALS.has(problem.code)) return null;
  // One page without a query of its own is asked for without paging.
  const groups = await lengthOf(client, {});
  // A short page that comes shows that only the length was refused, or that the refusal has passed.
  if (groups === null || (await lengthOf(client, { _start: 0, _limit: SHORT })) !== null) return null;
  return {
    what: "groups",
    verdict: "fails",
    found: `The service refuses \`_start\` and \`_limit\` (status ${problem.status}). Without them it answers ${counted(groups, "group")}.`,
    settings: [PAGING],
    advice: `Set it to none: then what comes at once is taken for the whole list.${compare(groups)}`,
  };
}

/** How many groups a page has; `null`: it is refused. */
async function lengthOf(client: Client, query: { _start?: number; _limit?: number }): Promise<number | null> {
  try {
    return (await client.groups.list(query).page()).items.length;
  } catch (error) {
    if (error instanceof ServiceProblem) return null;
    throw error;
  }
}

/** A whole list that is as long as a first page is worth a second look. */
function compare(groups: number): string {
  return groups === DEFAULT_LIMIT
    ? ` Compare first: ${groups} is also the length of a first page, and the service may have more groups.`
    : "";
}

/** What can be said of a list that is never asked for in pages. */
export function lookAtWhole({ items }: GroupList): Lists {
  const found = `Lists are asked for without \`_start\` and \`_limit\`, and what comes is taken for the whole list: ${counted(items.length, "item")}.`;
  if (items.length !== DEFAULT_LIMIT) return fits(found);
  return look(found, `${compare(items.length).trim()} If it has, set it to offset.`, true, PAGING);
}

/** How lists come. `whole`: nothing speaks against what was read being all there is. */
export interface Lists {
  finding: Finding;
  whole: boolean;
}

/**
 * Whether pages come as the interface has them ("Limits"): one more request, for a short page from the second group
 * on, shows the shape, and whether `_start` and `_limit` mean what they should.
 */
export async function lookAtLists(client: Client, list: GroupList, pageSize: number): Promise<Lists> {
  const { items, pages } = list;
  const limit = Math.min(SHORT, Math.max(1, items.length - 1));
  let asked: Awaited<ReturnType<ReturnType<Client["groups"]["list"]>["page"]>>;
  try {
    asked = await client.groups.list({ _start: 1, _limit: limit }).page();
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
    return look(`A page of ${limit} from position 1 on could not be read: ${error.message}`, error.next, true);
  }
  const shape =
    asked.shape === "envelope"
      ? "Lists come in an envelope with their total."
      : "Lists come bare, without a word about how many there are.";
  if (items.length < 2) return fits(`${shape} This one is too short to show whether \`_start\` and \`_limit\` are heeded.`);

  const begin = asked.items[0] === undefined ? -1 : items.map(identity).indexOf(identity(asked.items[0]));
  const all = asked.items.length > limit;
  if (begin === 0 && all && items.length === DEFAULT_LIMIT) {
    const found = `${shape} The same ${items.length} items come whatever \`_start\` and \`_limit\` say, which may be the first page only.`;
    return look(found, `If the service has no more groups than these, set it to none.`, false, PAGING);
  }
  if (begin === 0 && all) return fits(`${shape} The whole list comes at once, whatever \`_start\` and \`_limit\` say.`);
  if (begin === 0) {
    const found = `${shape} \`_start\` is ignored and \`_limit\` is not: no request shows more than the first page, which holds ${counted(items.length, "item")} now.`;
    const advice = `Nothing is missing while all of them fit into one page; ${pageSize} are asked for, and 100 is the most. Ask the service's operators for pages that work.`;
    return look(found, advice, false, PAGE);
  }
  if (begin !== 1) {
    const where = begin < 0 ? "shows nothing of what was read" : `begins with the one at position ${begin}`;
    const found = `${shape} A page from position 1 on ${where}: \`_start\` may count pages instead of items, or the order changes.`;
    const advice =
      "Groups may be missing. Check again; if it stays so, ask the service's operators what `_start` counts and whether lists keep their order.";
    return look(found, advice, false);
  }
  if (pages.slice(0, -1).some((length) => length < pageSize)) return capped(shape, Math.max(...pages), pageSize);
  const known = items.length > limit + 1 ? ` and \`_limit\` is ${all ? "not, so all the rest comes at once" : "too"}` : "";
  return fits(`${shape} \`_start\` is heeded${known}.`);
}

/** Reading is none the worse for it, but a list that breaks off at the service's own limit would not be noticed. */
function capped(shape: string, most: number, pageSize: number): Lists {
  const found = `${shape} \`_start\` is heeded, \`_limit\` not: ${pageSize} are asked for, and no page has more than ${counted(most, "item")}.`;
  if (most < SHORT) return look(found, "Reading takes more requests than it should: ask the service's operators.", true);
  return look(found, `Set it to ${most}: then a list that breaks off at the service's own limit is noticed.`, true, PAGE);
}

function fits(found: string): Lists {
  return { finding: { what: "lists", verdict: "fits", found }, whole: true };
}

function look(found: string, advice: string | undefined, whole: boolean, setting?: string): Lists {
  const more = { ...(setting === undefined ? {} : { settings: [setting] }), ...(advice === undefined ? {} : { advice }) };
  return { finding: { what: "lists", verdict: "look", found, ...more }, whole };
}

/** Groups need not have an id (interface: "Group"). */
function identity(item: GroupItem): string {
  return item.id ?? JSON.stringify(item);
}
