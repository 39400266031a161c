import { accessSync, constants } from "node:fs";
import { UsageProblem } from "../model/problem.ts";

/** All but these either encrypt and verify, or say what they leave out. */
const MODES = ["disable", "require", "verify-ca", "verify-full", "no-verify"];
const FILES = ["sslrootcert", "sslcert", "sslkey"];

/**
 * Checks what the address of a database says about TLS. `require` and `verify-ca` become `verify-full`: whoever wants
 * TLS gets a server whose certificate and name are checked.
 *
 * @param where the variable or option that holds the address; the address itself may hold a password
 * @throws UsageProblem
 */
export function withTls(url: string, where: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return url;
  const { searchParams } = parsed;
  const mode = searchParams.get("sslmode");
  if (mode !== null && !MODES.includes(mode)) {
    throw new UsageProblem(
      `${where} has sslmode=${mode.slice(0, 20)}, which is not possible here. Nothing was done.`,
      "Use verify-full for TLS, no-verify for TLS without a check of the server, or disable.",
    );
  }
  for (const name of FILES) refuseUnreadable(searchParams.get(name), name, where);
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
      `${where} names the file ${file} as ${name}, and that cannot be read. Nothing was done.`,
      "Give the path of a PEM file that the user that runs Rollcall may read.",
    );
  }
}
