import { join } from "node:path";
import { EXIT, Problem } from "../model/problem.ts";
import type { CompiledMapping } from "../mapping/compiled.ts";
import { openKeys } from "../store/keys.ts";
import type { Keyring } from "../store/seal.ts";
import type { State } from "../store/state.ts";

/**
 * Where a state of this machine keeps the key that it makes for itself while the administrator gives none; `null` on a
 * database server, whose data would lie beside another machine's key.
 */
export function ownKeyFile(state: Pick<State, "kind" | "dir">): string | null {
  return state.kind === "server" ? null : join(state.dir, "secret.key");
}

/** The keys of a state. @param secret as `secretKey` gives it */
export function keysFor(state: Pick<State, "kind" | "dir" | "db">, secret: string | null): Keyring | null {
  return openKeys(state.db, secret?.split("\n") ?? [], ownKeyFile(state));
}

/**
 * Sensitive values never lie on a server in the clear.
 * @throws Problem `secret_key_missing`, exit 2
 */
export function requireKeys(keys: Keyring | null, mapping: Pick<CompiledMapping, "sensitiveFields">): void {
  if (keys !== null || mapping.sensitiveFields.size === 0) return;
  throw new Problem(
    `The mapping marks ${[...mapping.sensitiveFields].join(", ")} as sensitive, and there is no key to encrypt them with in the database. Nothing was done.`,
    {
      code: "secret_key_missing",
      exit: EXIT.configuration,
      audience: "admin",
      next: "Set ROLLCALL_SECRET_KEY, or ROLLCALL_SECRET_KEY_FILE, to what `openssl rand -base64 32` prints, for every process.",
    },
  );
}
