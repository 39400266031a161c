import { databasePlace } from "../config/environment.ts";
import { recoverOperations } from "../store/operations.ts";
import { recoverRuns } from "../store/runs.ts";
import { openServerState } from "../store/server-state.ts";
import { openState, type State, type Work } from "../store/state.ts";

/** Options that every command has. */
export interface CommonOptions {
  state?: string;
  json?: boolean;
  quiet?: boolean;
  /** Read instead of the job's file, for the commands that have it. */
  file?: string;
}

/** Where the state lies: `--state`, else `ROLLCALL_STATE`, else `./.rollcall`. */
export function stateDirectory(options: CommonOptions): string {
  return options.state ?? (process.env["ROLLCALL_STATE"] || ".rollcall");
}

/** The state on the server that DATABASE_URL names; without it the embedded one. @throws Problem */
async function openStateOf(options: CommonOptions, expects: Work = "little"): Promise<State> {
  const dir = stateDirectory(options);
  const place = databasePlace(process.env);
  return place === null ? openState(dir, expects) : openServerState({ ...place, dir });
}

/** Opens the state for one command and closes it whatever happens. */
export async function withState<T>(options: CommonOptions, work: (state: State) => Promise<T>, expects: Work = "little"): Promise<T> {
  return opened(options, work, expects, true);
}

/** The same for a command that hands nothing to a queue: it begins sooner, and does without Redis. */
export async function withStore<T>(options: CommonOptions, work: (state: State) => Promise<T>): Promise<T> {
  return opened(options, work, "little", false);
}

async function opened<T>(options: CommonOptions, work: (state: State) => Promise<T>, expects: Work, queues: boolean): Promise<T> {
  const state = await openStateOf(options, expects);
  try {
    if (queues) await (await import("../queue/backend.ts")).prepareQueues(state);
    await recoverRuns(state.db, state.me);
    await recoverOperations(state.db, state.me);
    return await work(state);
  } finally {
    await state.close();
  }
}
