import { addAdmin } from "./admin.ts";
import { sandboxClock } from "./clock.ts";
import type { DriftChange } from "./drift.ts";
import { Drift } from "./drift.ts";
import type { FaultInput } from "./faults.ts";
import { Faults } from "./faults.ts";
import { fixedUuid } from "./people.ts";
import { addPage } from "./page.ts";
import type { LoggedRequest } from "./requests.ts";
import { RequestLog } from "./requests.ts";
import type { Seed } from "./seed.ts";
import { seedState } from "./seed.ts";
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
  /** Where `sandbox.jsonl` lies; without it the state ends with the process. */
  dir?: string;
  /** 0, the default: any free one. */
  port?: number;
  host?: string;
  /** Used where the directory holds no state yet. Default `company`. */
  seed?: Seed;
  /** Milliseconds. Default one hour and thirty days. */
  tokens?: { access?: number; refresh?: number };
  /** The time that tokens expire by; left out: that of this machine. */
  now?: () => Date;
  /** Programs that may ask for tokens with a secret. Default: one, `rollcall` with `sandbox-secret`. */
  clients?: readonly SandboxClient[];
  /** What goes wrong from the start. */
  faults?: readonly FaultInput[];
  /** The browsable document of the interface at `/docs`, which takes a while to load. Default false. */
  pages?: boolean;
  /** Fastify's own log on standard output. */
  log?: boolean;
}

export interface Sandbox {
  /** Without the prefix: what a job calls `service.base_url`. */
  url: string;
  /** A refresh token that lives at this moment. */
  readonly refreshToken: string;
  users(): UserView[];
  groups(): GroupView[];
  requests(): readonly LoggedRequest[];
  clearRequests(): void;
  /** `group` is a path or an id. A change that somebody makes in the service by hand. */
  addMember(group: string, userId: string): void;
  removeMember(group: string, userId: string): void;
  /** A user that somebody made in the service by hand; groups as paths or ids. Answers the id. */
  addUser(fields: Record<string, unknown> & { username: string }, groups?: readonly string[]): string;
  /** A group by its path; missing parents are made. Answers the id. */
  addGroup(path: string): string;
  failNext(fault: FaultInput): void;
  clearFaults(): void;
  configure(settings: Partial<SandboxSettingsInput>): void;
  /** What the service's clock shows. */
  now(): Date;
  /** Moves the service's clock, forwards or backwards. */
  advanceClock(ms: number): void;
  /** Memberships that changed by themselves, oldest first (setting `drift`). */
  drifted(): readonly DriftChange[];
  /** Kills all access (or refresh) tokens before their time. */
  killTokens(kind: "access" | "refresh"): void;
  /** One more refresh token, beside those that live. */
  issueRefreshToken(): string;
  close(): Promise<void>;
}

const HOUR = 3_600_000;

/**
 * Starts the learning service as a local server with the documented rules. Everything it answers to a change is
 * in the log of `dir` before; a killed process loses nothing. The same is reachable from another process below
 * `/_sandbox` (admin.ts), so it listens on the loopback interface only, unless told otherwise.
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { dir, port = 0, host = "127.0.0.1", seed = "company", tokens: lifetimes, now, log = false, ...rest } = options;
  const { clients, faults: first = [], pages = false, ...given } = rest;
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
  addPage(app, parts, pages);
  if (pages) await (await import("./openapi-page.ts")).addOpenApiPage(app);
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
