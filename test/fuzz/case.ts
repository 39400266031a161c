import { crc32 } from "node:zlib";
import fc from "fast-check";

/** The input of a case; JSON, so that a case can be stored. Bytes are Base64. */
type Input = Record<string, unknown>;

/** A place where cases run: a state, a service, a console. */
export interface Place<T> {
  /** Runs a case. @returns a label for the tally @throws if the product breaks a rule */
  run(input: T): Promise<string>;
  close(): Promise<void>;
}

/** One kind of input that reaches the product. */
export interface Kind<T extends object = Input> {
  name: string;
  /** The number of cases that run in one place. */
  perPlace: number;
  input: fc.Arbitrary<T>;
  open(): Promise<Place<T>>;
}

/** A case that failed, as stored. */
export interface Failure {
  kind: string;
  seed: number;
  /** The number of the case. */
  n: number;
  problem: string;
  /** The smallest input that fails, if there was time to look for it. */
  input: unknown;
}

/** Returns the input of a case; the same for the same numbers. */
export function drawInput<T extends object>(kind: Kind<T>, seed: number, n: number): T {
  const [input] = fc.sample(kind.input, { seed: seedOf(kind, seed, n), numRuns: 1 });
  if (input === undefined) throw new Error(`the kind ${kind.name} has no input`);
  return input;
}

function seedOf({ name }: { name: string }, seed: number, n: number): number {
  return crc32(`${name} ${seed} ${n}`) | 0;
}

const SHRINK_MS = 20_000;

/** Returns a smaller input that fails in a place of its own, or `null` if the case does not fail again. */
export async function shrinkCase<T extends object>(kind: Kind<T>, seed: number, n: number): Promise<T | null> {
  let place = await kind.open();
  const property = fc.asyncProperty(kind.input, async (input) => {
    try {
      await place.run(input);
    } catch (error) {
      await place.close();
      place = await kind.open();
      throw error;
    }
  });
  const found = await fc.check(property, { seed: seedOf(kind, seed, n), numRuns: 1, interruptAfterTimeLimit: SHRINK_MS });
  await place.close();
  return found.counterexample?.[0] ?? null;
}

const MAX_CASE_MS = 60_000;

export interface Ran {
  n: number;
  outcome: string;
  /** The rule that the case broke. */
  problem: string | null;
}

/** Runs the cases `from` to `to - 1` of a kind, and opens a new place now and then. */
export async function* runCases<T extends object>(kind: Kind<T>, seed: number, from: number, to: number): AsyncGenerator<Ran> {
  let place = await kind.open();
  let left = kind.perPlace;
  try {
    for (let n = from; n < to; n++) {
      if (left-- === 0) {
        await place.close();
        place = await kind.open();
        left = kind.perPlace - 1;
      }
      try {
        yield { n, outcome: await inTime(place.run(drawInput(kind, seed, n))), problem: null };
      } catch (error) {
        left = 0;
        yield { n, outcome: "failed", problem: error instanceof Error ? (error.stack ?? error.message) : String(error) };
      }
    }
  } finally {
    await place.close();
  }
}

async function inTime(run: Promise<string>): Promise<string> {
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => limit.reject(new Error(`the case took longer than ${MAX_CASE_MS / 1000} s`)), MAX_CASE_MS);
  try {
    return await Promise.race([run, limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}
