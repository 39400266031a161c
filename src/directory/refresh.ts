import { hash } from "node:crypto";
import type { Group } from "../domain/directory.ts";
import {
  addMembers,
  findSnapshot,
  listGroups,
  lockDirectory,
  markTouched,
  type Membership,
  membersOf,
  rememberSeen,
  removeMembers,
  replaceGroups,
  setSnapshot,
  type StoredGroup,
} from "../store/directory/directory.ts";
import { dropOwnChanges, listOwnChanges } from "../store/directory/own-changes.ts";
import type { Db } from "../store/schema/tables.ts";
import type { State } from "../state/state.ts";
import { inTransaction } from "../store/transaction.ts";

/** The most memberships (stored and new together) and groups that are compared at once. */
const MAX_MEMBERS = 20_000;
const MAX_GROUPS = 500;

/** A group that lists its members, and how many were known before. */
interface ListedGroup {
  id: string;
  userIds: readonly string[];
  before: number;
}

interface Ours {
  /** Rollcall is changing memberships, in any process. */
  changing: boolean;
  /** When the snapshot began, by the database's clock. */
  since: string;
}

/**
 * Stores a snapshot of the service's groups as the directory. Only writes groups whose members differ, and marks the
 * people of added or removed accounts for the next plan. A group that does not list its members keeps its known
 * memberships: unknown is never empty (I5).
 */
export async function storeSnapshot(state: State, account: string, groups: readonly Group[], ours: Ours, readAt: Date): Promise<void> {
  // In one transaction: an account left in a group by a half-stored snapshot would never be new to a later one.
  await inTransaction(state.db, (db) => storeWhole(db, account, groups, ours, readAt));
}

async function storeWhole(db: Db, account: string, groups: readonly Group[], ours: Ours, readAt: Date): Promise<void> {
  await lockDirectory(db, account);
  const known = new Map((await listGroups(db, account)).map((group) => [group.id, group]));
  const last = await findSnapshot(db, account);
  const number = (last?.number ?? 0) + 1;
  const treeDigest = digestTree(groups);
  if (last !== undefined && last.tree_digest !== treeDigest) await markTouched(db, account, "all");

  const rows: StoredGroup[] = [];
  const differing: ListedGroup[] = [];
  for (const group of groups) {
    const before = known.get(group.id);
    const digest = group.userIds === null ? (before?.members_digest ?? "") : hash("sha256", group.userIds.join(","));
    if (group.userIds !== null && (ours.changing || before?.members_digest !== digest)) {
      differing.push({ id: group.id, userIds: group.userIds, before: before?.members ?? 0 });
    }
    rows.push({
      account,
      id: group.id,
      name: group.name,
      path: group.path,
      parent_id: group.parentId,
      members_known: group.userIds !== null,
      // While Rollcall changes memberships, the next snapshot must be compared with the store, not with this digest.
      members_digest: ours.changing ? "" : digest,
      members: group.userIds?.length ?? before?.members ?? 0,
    });
  }
  for (const portion of portionsOf(differing)) await storeMembers(db, account, { snapshot: number, since: ours.since }, portion);
  await replaceGroups(db, account, rows);
  await setSnapshot(db, account, { readAt, treeDigest, number });
  await dropOwnChanges(db, account, ours.since);
}

/** Splits groups into portions: small groups share statements, and memory stays bounded for large ones. */
function* portionsOf(groups: readonly ListedGroup[]): Generator<ListedGroup[]> {
  let portion: ListedGroup[] = [];
  let members = 0;
  for (const group of groups) {
    portion.push(group);
    members += group.userIds.length + group.before;
    if (members < MAX_MEMBERS && portion.length < MAX_GROUPS) continue;
    yield portion;
    portion = [];
    members = 0;
  }
  if (portion.length > 0) yield portion;
}

/** Stores the current members of these groups. */
async function storeMembers(
  db: Db,
  account: string,
  { snapshot, since }: { snapshot: number; since: string },
  groups: readonly ListedGroup[],
): Promise<void> {
  const ids = groups.map(({ id }) => id);
  const stored = await membersOf(db, account, ids);
  // Read after the stored members, so that every change visible there is visible here too.
  const own = Map.groupBy(await listOwnChanges(db, account, since), ({ groupId }) => groupId);
  const came: Membership[] = [];
  const went: Membership[] = [];
  for (const { id, userIds } of groups) {
    const before = stored.get(id) ?? new Set();
    const now = withOwn(userIds, own.get(id) ?? []);
    for (const user of now) if (!before.has(user)) came.push([id, user]);
    for (const user of before) if (!now.has(user)) went.push([id, user]);
  }
  if (came.length + went.length === 0) return;
  await markTouched(db, account, usersOf([...came, ...went]));
  await rememberSeen(db, account, usersOf(came), snapshot);
  await removeMembers(db, account, went);
  await addMembers(db, account, came);
}

function withOwn(users: readonly string[], own: readonly { userId: string; added: boolean }[]): Set<string> {
  const members = new Set(users);
  for (const { userId, added } of own) {
    if (added) members.add(userId);
    else members.delete(userId);
  }
  return members;
}

function usersOf(members: readonly Membership[]): string[] {
  return [...new Set(members.map(([, user]) => user))];
}

/** Returns a digest that changes when a group is added, removed, moved or renamed, or starts or stops listing its members. */
function digestTree(groups: readonly Group[]): string {
  const lines = groups.map((group) => `${group.id} ${group.userIds === null ? "?" : "+"} ${group.path}`).sort();
  return hash("sha256", lines.join("\n"));
}
