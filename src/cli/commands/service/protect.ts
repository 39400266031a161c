import type { NamedEndpoint } from "../../../learning-service/contract/contract.ts";
import type { Client } from "../../../learning-service/client.ts";
import { isUuid } from "../../../learning-service/contract/values.ts";
import { readGroups } from "../../../learning-service/groups.ts";
import type { CallInput } from "../../../learning-service/methods.ts";
import type { Group } from "../../../domain/directory.ts";
import { UsageProblem } from "../../../domain/problem.ts";
import type { Job } from "../../../domain/settings.ts";
import { findAnyLink } from "../../../store/identities/links.ts";
import type { State } from "../../../state/state.ts";
import type { Call } from "../../../app/io.ts";
import { readManaged, type ManagedGroups } from "./managed.ts";
import { textsIn } from "./protected.ts";

export interface Protection {
  io: Call;
  state: State;
  job: Job;
  client: Client;
}

const REVIEW = "Change it in the HR file, let a run find the removal, then approve it with `rollcall review approve`.";

/** Fields that rename or move a group; any other field could change its members. */
const PLACE_OF_GROUP: ReadonlySet<string> = new Set(["id", "group_id", "name", "parent_id"]);

/** However it is spelled, a field that names the user of the request. */
const USER_ID = /^user_?id$/i;

/**
 * Refuses manual requests to a real service that would end memberships (I1, I6) or change the groups of a linked
 * account. Refuses in doubt.
 * @throws UsageProblem; no write was sent
 */
export async function protectMemberships(named: NamedEndpoint, input: CallInput, given: Protection): Promise<void> {
  switch (`${named.area} ${named.name}`) {
    case "users update":
      return protectUser(input, given);
    case "groups create":
      return protectMembers(input, given);
    case "groups update":
      await protectMembers(input, given);
      await protectPlace(input, given);
      if (Object.keys(input.body ?? {}).some((field) => !PLACE_OF_GROUP.has(field))) await protectGroup(named, input, given);
      return;
    case "groups delete":
      return protectGroup(named, input, given);
    default:
      return;
  }
}

/** Checks `users update`. `group_ids` is the complete set, so a missing group is a removal. Matches any spelling of a group field. */
async function protectUser({ params, body }: CallInput, given: Protection): Promise<void> {
  const field = Object.keys(body ?? {}).find((name) => /group/i.test(name));
  if (field === undefined) return;
  const id = (params?.["user_id"] ?? "").trim().toLowerCase();
  if (!isUuid(id))
    throw refusal(`The user is not named by an id, so nobody can tell whether the account is linked.`, "Name it by its user_id, a UUID.");
  const other = Object.entries(body ?? {}).find(([name, value]) => USER_ID.test(name) && !isSameId(value, id));
  if (other !== undefined)
    throw refusal(
      `\`${other[0]}\` in the body names another user than the address, and the service may change the groups of either.`,
      "Give both the same user_id, or leave it out of the body.",
    );
  await refuseLinked(id, field, given);
  const wanted = idsIn(body?.[field]);
  if (field !== "group_ids" || wanted === null)
    throw refusal(`The effect of \`${field}\` on the account's groups is unknown.`, "Send group_ids with all groups of the account.");
  // Rule 2 of the interface says that an empty set changes no groups, but not every service may follow it.
  const { groups } = await readAll(given.client);
  const unlisted = groups.find(({ userIds }) => userIds === null);
  if (unlisted !== undefined)
    throw refusal(`The service doesn't list the members of ${unlisted.path}, so the account may be in it.`, REVIEW);
  const lost = groups.filter((group) => group.userIds?.includes(id) === true && !wanted.has(group.id));
  if (lost.length > 0)
    throw refusal(
      `group_ids leaves out ${lost.map(({ path }) => path).join(", ")}, which the account is in.`,
      "Send all groups of the account. To end memberships, use the learning service itself.",
    );
}

/** A body that says who is in a group would change the groups of these accounts. Ids count wherever they are in a field. */
async function protectMembers({ body }: CallInput, given: Protection): Promise<void> {
  for (const [field, value] of Object.entries(body ?? {})) {
    if (PLACE_OF_GROUP.has(field)) continue;
    for (const text of textsIn(value)) {
      if (isUuid(text)) await refuseLinked(text.toLowerCase(), field, given);
      else if (/user|member/i.test(field))
        throw refusal(
          `\`${field}\` names a user by something else than an id, so nobody can tell whether the account is linked.`,
          "Name users by their user_id, a UUID.",
        );
    }
  }
}

async function refuseLinked(id: string, field: string, { state }: Protection): Promise<void> {
  const link = await findAnyLink(state.db, id);
  if (link !== undefined) throw refusal(`The account ${id} is linked to ${link.key}, and \`${field}\` would change its groups.`, REVIEW);
}

function isSameId(value: unknown, id: string): boolean {
  return typeof value === "string" && value.trim().toLowerCase() === id;
}

async function protectGroup({ entry }: NamedEndpoint, { params }: CallInput, given: Protection): Promise<void> {
  const what = entry.method === "DELETE" ? "Deleting" : "Changing";
  const { group, groups } = await findGroup(params, given.client);
  const managed = await readManaged(given.io, given.state, given.job);
  for (const one of [group, ...below(group, groups)]) {
    const manager = managed.managerOf(one.path, one.id);
    if (manager !== null) throw refusal(`${what} ${group.path} could end memberships: the job ${manager} manages ${one.path}.`, REVIEW);
    refuseUnknown(managed, one.path);
    if (one.userIds === null || one.userIds.length > 0)
      throw refusal(
        `${what} ${group.path} could end the memberships of ${one.path}, which ${one.userIds === null ? "may have members" : "has members"}.`,
        "Rollcall only ends memberships of managed groups, after a review. Make this change in the learning service itself.",
      );
  }
}

/**
 * Rules name groups by their path: under another name or parent, a group answers to other rules, and the next run finds
 * removals that no change of a person explains. An `auto` policy would send them.
 */
async function protectPlace({ params, body = {} }: CallInput, given: Protection): Promise<void> {
  const { group, groups } = await findGroup(params, given.client);
  const managed = await readManaged(given.io, given.state, given.job);
  const path = newPath(group, groups, body);
  for (const one of [group, ...below(group, groups)]) {
    for (const at of [one.path, path + one.path.slice(group.path.length)]) {
      const manager = managed.managerOf(at, one.id);
      if (manager !== null)
        throw refusal(
          `Renaming or moving ${group.path} would change who belongs in it: the job ${manager} manages ${at}.`,
          "Change the mapping first. Then rename or move the group in the learning service itself, and check the next plan.",
        );
      refuseUnknown(managed, at);
    }
  }
}

/** Returns the path that a group would have. @throws UsageProblem if the body does not give a clear one */
function newPath(group: Group, groups: readonly Group[], body: Record<string, unknown>): string {
  const { name = group.path.split("/").at(-1), parent_id: parent = group.parentId } = body;
  const isRoot = parent === null || parent === "";
  const above = groups.find(({ id }) => typeof parent === "string" && id === parent.trim().toLowerCase());
  if (typeof name !== "string" || (above === undefined && !isRoot))
    throw refusal(`The new name or parent of ${group.path} is unclear.`, "Give the name as text, and a parent_id that the service lists.");
  return above === undefined ? name.trim() : `${above.path}/${name.trim()}`;
}

async function findGroup(params: CallInput["params"], client: Client): Promise<{ group: Group; groups: Group[] }> {
  const id = (params?.["group_id"] ?? "").trim().toLowerCase();
  const { groups } = await readAll(client);
  const group = groups.find((one) => one.id === id);
  if (group === undefined) throw refusal(`The service lists no group ${id}, so it is unknown who would lose a membership.`, REVIEW);
  return { group, groups };
}

function refuseUnknown({ unknown }: ManagedGroups, path: string): void {
  if (unknown[0] !== undefined)
    throw refusal(
      `Can't tell whether a job manages ${path}: ${unknown[0]}.`,
      "Correct the job or its mapping first; `rollcall check` shows what is wrong.",
    );
}

/** Reads all groups from the service. */
async function readAll(client: Client): Promise<{ groups: Group[] }> {
  return readGroups(await client.groups.list().all());
}

function below(group: Group, groups: readonly Group[]): Group[] {
  const children = groups.filter(({ parentId }) => parentId === group.id);
  return children.flatMap((child) => [child, ...below(child, groups)]);
}

/** Returns the ids of a list, or of the object form of `service.dialect.group_ids`; `null` for anything else. */
function idsIn(value: unknown): ReadonlySet<string> | null {
  const ids: unknown[] | null = Array.isArray(value) ? value : typeof value === "object" && value !== null ? Object.keys(value) : null;
  return ids === null ? null : new Set(ids.filter((id) => typeof id === "string").map((id) => id.toLowerCase()));
}

function refusal(why: string, next: string): UsageProblem {
  return new UsageProblem(`${why} Nothing was sent.`, next);
}
