import { z } from "zod";
import { fixedRandom } from "../seed/random.ts";

/** A fault and the requests that it affects; also the body of `POST /_sandbox/faults`. */
export const faultSchema = z.strictObject({
  /** Default: any. */
  method: z.string().optional(),
  /** A regular expression for the path with its prefix. */
  path: z.union([z.string().refine(compiles), z.instanceof(RegExp)]).default("."),
  /** Number of requests; -1: all. Default 1; with `share` or `every` -1. */
  times: z.int().min(-1).optional(),
  /** Only the nth matching request. */
  nth: z.int().min(1).optional(),
  /** Only every nth matching request. */
  every: z.int().min(1).optional(),
  /** Only this share of matching requests, from 0 to 1, drawn from `seed`. */
  share: z.number().min(0).max(1).optional(),
  seed: z.int().default(1),
  /** Answer with this status. */
  status: z.int().min(200).max(599).optional(),
  /** Before the request takes effect, or after. */
  when: z.enum(["before", "after"]).default("before"),
  /** Close the connection instead of answering. */
  reset: z.boolean().default(false),
  /** Send half of the answer's bytes and close the connection. */
  half: z.boolean().default(false),
  delayMs: z
    .number()
    .min(0)
    .max(2 ** 31 - 1)
    .default(0),
  /** `Retry-After`: seconds, or an HTTP date. */
  retryAfter: z.union([z.number(), z.string()]).optional(),
  /** The answer's body, sent unchanged; need not be JSON. */
  body: z.string().optional(),
  /** Revoke the access token of the request. */
  expireToken: z.boolean().default(false),
  /** Answer a success with `null`. */
  nullBody: z.boolean().default(false),
  /** Answer a list in this shape. */
  shape: z.enum(["bare", "envelope"]).optional(),
  /** Answer a list from its first item. */
  ignoreStart: z.boolean().optional(),
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

interface QueuedCall {
  fault: Fault;
  path: RegExp;
  /** Matching requests so far. */
  seen: number;
  left: number;
  random: () => number;
}

/** The active faults. */
export class Faults {
  #waiting: QueuedCall[] = [];

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
   * Returns the first due fault for this request and uses it up. All matching faults count the request, so that the nth
   * stays the nth. A fault that is due at the same time as another waits for the next request.
   */
  take(method: string, path: string): Fault | undefined {
    let taken: QueuedCall | undefined;
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

function isDue({ fault: { nth, every, share }, seen, random }: QueuedCall): boolean {
  if (nth !== undefined && seen < nth) return false;
  if (every !== undefined && seen % every !== 0) return false;
  return share === undefined || random() < share;
}
