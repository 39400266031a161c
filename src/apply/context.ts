import { fact, type Fact } from "../domain/facts/fact.ts";
import type { Protection } from "../domain/protection/protect.ts";
import type { Clock } from "../domain/clock.ts";
import type { UserAttributes } from "../domain/person.ts";
import type { ServiceSettings } from "../domain/settings.ts";
import type { Directory } from "../directory/directory.ts";
import type { Client } from "../learning-service/client.ts";
import type { ServiceProblem } from "../learning-service/errors/errors.ts";
import type { ClaimedOperation } from "../store/runs/claim.ts";
import type { OpenedTurn, Turn } from "../store/identities/open-intents.ts";
import type { State } from "../state/state.ts";
import type { CreateGate } from "./gate.ts";
import type { OutcomeWriter } from "./outcome-writer.ts";

/** Everything needed to apply an operation. */
export interface ApplyContext {
  state: State;
  settings: ServiceSettings;
  client: Client;
  directory: Directory;
  /** Returns sent attributes in the form they are stored: sensitive ones as fingerprints. */
  remember(attributes: UserAttributes): Record<string, unknown>;
  /** Returns attributes to repeat for an account, with the names that it has, as far as they were sent. */
  repeated(attributes: UserAttributes, account: { sent: Record<string, unknown> | null; leaves: boolean }): UserAttributes;
  /** The id of a group for people whose last group is removed, because the service cannot represent a person without groups; `null`: not set. */
  park: string | null;
  /** Whether the job's current policy allows approved removals to be applied. */
  removalsAllowed: boolean;
  /** The accounts and groups that nothing may change. */
  protection: Protection;
  /** Waits until this process may send one more request. */
  sending<T>(request: () => Promise<T>): Promise<T>;
  /** Decides when each create may be sent. */
  creates: CreateGate;
  writer: OutcomeWriter;
  /** Opens the intent of a create that has its turn; turns of the same moment share one statement. */
  openTurn(turn: Turn): Promise<OpenedTurn>;
  /** Aborted to stop the run. */
  stop: AbortSignal;
  now(): Date;
  sleep: Clock["sleep"];
}

/** The outcome of one attempt. */
export type Ended =
  /** `recorded`: the outcome is already stored. */
  | { end: "done"; code?: string; reason?: Fact; recorded?: true }
  | { end: "failed" | "held"; code: string; reason: Fact }
  /** Must not be sent again. `problem`: the service problem that caused it, if any. */
  | { end: "uncertain"; code: string; reason: Fact; problem: ServiceProblem | null }
  /** Another process has taken the operation over: record nothing. */
  | { end: "left" }
  /** Not applied because of a service problem; `meaningOf` says whether to try again. */
  | { end: "trouble"; problem: ServiceProblem };

/** Returns the attributes of a planned operation. */
export function payloadOf({ payload }: ClaimedOperation): UserAttributes {
  return payload as UserAttributes;
}

/** Returns the service's message; the problem itself if there is none. */
export function describeProblem({ fact: problem, serverMessage }: ServiceProblem): Fact {
  return serverMessage === "" ? problem : fact("service.says", { text: serverMessage });
}
