import { AsyncLocalStorage } from "node:async_hooks";
import { hash } from "node:crypto";
import {
  createContextKey,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span,
  type Tracer,
} from "@opentelemetry/api";
import { knownIds, onlyKnown, SPAN_ATTRIBUTES, type Begin, type End, type Ids, type SpanAttribute } from "./span-attributes.ts";
import { Problem } from "../problem.ts";
import { telemetry } from "./telemetry.ts";

/** The start or the end of a step, as listeners receive it. */
export interface Step {
  point: SpanAttribute;
  phase: "begin" | "end";
  ids: Readonly<Ids>;
  /** Only facts that the vocabulary declares. */
  facts: Readonly<Record<string, string | number>>;
  /** Duration in seconds; 0 at the start. */
  seconds: number;
  /** The error it threw; `undefined` if it threw none. */
  error: unknown;
}

/** Set in the context of a span that starts a trace: the run that determines its ids. */
export const RUN_OF_TRACE = createContextKey("rollcall: the run that the trace is about");

const here = new AsyncLocalStorage<Readonly<Ids>>();
const activeSpan = new AsyncLocalStorage<Context>();

/** Returns the context of the current span. */
export function activeContext(): Context {
  return activeSpan.getStore() ?? ROOT_CONTEXT;
}

/** Returns the ids of the current work. */
export function idsHere(): Readonly<Ids> {
  return here.getStore() ?? {};
}

/** Runs a step, in a span if tracing is on. */
export function inSpan<P extends SpanAttribute, T>(
  point: P,
  begin: Begin<P>,
  work: () => Promise<T>,
  end?: (result: T) => End<P>,
): Promise<T> {
  return step(point, begin, activeContext, idsHere(), work, end);
}

/**
 * Runs a part of a run. The trace ids derive from the run id, so that the work of all processes for a run forms one
 * trace.
 * @param how `start` for the first part, which is the parent of all others
 */
export function inRun<T>(
  ids: { run: string; job: string },
  how: string,
  work: () => Promise<T>,
  end?: (result: T) => End<"run">,
): Promise<T> {
  const above = (): Context => (how === "start" ? ROOT_CONTEXT.setValue(RUN_OF_TRACE, ids.run) : below(ids.run));
  return step("run", { how }, above, ids, work, end);
}

/** Runs one attempt of an operation as a part of its run, whichever process started the run. */
export function inOperation<T>(
  operation: { id: string; run: string; job: string; kind: string; attempts: number },
  work: () => Promise<T>,
  end?: (result: T) => End<"operation">,
): Promise<T> {
  const { id, run, job, kind, attempts } = operation;
  return step("operation", { kind, attempt: attempts }, () => below(run), { run, job, operation: id }, work, end);
}

/** Returns the ids of a run's trace and of its first span. */
export function traceIdsOf(run: string): { traceId: string; spanId: string } {
  const digest = hash("sha256", `rollcall run ${run}`);
  return { traceId: digest.slice(0, 32), spanId: digest.slice(32, 48) };
}

function below(run: string): Context {
  return trace.setSpanContext(ROOT_CONTEXT, { ...traceIdsOf(run), traceFlags: TraceFlags.SAMPLED, isRemote: true });
}

async function step<P extends SpanAttribute, T>(
  point: P,
  begin: Begin<P>,
  above: () => Context,
  ids: Readonly<Ids>,
  work: () => Promise<T>,
  end: ((result: T) => End<P>) | undefined,
): Promise<T> {
  const { steps, tracer } = telemetry();
  const opened = tracer === null ? null : openSpan(tracer, point, above());
  const span = opened?.span ?? null;
  // Facts are collected only if someone listens.
  const traced = span?.isRecording() === true;
  const facts = traced || steps.size > 0 ? onlyKnown(SPAN_ATTRIBUTES[point].begin, begin) : {};
  if (traced) span?.setAttributes(attributesOf({ ...knownIds(ids), ...facts }));
  const started = performance.now();
  const notify = (phase: Step["phase"], more: Step["facts"], error?: unknown): void => {
    const seconds = phase === "begin" ? 0 : (performance.now() - started) / 1000;
    for (const listener of steps) listener({ point, phase, ids, facts: { ...facts, ...more }, seconds, error } satisfies Step);
  };
  notify("begin", {});
  try {
    const result = await here.run(ids, opened === null ? work : () => activeSpan.run(opened.inside, work));
    const more = end === undefined || !(traced || steps.size > 0) ? {} : onlyKnown(SPAN_ATTRIBUTES[point].end, end(result));
    if (traced) span?.setAttributes(attributesOf(more));
    notify("end", more);
    return result;
  } catch (error) {
    // The error's message may contain personal data.
    span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.setAttribute("error.type", errorName(error));
    notify("end", {}, error);
    throw error;
  } finally {
    span?.end();
  }
}

/** Starts a span. @returns it, and the context for the work inside it */
function openSpan(tracer: Tracer, point: SpanAttribute, above: Context): { span: Span; inside: Context } {
  const kind = point === "service_call" ? SpanKind.CLIENT : SpanKind.INTERNAL;
  // The id generator reads the active context, so the span is created inside it.
  const span = activeSpan.run(above, () => tracer.startSpan(point, { kind }, above));
  return { span, inside: trace.setSpan(above.deleteValue(RUN_OF_TRACE), span) };
}

/** Returns the code of a Problem, or else the error's class. */
export function errorName(error: unknown): string {
  if (error instanceof Problem) return error.code;
  return error instanceof Error ? error.name : "unknown";
}

/** Attribute names of the OpenTelemetry conventions. */
const STANDARD_NAMES: Readonly<Record<string, string>> = {
  method: "http.request.method",
  route: "http.route",
  status_code: "http.response.status_code",
};

function attributesOf(facts: Readonly<Record<string, string | number>>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => {
      const known = STANDARD_NAMES[name === "status" && typeof value === "number" ? "status_code" : name];
      return [known ?? `rollcall.${name}`, value];
    }),
  );
}
