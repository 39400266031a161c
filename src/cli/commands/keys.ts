import type { Command } from "commander";
import { secretKey } from "../../config/environment.ts";
import { EXIT, Problem } from "../../model/problem.ts";
import { counted } from "../../review/words.ts";
import { keysFor, ownKeyFile } from "../../run/keys.ts";
import { dropAbandonedChecks } from "../../store/checked-rows.ts";
import { addOwnKey, dropOwnKeys } from "../../store/keys.ts";
import { resealAll } from "../../store/reseal.ts";
import type { State } from "../../store/state.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { print, printJson } from "../output.ts";
import { withState, type CommonOptions } from "../with-state.ts";
import type { Call } from "../io.ts";

interface KeyOptions extends CommonOptions {
  giveUpLost?: boolean;
}

/** `rollcall keys …` */
export function addKeys(io: Call, program: Command): void {
  const keys = program.command("keys").description("the keys that tokens and sensitive values are encrypted with in the state");
  withExamples(
    withCommonOptions(
      keys
        .command("rotate")
        .description("encrypt everything anew with the first key of ROLLCALL_SECRET_KEY; without it, with a new one that the state makes")
        .option("--give-up-lost", "let go of what none of the keys opens: the next file brings it again"),
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
    await dropAbandonedChecks(state);
    const done = await resealAll(state, options.giveUpLost === true);
    // Only now: whatever it sealed has been sealed anew.
    if (file !== null) dropOwnKeys(file, secret === null ? 1 : 0);
    if (options.json === true) return printJson(io, { key: ring?.keys[0].id ?? null, ...done });
    const { tokens, keys, operations, people, lost } = done;
    const parts = [
      counted(tokens, "pair of tokens", "pairs of tokens"),
      counted(keys, "key of the state's own", "keys of the state's own"),
      counted(operations, "operation", "operations"),
      counted(people, "person's row", "people's rows"),
    ];
    print(
      io,
      `Encrypted anew with key ${ring?.keys[0].id ?? ""}: ${parts.join(", ")}. The other keys are needed no more, but for backups of before.` +
        (lost === 0 ? "" : `\n${counted(lost, "value", "values")} that no key opens: let go. The next run reads them from the file again.`),
    );
  };
  // A process that has the state open would go on to encrypt with the old key.
  await withState(io, options, rotate, { itself: true });
}

function noKey(): Problem {
  return new Problem("There is no key to encrypt with. Nothing was changed.", {
    code: "secret_key_missing",
    exit: EXIT.configuration,
    audience: "admin",
    next: "Set ROLLCALL_SECRET_KEY to the new key and the old ones, the new one first, with commas between them.",
  });
}
