import { addAdmin } from "./admin.ts";
import { sandboxClock } from "./clock.ts";
import type { DriftChange } from "./faults/drift.ts";
import { Drift } from "./faults/drift.ts";
import type { FaultInput } from "./faults/faults.ts";
import { Faults } from "./faults/faults.ts";
import { fixedUuid } from "./seed/people.ts";
import { addOpenApiDocument } from "./page/openapi-document.ts";
import { addPage } from "./page/page.ts";
import type { LoggedRequest } from "./requests.ts";
import { RequestLog } from "./requests.ts";
import type { Seed } from "./seed/seed.ts";
import { seedState } from "./seed/seed.ts";
import { seedContent } from "./seed/content.ts";
import { buildServer } from "./server.ts";
import type { SandboxSettings, SandboxSettingsInput } from "./settings.ts";
import { DEFAULTS, sandboxSettings } from "./settings.ts";
import { SandboxState } from "./state.ts";
import type { SandboxClient } from "./tokens.ts";
import { SandboxTokens } from "./tokens.ts";
import type { GroupView, UserView } from "./views.ts";
import { changeMember, groupViews, userViews } from "./views.ts";

export interface SandboxOptions extends Partial<SandboxSettingsInput> {
  /** The directory of `sandbox.jsonl`. Default: state in memory only. */
  dir?: string;
  /** Default 0: any free port. */
  port?: number;
  host?: string;
  /** The content of a new state. Default `company`. */
  seed?: Seed;
  /** Milliseconds. Default one hour and thirty days. */
  tokens?: { access?: number; refresh?: number };
  /** The clock for token expiry. Default: the clock of this machine. */
  now?: () => Date;
  /** OAuth clients with a secret. Default: `rollcall` with `sandbox-secret`. */
  clients?: readonly SandboxClient[];
  /** Faults that are active from the start. */
  faults?: readonly FaultInput[];
  /** Prints Fastify's log to standard output. */
  log?: boolean;
}

export interface Sandbox {
  /** Without the prefix, as in `service.base_url` of a job. */
  url: string;
  /** Returns a valid refresh token. */
  readonly refreshToken: string;
  users(): UserView[];
  groups(): GroupView[];
  requests(): readonly LoggedRequest[];
  clearRequests(): void;
  /** Changes a membership by hand; `group` is a path or an id. */
  addMember(group: string, userId: string): void;
  removeMember(group: string, userId: string): void;
  /** Creates a user by hand; groups as paths or ids. Returns the id. */
  addUser(fields: Record<string, unknown> & { username: string }, groups?: readonly string[]): string;
  /** Creates a group by its path, with missing parents. Returns the id. */
  addGroup(path: string): string;
  failNext(fault: FaultInput): void;
  clearFaults(): void;
  configure(settings: Partial<SandboxSettingsInput>): void;
  /** Returns the time of the service's clock. */
  now(): Date;
  /** Moves the service's clock forwards or backwards. */
  advanceClock(ms: number): void;
  /** Returns the memberships changed by the setting `drift`, oldest first. */
  drifted(): readonly DriftChange[];
  /** Revokes all access (or refresh) tokens. */
  killTokens(kind: "access" | "refresh"): void;
  /** Issues an additional refresh token. */
  issueRefreshToken(): string;
  close(): Promise<void>;
}

const HOUR = 3_600_000;

/**
 * Starts the learning service as a local server with the documented rules. Each change is in the log of `dir` before
 * its answer is sent, so a killed process loses nothing. Other processes can control it below `/_sandbox` (admin.ts)
 * without a token, so it listens on the loopback interface by default.
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { dir, port = 0, host = "127.0.0.1", seed = "company", tokens: lifetimes, now, log = false, ...rest } = options;
  const { clients, faults: first = [], ...given } = rest;
  const settings: SandboxSettings = Object.assign({ ...DEFAULTS }, sandboxSettings.partial().parse(given));
  const state = new SandboxState(dir);
  const clock = sandboxClock(state);
  if (state.isEmpty) seedState(state, seed);
  seedContent(state, clock.now());
  const tokens = new SandboxTokens(
    state,
    { access: lifetimes?.access ?? HOUR, refresh: lifetimes?.refresh ?? 30 * 24 * HOUR },
    clients,
    now,
  );
  const faults = new Faults();
  for (const fault of first) faults.add(fault);
  const requests = new RequestLog();
  const drift = new Drift(state, settings);
  const parts = { state, tokens, faults, requests, settings, clock, drift };
  const app = buildServer(parts, log);
  addAdmin(app, parts);
  addPage(app, parts);
  addOpenApiDocument(app);
  const url = await app.listen({ port, host }).catch((error: unknown) => {
    state.close();
    throw error;
  });

  function groupId(pathOrId: string): string {
    const group = state.findGroup(pathOrId);
    if (group === undefined) throw new Error(`the sandbox has no group ${pathOrId}`);
    return group.id;
  }

  return {
    url,
    get refreshToken() {
      return tokens.refreshToken;
    },
    users: () => userViews(state),
    groups: () => groupViews(state),
    requests: () => requests.list(),
    clearRequests: () => requests.clear(),
    addMember: (group, userId) => changeMember(state, group, userId, "add"),
    removeMember: (group, userId) => changeMember(state, group, userId, "remove"),
    addUser(fields, groups = []) {
      const id = fixedUuid(`by hand ${fields.username}`);
      state.putUser(id, { active: true, ...fields }, groups.map(groupId));
      return id;
    },
    addGroup(path) {
      let parentId: string | null = null;
      const names = path.split("/");
      for (const [depth, name] of names.entries()) {
        const at = names.slice(0, depth + 1).join("/");
        const known = state.findGroup(at)?.id;
        const id: string = known ?? fixedUuid(`group ${at}`);
        if (known === undefined) state.addGroup({ id, name, parentId });
        parentId = id;
      }
      return groupId(path);
    },
    failNext: (fault) => faults.add(fault),
    clearFaults: () => faults.clear(),
    configure: (change) => void Object.assign(settings, sandboxSettings.partial().parse(change)),
    now: () => clock.now(),
    advanceClock: (ms) => clock.advance(ms),
    drifted: () => drift.changes,
    killTokens: (kind) => tokens.killAll(kind),
    issueRefreshToken: () => tokens.issue(),
    async close() {
      await app.close();
      state.close();
    },
  };
}
