import { accessSync, constants } from "node:fs";
import { fact } from "../domain/facts/fact.ts";
import { isUnencryptedDatabase } from "../domain/loopback.ts";
import { EnvironmentProblem } from "../domain/problem.ts";

const MODES = ["disable", "require", "verify-ca", "verify-full", "no-verify"];
const FILES = ["sslrootcert", "sslcert", "sslkey"];

/**
 * Checks the TLS settings in a database address. `require` and `verify-ca` become `verify-full`: with TLS, the
 * certificate and name of the server are always checked. Without TLS, another machine is allowed only if the address
 * says so (I9).
 *
 * @param where the variable or option, for messages; the address itself may contain a password
 * @throws EnvironmentProblem
 */
export function withTls(url: string, where: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return url;
  const { searchParams } = parsed;
  const mode = searchParams.get("sslmode");
  if (mode !== null && !MODES.includes(mode)) {
    throw new EnvironmentProblem(
      fact("environment.ssl_mode_unknown", { variable: where, mode: mode.slice(0, 20) }),
      fact("environment.use_ssl_mode", {}),
    );
  }
  for (const name of FILES) refuseUnreadable(searchParams.get(name), name, where);
  if (mode === null && isUnencryptedDatabase(url))
    throw new EnvironmentProblem(fact("environment.database_unencrypted", { variable: where }), fact("environment.encrypt_database", {}));
  if (mode !== "require" && mode !== "verify-ca") return url;
  searchParams.set("sslmode", "verify-full");
  return parsed.href;
}

function refuseUnreadable(file: string | null, name: string, where: string): void {
  if (file === null) return;
  try {
    accessSync(file, constants.R_OK);
  } catch {
    throw new EnvironmentProblem(
      fact("environment.certificate_unreadable", { variable: where, setting: name, file }),
      fact("environment.set_certificate", {}),
    );
  }
}
