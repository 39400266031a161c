import { z } from "zod";

/** What shall go wrong with the next requests that fit; also the body of `POST /_sandbox/faults`. */
export const faultSchema = z.strictObject({
  /** Any, when left out. */
  method: z.string().optional(),
  /** A regular expression over the path with its prefix. */
  path: z.union([z.string(), z.instanceof(RegExp)]).default("."),
  /** How many requests; -1 for all that follow. */
  times: z.int().default(1),
  /** Answer this instead. Without status, reset and body the fault only delays. */
  status: z.int().min(200).max(599).optional(),
  /** Before the request has an effect, or after. */
  when: z.enum(["before", "after"]).default("before"),
  /** Close the connection instead of answering. */
  reset: z.boolean().default(false),
  delayMs: z.number().min(0).default(0),
  /** `Retry-After`: seconds, or an HTTP date. */
  retryAfter: z.union([z.number(), z.string()]).optional(),
  /** The body to answer, as it is: also one that is not JSON. */
  body: z.string().optional(),
});

export type FaultInput = z.input<typeof faultSchema>;
export type Fault = z.output<typeof faultSchema>;

/** The faults that are waiting for their requests. */
export class Faults {
  #waiting: { fault: Fault; path: RegExp; left: number }[] = [];

  add(input: FaultInput): void {
    const fault = faultSchema.parse(input);
    this.#waiting.push({ fault, path: new RegExp(fault.path), left: fault.times < 0 ? Infinity : fault.times });
  }

  clear(): void {
    this.#waiting = [];
  }

  /** Takes the first fault that fits this request, once. */
  take(method: string, path: string): Fault | undefined {
    const found = this.#waiting.find((entry) => (entry.fault.method ?? method).toUpperCase() === method && entry.path.test(path));
    if (found === undefined) return undefined;
    found.left--;
    if (found.left <= 0) this.#waiting = this.#waiting.filter((entry) => entry !== found);
    return found.fault;
  }
}
