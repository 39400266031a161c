import { fact, inTurn, type Fact } from "../../domain/facts/fact.ts";
import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { EXIT, Problem } from "../../domain/problem.ts";
import { listen, send, unpack, type Answer, type HostNotice } from "./protocol.ts";

const REFUSE_DELAY_MS = 50;

/** The connection to the process that has the state open; emits its notifications. */
export class Connection extends EventEmitter {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, { done(result: unknown): void; fail(error: unknown): void }>();
  #last = 0;
  #gone: Problem | null = null;

  /** @param holder describes that process in messages */
  constructor(socket: Socket, holder: Fact) {
    super();
    this.#socket = socket;
    this.setMaxListeners(0);
    listen<Answer | HostNotice>(socket, (message) => {
      if (message.id === 0) this.emit((message as HostNotice).what, ...(message as HostNotice).args);
      else this.#answered(message);
    });
    // The close event that follows reports it.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.#gone = ended(holder);
      for (const { fail } of this.#waiting.values()) fail(this.#gone);
      this.#waiting.clear();
      this.emit("gone");
    });
  }

  /** @throws the error of the other process; Problem `holder_ended` if it has ended */
  async ask(op: string, ...args: unknown[]): Promise<unknown> {
    if (this.#gone !== null) {
      // BullMQ repeats its calls without a pause: refusing at once would block the event loop.
      await sleep(REFUSE_DELAY_MS);
      throw this.#gone;
    }
    this.#last += 1;
    const id = this.#last;
    return new Promise((done, fail) => {
      this.#waiting.set(id, { done, fail });
      send(this.#socket, { id, op, args });
    });
  }

  async close(): Promise<void> {
    if (this.#gone !== null) return;
    await this.ask("goodbye").catch(() => undefined);
    this.#socket.end();
  }

  #answered({ id, result, error }: Answer): void {
    const asker = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) asker?.done(result);
    else asker?.fail(unpack(error));
  }
}

function ended(holder: Fact): Problem {
  return new Problem(fact("holder.has_ended", { holder }), {
    code: "holder_ended",
    exit: EXIT.configuration,
    audience: "admin",
    retryable: true,
    next: inTurn(fact("advice.run_again", {}), fact("advice.resume_interrupted", { run: null })),
  });
}
