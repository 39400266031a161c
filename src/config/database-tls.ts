import { accessSync, constants } from "node:fs";
import { isUnencryptedDatabase } from "../domain/loopback.ts";
import { UsageProblem } from "../domain/problem.ts";

const MODES = ["disable", "require", "verify-ca", "verify-full", "no-verify"];
const FILES = ["sslrootcert", "sslcert", "sslkey"];

/**
 * Checks the TLS settings in a database address. `require` and `verify-ca` become `verify-full`: with TLS, the
 * certificate and name of the server are always checked. Without TLS, another machine is allowed only if the address
 * says so (I9).
 *
 * @param where the variable or option, for messages; the address itself may contain a password
 * @throws UsageProblem
 */
export function withTls(url: string, where: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return url;
  const { searchParams } = parsed;
  const mode = searchParams.get("sslmode");
  if (mode !== null && !MODES.includes(mode)) {
    throw new UsageProblem(
      `${where} has sslmode=${mode.slice(0, 20)}, which is not supported. Nothing was changed.`,
      "Use verify-full for TLS, no-verify for TLS without checking the server, or disable.",
    );
  }
  for (const name of FILES) refuseUnreadable(searchParams.get(name), name, where);
  if (mode === null && isUnencryptedDatabase(url))
    throw new UsageProblem(
      `${where} leads to another machine without TLS: the password and personal data can be read in transit. Nothing was changed.`,
      "Add sslmode=verify-full (TLS), or sslmode=disable if the network is private.",
    );
  if (mode !== "require" && mode !== "verify-ca") return url;
  searchParams.set("sslmode", "verify-full");
  return parsed.href;
}

function refuseUnreadable(file: string | null, name: string, where: string): void {
  if (file === null) return;
  try {
    accessSync(file, constants.R_OK);
  } catch {
    throw new UsageProblem(
      `${where} sets ${name} to ${file}, which cannot be read. Nothing was changed.`,
      "Set it to the path of a PEM file that the user running Rollcall can read.",
    );
  }
}
