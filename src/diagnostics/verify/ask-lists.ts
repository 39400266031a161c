import { fact } from "../../domain/facts/fact.ts";
import type { Group } from "../../domain/directory.ts";
import type { ServiceSettings } from "../../domain/settings.ts";
import type { Client } from "../../learning-service/client.ts";
import { readGroups } from "../../learning-service/groups.ts";
import { ServiceProblem } from "../../learning-service/errors/errors.ts";
import { checkLists, checkUnpagedList, readGroupList, withoutPaging } from "../check/lists.ts";
import { answered, open, type DialectValues, type Point } from "./points.ts";

/** Asks how lists are paged, with GET requests only. `groups`: `null` if they could not be read. */
export async function askLists(
  client: Client,
  { paging, pageSize }: ServiceSettings["dialect"],
): Promise<{ point: Point; groups: Group[] | null }> {
  const list = await readGroupList(client, () => undefined);
  const { problem, items } = list;
  if (problem !== null) {
    const finding = await withoutPaging(client, list);
    if (finding === null) return { point: open("paging", problem.fact, problem.next ?? fact("check.try_later", {})), groups: null };
    const { found, advice, value } = finding;
    if (value === undefined) return { point: open("paging", found, advice), groups: null };
    const { items: all } = await client.groups.list({}).page();
    return { point: answered("paging", found, { settings: { paging: value } }), groups: readGroups([...all]).groups };
  }
  try {
    const { groups } = readGroups(items);
    const { finding } = paging === "none" ? checkUnpagedList(list) : await checkLists(client, list, pageSize);
    const { verdict, found, advice, settings = [], value } = finding;
    if (items.length < 2 && paging !== "none") return { point: open("paging", found, fact("verify.add_group", {})), groups };
    const key = settings[0]?.split(".").at(-1) as keyof DialectValues | undefined;
    if (verdict === "fits") return { point: answered("paging", found), groups };
    if (key !== undefined && value !== undefined) return { point: answered("paging", found, { settings: { [key]: value } }), groups };
    return { point: open("paging", found, advice ?? fact("service.ask_operators", {})), groups };
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
    return { point: open("paging", error.fact, error.next ?? fact("check.try_later", {})), groups: null };
  }
}
