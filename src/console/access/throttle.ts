/** The waiting times after failed attempts. */
export interface ThrottleRule {
  /** Failed attempts before a wait. */
  free: number;
  /** The longest wait, in ms. */
  longest: number;
  /** Attempts are forgotten after this time without one, in ms. */
  resetAfterMs: number;
}

/** For one name: guessing stays hopeless, and an attacker can lock a user out for a minute at most. */
export const BY_NAME: ThrottleRule = { free: 5, longest: 60_000, resetAfterMs: 3_600_000 };
/** By address. An office shares one, so it has more free attempts. */
export const BY_ADDRESS: ThrottleRule = { free: 20, longest: 900_000, resetAfterMs: 3_600_000 };

/** More than a person needs, and few enough for memory. */
const MAX_KEYS = 20_000;

/** Counts attempts by key, in memory; losing them with a restart helps an attacker little. */
export class Throttle {
  readonly #rule: ThrottleRule;
  readonly #seen = new Map<string, { failed: number; at: number }>();

  constructor(rule: ThrottleRule) {
    this.#rule = rule;
  }

  /** Returns how long this key must wait before the next attempt, in ms; 0: not at all. */
  wait(key: string, now: number): number {
    const seen = this.#seen.get(key);
    if (seen === undefined || now - seen.at > this.#rule.resetAfterMs) return 0;
    const over = seen.failed - this.#rule.free;
    if (over < 0) return 0;
    const pause = Math.min(this.#rule.longest, 1000 * 2 ** Math.min(over, 30));
    return Math.max(0, seen.at + pause - now);
  }

  /** Counts an attempt before it is made, so that parallel attempts are counted too. */
  count(key: string, now: number): void {
    const seen = this.#seen.get(key);
    const failed = seen === undefined || now - seen.at > this.#rule.resetAfterMs ? 0 : seen.failed;
    // Taken out and put in again, it is the youngest.
    this.#seen.delete(key);
    this.#seen.set(key, { failed: failed + 1, at: now });
    if (this.#seen.size <= MAX_KEYS) return;
    const [oldest] = this.#seen.keys();
    if (oldest !== undefined) this.#seen.delete(oldest);
  }

  /** Resets the key of a successful attempt. */
  reset(key: string): void {
    this.#seen.delete(key);
  }

  /** Removes one successful attempt from a shared key. */
  takeBack(key: string): void {
    const seen = this.#seen.get(key);
    if (seen !== undefined && seen.failed > 0) seen.failed -= 1;
  }
}

/** Returns the key of an address: for IPv6 its 64-bit network, because one machine has all of it. */
export function addressKey(ip: string): string {
  if (!ip.includes(":")) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = "", tail] = ip.split("%")[0]?.toLowerCase().split("::") ?? [];
  const groups = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const all =
    tail === undefined ? groups : [...groups, ...Array<string>(Math.max(0, 8 - groups.length - after.length)).fill("0"), ...after];
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
