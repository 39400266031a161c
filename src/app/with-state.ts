import { isAbsolute, join, relative, resolve } from "node:path";
import { databasePlace } from "../config/environment.ts";
import { fact, inTurn } from "../domain/facts/fact.ts";
import { emit } from "../domain/telemetry/events.ts";
import { takeInEmergencyStops } from "../store/schedule/emergency-stop.ts";
import { recoverOperations } from "../store/runs/operations.ts";
import { recoverRuns } from "../store/runs/runs.ts";
import { damageFact, findDamage } from "../state/journal/journal-damage.ts";
import { JOURNAL } from "../state/journal/journal.ts";
import { openState, type State } from "../state/state.ts";
import type { Call, Io } from "./io.ts";
import { printFact } from "./print-fact.ts";

/** Options that every command has. */
export interface CommonOptions {
  state?: string;
  json?: boolean;
  quiet?: boolean;
  /** Read instead of the job's file, in commands with --file. */
  file?: string;
}

/** Returns the absolute path of the state: `--state`, else `ROLLCALL_STATE`, else `./.rollcall`. */
export function stateDirectory({ cwd, env }: Pick<Io, "cwd" | "env">, { state }: Pick<CommonOptions, "state">): string {
  return resolve(cwd, state ?? (env["ROLLCALL_STATE"] || ".rollcall"));
}

/**
 * Returns the state that suggested commands must name, relative to the working directory; `null`: they find it without,
 * because it is the default one or a database server.
 */
export function suggestedState({ cwd }: Pick<Io, "cwd">, { kind, dir }: Pick<State, "kind" | "dir">): string | null {
  if (kind === "server" || dir === resolve(cwd, ".rollcall")) return null;
  const below = relative(cwd, dir);
  return below.startsWith("..") || isAbsolute(below) ? dir : below;
}

interface Opening {
  /** The process serves for long. */
  stays?: boolean;
  /** Aborted if work didn't end in time: the state is then not closed, as after a kill, which loses nothing. */
  left?: AbortSignal;
}

/** Opens the state of DATABASE_URL, else the embedded state. @throws Problem */
async function openStateOf(io: Call, options: CommonOptions, { stays = false }: Opening): Promise<State> {
  const dir = stateDirectory(io, options);
  const place = databasePlace(io.env);
  const { command } = io;
  if (place !== null) return (await import("../state/server-state.ts")).openServerState({ ...place, dir, command });
  return (io.openState ?? openState)(dir, { command, stays });
}

/** Opens the state for one command, and closes it afterwards. */
export async function withState<T>(
  io: Call,
  options: CommonOptions,
  work: (state: State) => Promise<T>,
  opening: Opening = {},
): Promise<T> {
  return opened(io, options, work, opening, true);
}

/** Does the same for a command that uses no queue: starts faster and needs no Redis. */
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
    await warnOfDamage(io, state);
    // The daemon that runs the command has done that.
    if (queues && state.host === null) await (await import("../queue/backend.ts")).prepareQueues(state);
    await recoverRuns(state.db, state.processId, io.now());
    await recoverOperations(state.db, state.processId);
    await takeInEmergencyStops(state);
    return await work(state);
  } finally {
    if (opening.left?.aborted !== true) await state.close();
  }
}

/** Reports damaged lines of the journal at every start, until someone ends the hold. The daemon logs them instead. */
async function warnOfDamage(io: Call, state: State): Promise<void> {
  if (io.command === "serve") return;
  const damage = await findDamage(state.db);
  if (damage === null) return;
  emit("journal_damaged", { line: damage.lines[0]?.line ?? 0, places: damage.count });
  const named = damageFact(damage, state.kind === "embedded" ? join(state.dir, JOURNAL) : null);
  await printFact(io, inTurn(fact("journal.damaged", { damage: named }), fact("journal.stops_creates", {})));
  await printFact(io, fact("advice.link_then_settle", {}));
}
