import { fact } from "../domain/facts/fact.ts";
import { join } from "node:path";
import { EXIT, Problem } from "../domain/problem.ts";
import { openKeys } from "../store/sealing/keys.ts";
import type { Keyring } from "../store/sealing/seal.ts";
import type { State } from "./state.ts";

/**
 * Returns where a local state keeps the key it generates if the administrator sets none; `null` for a database server,
 * whose data must not depend on a file of one machine.
 */
export function ownKeyFile(state: Pick<State, "kind" | "dir">): string | null {
  return state.kind === "server" ? null : join(state.dir, "secret.key");
}

/** Opens the keys of a state. @param secret as returned by `secretKey` */
export function keysFor(state: Pick<State, "kind" | "dir" | "db">, secret: string | null): Keyring | null {
  return openKeys(state.db, secret?.split("\n") ?? [], ownKeyFile(state));
}

/**
 * Throws if the mapping has sensitive fields and there is no key to encrypt them with.
 * @throws Problem `secret_key_missing`, exit 2
 */
export function requireKeys(keys: Keyring | null, mapping: { sensitiveFields: ReadonlySet<string> }): void {
  if (keys !== null || mapping.sensitiveFields.size === 0) return;
  throw new Problem(fact("mapping.has_sensitive_fields_without_key", { fields: [...mapping.sensitiveFields] }), {
    code: "secret_key_missing",
    exit: EXIT.configuration,
    audience: "admin",
    next: fact("advice.set_secret_key", {}),
  });
}
