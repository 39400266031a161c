import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { ProxyEnvironment } from "../../src/domain/proxy.ts";
import type { ServiceSettings } from "../../src/domain/settings.ts";
import { SERVICE_DEFAULTS } from "../../src/domain/settings.ts";
import type { ClientDeps } from "../../src/learning-service/client.ts";
import { createClient } from "../../src/learning-service/client.ts";
import { ServiceProblem } from "../../src/learning-service/errors/errors.ts";
import { configuredDigest } from "../../src/learning-service/tokens/grant.ts";
import { memoryTokenStore } from "../../src/learning-service/tokens/tokens.ts";
import type { SandboxOptions } from "../../src/sandbox/sandbox.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";

export const uuidOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** What a create needs. */
export const someone = { username: "someone", first_name: "Some", last_name: "One", email: "someone@acme.example" };

export function settingsFor(
  baseUrl: string,
  refreshToken: string,
  change: { dialect?: Partial<ServiceSettings["dialect"]>; timeout?: number } = {},
): ServiceSettings {
  return {
    baseUrl,
    insecure: false,
    account: "test",
    auth: { ...SERVICE_DEFAULTS.auth, refreshToken, client: null },
    dialect: { ...SERVICE_DEFAULTS.dialect, ...change.dialect },
    rate: { perSecond: 10_000, inFlight: 32 },
    retry: { attempts: 3, delay: 10, maxDelay: 100, pauseAfter: 5, giveUp: 2000 },
    timeout: change.timeout ?? 5000,
    directory: { maxAge: 600_000 },
    identities: { settle: 0, report: null },
  };
}

export async function startSandbox(options: SandboxOptions = {}) {
  const sandbox = await createSandbox(options);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** A client with its own tokens, closed at the end of the test. */
export function clientFor(settings: ServiceSettings & { proxy?: ProxyEnvironment }, deps: Partial<ClientDeps> = {}) {
  const client = createClient(settings, { tokens: memoryTokenStore(), ...deps });
  onTestFinished(() => client.close());
  return client;
}

/** A client that holds a token that never expires, for servers that know no tokens. */
export function clientOf(url: string, change: Parameters<typeof settingsFor>[2] = {}) {
  return clientFor(settingsFor(url, "first", change), {
    tokens: memoryTokenStore({
      accessToken: "access",
      refreshToken: "next",
      accessExpiresAt: Date.now() + 1e9,
      refreshExpiresAt: Date.now() + 1e9,
      configured: configuredDigest({ refreshToken: "first", client: null }),
    }),
  });
}

/** A server that misbehaves as the test says. */
export async function serve(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(handle);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export function answer(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

/** The problem that a call ends with. */
export async function problemOf(call: Promise<unknown>): Promise<ServiceProblem> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ServiceProblem) return error;
    throw error;
  }
  throw new Error("the call succeeded");
}
