import type { Group } from "../model/directory.ts";
import {
  changeMemberships,
  findReading,
  forgetDigests,
  isAccountChanging,
  listGroups,
  membershipsOf,
  tellingGroups,
  type StoredGroup,
} from "../store/directory.ts";
import { databaseClock, type OwnChange } from "../store/own-changes.ts";
import type { State } from "../store/state.ts";
import { storeReading } from "./refresh.ts";

export interface DirectoryOptions {
  state: State;
  account: string;
  /** Reads all groups of the service to the end, or throws: a listing cut short is a failed read. */
  read: () => Promise<Group[]>;
  /** Memberships older than this (ms) are read again before anything is sent. */
  maxAge: number;
  now: () => Date;
}

/** What we know of the service's side, with its age. */
export interface Directory {
  groups(): Promise<StoredGroup[]>;
  /** The groups a user is in, as far as we know. */
  membershipsOf(userId: string): Promise<string[]>;
  /** Reads the service, with a reading that begins now or later; callers at the same time share one. */
  refresh(): Promise<void>;
  /** Reads the service when what we know is older than `maxAge`, and says whether it did. */
  ensureFresh(): Promise<boolean>;
  readAt(): Promise<Date | null>;
  /** Of these groups (ids) those that tell their members, as `reading` or a later one has it. */
  telling(groups: readonly string[], reading: number): Promise<string[]>;
  /** Says that changes of our own begin: a reading that looks like the last one may differ from what is stored. */
  beginChanges(): Promise<void>;
  /** Enters a change of our own at once. */
  changed(change: OwnChange): Promise<void>;
}

export function openDirectory({ state, account, read, maxAge, now }: DirectoryOptions): Directory {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let lastRead: Date | null = null;
  let changing = false;
  let telling: { reading: number; groups: Set<string> } | null = null;

  /** One at a time in all processes: a reading that began earlier must not be stored after a later one. */
  function readOnce(): Promise<void> {
    return state.locks.exclusively(`reading:${account}`, async () => {
      const readAt = now();
      const begun = await databaseClock(state.db);
      const groups = await read();
      const busy = changing || (await isAccountChanging(state.db, account));
      await storeReading(state, account, groups, { changing: busy, since: begun }, readAt);
      lastRead = readAt;
    });
  }

  function start(): Promise<void> {
    running = readOnce().finally(() => (running = null));
    return running;
  }

  const readAt = async (): Promise<Date | null> => (await findReading(state.db, account))?.read_at ?? null;
  const refresh = (): Promise<void> => {
    if (running === null) return start();
    // The reading on its way began before this call, so the caller waits for the one after it.
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
      // Another process may have read meanwhile.
      if (isOld()) lastRead = await readAt();
      const old = isOld();
      if (old) await refresh();
      return old;
    },
    readAt,
    telling: async (groups, reading) => {
      // What a later reading told is as good.
      if (telling === null || telling.reading < reading) telling = { reading, groups: await tellingGroups(state.db, account) };
      const { groups: known } = telling;
      return groups.filter((id) => known.has(id));
    },
    beginChanges: async () => {
      changing = true;
      await forgetDigests(state.db, account);
    },
    changed: (change) => changeMemberships(state.db, account, change),
  };
}
