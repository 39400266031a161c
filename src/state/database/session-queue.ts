import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate } from "node:timers/promises";

export type Release = () => void;

/** PGlite works in this thread. After statements of this time, in ms, everything else gets its turn. */
const TURN_MS = 10;
/** The most statements of pages in a row while a run waits. */
const PAGES_IN_A_ROW = 50;

const pages = new AsyncLocalStorage<true>();

/** Runs something that a person waits for: its statements come before those of runs. */
export function beforeRuns(work: () => void): void {
  pages.run(true, work);
}

/** Gives PGlite's only session to one caller at a time: to pages first, otherwise in the order of the calls. */
export class SessionQueue {
  readonly #pages: ((release: Release) => void)[] = [];
  readonly #others: ((release: Release) => void)[] = [];
  #isHeld = false;
  #inARow = 0;
  #turnedAt = performance.now();

  /** Waits for the session; the returned function passes it to the next waiter. */
  acquire(): Promise<Release> {
    return new Promise((granted) => {
      (pages.getStore() === true ? this.#pages : this.#others).push(granted);
      if (this.#isHeld) return;
      this.#isHeld = true;
      void this.#grantNext();
    });
  }

  /** Runs work that owns the session until it ends. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const release = await this.acquire();
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Lets other events happen, if statements have kept the thread for long. */
  async turn(): Promise<void> {
    if (performance.now() - this.#turnedAt < TURN_MS) return;
    await setImmediate();
    this.#turnedAt = performance.now();
  }

  async #grantNext(): Promise<void> {
    await this.turn();
    const first = this.#inARow < PAGES_IN_A_ROW || this.#others.length === 0 ? this.#pages.shift() : undefined;
    this.#inARow = first === undefined ? 0 : this.#inARow + 1;
    const granted = first ?? this.#others.shift();
    if (granted === undefined) this.#isHeld = false;
    else granted(() => void this.#grantNext());
  }
}
