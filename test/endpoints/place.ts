import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Client } from "../../src/learning-service/client.ts";
import { createClient } from "../../src/learning-service/client.ts";
import { PREFIX } from "../../src/learning-service/contract/endpoint.ts";
import { configuredDigest } from "../../src/learning-service/tokens/grant.ts";
import { memoryTokenStore } from "../../src/learning-service/tokens/tokens.ts";
import { fixedUuid } from "../../src/sandbox/seed/people.ts";
import type { Sandbox, SandboxOptions } from "../../src/sandbox/sandbox.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { DEFAULTS } from "../../src/sandbox/settings.ts";
import type { JudgedClient, Made } from "./judged.ts";
import { judgedClient } from "./judged.ts";

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The text as JSON; undefined where it is none. */
  body: unknown;
}

export interface Sent {
  query?: readonly [string, string][] | undefined;
  /** JSON, a form, or a text that is sent as JSON as it is. */
  body?: unknown;
  /** An empty one is left out. */
  headers?: Readonly<Record<string, string>>;
}

/** A sandbox, the real client over HTTP, and a way to send what the client would not. */
export interface Place {
  sandbox: Sandbox;
  /** Judges every answer; see judged.ts. */
  client: JudgedClient;
  /** As a user of the library has it. */
  plain: Client;
  /** The judged calls that succeeded, oldest first. */
  made: Made[];
  /** The judged client as the holder of an access token. */
  as(accessToken: string): JudgedClient;
  /** One request as it stands, with an access token; `path` is below the prefix. */
  send(method: string, path: string, sent?: Sent): Promise<Answer>;
  /** Changes whenever anything is stored, also in what no endpoint shows. */
  stored(): number;
  /** A name that nothing else bears. */
  unique(word: string): string;
  /** The id of the group at a path. */
  group(path: string): string;
  /** A place for one test, which others must not see or disturb; what succeeds there is written down here. */
  own(options?: SandboxOptions): Promise<Place>;
  /** Brings settings, faults and the clock back to what they were. */
  reset(): void;
  close(): Promise<void>;
}

export const CLIENT = { id: "rollcall", secret: "sandbox-secret" };
export const OTHER_CLIENT = { id: "portal", secret: "portal secret & more", redirectUris: ["https://portal.example/back"] };

/** An id that names nothing. */
export const NOBODY = fixedUuid("nobody and nothing");

const RATE = { perSecond: 1_000_000, inFlight: 32 };

export async function openPlace(options: SandboxOptions = {}, made: Made[] = []): Promise<Place> {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-endpoints-"));
  const sandbox = await createSandbox({ dir, clients: [CLIENT, OTHER_CLIENT], ...options });
  const plain = createClient(
    { baseUrl: sandbox.url, auth: { refreshToken: sandbox.refreshToken }, rate: RATE },
    { tokens: memoryTokenStore() },
  );
  const { access_token: token } = await plain.oauth2.refresh({ refresh_token: sandbox.issueRefreshToken() });
  // So that no request for a token comes between the requests that a test looks at.
  await plain.groups.list().page();
  let names = 0;
  return {
    sandbox,
    plain,
    client: judgedClient(plain, made),
    made,
    as(accessToken) {
      const auth = { refreshToken: "none" };
      const until = Date.now() + 3_600_000;
      const configured = configuredDigest({ ...auth, client: null });
      const held = { accessToken, refreshToken: "none", accessExpiresAt: until, refreshExpiresAt: until, configured };
      const client = createClient({ baseUrl: sandbox.url, auth, rate: RATE }, { tokens: memoryTokenStore(held) });
      onTestFinished(() => client.close());
      return judgedClient(client, made);
    },
    async send(method, path, { query = [], body, headers } = {}) {
      const search = new URLSearchParams([...query]).toString();
      const init: RequestInit = {
        method,
        redirect: "manual",
        headers: filled({ ...typeOf(body), authorization: `Bearer ${token}`, ...headers }),
      };
      if (body !== undefined) init.body = typeof body === "string" || body instanceof URLSearchParams ? body : JSON.stringify(body);
      const response = await fetch(`${sandbox.url}${PREFIX}${path}${search === "" ? "" : `?${search}`}`, init);
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, body: parsed(text) };
    },
    stored: () => statSync(join(dir, "sandbox.jsonl")).size,
    unique: (word) => `${word} ${++names}`,
    group(path) {
      const found = sandbox.groups().find((group) => group.path === path);
      if (found === undefined) throw new Error(`no group ${path}`);
      return found.id;
    },
    async own(ownOptions) {
      const place = await openPlace(ownOptions, made);
      onTestFinished(() => place.close());
      return place;
    },
    reset() {
      sandbox.configure(DEFAULTS);
      sandbox.clearFaults();
      const ahead = sandbox.now().getTime() - Date.now();
      if (Math.abs(ahead) > 1000) sandbox.advanceClock(-ahead);
    },
    async close() {
      plain.close();
      await sandbox.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function typeOf(body: unknown): Record<string, string> {
  if (body === undefined) return {};
  return { "content-type": body instanceof URLSearchParams ? "application/x-www-form-urlencoded" : "application/json" };
}

function filled(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ""));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
