import { z } from "zod";
import type { StateLog } from "./log.ts";
import { noLog, openLog } from "./log.ts";

export type Fields = Record<string, unknown>;

export interface SandboxUser {
  id: string;
  fields: Fields;
  groups: Set<string>;
}

export interface SandboxGroup {
  id: string;
  name: string;
  parentId: string | null;
  members: Set<string>;
  /** The members as JSON, until they change. */
  membersJson: string | null;
}

export interface TokenEntry {
  token: string;
  kind: "access" | "refresh";
  /** Epoch ms; 0: dead. */
  until: number;
}

const entrySchema = z.discriminatedUnion("t", [
  z.object({ t: z.literal("group"), id: z.string(), name: z.string(), parentId: z.string().nullable() }),
  z.object({ t: z.literal("user"), id: z.string(), fields: z.record(z.string(), z.unknown()), groups: z.array(z.string()).optional() }),
  z.object({ t: z.literal("token"), token: z.string(), kind: z.enum(["access", "refresh"]), until: z.number() }),
]);

/**
 * What the sandbox holds: users, groups and tokens, in memory, and every change in the log before it is answered.
 * Knows nothing of rules or HTTP.
 */
export class SandboxState {
  readonly users = new Map<string, SandboxUser>();
  readonly groups = new Map<string, SandboxGroup>();
  readonly tokens = new Map<string, TokenEntry>();
  readonly #byUsername = new Map<string, string>();
  #log: StateLog = noLog;

  /** Loads the directory's state and compacts its log; without a directory nothing is kept. */
  constructor(dir?: string) {
    if (dir === undefined) return;
    const { log, entries, torn } = openLog(dir, (entry) => this.#apply(entry));
    this.#log = log;
    for (const [token, { until }] of this.tokens) if (until <= Date.now()) this.tokens.delete(token);
    if (torn || entries > 1.5 * (this.users.size + this.groups.size + this.tokens.size) + 100) log.rewrite(this.#entries());
  }

  get isEmpty(): boolean {
    return this.users.size === 0 && this.groups.size === 0;
  }

  addGroup(group: { id: string; name: string; parentId: string | null }): void {
    this.#log.append({ t: "group", ...group });
    this.#setGroup(group);
  }

  /** Creates a user, or merges fields into one; `groups`, when given, replaces the memberships. */
  putUser(id: string, fields: Fields, groups?: Iterable<string>): void {
    const list = groups === undefined ? undefined : [...groups];
    this.#log.append({ t: "user", id, fields, groups: list });
    this.#setUser(id, fields, list);
  }

  putToken(entry: TokenEntry): void {
    this.#log.append({ t: "token", ...entry });
    this.#setToken(entry);
  }

  userIdOf(username: string): string | undefined {
    return this.#byUsername.get(username.toLowerCase());
  }

  pathOf(groupId: string): string {
    const group = this.groups.get(groupId);
    if (group === undefined) return "";
    return group.parentId === null ? group.name : `${this.pathOf(group.parentId)}/${group.name}`;
  }

  /** A group by path or id. */
  findGroup(pathOrId: string): SandboxGroup | undefined {
    const byId = this.groups.get(pathOrId.toLowerCase());
    if (byId !== undefined) return byId;
    for (const group of this.groups.values()) if (this.pathOf(group.id) === pathOrId) return group;
    return undefined;
  }

  close(): void {
    this.#log.close();
    this.#log = noLog;
  }

  #apply(raw: unknown): void {
    const entry = entrySchema.parse(raw);
    if (entry.t === "group") this.#setGroup(entry);
    else if (entry.t === "user") this.#setUser(entry.id, entry.fields, entry.groups);
    else this.#setToken({ token: entry.token, kind: entry.kind, until: entry.until });
  }

  *#entries(): Generator<object> {
    for (const { id, name, parentId } of this.groups.values()) yield { t: "group", id, name, parentId };
    for (const { id, fields, groups } of this.users.values()) yield { t: "user", id, fields, groups: [...groups] };
    for (const token of this.tokens.values()) yield { t: "token", ...token };
  }

  #setGroup({ id, name, parentId }: { id: string; name: string; parentId: string | null }): void {
    this.groups.set(id, { id, name, parentId, members: new Set(), membersJson: null });
  }

  #setUser(id: string, fields: Fields, groups: readonly string[] | undefined): void {
    let user = this.users.get(id);
    if (user === undefined) {
      user = { id, fields: {}, groups: new Set() };
      this.users.set(id, user);
    }
    const before = user.fields["username"];
    Object.assign(user.fields, fields);
    const username = user.fields["username"];
    if (before !== username) {
      if (typeof before === "string") this.#byUsername.delete(before.toLowerCase());
      if (typeof username === "string") this.#byUsername.set(username.toLowerCase(), id);
    }
    if (groups !== undefined) this.#setMemberships(user, new Set(groups));
  }

  #setMemberships(user: SandboxUser, next: Set<string>): void {
    for (const id of user.groups) if (!next.has(id)) this.#changeMember(id, (members) => members.delete(user.id));
    for (const id of next) if (!user.groups.has(id)) this.#changeMember(id, (members) => members.add(user.id));
    user.groups = next;
  }

  #changeMember(groupId: string, change: (members: Set<string>) => void): void {
    const group = this.groups.get(groupId);
    if (group === undefined) return;
    change(group.members);
    group.membersJson = null;
  }

  #setToken(entry: TokenEntry): void {
    if (entry.until === 0) this.tokens.delete(entry.token);
    else this.tokens.set(entry.token, entry);
  }
}
