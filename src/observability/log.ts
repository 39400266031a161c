import { randomBytes } from "node:crypto";
import { pino, type DestinationStream, type Logger } from "pino";
import { errorName, idsHere, type Step } from "../domain/telemetry/span.ts";
import { type LoggedEvent } from "../domain/telemetry/events.ts";
import { knownIds, onlyKnown, type Ids, type SpanAttribute } from "../domain/telemetry/span-attributes.ts";
import { diskFull } from "../domain/disk-full.ts";
import { technicalPart } from "../domain/facts/classes.ts";
import type { Fact } from "../domain/facts/fact.ts";
import { Problem } from "../domain/problem.ts";
import { telemetry } from "../domain/telemetry/telemetry.ts";
import { EVENTS, type EventFacts, type EventName } from "./event-log.ts";

/** Writes the events of this process, one JSON object per line, with known fields only. */
export interface Log {
  /** Logs an event. @returns the incident id of an unknown error, to show with its message */
  event<Name extends EventName>(name: Name, facts: EventFacts<Name>, error?: unknown): string | null;
  /** The same log for the work on a run, a job or an operation. */
  child(ids: Ids): Log;
  /** Logs the steps of all work of this call, each under its run, job and operation, and what happens beside. @returns what ends it */
  follow(): () => void;
}

/** Keys that must never be logged; the vocabulary has none of them. */
const NEVER = ["name", "key", "email", "username", "user_id", "token", "authorization", "cookie", "password", "body", "headers", "message"];

/** Operations and calls are frequent; a run happens once a day. */
const LEVELS: Record<SpanAttribute, "info" | "debug" | "trace"> = {
  run: "info",
  read_file: "info",
  plan: "info",
  apply: "info",
  operation: "debug",
  service_call: "trace",
};

/** Before the same trouble with the queues is logged again, in ms. */
const REPEAT_ERROR_AFTER_MS = 60_000;

/** A log that writes to a stream. `name` says which process speaks. */
export function createLog(stream: DestinationStream, { level, name }: { level: string; name: string }): Log {
  return of(
    pino(
      {
        level,
        name,
        timestamp: pino.stdTimeFunctions.isoTime,
        formatters: { level: (label) => ({ level: label }) },
        redact: { paths: NEVER.map((key) => `*.${key}`), remove: true },
        serializers: { err: errorOf },
      },
      stream,
    ),
    {},
  );
}

function of(logger: Logger, own: Ids): Log {
  return {
    event: (name, facts, error) => write(logger, own, name, facts, error),
    child: (ids) => of(logger, { ...own, ...ids }),
    follow() {
      const parts = new RunParts();
      const onStep = (message: unknown): void => {
        const step = parts.joined(message as Step);
        if (step !== null) logStep(logger, step);
      };
      const onHappening = happeningsInto(logger);
      const { steps, happenings } = telemetry();
      steps.add(onStep);
      happenings.add(onHappening);
      return () => {
        steps.delete(onStep);
        happenings.delete(onHappening);
      };
    },
  };
}

/** Joins the parts of a run, which the daemon performs one by one: a run begins and ends once. */
class RunParts {
  /** Seconds of earlier parts by run. */
  readonly #seconds = new Map<string, number>();

  /** Returns a step as it is logged; `null`: between two parts of a run. */
  joined(step: Step): Step | null {
    const { point, phase, ids, facts, error } = step;
    if (point !== "run" || ids.run === undefined) return step;
    const before = this.#seconds.get(ids.run) ?? 0;
    if (phase === "begin") return this.#seconds.has(ids.run) ? null : step;
    const seconds = before + step.seconds;
    const continues = error === undefined && CONTINUES.includes(facts["status"]);
    if (continues) this.#seconds.set(ids.run, seconds);
    else this.#seconds.delete(ids.run);
    return continues ? null : { ...step, seconds };
  }
}

/** The status of a run between two parts. */
const CONTINUES: readonly unknown[] = ["reading", "running"];

function write(logger: Logger, own: Ids, name: EventName, facts: object, thrown: unknown): string | null {
  const error = diskFull(thrown) ?? thrown;
  const { level, facts: kinds, says } = EVENTS[name];
  const incident = error === undefined || error instanceof Problem ? null : randomBytes(4).toString("hex");
  const ids = knownIds({ ...idsHere(), ...own });
  const said = { event: name, ...ids, ...onlyKnown(kinds, facts), ...problemFields(error, incident) };
  logger[level](said, says);
  return incident;
}

/** A Redis that is away is reported by each queue and each try: one line a minute says as much. */
function happeningsInto(logger: Logger): (message: unknown) => void {
  let quietUntil = 0;
  return (message) => {
    const { event, ids, facts, error } = message as LoggedEvent;
    if (event === "queue_trouble") {
      if (performance.now() < quietUntil) return;
      quietUntil = performance.now() + REPEAT_ERROR_AFTER_MS;
    }
    write(logger, ids, event, facts, error);
  };
}

function logStep(logger: Logger, { point, phase, ids, facts, seconds, error: thrown }: Step): void {
  const error = diskFull(thrown) ?? thrown;
  const failed = error !== undefined;
  // A failed call is one line at `debug`; its operation or run reports the outcome.
  const level = failed ? (LEVELS[point] === "info" ? "warn" : "debug") : LEVELS[point];
  if (!logger.isLevelEnabled(level)) return;
  const event = phase === "begin" ? `${point}_began` : failed ? `${point}_failed` : `${point}_ended`;
  const took = phase === "begin" ? {} : { ms: Math.round(seconds * 1000) };
  const incident = !failed || error instanceof Problem ? null : randomBytes(4).toString("hex");
  logger[level]({ event, ...knownIds(ids), ...facts, ...took, ...problemFields(error, incident) });
}

function problemFields(error: unknown, incident: string | null): { err?: unknown; incident?: string } {
  return { ...(error === undefined ? {} : { err: error }), ...(incident === null ? {} : { incident }) };
}

/**
 * An error as it may be logged: its code, and the technical part of its fact only where that is about the set-up. What the
 * learning service reported, and text from a file or a command line, may be about a person.
 */
export function errorOf(error: unknown): { code: string; audience?: string; fact?: Fact } {
  if (!(error instanceof Problem)) return { code: errorName(error) };
  const { code, audience } = error;
  const about = audience === "admin" && code !== "usage" && error.name !== "ServiceProblem";
  return { code, audience, ...(about ? { fact: technicalPart(error.fact) } : {}) };
}
