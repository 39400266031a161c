import { z } from "zod";
import { fixedRandom } from "./random.ts";

const EXPRESSION = "is not a regular expression";

function number<S extends z.ZodNumber>(of: (params: { error: string }) => S, least: number, most: number, words: string): S {
  const error = `takes ${words}`;
  return of({ error }).min(least, { error }).max(most, { error });
}

const ALL = Number.MAX_SAFE_INTEGER;
const position = number(z.int, 1, ALL, "a whole number from 1 on");
const flag = z.boolean({ error: "takes true or false" }).default(false);

/** What shall go wrong, and with which requests; also the body of `POST /_sandbox/faults`. */
export const faultSchema = z.strictObject({
  /** Any, when left out. */
  method: z.string().optional(),
  /** A regular expression over the path with its prefix. */
  path: z.union([z.string().refine(compiles, { error: EXPRESSION }), z.instanceof(RegExp)]).default("."),
  /** How many requests; -1 for all that follow, which is the default with `share` and `every`; else 1. */
  times: number(z.int, -1, ALL, "a whole number, or -1 for all").optional(),
  /** Only the third (say) request that fits. */
  nth: position.optional(),
  /** Only every third (say) request that fits. */
  every: position.optional(),
  /** Only this share of the requests that fit, from 0 to 1, drawn from `seed`. */
  share: number(z.number, 0, 1, "a number from 0 to 1").optional(),
  seed: z.int({ error: "takes a whole number" }).default(1),
  /** Answer this instead. */
  status: number(z.int, 200, 599, "a status from 200 to 599").optional(),
  /** Before the request has an effect, or after. */
  when: z.enum(["before", "after"], { error: "takes before or after" }).default("before"),
  /** Close the connection instead of answering. */
  reset: flag,
  /** Send half of the answer's bytes and close the connection. */
  half: flag,
  delayMs: number(z.number, 0, 2 ** 31 - 1, "milliseconds").default(0),
  /** `Retry-After`: seconds, or an HTTP date. */
  retryAfter: z.union([z.number(), z.string()]).optional(),
  /** The body to answer, as it is: also one that is not JSON. */
  body: z.string().optional(),
  /** The access token of the request is dead from now on. */
  expireToken: flag,
  /** A success is answered with `null`. */
  nullBody: flag,
  /** The list is answered in this shape. */
  shape: z.enum(["bare", "envelope"], { error: "takes bare or envelope" }).optional(),
  /** The list is answered from its first item on. */
  ignoreStart: z.boolean({ error: "takes true or false" }).optional(),
});

export type FaultInput = z.input<typeof faultSchema>;
export type Fault = z.output<typeof faultSchema>;

function compiles(expression: string): boolean {
  try {
    return new RegExp(expression) instanceof RegExp;
  } catch {
    return false;
  }
}

interface Waiting {
  fault: Fault;
  path: RegExp;
  /** Requests that fitted so far. */
  seen: number;
  left: number;
  random: () => number;
}

/** The faults that are waiting for their requests. */
export class Faults {
  #waiting: Waiting[] = [];

  add(input: FaultInput): void {
    const fault = faultSchema.parse(input);
    const lasting = fault.share !== undefined || fault.every !== undefined;
    const times = fault.times ?? (lasting ? -1 : 1);
    if (times === 0) return;
    const path = new RegExp(fault.path);
    this.#waiting.push({ fault, path, seen: 0, left: times < 0 ? Infinity : times, random: fixedRandom(fault.seed) });
  }

  clear(): void {
    this.#waiting = [];
  }

  list(): (Omit<Fault, "path"> & { path: string; seen: number })[] {
    return this.#waiting.map(({ fault, path, seen }) => ({ ...fault, path: path.source, seen }));
  }

  /**
   * Takes the first fault that is due for this request, once. All that fit count the request, so that the nth stays the
   * nth; one that comes due while another is taken waits for the next request.
   */
  take(method: string, path: string): Fault | undefined {
    let taken: Waiting | undefined;
    for (const entry of this.#waiting) {
      if ((entry.fault.method ?? method).toUpperCase() !== method || !entry.path.test(path)) continue;
      entry.seen++;
      if (isDue(entry)) taken ??= entry;
    }
    if (taken === undefined) return undefined;
    taken.left--;
    if (taken.left <= 0) this.#waiting = this.#waiting.filter((entry) => entry !== taken);
    return taken.fault;
  }
}

function isDue({ fault: { nth, every, share }, seen, random }: Waiting): boolean {
  if (nth !== undefined && seen < nth) return false;
  if (every !== undefined && seen % every !== 0) return false;
  return share === undefined || random() < share;
}
