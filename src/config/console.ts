import { isIP } from "node:net";
import { isUnencrypted } from "../model/loopback.ts";
import { UsageProblem } from "../model/problem.ts";
import type { Environment } from "./environment.ts";
import { duration } from "./values.ts";

/** What the environment says about the console. */
export interface ConsoleEnvironment {
  /** How long a session lasts unused, and at most, in ms. */
  session: { idle: number; longest: number };
  /** Addresses of proxies whose word about the sender counts. */
  trustProxy: string[];
  oidc: {
    issuer: string;
    clientId: string;
    clientSecret: string | null;
    claim: string;
    scope: string;
    /** Value of the claim and role, in order. */
    roles: (readonly [value: string, role: string])[];
  } | null;
}

const MINUTE = 60_000;

/**
 * Reads `ROLLCALL_OIDC_*`, `ROLLCALL_SESSION_*` and `ROLLCALL_TRUST_PROXY`.
 * @throws UsageProblem for what cannot be meant; a sign-in that is half set up lets nobody in, or the wrong people
 */
export function consoleEnvironment(env: Environment): ConsoleEnvironment {
  const session = {
    idle: time(env, "ROLLCALL_SESSION_IDLE", 60 * MINUTE, MINUTE),
    longest: time(env, "ROLLCALL_SESSION_LONGEST", 720 * MINUTE, MINUTE),
  };
  const trustProxy = listed(env, "ROLLCALL_TRUST_PROXY");
  const odd = trustProxy.find((address) => !isNetwork(address));
  if (odd !== undefined)
    throw fault(
      `ROLLCALL_TRUST_PROXY has \`${odd}\`, which is no address.`,
      "Such as `127.0.0.1` or `10.0.0.0/8`, with commas in between.",
    );
  return { session, trustProxy, oidc: oidcEnvironment(env) };
}

function oidcEnvironment(env: Environment): ConsoleEnvironment["oidc"] {
  const issuer = text(env, "ROLLCALL_OIDC_ISSUER");
  const set = Object.keys(env).filter((name) => name.startsWith("ROLLCALL_OIDC_") && text(env, name) !== "");
  if (issuer === "") {
    if (set.length === 0) return null;
    throw fault(
      `${set.join(", ")} is set, and ROLLCALL_OIDC_ISSUER is not.`,
      "Set it to the address of the identity provider, or set none of them.",
    );
  }
  if (!isIssuer(issuer)) {
    throw fault(
      "ROLLCALL_OIDC_ISSUER must be an https address without query (http on this machine only).",
      "It is what the provider's own description calls `issuer`.",
    );
  }
  const clientId = text(env, "ROLLCALL_OIDC_CLIENT_ID");
  if (clientId === "")
    throw fault("ROLLCALL_OIDC_CLIENT_ID is not set.", "It is the name under which the identity provider knows Rollcall.");
  const roles = listed(env, "ROLLCALL_OIDC_ROLES", text(env, "ROLLCALL_OIDC_ROLES").includes(";") ? ";" : ",").map((pair) => {
    const at = pair.lastIndexOf("=");
    if (at < 1)
      throw fault(
        `ROLLCALL_OIDC_ROLES has \`${pair}\` without a role.`,
        "Write `group=role`, with commas in between: `hr-reviewers=reviewer,it=admin`.",
      );
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const;
  });
  if (roles.length === 0)
    throw fault("ROLLCALL_OIDC_ROLES is not set: nobody would have a role.", "Such as `hr-reviewers=reviewer,it=admin`.");
  const claim = text(env, "ROLLCALL_OIDC_ROLES_CLAIM");
  const scope = text(env, "ROLLCALL_OIDC_SCOPE");
  if (scope !== "" && !scope.split(/\s+/).includes("openid"))
    throw fault("ROLLCALL_OIDC_SCOPE must have `openid` in it.", "Such as `openid profile email groups`.");
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

/** An address, or a network such as `10.0.0.0/8`; never all there are. */
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

function listed(env: Environment, name: string, separator = ","): string[] {
  return text(env, name)
    .split(separator)
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

function time(env: Environment, name: string, usual: number, least: number): number {
  const given = text(env, name);
  if (given === "") return usual;
  const read = duration.safeParse(given);
  if (read.success && read.data >= least) return read.data;
  throw fault(`${name} must be a duration of a minute or more, such as 30m or 8h.`);
}

function fault(message: string, next?: string): UsageProblem {
  return new UsageProblem(`${message} Nothing was started.`, next);
}
