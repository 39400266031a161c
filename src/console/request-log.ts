import type { FastifyBaseLogger } from "fastify";
import { emit } from "../domain/telemetry/events.ts";

/** Reduces Fastify's own log to the name of an error. The console logs the rest itself. */
export function serverLog(): FastifyBaseLogger {
  const quiet = (): void => undefined;
  const trouble = (said: unknown): void => {
    const error: unknown = said instanceof Error ? said : Reflect.get(Object(said), "err");
    emit("server_trouble", {}, { error });
  };
  const logger: FastifyBaseLogger = {
    level: "warn",
    fatal: trouble,
    error: trouble,
    warn: trouble,
    info: quiet,
    debug: quiet,
    trace: quiet,
    silent: quiet,
    child: () => logger,
  };
  return logger;
}

/** Where an error was thrown, in our source and in libraries; its message may contain text from a file. */
export function placesOf(error: unknown): string {
  const frames = error instanceof Error ? (error.stack ?? "").split("\n") : [];
  const places = frames.flatMap((line) => /\b((?:src|dist|node_modules)\/[\w@./-]+:\d+:\d+)\)?$/.exec(line)?.[1] ?? []);
  return places.slice(0, 8).join(" < ");
}
