import type { Group } from "../domain/directory.ts";
import {
  changeMemberships,
  findSnapshot,
  clearDigests,
  isAccountChanging,
  listGroups,
  membershipsOf,
  listGroupsWithKnownMembers,
  markTouched,
  type StoredGroup,
} from "../store/directory/directory.ts";
import { databaseClock, type OwnChange } from "../store/directory/own-changes.ts";
import type { State } from "../state/state.ts";
import { storeSnapshot } from "./refresh.ts";

export interface DirectoryOptions {
  state: State;
  account: string;
  /** Reads all groups of the service, or throws if the list is incomplete. */
  read: () => Promise<Group[]>;
  /** The maximum age (ms) of memberships before a request is sent. */
  maxAge: number;
  now: () => Date;
}

/** The last known groups and memberships of the service, with their age. */
export interface Directory {
  groups(): Promise<StoredGroup[]>;
  /** Returns the known groups of a user. */
  membershipsOf(userId: string): Promise<string[]>;
  /** Takes a new snapshot that begins after this call; simultaneous callers share one. */
  refresh(): Promise<void>;
  /** Takes a new snapshot if the last one is older than `maxAge`. @returns whether it did */
  ensureFresh(): Promise<boolean>;
  readAt(): Promise<Date | null>;
  /** Returns those of these groups (ids) that list their members, in `snapshot` or a later one. */
  listKnown(groups: readonly string[], snapshot: number): Promise<string[]>;
  /** Marks the start of our own changes: a snapshot equal to the last one may then differ from what is stored. */
  beginChanges(): Promise<void>;
  /** Records a change of our own at once. */
  changed(change: OwnChange): Promise<void>;
  /** Records memberships that a refusal named, and that no snapshot has shown: the next runs look at the person again. */
  learned(userId: string, groups: readonly string[]): Promise<void>;
}

export function openDirectory({ state, account, read, maxAge, now }: DirectoryOptions): Directory {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let lastRead: Date | null = null;
  let changing = false;
  let latest: { snapshot: number; groups: Promise<Set<string>> } | null = null;

  /** Locked across processes: an earlier snapshot must not be stored after a later one. */
  function readOnce(): Promise<void> {
    return state.locks.exclusively(`reading:${account}`, async () => {
      const readAt = now();
      const begun = await databaseClock(state.db);
      const groups = await read();
      const busy = changing || (await isAccountChanging(state.db, account));
      await storeSnapshot(state, account, groups, { changing: busy, since: begun }, readAt);
      lastRead = readAt;
    });
  }

  function start(): Promise<void> {
    running = readOnce().finally(() => (running = null));
    return running;
  }

  const readAt = async (): Promise<Date | null> => (await findSnapshot(state.db, account))?.read_at ?? null;
  const refresh = (): Promise<void> => {
    if (running === null) return start();
    // The running snapshot began before this call, so wait for the next one.
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        return start();
      });
    return next;
  };

  return {
    groups: () => listGroups(state.db, account),
    membershipsOf: (userId) => membershipsOf(state.db, account, userId),
    refresh,
    ensureFresh: async () => {
      const isOld = (): boolean => lastRead === null || now().getTime() - lastRead.getTime() > maxAge;
      // Another process may have taken a snapshot meanwhile.
      if (isOld()) lastRead = await readAt();
      const old = isOld();
      if (old) await refresh();
      return old;
    },
    readAt,
    listKnown: async (groups, snapshot) => {
      // A later snapshot is just as good.
      if (latest === null || latest.snapshot < snapshot) {
        const mine = { snapshot, groups: listGroupsWithKnownMembers(state.db, account) };
        mine.groups.catch(() => {
          if (latest === mine) latest = null;
        });
        latest = mine;
      }
      const known = await latest.groups;
      return groups.filter((id) => known.has(id));
    },
    beginChanges: async () => {
      changing = true;
      await clearDigests(state.db, account);
    },
    changed: (change) => changeMemberships(state.db, account, change),
    learned: async (userId, groups) => {
      // Once it is recorded, no snapshot finds the membership new.
      await markTouched(state.db, account, [userId]);
      await changeMemberships(state.db, account, { userId, added: groups, removed: [] });
    },
  };
}
