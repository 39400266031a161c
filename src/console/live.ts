import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import { asReader, type Reader } from "../reporting/locales/reader.ts";
import { t } from "../reporting/locales/t.ts";
import { Refusal } from "./answers.ts";
import type { ConsoleParts, BackgroundRun } from "./parts.ts";
import { progressText } from "./progress.ts";

/** A stream ends after this time, in ms, and the browser asks again, so that removed rights take effect. */
const MAX_STREAM_MS = 300_000;
/** Interval of keep-alive messages for proxies, in ms. */
const STILL_HERE = 15_000;
const LOOK_AGAIN_MS = 5000;
const MAX_STREAMS = 200;
/** Ends of runs that never came into the store are remembered for a while. */
const MAX_ENDED = 100;

/** One step of something that a page follows, in the words of its reader. */
interface LiveStep {
  words: string;
  done: number;
  total: number;
  over: boolean;
}

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
      for (const stream of this.#open) finish(stream);
    });
  }

  /** Returns the progress of a background run that is waiting, in progress or recently ended. */
  of(run: string): BackgroundRun | null {
    return this.#parts.work.running().find((progress) => progress.run === run) ?? this.#ended.get(run) ?? null;
  }

  /** Sends each step of a run until it has ended. */
  send(reply: FastifyReply, run: string, reader: Reader): FastifyReply {
    const stream = this.#stream(() => stop());
    const publish = (progress: BackgroundRun): void => {
      push(stream, "progress", { ...progress, words: asReader(reader, () => progressText(progress)) });
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
  async sendUntilOver(reply: FastifyReply, jobs: ReadonlySet<string>, look: () => Promise<LiveStep>): Promise<FastifyReply> {
    const stream = this.#stream(() => {
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

  /** Opens a stream that ends by itself after a while. */
  #stream(closed: () => void): Readable {
    if (this.#open.size >= MAX_STREAMS) {
      throw new Refusal(503, {
        code: "too_many_requests",
        message: t("Too many pages follow runs at this moment."),
        next: t("Load the page again."),
      });
    }
    const stream = new Readable({ read: () => undefined });
    const still = setInterval(() => write(stream, ": still here\n\n"), STILL_HERE);
    const end = setTimeout(() => finish(stream), MAX_STREAM_MS);
    this.#open.add(stream);
    stream.once("close", () => {
      closed();
      clearInterval(still);
      clearTimeout(end);
      this.#open.delete(stream);
    });
    return stream;
  }
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
}

function asEvents(reply: FastifyReply, stream: Readable): FastifyReply {
  return reply.type("text/event-stream; charset=utf-8").header("x-accel-buffering", "no").send(stream);
}
