import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import { isStillAllowed } from "./access/identify.ts";
import type { ActorsRequest } from "./access/route.ts";
import { asReader } from "../reporting/locales/reader.ts";
import { t } from "../reporting/locales/t.ts";
import { Refusal } from "./answers.ts";
import type { ConsoleParts, BackgroundRun } from "./parts.ts";
import { progressText, stepOf } from "./progress.ts";

/** A stream ends after this time, in ms, and the browser asks again. */
const MAX_STREAM_MS = 300_000;
/** Interval, in ms, of the check that the session and its right remain, and of keep-alive messages for proxies. */
const CHECK_INTERVAL_MS = 15_000;
/** A client that has not read the rest of an ended stream after this time, in ms, is disconnected. */
const CLOSE_TIMEOUT_MS = 10_000;
const LOOK_AGAIN_MS = 5000;
const MAX_STREAMS = 200;
/** More than the pages that one person has open. */
const MAX_STREAMS_OF_ONE = 12;
/** Ends of runs that never came into the store are remembered for a while. */
const MAX_ENDED = 100;

/** One step of something that a page follows, in the words of its reader. */
interface LiveStep {
  words: string;
  done: number;
  /** `null`: not known. */
  total: number | null;
  over: boolean;
}

/** Progress of background runs as server-sent events. */
export class Live {
  readonly #parts: ConsoleParts;
  /** The open streams, each with the name of its reader. */
  readonly #open = new Map<Readable, string>();
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
      for (const stream of this.#open.keys()) finish(stream);
    });
  }

  /** Returns the progress of a background run that is waiting, in progress or recently ended. */
  of(run: string): BackgroundRun | null {
    return this.#parts.work.running().find((progress) => progress.run === run) ?? this.#ended.get(run) ?? null;
  }

  /** Sends each step of a run until it has ended. */
  send(request: ActorsRequest, reply: FastifyReply, run: string): FastifyReply {
    const stream = this.#stream(request, () => stop());
    const publish = (progress: BackgroundRun): void => {
      push(stream, "progress", {
        ...progress,
        words: asReader(request.reader, () => progressText(progress)),
        step: stepOf(progress.phase),
      });
      if (progress.ended !== null) finish(stream);
    };
    const stop = this.#parts.work.watch((progress) => {
      if (progress.run === run) publish(progress);
    });
    const now = this.of(run);
    if (now === null) {
      push(stream, "over", {});
      finish(stream);
    } else publish(now);
    return asEvents(reply, stream);
  }

  /** Answers with what `look` returns now and whenever work on one of these jobs makes progress, until it is over. */
  async sendUntilOver(
    request: ActorsRequest,
    reply: FastifyReply,
    jobs: ReadonlySet<string>,
    look: () => Promise<LiveStep>,
  ): Promise<FastifyReply> {
    const stream = this.#stream(request, () => {
      stop();
      clearInterval(again);
    });
    let looking = false;
    let late = false;
    const publish = async (): Promise<void> => {
      late = looking;
      if (looking) return;
      looking = true;
      try {
        do {
          late = false;
          const step = await look();
          push(stream, "step", step);
          if (step.over) return finish(stream);
        } while (late);
      } finally {
        looking = false;
      }
    };
    const failed = (): void => finish(stream);
    const stop = this.#parts.work.watch((progress) => {
      if (jobs.has(progress.job)) publish().catch(failed);
    });
    // Another process may have done the work.
    const again = setInterval(() => void publish().catch(failed), LOOK_AGAIN_MS);
    publish().catch(failed);
    return asEvents(reply, stream);
  }

  /** Opens a stream that ends by itself after a while, or when the session of its reader has ended. */
  #stream(request: ActorsRequest, closed: () => void): Readable {
    const { name } = request.actor;
    if (this.#open.size >= MAX_STREAMS) throw tooMany(503);
    if ([...this.#open.values()].filter((one) => one === name).length >= MAX_STREAMS_OF_ONE) throw tooMany(429);
    const stream = new Readable({ read: () => undefined });
    const check = async (): Promise<void> => {
      if (await isStillAllowed(request, this.#parts)) write(stream, ": still here\n\n");
      else finish(stream);
    };
    const still = setInterval(() => void check().catch(() => finish(stream)), CHECK_INTERVAL_MS);
    const end = setTimeout(() => finish(stream), MAX_STREAM_MS);
    this.#open.set(stream, name);
    stream.once("close", () => {
      closed();
      clearInterval(still);
      clearTimeout(end);
      this.#open.delete(stream);
    });
    // Such an answer has a head only.
    if (request.method === "HEAD") finish(stream);
    return stream;
  }
}

function tooMany(status: number): Refusal {
  return new Refusal(status, {
    code: "too_many_requests",
    message: t("runs.too_many_pages"),
    next: t("runs.load_page_again"),
  });
}

const finished = new WeakSet<Readable>();

function push(stream: Readable, event: string, value: object): void {
  write(stream, `event: ${event}\ndata: ${JSON.stringify(value)}\n\n`);
}

function write(stream: Readable, text: string): void {
  // A client that stopped reading must not fill the memory.
  if (!finished.has(stream) && !stream.destroyed && stream.readableLength < 64 << 10) stream.push(text);
}

function finish(stream: Readable): void {
  if (finished.has(stream)) return;
  finished.add(stream);
  stream.push(null);
  const close = setTimeout(() => stream.destroy(), CLOSE_TIMEOUT_MS).unref();
  stream.once("close", () => clearTimeout(close));
}

function asEvents(reply: FastifyReply, stream: Readable): FastifyReply {
  return reply.type("text/event-stream; charset=utf-8").header("x-accel-buffering", "no").send(stream);
}
