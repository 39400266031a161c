import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import { Refusal } from "./answers.ts";
import type { ConsoleParts, BackgroundRun } from "./parts.ts";

/** A stream ends after this time, in ms, and the browser asks again, so that removed rights take effect. */
const MAX_STREAM_MS = 300_000;
/** Interval of keep-alive messages for proxies, in ms. */
const STILL_HERE = 15_000;
const MAX_STREAMS = 200;
/** Ends of runs that never came into the store are remembered for a while. */
const MAX_ENDED = 100;

/** Progress of background runs as server-sent events. */
export class Live {
  readonly #parts: ConsoleParts;
  readonly #open = new Set<Readable>();
  readonly #ended = new Map<string, BackgroundRun>();

  constructor(app: FastifyInstance, parts: ConsoleParts) {
    this.#parts = parts;
    const stop = parts.work.watch((progress) => {
      if (progress.ended === null || progress.run === "") return;
      this.#ended.set(progress.run, progress);
      const [oldest] = this.#ended.keys();
      if (this.#ended.size > MAX_ENDED && oldest !== undefined) this.#ended.delete(oldest);
    });
    // A server that closes waits for its answers; these would never end by themselves.
    app.addHook("preClose", async () => {
      stop();
      for (const stream of this.#open) stream.push(null);
    });
  }

  /** Returns the progress of a background run that is waiting, in progress or recently ended. */
  of(run: string): BackgroundRun | null {
    return this.#parts.work.running().find((progress) => progress.run === run) ?? this.#ended.get(run) ?? null;
  }

  /** Answers with every step of a run until it has ended. */
  send(reply: FastifyReply, run: string): FastifyReply {
    if (this.#open.size >= MAX_STREAMS) {
      throw new Refusal(503, {
        code: "too_many_requests",
        message: "Too many pages follow runs at this moment.",
        next: "Load the page again.",
      });
    }
    const stream = new Readable({ read: () => undefined });
    const publish = (progress: BackgroundRun): void => {
      // A client that stopped reading must not fill the memory.
      if (stream.readableLength < 64 << 10) stream.push(`event: progress\ndata: ${JSON.stringify(progress)}\n\n`);
      if (progress.ended !== null) stream.push(null);
    };
    const stop = this.#parts.work.watch((progress) => {
      if (progress.run === run) publish(progress);
    });
    const still = setInterval(() => stream.push(": still here\n\n"), STILL_HERE);
    const end = setTimeout(() => stream.push(null), MAX_STREAM_MS);
    this.#open.add(stream);
    stream.once("close", () => {
      stop();
      clearInterval(still);
      clearTimeout(end);
      this.#open.delete(stream);
    });
    const now = this.of(run);
    if (now === null) {
      stream.push("event: over\ndata: {}\n\n");
      stream.push(null);
    } else publish(now);
    return reply.type("text/event-stream; charset=utf-8").header("x-accel-buffering", "no").send(stream);
  }
}
