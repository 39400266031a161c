import { z } from "zod";
import type { StateLog } from "./log.ts";
import { noLog, openLog } from "./log.ts";
import type { Kind, Entities } from "./entities.ts";

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
  /** The members as JSON, cached until they change. */
  membersJson: string | null;
}

export interface TokenEntry {
  token: string;
  kind: "access" | "refresh";
  /** Epoch ms; 0: revoked. */
  until: number;
  /** The OAuth client that it was issued to. */
  client?: string | undefined;
  /** The subject, unless it is the client itself. */
  user?: string | undefined;
  /** All tokens of one authorization share this mark, across refreshes. */
  grant?: string | undefined;
}

const entrySchema = z.discriminatedUnion("t", [
  z.object({ t: z.literal("group"), id: z.string(), name: z.string(), parentId: z.string().nullable() }),
  z.object({ t: z.literal("user"), id: z.string(), fields: z.record(z.string(), z.unknown()), groups: z.array(z.string()).optional() }),
  z.object({
    t: z.literal("token"),
    token: z.string(),
    kind: z.enum(["access", "refresh"]),
    until: z.number(),
    client: z.string().optional(),
    user: z.string().optional(),
    grant: z.string().optional(),
  }),
  /** Deleted if there is no value. */
  z.object({ t: z.literal("thing"), kind: z.string(), id: z.string(), value: z.record(z.string(), z.unknown()).optional() }),
  z.object({ t: z.literal("no group"), id: z.string() }),
  z.object({ t: z.literal("clock"), offset: z.number() }),
]);

/**
 * The sandbox's state in memory: users, groups, tokens and other entities. Writes every change to the log first.
 * Independent of rules and HTTP.
 */
export class SandboxState {
  readonly users = new Map<string, SandboxUser>();
  readonly groups = new Map<string, SandboxGroup>();
  readonly tokens = new Map<string, TokenEntry>();
  readonly #byUsername = new Map<string, string>();
  readonly #things = new Map<string, Map<string, object>>();
  #clockOffset = 0;
  #log: StateLog = noLog;

  /** Loads the directory's state and compacts its log; without a directory nothing is stored. */
  constructor(dir?: string) {
    if (dir === undefined) return;
    const { log, entries, torn } = openLog(dir, (entry) => this.#apply(entry));
    this.#log = log;
    for (const [token, { until }] of this.tokens) if (until <= Date.now()) this.tokens.delete(token);
    const living = [...this.#things.values()].reduce(
      (sum, things) => sum + things.size,
      this.users.size + this.groups.size + this.tokens.size,
    );
    if (torn || entries > 1.5 * living + 100) log.rewrite(this.#entries());
  }

  get isEmpty(): boolean {
    return this.users.size === 0 && this.groups.size === 0;
  }

  /** Offset of the service's clock from the machine's, in milliseconds. */
  get clockOffset(): number {
    return this.#clockOffset;
  }

  moveClock(offset: number): void {
    this.#log.append({ t: "clock", offset });
    this.#clockOffset = offset;
  }

  /** Returns all entities of a kind by id, in creation order. */
  all<K extends Kind>(kind: K): ReadonlyMap<string, Entities[K]> {
    return this.#kind(kind) as ReadonlyMap<string, Entities[K]>;
  }

  /** Creates or replaces an entity. */
  put<K extends Kind>(kind: K, id: string, value: Entities[K]): void {
    this.#log.append({ t: "thing", kind, id, value });
    this.#kind(kind).set(id, value);
  }

  drop(kind: Kind, id: string): void {
    this.#log.append({ t: "thing", kind, id });
    this.#kind(kind).delete(id);
  }

  /** Creates, renames or moves a group. */
  addGroup(group: { id: string; name: string; parentId: string | null }): void {
    this.#log.append({ t: "group", ...group });
    this.#setGroup(group);
  }

  /** Deletes the group and its memberships, nothing else. */
  dropGroup(id: string): void {
    this.#log.append({ t: "no group", id });
    this.#removeGroup(id);
  }

  /** Creates a user, or merges fields into one; `groups` replaces the memberships if given. */
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

  /** Returns a group by path or id. */
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
    else if (entry.t === "no group") this.#removeGroup(entry.id);
    else if (entry.t === "clock") this.#clockOffset = entry.offset;
    else if (entry.t === "thing") {
      if (entry.value === undefined) this.#kind(entry.kind).delete(entry.id);
      else this.#kind(entry.kind).set(entry.id, entry.value);
    } else {
      const { t: _, ...token } = entry;
      this.#setToken(token);
    }
  }

  *#entries(): Generator<object> {
    for (const { id, name, parentId } of this.groups.values()) yield { t: "group", id, name, parentId };
    for (const { id, fields, groups } of this.users.values()) yield { t: "user", id, fields, groups: [...groups] };
    for (const token of this.tokens.values()) yield { t: "token", ...token };
    for (const [kind, things] of this.#things) for (const [id, value] of things) yield { t: "thing", kind, id, value };
    if (this.#clockOffset !== 0) yield { t: "clock", offset: this.#clockOffset };
  }

  #setGroup({ id, name, parentId }: { id: string; name: string; parentId: string | null }): void {
    const known = this.groups.get(id);
    if (known === undefined) this.groups.set(id, { id, name, parentId, members: new Set(), membersJson: null });
    else Object.assign(known, { name, parentId });
  }

  #removeGroup(id: string): void {
    for (const userId of this.groups.get(id)?.members ?? []) this.users.get(userId)?.groups.delete(id);
    this.groups.delete(id);
  }

  #kind(kind: string): Map<string, object> {
    let things = this.#things.get(kind);
    if (things === undefined) this.#things.set(kind, (things = new Map()));
    return things;
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
