import { randomInt } from "node:crypto";

/** With more, asking for them by name takes longer than comparing all. */
const MAX_NAMED = 10_000;
const EMPTY = 0;

/**
 * Finds the texts that may occur more than once, in 8 to 16 bytes for each. It compares 32 bits of a hash, so it also names
 * a few that occur once: the database compares those that it names. It misses none.
 */
export class RepeatedTexts {
  readonly #seed: number;
  #hashes = new Uint32Array(1 << 12);
  #used = 0;
  readonly #repeated = new Set<string>();

  constructor(seed = randomInt(2 ** 32)) {
    this.#seed = seed;
  }

  see(given: string | null): void {
    if (given === null) return;
    // As the database has it: half of a surrogate pair is no character.
    const text = given.toWellFormed();
    const hash = hashOf(text, this.#seed);
    const at = this.#placeOf(hash);
    if (this.#hashes[at] === hash) {
      if (this.#repeated.size <= MAX_NAMED) this.#repeated.add(text);
      return;
    }
    this.#hashes[at] = hash;
    this.#used += 1;
    if (this.#used * 2 > this.#hashes.length) this.#grow();
  }

  /** The texts that may occur more than once; `null`: too many to name. */
  get named(): readonly string[] | null {
    return this.#repeated.size > MAX_NAMED ? null : [...this.#repeated];
  }

  #placeOf(hash: number): number {
    const mask = this.#hashes.length - 1;
    let at = hash & mask;
    while (this.#hashes[at] !== EMPTY && this.#hashes[at] !== hash) at = (at + 1) & mask;
    return at;
  }

  #grow(): void {
    const hashes = this.#hashes;
    this.#hashes = new Uint32Array(hashes.length * 2);
    for (const hash of hashes) if (hash !== EMPTY) this.#hashes[this.#placeOf(hash)] = hash;
  }
}

/** FNV-1a with a seed, and its bits mixed at the end; never `EMPTY`. */
function hashOf(text: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0 || 1;
}
