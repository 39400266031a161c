import { AsyncLocalStorage } from "node:async_hooks";
import type { Tracer } from "@opentelemetry/api";

/** What follows the work of one call of the command line: its logs, its metrics and its traces. */
export interface Telemetry {
  /** Each is handed every step that begins or has ended (`span.ts`). */
  steps: Set<(step: unknown) => void>;
  /** Each is handed what happens beside the steps (`happening.ts`). */
  happenings: Set<(happening: unknown) => void>;
  /** `null`: no traces are wanted. */
  tracer: Tracer | null;
  /** Adds headers to a request that is about to leave for the service. */
  addHeaders: ((headers: Record<string, string>) => void) | null;
}

const ofCall = new AsyncLocalStorage<Telemetry>();
/** For work that belongs to no call: the library, and tests of parts. */
const outsideOfCalls = newTelemetry();

/** Returns what follows the work at this moment. */
export function telemetry(): Telemetry {
  return ofCall.getStore() ?? outsideOfCalls;
}

/** Runs a call with telemetry of its own, which ends with it. */
export function withOwnTelemetry<T>(work: () => T): T {
  return ofCall.run(newTelemetry(), work);
}

/** Returns the listener bound to this call, for emitters that outlive it or are shared. */
export function inThisCall<Args extends unknown[]>(listener: (...args: Args) => void): (...args: Args) => void {
  return AsyncLocalStorage.bind(listener);
}

function newTelemetry(): Telemetry {
  return { steps: new Set(), happenings: new Set(), tracer: null, addHeaders: null };
}
