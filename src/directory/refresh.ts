import { hash } from "node:crypto";
import type { Group } from "../model/directory.ts";
import {
  addMembers,
  findReading,
  listGroups,
  markTouched,
  type Membership,
  membersOf,
  rememberSeen,
  removeMembers,
  replaceGroups,
  setReading,
  type StoredGroup,
} from "../store/directory.ts";
import { dropOwnChanges, listOwnChanges } from "../store/own-changes.ts";
import type { Db } from "../store/schema.ts";
import type { State } from "../store/state.ts";

/** How many memberships, known and told, and how many groups are compared at once. */
const MOST_MEMBERS = 20_000;
const MOST_GROUPS = 500;

/** A group that tells its members, and how many we knew of. */
interface Told {
  id: string;
  userIds: readonly string[];
  before: number;
}

interface Ours {
  /** Memberships are being changed by us, in this process or in another. */
  changing: boolean;
  /** When the reading began, by the clock of the database. */
  since: string;
}

/**
 * Makes a reading of the service's groups the directory. Only groups whose members differ are touched, and the
 * people behind accounts that came or went are marked to be looked at again, so an unchanged night costs little.
 * Memberships of a group that does not tell its members stay as we know them: unknown is never empty (I5).
 */
export async function storeReading(state: State, account: string, groups: readonly Group[], ours: Ours, readAt: Date): Promise<void> {
  // Whole or not at all: an account that a half stored reading left in a group would never be new to a later one.
  await state.db.transaction().execute((db) => storeWhole(db, account, groups, ours, readAt));
}

async function storeWhole(db: Db, account: string, groups: readonly Group[], ours: Ours, readAt: Date): Promise<void> {
  const known = new Map((await listGroups(db, account)).map((group) => [group.id, group]));
  const reading = await findReading(db, account);
  const number = (reading?.number ?? 0) + 1;
  const treeDigest = digestTree(groups);
  if (reading !== undefined && reading.tree_digest !== treeDigest) await markTouched(db, account, "all");

  const rows: StoredGroup[] = [];
  const differing: Told[] = [];
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
      // While we change memberships ourselves, the next reading has to be held against what is stored.
      members_digest: ours.changing ? "" : digest,
      members: group.userIds?.length ?? before?.members ?? 0,
    });
  }
  for (const portion of portionsOf(differing)) await storeMembers(db, account, { reading: number, since: ours.since }, portion);
  await replaceGroups(db, account, rows);
  await setReading(db, account, { readAt, treeDigest, number });
  await dropOwnChanges(db, account, ours.since);
}

/** Small groups share their statements, and a large one doesn't bring the members of all others into memory. */
function* portionsOf(groups: readonly Told[]): Generator<Told[]> {
  let portion: Told[] = [];
  let members = 0;
  for (const group of groups) {
    portion.push(group);
    members += group.userIds.length + group.before;
    if (members < MOST_MEMBERS && portion.length < MOST_GROUPS) continue;
    yield portion;
    portion = [];
    members = 0;
  }
  if (portion.length > 0) yield portion;
}

/** Writes who is in these groups now. */
async function storeMembers(
  db: Db,
  account: string,
  { reading, since }: { reading: number; since: string },
  groups: readonly Told[],
): Promise<void> {
  const ids = groups.map(({ id }) => id);
  const stored = await membersOf(db, account, ids);
  // Looked for after what is stored: a change that is seen there is then seen here too.
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
  await rememberSeen(db, account, usersOf(came), reading);
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

/** Changes when a group comes, goes, moves or is renamed, or begins or ceases to tell its members. */
function digestTree(groups: readonly Group[]): string {
  const lines = groups.map((group) => `${group.id} ${group.userIds === null ? "?" : "+"} ${group.path}`).sort();
  return hash("sha256", lines.join("\n"));
}
