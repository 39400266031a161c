/** Whether a row is new, or also on an earlier page: with the same values, or with others. */
type Seen = "new" | "same" | "different";

const SLOT = 5;

/**
 * Remembers keys and values of all rows by 64 bits of their digests, in 20 bytes a row: a read of a million people must
 * not need a million objects.
 */
export class PageKeys {
  #slots = new Uint32Array(SLOT * 4096);
  #used = 0;

  /** @param page from 1 */
  see(page: number, key: Buffer, values: Buffer): Seen {
    if (this.#used * SLOT * 2 > this.#slots.length) this.#grow();
    const entry = [key.readUInt32LE(0), key.readUInt32LE(4), values.readUInt32LE(0), values.readUInt32LE(4), page];
    const at = this.#find(entry);
    if (this.#slots[at + 4] === 0) {
      this.#slots.set(entry, at);
      this.#used += 1;
      return "new";
    }
    // Two rows of one page are the data of the HR system, not a page that moved.
    if (this.#slots[at + 4] === page) return "new";
    return this.#slots[at + 2] === entry[2] && this.#slots[at + 3] === entry[3] ? "same" : "different";
  }

  /** Returns the place of an entry, or the free place where it belongs. */
  #find([high = 0, low = 0]: readonly number[]): number {
    const slots = this.#slots.length / SLOT;
    for (let slot = high % slots; ; slot = (slot + 1) % slots) {
      const at = slot * SLOT;
      if (this.#slots[at + 4] === 0 || (this.#slots[at] === high && this.#slots[at + 1] === low)) return at;
    }
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Uint32Array(before.length * 2);
    for (let at = 0; at < before.length; at += SLOT) {
      if (before[at + 4] === 0) continue;
      const entry = before.subarray(at, at + SLOT);
      this.#slots.set(entry, this.#find([...entry]));
    }
  }
}
