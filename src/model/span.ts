import { AsyncLocalStorage } from "node:async_hooks";
import { hash } from "node:crypto";
import {
  createContextKey,
  INVALID_SPAN_CONTEXT,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
} from "@opentelemetry/api";
import { knownIds, onlyKnown, POINTS, type Begin, type End, type Ids, type Point } from "./points.ts";
import { Problem } from "./problem.ts";
import { telemetry } from "./telemetry.ts";

/** A step of the work that begins or has ended, as it is handed to those who follow the call. */
export interface Step {
  point: Point;
  phase: "begin" | "end";
  ids: Readonly<Ids>;
  /** Only what the vocabulary knows. */
  facts: Readonly<Record<string, string | number>>;
  /** How long it took, in seconds; 0 at the beginning. */
  seconds: number;
  /** What it threw; `undefined`: nothing. */
  error: unknown;
}

/** In the context of a span that begins a trace: the run whose ids it takes. */
export const RUN_OF_TRACE = createContextKey("rollcall: the run that the trace is about");

const here = new AsyncLocalStorage<Readonly<Ids>>();
const activeSpan = new AsyncLocalStorage<Context>();

/** Returns the context of the span that the work at this moment belongs to. */
export function activeContext(): Context {
  return activeSpan.getStore() ?? ROOT_CONTEXT;
}

/** What the work at this moment belongs to. */
export function idsHere(): Readonly<Ids> {
  return here.getStore() ?? {};
}

/** Does a step of what goes on, with a span around it where traces are wanted. */
export function inSpan<P extends Point, T>(point: P, begin: Begin<P>, work: () => Promise<T>, end?: (result: T) => End<P>): Promise<T> {
  return step(point, begin, activeContext(), idsHere(), work, end);
}

/**
 * Does a part of a run. Its trace has ids that follow from the run's own, so that whatever any process does for the run
 * stands in one trace.
 * @param how `start` for the first part, which all others stand under
 */
export function inRun<T>(
  ids: { run: string; job: string },
  how: string,
  work: () => Promise<T>,
  end?: (result: T) => End<"run">,
): Promise<T> {
  const above = how === "start" ? ROOT_CONTEXT.setValue(RUN_OF_TRACE, ids.run) : below(ids.run);
  return step("run", { how }, above, ids, work, end);
}

/** Does one attempt of an operation, as a part of its run, wherever that was begun. */
export function inOperation<T>(
  operation: { id: string; run: string; job: string; kind: string; attempts: number },
  work: () => Promise<T>,
  end?: (result: T) => End<"operation">,
): Promise<T> {
  const { id, run, job, kind, attempts } = operation;
  return step("operation", { kind, attempt: attempts }, below(run), { run, job, operation: id }, work, end);
}

/** The ids of a run's trace and of its first span. */
export function traceIdsOf(run: string): { traceId: string; spanId: string } {
  const digest = hash("sha256", `rollcall run ${run}`);
  return { traceId: digest.slice(0, 32), spanId: digest.slice(32, 48) };
}

function below(run: string): Context {
  return trace.setSpanContext(ROOT_CONTEXT, { ...traceIdsOf(run), traceFlags: TraceFlags.SAMPLED, isRemote: true });
}

async function step<P extends Point, T>(
  point: P,
  begin: Begin<P>,
  above: Context,
  ids: Readonly<Ids>,
  work: () => Promise<T>,
  end: ((result: T) => End<P>) | undefined,
): Promise<T> {
  // Also around the making of the span: whoever makes its ids looks at what is active.
  const { steps, tracer } = telemetry();
  const kind = point === "service_call" ? SpanKind.CLIENT : SpanKind.INTERNAL;
  const span = activeSpan.run(above, () => tracer?.startSpan(point, { kind }, above)) ?? trace.wrapSpanContext(INVALID_SPAN_CONTEXT);
  // While nobody listens nothing is put together either.
  const traced = span.isRecording();
  const facts = traced || steps.size > 0 ? onlyKnown(POINTS[point].begin, begin) : {};
  if (traced) span.setAttributes(attributesOf({ ...knownIds(ids), ...facts }));
  const started = performance.now();
  const tell = (phase: Step["phase"], more: Step["facts"], error?: unknown): void => {
    const seconds = phase === "begin" ? 0 : (performance.now() - started) / 1000;
    for (const listener of steps) listener({ point, phase, ids, facts: { ...facts, ...more }, seconds, error } satisfies Step);
  };
  tell("begin", {});
  try {
    const inside = trace.setSpan(above.deleteValue(RUN_OF_TRACE), span);
    const result = await here.run(ids, () => activeSpan.run(inside, work));
    const more = end === undefined || !(traced || steps.size > 0) ? {} : onlyKnown(POINTS[point].end, end(result));
    if (traced) span.setAttributes(attributesOf(more));
    tell("end", more);
    return result;
  } catch (error) {
    // Its message may be about a person.
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute("error.type", errorName(error));
    tell("end", {}, error);
    throw error;
  } finally {
    span.end();
  }
}

/** An error's code where it has one of ours, else its class. */
export function errorName(error: unknown): string {
  if (error instanceof Problem) return error.code;
  return error instanceof Error ? error.name : "unknown";
}

/** Names that every tool for traces knows. */
const USUAL: Readonly<Record<string, string>> = {
  method: "http.request.method",
  route: "http.route",
  status_code: "http.response.status_code",
};

function attributesOf(facts: Readonly<Record<string, string | number>>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => {
      const known = USUAL[name === "status" && typeof value === "number" ? "status_code" : name];
      return [known ?? `rollcall.${name}`, value];
    }),
  );
}
