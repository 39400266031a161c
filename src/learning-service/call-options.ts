import { validateHeaderName, validateHeaderValue } from "node:http";

/** Options of one call, after its other arguments. */
export interface CallOptions {
  /** Ends this call with `stopped`: while it waits for its turn, and while it is under way. */
  signal?: AbortSignal | undefined;
  /** Milliseconds without a sign of life, instead of the client's `timeout`. */
  timeout?: number | undefined;
  /** Headers to send along. The client's own headers (see `checkHeaders`) cannot be replaced. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** Headers that the client sets itself, beside the one that shows the access token. */
const OWN = new Set(["authorization", "content-type", "content-length", "transfer-encoding", "host", "connection"]);

/** Throws TypeError for options that cannot be used, before anything is sent. */
export function checkOptions({ timeout, headers }: CallOptions, tokenHeader: string): void {
  if (timeout !== undefined && !(Number.isFinite(timeout) && timeout > 0)) throw new TypeError("timeout must be milliseconds, more than 0");
  checkHeaders(headers ?? {}, tokenHeader);
}

/** Throws TypeError for a header that is the client's own, or that HTTP cannot carry. The value is never repeated. */
export function checkHeaders(headers: Readonly<Record<string, unknown>>, tokenHeader: string): void {
  for (const [name, value] of Object.entries(headers)) {
    if (OWN.has(name.toLowerCase()) || name.toLowerCase() === tokenHeader.toLowerCase())
      throw new TypeError(`the header ${name} is set by the client itself`);
    if (!isSendable(name, value)) throw new TypeError(`the header ${JSON.stringify(name)} has a name or a value that cannot be sent`);
  }
}

function isSendable(name: string, value: unknown): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value as string);
    return typeof value === "string";
  } catch {
    return false;
  }
}

/** A signal that ends with either of the two; `undefined` without both. */
export function eitherSignal(one: AbortSignal | undefined, two: AbortSignal | undefined): AbortSignal | undefined {
  return one === undefined || two === undefined ? (one ?? two) : AbortSignal.any([one, two]);
}

/** Waits for work that goes on when the signal ends the waiting. Rejects with the signal's reason. */
export async function waitUnless<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  // Nobody may be left to hear how the work ends.
  work.catch(() => undefined);
  const ended = Promise.withResolvers<never>();
  const end = (): void => ended.reject(signal.reason);
  if (signal.aborted) end();
  signal.addEventListener("abort", end, { once: true });
  try {
    return await Promise.race([work, ended.promise]);
  } finally {
    signal.removeEventListener("abort", end);
  }
}
