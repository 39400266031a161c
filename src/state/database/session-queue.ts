import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";

export type Release = () => void;

/** PGlite works in this thread. After statements of this time, in ms, everything else gets its turn. */
const TURN_MS = 10;
/** The longest time, in ms, that a run waits for pages between two of its statements. */
const RUN_WAITS_MS = 200;
/** Runs wait for a page that is being made until this time, in ms. */
const PAGE_MS = 3000;

/** A page that is being made. */
interface Page {
  /** The time from which runs do not wait for it any more. */
  until: number;
  /** Its answer has begun: two downloads would else stop all runs until one of them ends. */
  isAnswered: boolean;
}

const page = new AsyncLocalStorage<Page>();
/** All databases of the process have them in common. */
const pages = new Set<Page>();

/**
 * Runs something that a person waits for: its statements come before those of runs, and none of a run comes between them.
 * @returns call it when the answer is ready
 */
export function beforeRuns(work: () => void): () => void {
  const made = { until: performance.now() + PAGE_MS, isAnswered: false };
  pages.add(made);
  page.run(made, work);
  return () => {
    made.isAnswered = true;
    pages.delete(made);
  };
}

function isPageBeingMade(): boolean {
  for (const made of pages) if (made.until < performance.now()) pages.delete(made);
  return pages.size > 0;
}

type Waiter = (release: Release) => void;

/** Gives PGlite's only session to one caller at a time: to pages first, otherwise in the order of the calls. */
export class SessionQueue {
  readonly #ofPages: Waiter[] = [];
  readonly #ofRuns: Waiter[] = [];
  #isHeld = false;
  #turnedAt = performance.now();
  /** Since when statements of runs wait and none was granted. */
  #runsWaitSince = 0;

  /** Waits for the session; the returned function passes it to the next waiter. */
  acquire(): Promise<Release> {
    return new Promise((granted) => {
      if (page.getStore()?.isAnswered === false) this.#ofPages.push(granted);
      else if (this.#ofRuns.push(granted) === 1) this.#runsWaitSince = performance.now();
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
    // A page does other things between its statements, and would wait for a statement of a run each time.
    while (this.#ofPages.length === 0 && this.#ofRuns.length > 0 && isPageBeingMade() && !this.#isRunDue()) await sleep(1);
    const ofPage = this.#isRunDue() ? undefined : this.#ofPages.shift();
    const granted = ofPage ?? this.#ofRuns.shift();
    if (granted === undefined) this.#isHeld = false;
    else
      granted(() => {
        if (ofPage === undefined) this.#runsWaitSince = performance.now();
        void this.#grantNext();
      });
  }

  /** Returns whether runs have waited for pages long enough. */
  #isRunDue(): boolean {
    return this.#ofRuns.length > 0 && performance.now() - this.#runsWaitSince > RUN_WAITS_MS;
  }
}
