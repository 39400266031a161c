import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { EXIT, Problem } from "../../model/problem.ts";
import { listen, send, unpack, type Answer, type Tell } from "./frames.ts";

const REFUSED_AFTER = 50;

/** The connection to the process that has the state; emits what that says unasked. */
export class Line extends EventEmitter {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, { done(result: unknown): void; fail(error: unknown): void }>();
  #last = 0;
  #gone: Problem | null = null;

  /** @param holder as a person is told of that process */
  constructor(socket: Socket, holder: string) {
    super();
    this.#socket = socket;
    this.setMaxListeners(0);
    listen<Answer | Tell>(socket, (message) => {
      if (message.id === 0) this.emit((message as Tell).what, ...(message as Tell).args);
      else this.#answered(message);
    });
    // The end that follows says it.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.#gone = ended(holder);
      for (const { fail } of this.#waiting.values()) fail(this.#gone);
      this.#waiting.clear();
      this.emit("gone");
    });
  }

  /** @throws what the other process met; Problem `holder_ended` where it is no more */
  async ask(op: string, ...args: unknown[]): Promise<unknown> {
    if (this.#gone !== null) {
      // Whoever asks again and again (BullMQ does) would leave nobody else a turn if it were refused at once.
      await new Promise((resolve) => setTimeout(resolve, REFUSED_AFTER));
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

function ended(holder: string): Problem {
  return new Problem(`The ${holder}, through which this command worked, has ended. What was stored before is kept.`, {
    code: "holder_ended",
    exit: EXIT.configuration,
    audience: "admin",
    retryable: true,
    next: "Give the command again; a run that was under way goes on with `rollcall runs resume`.",
  });
}
