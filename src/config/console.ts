import { isIP } from "node:net";
import { fact, type Fact } from "../domain/facts/fact.ts";
import { asLanguage, asTimeZone, READER_LANGUAGES, type ReaderLanguage } from "../domain/languages.ts";
import { isUnencrypted } from "../domain/loopback.ts";
import { EnvironmentProblem } from "../domain/problem.ts";
import type { Environment } from "./environment.ts";
import { duration } from "./values.ts";

/** Console settings from the environment. */
export interface ConsoleEnvironment {
  /** How long a session lasts without use, and at most, in ms. */
  session: { idle: number; longest: number };
  /** Addresses of proxies trusted to report the client's address. */
  trustProxy: string[];
  /** For readers who did not choose, and whose browser asks for none of our languages. */
  language: ReaderLanguage;
  timeZone: string;
  oidc: {
    issuer: string;
    clientId: string;
    clientSecret: string | null;
    claim: string;
    scope: string;
    /** Claim values and their roles, in order. */
    roles: (readonly [value: string, role: string])[];
  } | null;
}

const MINUTE = 60_000;

/**
 * Reads `ROLLCALL_OIDC_*`, `ROLLCALL_SESSION_*`, `ROLLCALL_TRUST_PROXY`, `ROLLCALL_LANGUAGE` and `ROLLCALL_TIME_ZONE`.
 * @throws EnvironmentProblem for invalid or incomplete settings: a half-configured sign-in lets in no one, or the wrong people
 */
export function consoleEnvironment(env: Environment): ConsoleEnvironment {
  const session = {
    idle: time(env, "ROLLCALL_SESSION_IDLE", 60 * MINUTE, MINUTE),
    longest: time(env, "ROLLCALL_SESSION_LONGEST", 720 * MINUTE, MINUTE),
  };
  const trustProxy = listOf(env, "ROLLCALL_TRUST_PROXY");
  const invalid = trustProxy.find((address) => !isNetwork(address));
  if (invalid !== undefined) throw fault(fact("environment.proxy_invalid", { given: invalid }), fact("environment.set_proxies", {}));
  return { session, trustProxy, ...readerEnvironment(env), oidc: oidcEnvironment(env) };
}

function readerEnvironment(env: Environment): Pick<ConsoleEnvironment, "language" | "timeZone"> {
  const language = asLanguage(text(env, "ROLLCALL_LANGUAGE") || "en");
  if (language === null) throw fault(fact("environment.language_unknown", { allowed: [...READER_LANGUAGES] }));
  const timeZone = asTimeZone(text(env, "ROLLCALL_TIME_ZONE") || "UTC");
  if (timeZone === null) throw fault(fact("environment.time_zone_unknown", {}));
  return { language, timeZone };
}

function oidcEnvironment(env: Environment): ConsoleEnvironment["oidc"] {
  const issuer = text(env, "ROLLCALL_OIDC_ISSUER");
  const set = Object.keys(env).filter((name) => name.startsWith("ROLLCALL_OIDC_") && text(env, name) !== "");
  if (issuer === "") {
    if (set.length === 0) return null;
    throw fault(fact("environment.issuer_missing", { set }), fact("environment.set_issuer", {}));
  }
  if (!isIssuer(issuer)) throw fault(fact("environment.issuer_invalid", {}), fact("environment.use_issuer", {}));
  const clientId = text(env, "ROLLCALL_OIDC_CLIENT_ID");
  if (clientId === "") throw fault(fact("environment.client_missing", {}), fact("environment.set_client", {}));
  const roles = listOf(env, "ROLLCALL_OIDC_ROLES", text(env, "ROLLCALL_OIDC_ROLES").includes(";") ? ";" : ",").map((pair) => {
    const at = pair.lastIndexOf("=");
    if (at < 1) throw fault(fact("environment.pair_without_role", { pair }), fact("environment.write_pairs", {}));
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const;
  });
  if (roles.length === 0) throw fault(fact("environment.roles_missing", {}), fact("environment.set_roles", {}));
  const claim = text(env, "ROLLCALL_OIDC_ROLES_CLAIM");
  const scope = text(env, "ROLLCALL_OIDC_SCOPE");
  if (scope !== "" && !scope.split(/\s+/).includes("openid"))
    throw fault(fact("environment.scope_without_openid", {}), fact("environment.set_scope", {}));
  const secret = text(env, "ROLLCALL_OIDC_CLIENT_SECRET");
  return {
    issuer,
    clientId,
    clientSecret: secret === "" ? null : secret,
    claim: claim || "groups",
    scope: scope || "openid profile email",
    roles,
  };
}

/** Returns whether it is an address, or a network such as `10.0.0.0/8`; `/0` isn't allowed. */
function isNetwork(given: string): boolean {
  const [address = "", bits, more] = given.split("/");
  const longest = isIP(address) === 6 ? 128 : 32;
  return (
    isIP(address) !== 0 &&
    more === undefined &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= longest))
  );
}

function isIssuer(issuer: string): boolean {
  if (!URL.canParse(issuer)) return false;
  const { protocol, search, hash, username } = new URL(issuer);
  return (protocol === "https:" || protocol === "http:") && !isUnencrypted(issuer) && search === "" && hash === "" && username === "";
}

function text(env: Environment, name: string): string {
  return env[name]?.trim() ?? "";
}

function listOf(env: Environment, name: string, separator = ","): string[] {
  return text(env, name)
    .split(separator)
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

function time(env: Environment, name: string, defaultMs: number, minMs: number): number {
  const given = text(env, name);
  if (given === "") return defaultMs;
  const read = duration.safeParse(given);
  if (read.success && read.data >= minMs) return read.data;
  throw fault(fact("environment.session_time_invalid", { variable: name }));
}

function fault(said: Fact, next?: Fact): EnvironmentProblem {
  return new EnvironmentProblem(said, next, "started");
}
