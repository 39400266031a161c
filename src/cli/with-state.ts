import { join, resolve } from "node:path";
import { databasePlace } from "../config/environment.ts";
import { Problem } from "../model/problem.ts";
import { takeInEmergencyStops } from "../store/emergency-stop.ts";
import { recoverOperations } from "../store/operations.ts";
import { recoverRuns } from "../store/runs.ts";
import { damageText, findDamage } from "../store/journal-damage.ts";
import { JOURNAL } from "../store/journal.ts";
import { openServerState } from "../store/server-state.ts";
import { openThrough } from "../store/shared/remote-state.ts";
import { openState, type State, type Work } from "../store/state.ts";
import type { Call, Io } from "./io.ts";
import { printError } from "./output.ts";

/** Options that every command has. */
export interface CommonOptions {
  state?: string;
  json?: boolean;
  quiet?: boolean;
  /** Read instead of the job's file, for the commands that have it. */
  file?: string;
}

/** The absolute path of the state: `--state`, else `ROLLCALL_STATE`, else `./.rollcall`. */
export function stateDirectory({ cwd, env }: Pick<Io, "cwd" | "env">, { state }: Pick<CommonOptions, "state">): string {
  return resolve(cwd, state ?? (env["ROLLCALL_STATE"] || ".rollcall"));
}

interface Opening {
  /** How much the embedded database will have to do; "little" when left out. */
  expects?: Work;
  /** The embedded directory itself is needed: to go through another process that has it will not do. */
  itself?: boolean;
  /** Aborted where work did not end in time: the state is left as a kill leaves it, which loses nothing. */
  left?: AbortSignal;
}

/**
 * The state on the server that DATABASE_URL names; without it the embedded one, through the daemon where that has it.
 * @throws Problem
 */
async function openStateOf(io: Call, options: CommonOptions, { expects = "little", itself = false }: Opening = {}): Promise<State> {
  const dir = stateDirectory(io, options);
  const place = databasePlace(io.env);
  const { command } = io;
  if (place !== null) return openServerState({ ...place, dir, command });
  const open = io.openState ?? openState;
  try {
    return await open(dir, { expects, command });
  } catch (error) {
    if (itself || !(error instanceof Problem) || error.code !== "state_in_use") throw error;
    // Whoever had it may have ended meanwhile.
    return (await openThrough(dir, command)) ?? open(dir, { expects, command });
  }
}

/** Opens the state for one command and closes it whatever happens. */
export async function withState<T>(
  io: Call,
  options: CommonOptions,
  work: (state: State) => Promise<T>,
  opening: Opening = {},
): Promise<T> {
  return opened(io, options, work, opening, true);
}

/** The same for a command that hands nothing to a queue: it begins sooner, and does without Redis. */
export async function withStore<T>(io: Call, options: CommonOptions, work: (state: State) => Promise<T>): Promise<T> {
  return opened(io, options, work, {}, false);
}

async function opened<T>(
  io: Call,
  options: CommonOptions,
  work: (state: State) => Promise<T>,
  opening: Opening,
  queues: boolean,
): Promise<T> {
  const state = await openStateOf(io, options, opening);
  try {
    await warnOfDamage(io, options, state);
    // Where another process has the state open, it has done that.
    if (queues && state.through === null) await (await import("../queue/backend.ts")).prepareQueues(state);
    await recoverRuns(state.db, state.me, io.now());
    await recoverOperations(state.db, state.me);
    await takeInEmergencyStops(state);
    return await work(state);
  } finally {
    if (opening.left?.aborted !== true) await state.close();
  }
}

/** Says at every start which lines of the journal are damaged, until somebody ends the hold; the daemon has its log for that. */
async function warnOfDamage(io: Call, { quiet }: CommonOptions, state: State): Promise<void> {
  const damage = await findDamage(state.db);
  if (damage === null || (io.command === "serve" && quiet !== true)) return;
  const file = state.kind === "embedded" ? join(state.dir, JOURNAL) : `${JOURNAL} of the embedded state`;
  printError(
    io,
    `The journal is damaged: ${damageText(damage, file)}. It may have told of accounts, so no account is created.\n` +
      'Link the accounts that are there, then end the hold with `rollcall restore --settled --reason TEXT`: docs/operations.md, "A damaged journal".',
  );
}
