import { fact } from "../domain/facts/fact.ts";
import { userInfo } from "node:os";
import { consoleEnvironment } from "../config/console.ts";
import { asRole } from "../actions/access/rights.ts";
import type { ConsoleSettings } from "../console/parts.ts";
import { ROLES } from "../actions/access/rights.ts";
import { UsageProblem } from "../domain/problem.ts";
import type { Call } from "../app/io.ts";

/** Returns the settings of the console in the environment. @throws UsageProblem */
export function settingsOf(io: Call, loopback: boolean): ConsoleSettings {
  const { oidc, ...rest } = consoleEnvironment(io.env);
  const settings = { ...rest, loopback, owner: ownerName() };
  if (oidc === null) return { ...settings, oidc };
  const roles = oidc.roles.map(([value, name]) => {
    const role = asRole(name);
    if (role === null)
      throw new UsageProblem(fact("console.has_unknown_role", { role: name }), fact("advice.use_roles", { roles: [...ROLES] }));
    return [value, role] as const;
  });
  return { ...settings, oidc: { ...oidc, roles: Object.fromEntries(roles), proxy: io.env } };
}

/** Returns the operating system user, who signs in with the link: only that user can read our output. */
function ownerName(): string {
  try {
    return userInfo().username;
  } catch {
    return "administrator";
  }
}
