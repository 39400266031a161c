import { validateHeaderName, validateHeaderValue } from "node:http";
import pTimeout from "p-timeout";
import type { Priority } from "./http/budget.ts";

/** Options of one call, passed as its last argument. */
export interface CallOptions {
  /** Aborts this call with `stopped`, both in the queue and in flight. */
  signal?: AbortSignal | undefined;
  /** Idle timeout in milliseconds; overrides the client's `timeout`. */
  timeout?: number | undefined;
  /** `low`: starts only while no other call of the account waits. Default: `normal`. */
  priority?: Priority | undefined;
  /** Extra headers. The client's own headers (see `checkHeaders`) cannot be replaced. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** Headers that the client sets, in addition to the access token's header. */
const OWN = new Set(["authorization", "content-type", "content-length", "transfer-encoding", "host", "connection"]);

/** Throws TypeError for invalid options, before anything is sent. */
export function checkOptions({ timeout, headers }: CallOptions, tokenHeader: string): void {
  if (timeout !== undefined && !(Number.isFinite(timeout) && timeout > 0))
    throw new TypeError("timeout must be a number of milliseconds above 0");
  checkHeaders(headers ?? {}, tokenHeader);
}

/** Throws TypeError for a header that the client sets, or an invalid name or value. The error never contains the value. */
export function checkHeaders(headers: Readonly<Record<string, unknown>>, tokenHeader: string): void {
  for (const [name, value] of Object.entries(headers)) {
    if (OWN.has(name.toLowerCase()) || name.toLowerCase() === tokenHeader.toLowerCase())
      throw new TypeError(`the header ${name} is set by the client; remove it from headers`);
    if (!isSendable(name, value)) throw new TypeError(`the header ${JSON.stringify(name)} has a name or a value that HTTP does not allow`);
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

/** Returns a signal that aborts with either of the two; `undefined` without both. */
export function eitherSignal(one: AbortSignal | undefined, two: AbortSignal | undefined): AbortSignal | undefined {
  return one === undefined || two === undefined ? (one ?? two) : AbortSignal.any([one, two]);
}

/** Waits for `work` until the signal aborts; the work itself continues. Rejects with the signal's reason. */
export async function waitUnless<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return signal === undefined ? work : pTimeout(work, { milliseconds: Number.POSITIVE_INFINITY, signal });
}
