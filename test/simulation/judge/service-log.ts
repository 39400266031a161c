import { Drift } from "../../../src/sandbox/faults/drift.ts";
import { RequestLog, type LoggedRequest } from "../../../src/sandbox/requests.ts";
import { SandboxTokens } from "../../../src/sandbox/tokens.ts";
import { SandboxState } from "../../../src/sandbox/state.ts";
import type { UserView } from "../../../src/sandbox/views.ts";
import { currentRequest, runAs } from "../world/process.ts";

/** A request as the service saw it, and what it changed. */
export interface Exchange {
  seq: number;
  /** Virtual time of its arrival. */
  at: number;
  logged: LoggedRequest;
  /** The user that it concerned; for a create the new one, if there is one. */
  userId: string | null;
  /** The process that sent it. */
  sender: object | null;
  created: boolean;
  /** Paths of groups that the request removed the user from, and added it to. */
  removed: string[];
  added: string[];
  /** The user's groups before it, by path; `null` if it did not come to that. */
  before: readonly string[] | null;
  /** The last name that the account had before it. */
  nameBefore: string | null;
  /** Whether the user was active before and after it. */
  active: { before: boolean; after: boolean } | null;
  /** Order in which requests began and ended to be handled. */
  ended: number | null;
}

interface Handling {
  response?: { once(name: string, ended: () => void): void };
  sender?: object | null;
  exchange?: Exchange;
}

type KnownUser = Pick<UserView, "groups" | "fields">;
let userOf: (userId: string) => KnownUser | undefined = () => undefined;

/** Sets how a user is found when a request arrives. */
export function watchUsers(find: (userId: string) => KnownUser | undefined): void {
  userOf = find;
}

let betweenRequests: (() => void) | null = null;

/** Sets what happens in the service after each request. */
export function afterEachRequest(work: (() => void) | null): void {
  betweenRequests = work;
}

let refusedRefreshes = 0;

/** How many refresh tokens the service has refused. */
export function refreshesRefused(): number {
  return refusedRefreshes;
}

let exchanges: Exchange[] = [];
let order = 0;

/** Starts a new run. */
export function resetServiceLog(): void {
  exchanges = [];
  order = 0;
  refusedRefreshes = 0;
}

/** Everything that the service was asked, in the order of arrival. */
export function serviceLog(): readonly Exchange[] {
  return exchanges;
}

/** Listens inside of the service: which request changed which membership. */
export function observeService(): void {
  // Another administrator makes these changes, not the request.
  Drift.prototype.count = () => runAs(null, () => betweenRequests?.());
  const add = RequestLog.prototype.add;
  RequestLog.prototype.add = function observed(this: RequestLog, ...given): LoggedRequest {
    const logged = add.apply(this, given);
    const userId = /\/users\/([0-9a-f-]{36})/i.exec(logged.path)?.[1]?.toLowerCase() ?? null;
    const handling: Handling | null = currentRequest();
    const user = userId === null ? undefined : userOf(userId);
    const exchange: Exchange = {
      seq: (order += 1),
      at: Date.now(),
      logged,
      userId,
      sender: handling?.sender ?? null,
      created: false,
      removed: [],
      added: [],
      active: null,
      before: user?.groups ?? null,
      nameBefore: typeof user?.fields["last_name"] === "string" ? user.fields["last_name"] : null,
      ended: null,
    };
    exchanges.push(exchange);
    if (handling !== null) {
      handling.exchange = exchange;
      handling.response?.once("close", () => (exchange.ended = order += 1));
    }
    return logged;
  };
  const refresh = SandboxTokens.prototype.refresh;
  SandboxTokens.prototype.refresh = function observed(this: SandboxTokens, ...given) {
    const pair = refresh.apply(this, given);
    if (pair === null) refusedRefreshes += 1;
    return pair;
  };
  const putUser = SandboxState.prototype.putUser;
  SandboxState.prototype.putUser = function observed(this: SandboxState, id, fields, groups): void {
    const { exchange } = (currentRequest() ?? {}) as Handling;
    const before = this.users.get(id);
    const had = new Set([...(before?.groups ?? [])].map((group) => this.pathOf(group)));
    const wasActive = before !== undefined && before.fields["active"] !== false;
    putUser.call(this, id, fields, groups);
    if (exchange === undefined) return;
    const has = new Set([...(this.users.get(id)?.groups ?? [])].map((group) => this.pathOf(group)));
    exchange.userId = id;
    exchange.created = before === undefined;
    exchange.removed = [...had].filter((path) => !has.has(path));
    exchange.added = [...has].filter((path) => !had.has(path));
    exchange.active = { before: wasActive, after: this.users.get(id)?.fields["active"] !== false };
  };
}

export function isUserWrite({ logged: { method, path } }: Exchange): boolean {
  return /\/users(\/[0-9a-f-]{36})?$/i.test(path) && (method === "POST" || method === "PUT");
}

export function isConfirmed({ logged: { body } }: Exchange): boolean {
  return typeof body === "object" && body !== null && Reflect.get(body, "confirm_group_removal") === true;
}
