import { fact } from "../../domain/facts/fact.ts";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { EXIT, Problem } from "../../domain/problem.ts";
import { OWN_KEY } from "../backup/backup.ts";
import { openKeys } from "../../store/sealing/keys.ts";
import { hasSealedValues, resealAll, type Resealed } from "../../store/sealing/reseal.ts";
import type { State } from "../state.ts";

/**
 * Refuses a migration without a key if the state has sealed values: a database server stores no key beside its data, so
 * every process must be given one.
 * @throws Problem `secret_key_missing`, exit 2
 */
export async function requireKeyToMove(source: State, secret: string | null): Promise<void> {
  if (secret !== null) return;
  const file = join(source.dir, OWN_KEY);
  const hasKeyFile = existsSync(file) && readFileSync(file, "utf8").trim() !== "";
  if (!hasKeyFile && !(await hasSealedValues(source.db))) return;
  throw new Problem(fact("migration.has_no_key", {}), {
    code: "secret_key_missing",
    exit: EXIT.configuration,
    audience: "admin",
    next: hasKeyFile ? fact("advice.set_key_for_server", { file }) : fact("advice.set_key_of_state", {}),
  });
}

/**
 * Seals everything at the target with the first configured key, so that no process needs the key file of the old state.
 * @throws Problem `secret_key`: a value cannot be opened by any key
 */
export async function sealForServer(source: State, target: State, secret: string | null): Promise<Resealed> {
  const file = join(source.dir, OWN_KEY);
  openKeys(target.db, secret?.split("\n") ?? [], existsSync(file) ? file : null);
  return resealAll(target, false);
}
