import { t } from "../../../reporting/locales/t.ts";
import type { Command } from "commander";
import { secretKey } from "../../../config/environment.ts";
import { fact } from "../../../domain/facts/fact.ts";
import { EXIT, Problem } from "../../../domain/problem.ts";
import { keysFor, ownKeyFile } from "../../../state/sealing-keys.ts";
import { dropAbandonedRows } from "../../../store/runs/checked-rows.ts";
import { addOwnKey, dropOwnKeys } from "../../../store/sealing/keys.ts";
import { dropLastReads } from "../../../session/last-reads.ts";
import { resealAll } from "../../../store/sealing/reseal.ts";
import type { State } from "../../../state/state.ts";
import { withCommonOptions, withExamples } from "../../options.ts";
import { print, printJson } from "../../../app/output.ts";
import { withState, type CommonOptions } from "../../../app/with-state.ts";
import type { Call } from "../../../app/io.ts";

interface KeyOptions extends CommonOptions {
  giveUpLost?: boolean;
}

/** `rollcall keys …` */
export function addKeys(io: Call, keys: Command): void {
  withExamples(
    withCommonOptions(
      keys
        .command("rotate")
        .description("re-encrypt everything with the first key of ROLLCALL_SECRET_KEY; without it, with a new key that the state generates")
        .option("--give-up-lost", "delete values that no key can decrypt; the next run reads them from the file again"),
    ).action((options: KeyOptions) => rotateCommand(io, options)),
    "rollcall keys rotate",
    'ROLLCALL_SECRET_KEY="$NEW,$OLD" rollcall keys rotate --json',
  );
}

async function rotateCommand(io: Call, options: KeyOptions): Promise<void> {
  const secret = secretKey(io.env);
  const rotate = async (state: State): Promise<void> => {
    const file = ownKeyFile(state);
    if (secret === null && file === null) throw noKey();
    if (secret === null && file !== null) addOwnKey(file);
    const ring = keysFor(state, secret);
    await dropAbandonedRows(state);
    const done = await resealAll(state, options.giveUpLost === true);
    await dropLastReads(state);
    // Only now is everything re-encrypted.
    if (file !== null) dropOwnKeys(file, secret === null ? 1 : 0);
    if (options.json === true) return printJson(io, { key: ring?.keys[0].id ?? null, ...done });
    const { tokens, keys, operations, people, lost } = done;
    print(io, t("secret_key.is_rotated", { key: ring?.keys[0].id ?? "", tokens, keys, operations, people }));
    if (lost > 0) print(io, t("secret_key.values_deleted", { n: lost }));
  };
  await withState(io, options, rotate);
}

function noKey(): Problem {
  return new Problem(fact("usage.secret_key_missing", {}), {
    code: "secret_key_missing",
    exit: EXIT.configuration,
    audience: "admin",
    next: fact("advice.set_new_key", {}),
  });
}
