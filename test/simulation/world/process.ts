import { AsyncLocalStorage } from "node:async_hooks";

/** A place at which a simulated process can end. */
export type PointKind = "database" | "file" | "request" | "answer";

interface Context {
  process: SimulatedProcess | null;
  /** The request that the service handles. */
  request?: object;
}

const context = new AsyncLocalStorage<Context>();

/** Runs work in the name of a simulated process, or of nobody. */
export function runAs<T>(process: SimulatedProcess | null, work: () => T): T {
  return context.run({ process }, work);
}

/** Runs work of the service for one request. */
export function runForRequest<T>(request: object, work: () => T): T {
  return context.run({ process: null, request }, work);
}

export function currentProcess(): SimulatedProcess | null {
  return context.getStore()?.process ?? null;
}

export function currentRequest(): object | null {
  return context.getStore()?.request ?? null;
}

/** Returns a function that calls `work` in the context of now. */
export function inThisContext<A extends unknown[]>(work: (...args: A) => unknown): (...args: A) => void {
  const store = context.getStore();
  return (...args) => void (store === undefined ? context.exit(() => work(...args)) : context.run(store, () => work(...args)));
}

/** The n-th time that a process comes to a point, such as "after sending POST /users". */
export interface NamedInstant {
  where: string;
  nth: number;
}

/** Thrown into synchronous code of a process that has ended. */
export class ProcessEnded extends Error {
  constructor() {
    super("the simulated process has ended");
  }
}

/**
 * A simulated process. It owns its I/O handles: when it crashes they are revoked, so nothing that it still has to do
 * has an effect.
 */
export class SimulatedProcess {
  readonly name: string;
  alive = true;
  /** The number of points that it has passed. */
  points = 0;
  /** Where it crashed, in words. */
  crashedAt: string | null = null;
  #crashAt: number;
  readonly #crashOn: NamedInstant | undefined;
  #passed = 0;
  readonly #onEnd: (() => void)[] = [];
  readonly #crashed: Promise<void>;
  #resolve: () => void = () => undefined;

  /** @param crashAt the number of the point at which it crashes; `Infinity`: never */
  constructor(name: string, crashAt = Infinity, crashOn?: NamedInstant) {
    this.name = name;
    this.#crashAt = crashAt;
    this.#crashOn = crashOn;
    this.#crashed = new Promise((resolve) => (this.#resolve = resolve));
  }

  get crashed(): Promise<void> {
    return this.#crashed;
  }

  /** Registers the release of a handle. */
  onEnd(release: () => void): void {
    if (this.alive) this.#onEnd.push(release);
    else release();
  }

  /** Counts a point, and crashes if it is the chosen one. @returns whether the process is alive afterwards */
  point(kind: PointKind, where: string): boolean {
    if (!this.alive) return false;
    this.points += 1;
    if (where === this.#crashOn?.where) this.#passed += 1;
    if (this.points >= this.#crashAt || this.#passed === this.#crashOn?.nth) this.crash(`${where} (${kind})`);
    return this.alive;
  }

  /** Ends it at once, like `kill -9`. */
  crash(where: string): void {
    if (!this.alive) return;
    this.crashedAt = where;
    this.end();
    this.#resolve();
  }

  /** Revokes all handles. */
  end(): void {
    this.alive = false;
    for (const release of this.#onEnd.splice(0).reverse()) release();
  }
}

const never = new Promise<never>(() => undefined);

/** Runs one asynchronous operation of the current process, with a point before and after it. */
export async function operation<T>(kind: PointKind, what: string, work: () => T | Promise<T>): Promise<T> {
  const process = currentProcess();
  if (process === null) return work();
  if (!process.point(kind, `before ${what}`)) return never;
  let result: T;
  try {
    result = await work();
  } catch (error) {
    if (!process.alive) return never;
    throw error;
  }
  return process.point(kind, `after ${what}`) ? result : never;
}
