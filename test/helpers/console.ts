import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { AREAS } from "../../src/console/pages/all.ts";
import type { ConsoleParts, ConsoleSettings, Work } from "../../src/console/parts.ts";
import type { Role } from "../../src/actions/access/rights.ts";
import { newSecret, secretHash } from "../../src/actions/access/secrets.ts";
import { cookieName } from "../../src/console/access/sessions.ts";
import type { Area } from "../../src/console/server.ts";
import { systemClock } from "../../src/domain/clock.ts";
import { englishText } from "../../src/reporting/fact-text.ts";
import { keysFor } from "../../src/state/sealing-keys.ts";
import { Setups } from "../../src/setup/browser/setup.ts";
import { createLog } from "../../src/observability/log.ts";
import { insertSession } from "../../src/store/console/sessions.ts";
import { openWarmState } from "./warm-databases.ts";
import { insertUser } from "../../src/store/console/users.ts";

/** Where the console of a test is reached. */
export const SITE = { host: "127.0.0.1:8423", origin: "http://127.0.0.1:8423" };

export interface TestConsole {
  parts: ConsoleParts;
  areas: readonly Area[];
  /** Everything that was logged. */
  log(): string;
  /** The time goes on by so many ms. */
  pass(ms: number): void;
  routes(app: FastifyInstance): { method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"; url: string; right: string }[];
  close(): Promise<void>;
}

/** A console over a state of its own; nothing stands behind `work` unless it is given. */
export async function consoleParts(given: { settings?: Partial<ConsoleSettings>; url?: string; work?: Work } = {}): Promise<TestConsole> {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-console-"));
  const state = await openWarmState(join(dir, "state"));
  let logged = "";
  let ahead = 0;
  const log = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString("utf8");
      done();
    },
  });
  const parts: ConsoleParts = {
    state,
    work: given.work ?? noWork,
    queues: async () => [],
    setups: new Setups({
      state,
      cwd: dir,
      jobsFolder: join(dir, "jobs"),
      uploads: join(dir, "uploads"),
      env: {},
      now: () => new Date(Date.now() + ahead),
      timer: systemClock.timer,
      secret: () => null,
      openKeys: () => void keysFor(state, null),
      openSandbox: nothing,
      jobOf: async () => null,
      refuseOverlaps: async () => undefined,
      filesChanged: () => undefined,
      english: englishText,
      isWritable: async () => true,
    }),
    url: given.url ?? SITE.origin,
    now: () => new Date(Date.now() + ahead),
    settings: {
      session: { idle: 3_600_000, longest: 43_200_000 },
      oidc: null,
      loopback: true,
      owner: "laptop-user",
      trustProxy: [],
      language: "en",
      timeZone: "UTC",
      ...given.settings,
    },
    uploads: join(dir, "uploads"),
  };
  const unfollow = createLog(log, { level: "info", name: "test" }).follow();
  return {
    parts,
    areas: AREAS,
    log: () => logged,
    pass: (ms) => {
      ahead += ms;
    },
    routes: (app) =>
      app.knownRoutes.flatMap(({ method, url, right }) => {
        const known = (["GET", "POST", "PUT", "PATCH", "DELETE"] as const).find((one) => one === method);
        return known === undefined ? [] : [{ method: known, url, right }];
      }),
    close: async () => {
      unfollow();
      await state.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

let users = 0;

/** Someone with a role and an open session. */
export async function signedIn(place: TestConsole, app: FastifyInstance, role: Role) {
  const { state, url, now, settings } = place.parts;
  const name = `${role}-${(users += 1)}`;
  const id = newSecret();
  const user = {
    name,
    display: name,
    email: null,
    source: "local",
    subject: null,
    password_hash: null,
    role,
    created_at: now(),
    disabled_at: null,
  };
  await insertUser(state.db, user);
  await insertSession(state.db, {
    id_hash: secretHash(id),
    user_name: name,
    role,
    via: "password",
    csrf: newSecret(),
    created_at: now(),
    seen_at: now(),
    expires_at: new Date(now().getTime() + settings.session.longest),
    revoked_at: null,
  });
  const cookie = `${cookieName(url)}=${id}`;
  const csrf = async (): Promise<string> => csrfIn((await app.inject({ url: "/account", headers: { host: SITE.host, cookie } })).body);
  return { name, cookie, csrf };
}

/** The token of the first form on a page. */
export function csrfIn(page: string): string {
  return /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? "";
}

/** The cookies that an answer sets, as a browser sends them back. */
export function cookiesOf(answer: { cookies: readonly { name: string; value: string }[] }): string {
  return answer.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

const nothing = async (): Promise<never> => {
  throw new Error("nothing stands behind this console");
};

const noWork: Work = {
  jobs: async () => [],
  start: nothing,
  resume: nothing,
  approve: nothing,
  cancel: nothing,
  revert: nothing,
  addBack: nothing,
  changeAccount: nothing,
  accountOf: nothing,
  alone: nothing,
  readAccounts: nothing,
  accountReport: async () => null,
  namedJob: nothing,
  policy: nothing,
  recentPolicy: async () => null,
  managedGroups: async () => ({ managers: () => [] }),
  applyApproved: nothing,
  mailReassigned: async () => [],
  explain: nothing,
  impact: nothing,
  health: async () => [],
  connected: () => null,
  report: async () => undefined,
  running: () => [],
  watch: () => () => undefined,
};
