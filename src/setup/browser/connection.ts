import { lookup as resolve } from "node:dns";
import { isIP } from "node:net";
import { wrongUrl } from "../../config/job.ts";
import { fact } from "../../domain/facts/fact.ts";
import { isLinkLocal, refusingLookup } from "../../domain/http/private-addresses.ts";
import { Problem } from "../../domain/problem.ts";
import { proxyFor } from "../../domain/proxy.ts";
import { SERVICE_DEFAULTS, type ServiceSettings } from "../../domain/settings.ts";
import { readGroups } from "../../learning-service/groups.ts";
import { ServiceProblem } from "../../learning-service/errors/errors.ts";
import { connectService, type Surroundings } from "../../session/connect.ts";
import type { Service } from "../../session/session.ts";
import { SETUP_ACCOUNT } from "../../store/setup/setups.ts";
import type { State } from "../../state/state.ts";
import type { FieldError } from "./types.ts";

/** The whole test may take this time. */
const TEST_TIMEOUT_MS = 20_000;
const REQUEST_TIMEOUT_MS = 8000;

/** Resolves names, and fails for those that lead to a link-local address. */
export const guardedLookup = refusingLookup(isLinkLocal);

/** Returns what is wrong with the address of a service; `null` if it may be asked. */
export async function addressError(url: string, insecure: boolean, env: Surroundings["env"]): Promise<FieldError | null> {
  if (/\$\{|\p{C}/u.test(url)) return { field: "url", why: "url" };
  if (wrongUrl(url, true) !== undefined) return { field: "url", why: /\/integration\/v1\/?$/.test(url) ? "url_prefix" : "url" };
  if (wrongUrl(url, insecure) !== undefined) return { field: "url", why: "url_insecure" };
  const { hostname } = new URL(url);
  if (isLinkLocal(hostname)) return { field: "url", why: "url_refused" };
  if (isIP(hostname.replaceAll(/[[\]]/g, "")) !== 0) return null;
  const found = await new Promise<string[] | null>((done) =>
    resolve(hostname, { all: true }, (error, addresses) => done(error === null ? addresses.map(({ address }) => address) : null)),
  );
  if (found?.some(isLinkLocal) === true) return { field: "url", why: "url_refused" };
  // Where a proxy resolves names, this machine may not know them.
  if (found === null && proxyFor(new URL(url), env) === null) return { field: "url", why: "url_unknown_host" };
  return null;
}

/** The settings of the service of a setup; its tokens have an account of their own until the job is written. */
export function setupService(id: string, { url, insecure, token }: { url: string; insecure: boolean; token: string }): ServiceSettings {
  const unset = { file: "", line: 1, column: 1, fact: fact("environment.unset", { variable: "" }) };
  return {
    ...SERVICE_DEFAULTS,
    baseUrl: url.replace(/\/{1,100}$/, ""),
    insecure,
    account: `${SETUP_ACCOUNT}${id}`,
    timeout: REQUEST_TIMEOUT_MS,
    auth: { ...SERVICE_DEFAULTS.auth, refreshToken: token, client: null, ...(token === "" ? { unset } : {}) },
  };
}

/** Reads the groups of a service. @returns their paths, or what is wrong; never anything that the service said */
export async function testConnection(
  state: State,
  settings: ServiceSettings,
  secret: string | null,
  surroundings: Surroundings,
): Promise<{ groups: string[] } | { error: FieldError }> {
  const signal = AbortSignal.timeout(TEST_TIMEOUT_MS);
  const service = connectService(state, settings, secret, surroundings, { lookup: guardedLookup, signal });
  try {
    return { groups: await groupsOf(service) };
  } catch (error) {
    return { error: connectionError(error, signal.aborted) };
  } finally {
    service.client.close();
  }
}

/** Reads the paths of all groups. @throws ServiceProblem */
export async function groupsOf({ client }: Pick<Service, "client">): Promise<string[]> {
  const { groups } = readGroups(await client.groups.list().all());
  return groups.map(({ path }) => path);
}

/** Returns the error for a problem of a connection. @throws an error that is not about the connection */
export function connectionError(error: unknown, late = false): FieldError {
  if (!(error instanceof Problem)) throw error;
  if (late) return { field: "url", why: "too_slow" };
  if (error.code === "credentials_refused") return { field: "token", why: "token_refused" };
  if (error.code === "refresh_answer_lost") return { field: "url", why: "not_the_service" };
  if (!(error instanceof ServiceProblem)) return { field: "url", why: "unreachable" };
  if (error.status === null) return { field: "url", why: error.sent === "yes" ? "not_the_service" : "unreachable" };
  if (error.status === 401 || error.status === 403) return { field: "token", why: "token_rights" };
  return { field: "url", why: error.status >= 500 || error.status === 429 ? "service_busy" : "not_the_service" };
}
