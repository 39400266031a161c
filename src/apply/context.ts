import type { Clock } from "../model/clock.ts";
import type { UserAttributes } from "../model/person.ts";
import type { ServiceSettings } from "../model/settings.ts";
import type { Directory } from "../directory/directory.ts";
import type { Client } from "../learning-service/client.ts";
import type { ServiceProblem } from "../learning-service/errors.ts";
import type { Operation } from "../store/operations.ts";
import type { State } from "../store/state.ts";
import type { CreateGate } from "./gate.ts";

/** What an operation needs to be carried out. */
export interface ApplyContext {
  state: State;
  settings: ServiceSettings;
  client: Client;
  directory: Directory;
  /** How sent attributes are remembered: sensitive ones as fingerprints. */
  remember(attributes: UserAttributes): Record<string, unknown>;
  /** A group (id) for people whose last group is removed, or `null`: the service cannot express none. */
  park: string | null;
  /** Whether decisions on removals may be carried out under the job's policy as it now is. */
  removalsAllowed: boolean;
  /** In which order creates may go. */
  creates: CreateGate;
  /** Aborted when somebody asks the run to stop. */
  stop: AbortSignal;
  now(): Date;
  sleep: Clock["sleep"];
}

/** What one attempt came to. */
export type Ended =
  /** `recorded`: its end is in the store already, with everything that belongs to it. */
  | { end: "done"; code?: string; reason?: string; recorded?: true }
  | { end: "failed" | "held"; code: string; reason: string }
  /** Not to be sent again. `problem`: the service's trouble that it came from, where it did. */
  | { end: "uncertain"; code: string; reason: string; problem: ServiceProblem | null }
  /** Another process has taken it over: nothing was sent here, and nothing is to be recorded. */
  | { end: "left" }
  /** Not carried out: the service's trouble, to be tried again by its meaning. */
  | { end: "trouble"; problem: ServiceProblem };

/** The attributes of a planned operation. */
export function payloadOf(operation: Operation): UserAttributes {
  return (operation.payload ?? {}) as UserAttributes;
}

/** The service's own words where it has some, in a sentence that stands by itself. */
export function inWords(problem: ServiceProblem): string {
  return problem.words === "" ? problem.message : `The service says: ${problem.words}`;
}
