/** How attempts that failed make the next ones wait. */
export interface ThrottleRule {
  /** So many may fail before anybody waits. */
  free: number;
  /** The longest wait, in ms. */
  longest: number;
  /** After so long without an attempt all is forgotten, in ms. */
  resetAfterMs: number;
}

/** Of one name: guessing stays hopeless, and whoever is meant to be locked out waits a minute at most. */
export const BY_NAME: ThrottleRule = { free: 5, longest: 60_000, resetAfterMs: 3_600_000 };
/** Of one address: an office shares one, so a few more are free. */
export const BY_ADDRESS: ThrottleRule = { free: 20, longest: 900_000, resetAfterMs: 3_600_000 };

/** More than anybody needs, and little enough to hold. */
const MAX_KEYS = 20_000;

/** Counts attempts by key, in memory: what is lost with a restart costs an attacker more than us. */
export class Throttle {
  readonly #rule: ThrottleRule;
  readonly #seen = new Map<string, { failed: number; at: number }>();

  constructor(rule: ThrottleRule) {
    this.#rule = rule;
  }

  /** How many ms this key has to wait before the next attempt; 0: none. */
  wait(key: string, now: number): number {
    const seen = this.#seen.get(key);
    if (seen === undefined || now - seen.at > this.#rule.resetAfterMs) return 0;
    const over = seen.failed - this.#rule.free;
    if (over < 0) return 0;
    const pause = Math.min(this.#rule.longest, 1000 * 2 ** Math.min(over, 30));
    return Math.max(0, seen.at + pause - now);
  }

  /** Counts an attempt before it is made, so that a thousand at once are no way round. */
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

  /** The attempt was right: its key begins anew. */
  reset(key: string): void {
    this.#seen.delete(key);
  }

  /** The attempt was right, but the key is shared: only this attempt is taken back. */
  takeBack(key: string): void {
    const seen = this.#seen.get(key);
    if (seen !== undefined && seen.failed > 0) seen.failed -= 1;
  }
}

/** What counts as one address: of IPv6 the network of 64 bits, since one machine has all of them. */
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
