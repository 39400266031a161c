import { AsyncLocalStorage } from "node:async_hooks";
import type { Tracer } from "@opentelemetry/api";

/** The observers of one call of the command line: logs, metrics and traces. */
export interface Telemetry {
  /** Each receives every step at its start and end (`span.ts`). */
  steps: Set<(step: unknown) => void>;
  /** Each receives the events beside the steps (`events.ts`). */
  happenings: Set<(happening: unknown) => void>;
  /** `null`: tracing is off. */
  tracer: Tracer | null;
  /** Adds headers to a request that is about to leave for the service. */
  addHeaders: ((headers: Record<string, string>) => void) | null;
}

const ofCall = new AsyncLocalStorage<Telemetry>();
/** For work outside a call: the library, and tests of parts. */
const defaultTelemetry = newTelemetry();

/** Returns the telemetry of the current call. */
export function telemetry(): Telemetry {
  return ofCall.getStore() ?? defaultTelemetry;
}

/** Runs a call with its own telemetry. */
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
