import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { EXIT, Problem } from "../../model/problem.ts";
import { OWN_KEY } from "../../store/backup.ts";
import { openKeys } from "../../store/keys.ts";
import { holdsSealed, resealAll, type Resealed } from "../../store/reseal.ts";
import type { State } from "../../store/state.ts";

/**
 * A database server keeps no key beside its data, so what the state sealed with a key of its own needs one that every
 * process is given.
 * @throws Problem `secret_key_missing`, exit 2
 */
export async function requireKeyToMove(source: State, secret: string | null): Promise<void> {
  if (secret !== null) return;
  const file = join(source.dir, OWN_KEY);
  const own = existsSync(file) && readFileSync(file, "utf8").trim() !== "";
  if (!own && !(await holdsSealed(source.db))) return;
  throw new Problem(
    "Tokens and sensitive values of this state are encrypted, and a database server keeps no key of its own: ROLLCALL_SECRET_KEY is not set. Nothing was changed.",
    {
      code: "secret_key_missing",
      exit: EXIT.configuration,
      audience: "admin",
      next: own
        ? `Set ROLLCALL_SECRET_KEY, or ROLLCALL_SECRET_KEY_FILE, to what \`openssl rand -base64 32\` prints, here and later for every process: what ${file} has encrypted is encrypted anew with it.`
        : "Set it to the key that they were encrypted with, here and later for every process.",
    },
  );
}

/**
 * Seals everything at the target with the first key that was given, so that no process needs what lies beside the old
 * state. @throws Problem `secret_key`: something cannot be opened by any key
 */
export async function sealForServer(source: State, target: State, secret: string | null): Promise<Resealed> {
  const file = join(source.dir, OWN_KEY);
  openKeys(target.db, secret?.split("\n") ?? [], existsSync(file) ? file : null);
  return resealAll(target, false);
}
