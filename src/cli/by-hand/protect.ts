import type { NamedEndpoint } from "../../learning-service/contract/contract.ts";
import type { Client } from "../../learning-service/client.ts";
import { isUuid } from "../../learning-service/contract/values.ts";
import { readGroups } from "../../learning-service/groups.ts";
import type { CallInput } from "../../learning-service/methods.ts";
import type { Group } from "../../model/directory.ts";
import { UsageProblem } from "../../model/problem.ts";
import type { Job } from "../../model/settings.ts";
import { findAnyLink } from "../../store/links.ts";
import type { State } from "../../store/state.ts";
import type { Call } from "../io.ts";
import { readManaged } from "./managed.ts";

export interface Protection {
  io: Call;
  state: State;
  job: Job;
  client: Client;
}

const REVIEW = "Change it in the HR file, let a run find the removal, and decide on it with `rollcall review approve`.";

/** What a rename or a move of a group says; anything else may say who is in it. */
const PLACE_OF_GROUP: ReadonlySet<string> = new Set(["id", "group_id", "name", "parent_id"]);

/**
 * Refuses requests by hand to a real service that would end memberships (I1, I6) or touch the groups of a linked
 * account. What cannot be found out counts as a reason to refuse.
 * @throws UsageProblem; nothing was sent that changes anything
 */
export async function protectMemberships(named: NamedEndpoint, input: CallInput, given: Protection): Promise<void> {
  switch (`${named.area} ${named.name}`) {
    case "users update":
      return protectUser(input, given);
    case "groups update":
      if (Object.keys(input.body ?? {}).some((field) => !PLACE_OF_GROUP.has(field))) await protectGroup(named, input, given);
      return;
    case "groups delete":
      return protectGroup(named, input, given);
    default:
      return;
  }
}

/** `group_ids` is the complete set: whatever it leaves out would go. However it is spelled, a field about groups counts. */
async function protectUser({ params, body }: CallInput, given: Protection): Promise<void> {
  const field = Object.keys(body ?? {}).find((name) => /group/i.test(name));
  if (field === undefined) return;
  const id = (params?.["user_id"] ?? "").trim().toLowerCase();
  if (!isUuid(id))
    throw refusal(`The user is not named by an id, so nobody can tell whether the account is linked.`, "Name it by its user_id, a UUID.");
  const link = await findAnyLink(given.state.db, id);
  if (link !== undefined) throw refusal(`The account ${id} is linked to ${link.key}, and \`${field}\` would change its groups.`, REVIEW);
  const wanted = idsIn(body?.[field]);
  if (field !== "group_ids" || wanted === null)
    throw refusal(`What \`${field}\` would do to the groups of the account is not known.`, "Send group_ids, with all its groups.");
  // Rule 2 of the interface: an empty set leaves the groups as they are. Not every service may know it.
  const { groups } = await readAll(given.client);
  const silent = groups.find(({ userIds }) => userIds === null);
  if (silent !== undefined) throw refusal(`The service does not tell who is in ${silent.path}, so the account may be in it.`, REVIEW);
  const lost = groups.filter((group) => group.userIds?.includes(id) === true && !wanted.has(group.id));
  if (lost.length > 0)
    throw refusal(
      `group_ids leaves out ${lost.map(({ path }) => path).join(", ")}, where the account is now.`,
      "Send all groups of the account. End memberships in the learning service itself, where it asks who decides.",
    );
}

async function protectGroup({ entry }: NamedEndpoint, { params }: CallInput, { io, state, job, client }: Protection): Promise<void> {
  const id = (params?.["group_id"] ?? "").trim().toLowerCase();
  const what = entry.method === "DELETE" ? "Deleting" : "Changing";
  const { groups } = await readAll(client);
  const group = groups.find((one) => one.id === id);
  if (group === undefined) throw refusal(`The service lists no group ${id}, so nobody can tell who would lose a membership.`, REVIEW);
  const managed = await readManaged(io, state, job);
  for (const one of [group, ...below(group, groups)]) {
    const manager = managed.managerOf(one.path, one.id);
    if (manager !== null) throw refusal(`${what} ${group.path} could end memberships: the job ${manager} manages ${one.path}.`, REVIEW);
    if (managed.unknown.length > 0)
      throw refusal(
        `Whether a job manages ${one.path} cannot be found out: ${managed.unknown[0] ?? ""}.`,
        "Correct the job or its mapping first; `rollcall check` says what is wrong.",
      );
    if (one.userIds === null || one.userIds.length > 0)
      throw refusal(
        `${what} ${group.path} could end the memberships of ${one.path}, which ${one.userIds === null ? "may have members" : "has members"}.`,
        "Rollcall ends only memberships of managed groups, after a review. Do it in the learning service itself.",
      );
  }
}

/** All groups as the service shows them at this moment. */
async function readAll(client: Client): Promise<{ groups: Group[] }> {
  return readGroups(await client.groups.list().all());
}

function below(group: Group, groups: readonly Group[]): Group[] {
  const children = groups.filter(({ parentId }) => parentId === group.id);
  return children.flatMap((child) => [child, ...below(child, groups)]);
}

/** The ids in a list, or in the object form of `service.dialect.group_ids`; `null` for anything else. */
function idsIn(value: unknown): ReadonlySet<string> | null {
  const ids: unknown[] | null = Array.isArray(value) ? value : typeof value === "object" && value !== null ? Object.keys(value) : null;
  return ids === null ? null : new Set(ids.filter((id) => typeof id === "string").map((id) => id.toLowerCase()));
}

function refusal(why: string, next: string): UsageProblem {
  return new UsageProblem(`${why} Nothing was sent.`, next);
}
