import type { NamedEndpoint } from "../../../learning-service/contract/contract.ts";
import type { Client } from "../../../learning-service/client.ts";
import { isUuid } from "../../../learning-service/contract/values.ts";
import { readGroups } from "../../../learning-service/groups.ts";
import type { CallInput } from "../../../learning-service/methods.ts";
import type { Group } from "../../../domain/directory.ts";
import { fact } from "../../../domain/facts/fact.ts";
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

const REVIEW = fact("advice.approve_found_removal", {});

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
      if (Object.keys(input.body ?? {}).some((field) => !PLACE_OF_GROUP.has(field))) await protectGroup(input, given);
      return;
    case "groups delete":
      return protectGroup(input, given);
    default:
      return;
  }
}

/** Checks `users update`. `group_ids` is the complete set, so a missing group is a removal. Matches any spelling of a group field. */
async function protectUser({ params, body }: CallInput, given: Protection): Promise<void> {
  const field = Object.keys(body ?? {}).find((name) => /group/i.test(name));
  if (field === undefined) return;
  const id = (params?.["user_id"] ?? "").trim().toLowerCase();
  if (!isUuid(id)) throw new UsageProblem(fact("usage.user_is_not_named_by_id", {}), fact("advice.use_user_id", {}));
  const other = Object.entries(body ?? {}).find(([name, value]) => USER_ID.test(name) && !isSameId(value, id));
  if (other !== undefined)
    throw new UsageProblem(fact("usage.body_names_other_user", { field: other[0] }), fact("advice.use_one_user_id", {}));
  await refuseLinked(id, field, given);
  const wanted = idsIn(body?.[field]);
  if (field !== "group_ids" || wanted === null)
    throw new UsageProblem(fact("usage.effect_on_groups_is_unknown", { field }), fact("advice.send_all_groups", {}));
  // Rule 2 of the interface says that an empty set changes no groups, but not every service may follow it.
  const { groups } = await readAll(given.client);
  const unlisted = groups.find(({ userIds }) => userIds === null);
  if (unlisted !== undefined) throw new UsageProblem(fact("usage.members_are_not_listed", { group: unlisted.path }), REVIEW);
  const lost = groups.filter((group) => group.userIds?.includes(id) === true && !wanted.has(group.id));
  if (lost.length > 0)
    throw new UsageProblem(fact("usage.groups_are_left_out", { groups: lost.map(({ path }) => path) }), fact("advice.send_all_groups", {}));
}

/** A body that says who is in a group would change the groups of these accounts. Ids count wherever they are in a field. */
async function protectMembers({ body }: CallInput, given: Protection): Promise<void> {
  for (const [field, value] of Object.entries(body ?? {})) {
    if (PLACE_OF_GROUP.has(field)) continue;
    for (const text of textsIn(value)) {
      if (isUuid(text)) await refuseLinked(text.toLowerCase(), field, given);
      else if (/user|member/i.test(field))
        throw new UsageProblem(fact("usage.user_is_not_named_by_id", {}), fact("advice.use_user_id", {}));
    }
  }
}

async function refuseLinked(id: string, field: string, { state }: Protection): Promise<void> {
  const link = await findAnyLink(state.db, id);
  if (link !== undefined) throw new UsageProblem(fact("usage.account_is_linked", { account: id, key: link.key, field }), REVIEW);
}

function isSameId(value: unknown, id: string): boolean {
  return typeof value === "string" && value.trim().toLowerCase() === id;
}

async function protectGroup({ params }: CallInput, given: Protection): Promise<void> {
  const { group, groups } = await findGroup(params, given.client);
  const managed = await readManaged(given.io, given.state, given.job);
  for (const one of [group, ...below(group, groups)]) {
    const manager = managed.managerOf(one.path, one.id);
    if (manager !== null) throw new UsageProblem(fact("usage.group_is_managed", { group: one.path, job: manager }), REVIEW);
    refuseUnknown(managed, one.path);
    const values = { group: one.path };
    if (one.userIds === null || one.userIds.length > 0)
      throw new UsageProblem(
        one.userIds === null ? fact("usage.members_are_not_listed", values) : fact("usage.group_has_members", values),
        fact("advice.change_in_service", {}),
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
        throw new UsageProblem(fact("usage.path_is_managed", { group: at, job: manager }), fact("advice.change_mapping_first", {}));
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
    throw new UsageProblem(fact("usage.new_path_is_unclear", { group: group.path }), fact("advice.give_clear_path", {}));
  return above === undefined ? name.trim() : `${above.path}/${name.trim()}`;
}

async function findGroup(params: CallInput["params"], client: Client): Promise<{ group: Group; groups: Group[] }> {
  const id = (params?.["group_id"] ?? "").trim().toLowerCase();
  const { groups } = await readAll(client);
  const group = groups.find((one) => one.id === id);
  if (group === undefined) throw new UsageProblem(fact("usage.group_is_not_listed", { group: id }));
  return { group, groups };
}

function refuseUnknown({ unknown }: ManagedGroups, path: string): void {
  if (unknown[0] !== undefined)
    throw new UsageProblem(fact("usage.authority_is_unknown", { group: path, why: unknown[0] }), fact("advice.correct_job_first", {}));
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
