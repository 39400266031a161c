import type { Group } from "../model/directory.ts";
import {
  addMemberships,
  findReading,
  forgetDigests,
  listGroups,
  membershipsOf,
  removeMemberships,
  type StoredGroup,
} from "../store/directory.ts";
import type { State } from "../store/state.ts";
import { storeReading, type OwnChange } from "./refresh.ts";

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
  /** How many readings there were; the last complete one has this number. */
  readings(): Promise<number>;
  /** Of these groups (ids) those that tell their members. */
  telling(groups: readonly string[]): Promise<string[]>;
  /** Says that changes of our own begin: a reading that looks like the last one may differ from what is stored. */
  beginChanges(): Promise<void>;
  /** Enters a change of our own at once. */
  changed(change: OwnChange): Promise<void>;
  /** A change of our own that was stored together with its operation: a reading on its way must not undo it. */
  stored(change: OwnChange): void;
}

export function openDirectory({ state, account, read, maxAge, now }: DirectoryOptions): Directory {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let own: OwnChange[] = [];
  let lastRead: Date | null = null;
  let changing = false;
  let tellingGroups: Set<string> | null = null;

  async function readOnce(): Promise<void> {
    own = [];
    const readAt = now();
    const groups = await read();
    await storeReading(state, account, groups, { own, changing }, readAt);
    lastRead = readAt;
    tellingGroups = null;
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
      lastRead ??= await readAt();
      const old = lastRead === null || now().getTime() - lastRead.getTime() > maxAge;
      if (old) await refresh();
      return old;
    },
    readAt,
    readings: async () => (await findReading(state.db, account))?.number ?? 0,
    telling: async (groups) => {
      tellingGroups ??= new Set((await listGroups(state.db, account)).filter((group) => group.members_known).map(({ id }) => id));
      const known = tellingGroups;
      return groups.filter((id) => known.has(id));
    },
    beginChanges: async () => {
      changing = true;
      await forgetDigests(state.db, account);
    },
    stored: (change) => {
      if (running !== null) own.push(change);
    },
    changed: async (change) => {
      own.push(change);
      await addMemberships(state.db, account, change.userId, change.added);
      await removeMemberships(state.db, account, change.userId, change.removed);
    },
  };
}
