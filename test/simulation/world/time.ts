import { createRequire, syncBuiltinESMExports } from "node:module";
import { currentProcess, inThisContext } from "./process.ts";

const require = createRequire(import.meta.url);
const RealDate = Date;
const realSetImmediate = setImmediate;
const realSetTimeout = setTimeout;
const realHrtime = process.hrtime.bigint;

interface Entry {
  at: number;
  seq: number;
  run: () => void;
  cancelled: boolean;
  /** Repeats after this time. */
  every: number | null;
}

/** 2026-01-05, a Monday. */
const EPOCH = RealDate.UTC(2026, 0, 5);

let elapsed = 0;
let wall = EPOCH;
let seq = 0;
let entries: Entry[] = [];
let immediates: (() => void)[] = [];

/** Milliseconds of this machine, for measuring the simulation itself. */
export function realMs(): number {
  return Number(realHrtime()) / 1e6;
}

/** The virtual time of day. */
export function virtualNow(): Date {
  return new RealDate(wall);
}

/** Starts a new run: no timer is left, and the time is that of the first day. */
export function resetTime(): void {
  elapsed = 0;
  wall = EPOCH;
  seq = 0;
  entries = [];
  immediates = [];
}

/** Code that looks at the clock again and again waits for it to move, as PostgreSQL does when it sleeps. */
const MAX_LOOKS = 2000;
let looks = 0;

function look(): void {
  looks += 1;
  if (looks > MAX_LOOKS) advanceTo(elapsed + 1);
}

function monotonicNow(): number {
  look();
  return elapsed;
}

function wallNow(): number {
  look();
  return Math.floor(wall);
}

/** Moves the time of day, forwards or backwards; timers do not notice. */
export function jumpClock(ms: number): void {
  wall += ms;
}

/** Resolves after so much virtual time. */
export function pass(ms: number): Promise<void> {
  return new Promise((resolve) => void schedule(ms, resolve, null));
}

function advanceTo(at: number): void {
  if (at <= elapsed) return;
  wall += at - elapsed;
  elapsed = at;
}

/** A binary heap is not worth it: there are rarely more than a few dozen timers. */
function schedule(ms: number, run: () => void, every: number | null): Entry {
  const process = currentProcess();
  const delay = Math.max(1, Number.isFinite(ms) ? ms : 1);
  const work = inThisContext(run);
  const entry: Entry = {
    at: elapsed + delay,
    seq: (seq += 1),
    run: () => {
      if (process?.alive !== false) work();
    },
    cancelled: false,
    every,
  };
  insert(entry);
  return entry;
}

function insert(entry: Entry): void {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = entries[middle] as Entry;
    if (other.at > entry.at || (other.at === entry.at && other.seq > entry.seq)) low = middle + 1;
    else high = middle;
  }
  entries.splice(low, 0, entry);
}

function nextEntry(): Entry | undefined {
  for (let entry = entries.pop(); entry !== undefined; entry = entries.pop()) if (!entry.cancelled) return entry;
  return undefined;
}

export class Stuck extends Error {}

/** Real I/O that is still under way, such as a module that is being loaded: time does not pass meanwhile. */
function hasRealWork(): boolean {
  return process.getActiveResourcesInfo().some((name) => /^(FSReq|GetAddrInfo|Zlib|RandomBytes|PBKDF2|Scrypt|FileHandle)/.test(name));
}

/**
 * Runs the world until a promise is settled. Everything that is due happens in a fixed order, and time passes only when
 * nothing else is left to do.
 * @throws Stuck if nothing is left that could settle it, or after `limitMs` of virtual time
 */
export async function runUntil<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let settled = false;
  const done = (): void => void (settled = true);
  work.then(done, done);
  const end = elapsed + limitMs;
  for (;;) {
    looks = 0;
    await new Promise<void>((resolve) => void realSetImmediate(resolve));
    if (settled) return work;
    const due = immediates;
    if (due.length > 0) {
      immediates = [];
      for (const run of due) run();
      continue;
    }
    if (hasRealWork()) {
      await new Promise<void>((resolve) => void realSetTimeout(resolve, 1));
      continue;
    }
    const entry = nextEntry();
    if (entry === undefined) throw new Stuck("Nothing is left to do, and the command has not ended.");
    advanceTo(entry.at);
    if (elapsed > end) throw new Stuck(`The command has not ended after ${Math.round(limitMs / 60_000)} minutes.`);
    if (entry.every !== null) insert(Object.assign(entry, { at: elapsed + entry.every, seq: (seq += 1) }));
    entry.run();
  }
}

class Timer {
  readonly #entry: Entry;
  constructor(ms: number, run: () => void, every: number | null) {
    this.#entry = schedule(ms, run, every);
  }
  cancel(): void {
    this.#entry.cancelled = true;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  hasRef(): boolean {
    return true;
  }
  refresh(): this {
    return this;
  }
  close(): this {
    this.cancel();
    return this;
  }
  [Symbol.toPrimitive](): number {
    return 0;
  }
  [Symbol.dispose](): void {
    this.cancel();
  }
}

function setVirtualTimeout(run: (...args: unknown[]) => void, ms = 1, ...args: unknown[]): Timer {
  return new Timer(ms, () => run(...args), null);
}

function setVirtualInterval(run: (...args: unknown[]) => void, ms = 1, ...args: unknown[]): Timer {
  return new Timer(ms, () => run(...args), Math.max(1, ms));
}

function setVirtualImmediate(
  run: (...args: unknown[]) => void,
  ...args: unknown[]
): { ref(): void; unref(): void; run: (() => void) | null } {
  const process = currentProcess();
  const work = inThisContext(run);
  const immediate = { ref: () => undefined, unref: () => undefined, run: (): void => work(...args) };
  immediates.push(() => {
    if (process?.alive !== false) immediate.run?.();
  });
  return immediate;
}

function clear(timer: unknown): void {
  if (timer instanceof Timer) timer.cancel();
}

interface Waiting {
  signal?: AbortSignal;
}

function wait<T>(ms = 1, value?: T, { signal }: Waiting = {}): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(abortError(signal));
    const timer = new Timer(
      ms,
      () => {
        signal?.removeEventListener("abort", stop);
        resolve(value);
      },
      null,
    );
    const stop = (): void => {
      timer.cancel();
      reject(abortError(signal));
    };
    signal?.addEventListener("abort", stop, { once: true });
  });
}

function abortError(signal: AbortSignal | undefined): Error {
  return Object.assign(new Error("The operation was aborted"), { name: "AbortError", code: "ABORT_ERR", cause: signal?.reason as unknown });
}

/** Replaces the clock and the timers of this process. */
export function installTime(): void {
  function VirtualDate(this: unknown, ...args: unknown[]): unknown {
    if (new.target === undefined) return new RealDate(wall).toString();
    return args.length === 0 ? new RealDate(wall) : new (RealDate as unknown as new (...given: unknown[]) => Date)(...args);
  }
  for (const name of ["UTC", "parse"] as const) Object.assign(VirtualDate, { [name]: RealDate[name] });
  Object.assign(VirtualDate, { now: wallNow });
  Object.defineProperty(VirtualDate, "prototype", { value: RealDate.prototype });
  RealDate.prototype.constructor = VirtualDate;
  globalThis.Date = VirtualDate as never;
  Object.defineProperty(performance, "now", { value: monotonicNow, configurable: true });

  const clearImmediate = (immediate: { run: unknown } | undefined): void => {
    if (immediate !== undefined && immediate !== null) immediate.run = null;
  };
  const timers = {
    setTimeout: setVirtualTimeout,
    setInterval: setVirtualInterval,
    setImmediate: setVirtualImmediate,
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate,
  };
  Object.assign(globalThis, timers);
  Object.assign(require("node:timers") as object, timers);
  const immediate = <T>(value?: T): Promise<T | undefined> => new Promise((resolve) => void setVirtualImmediate(() => resolve(value)));
  Object.assign(require("node:timers/promises") as object, { setTimeout: wait, setImmediate: immediate });
  AbortSignal.timeout = (ms: number): AbortSignal => {
    const controller = new AbortController();
    setVirtualTimeout(() => controller.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError")), ms);
    return controller.signal;
  };
  syncBuiltinESMExports();
}
