/** Length of a row's digest: 132 bits of a SHA-256 in base64url. */
export const DIGEST_LENGTH = 22;

/** Of each digest 96 bits are compared: among a billion rows, two equal ones are less likely than a broken disk. */
const WORDS = 3;
const BYTES = WORDS * 4;
const EMPTY = 0;
const PRESENT = 1;
const FOUND = 2;

/**
 * A set of row digests in 26 bytes each at most, where strings in a `Set` take over a hundred: a file of a million rows
 * adds 26 MB to the memory of a run.
 */
export class DigestSet {
  #slots = 1 << 12;
  #words = new Uint32Array(this.#slots * WORDS);
  #marks = new Uint8Array(this.#slots);
  #used = 0;
  readonly #scratch = Buffer.alloc(DIGEST_LENGTH);

  /** Adds digests with spaces between them. */
  addAll(digests: string): void {
    for (let at = 0; at < digests.length;) {
      const space = digests.indexOf(" ", at);
      const end = space === -1 ? digests.length : space;
      this.add(digests.slice(at, end));
      at = end + 1;
    }
  }

  /** Adds a digest. */
  add(digest: string): void {
    if ((this.#used + 1) * 2 > this.#slots) this.#grow();
    const at = this.#slotOf(this.#read(digest));
    if (this.#marks[at] === EMPTY) this.#used += 1;
    this.#fill(at);
  }

  /** Marks a digest as found. @returns whether it is in the set and was not found before */
  find(digest: string): boolean {
    const at = this.#slotOf(this.#read(digest));
    if (this.#marks[at] !== PRESENT) return false;
    this.#marks[at] = FOUND;
    return true;
  }

  wasFound(digest: string): boolean {
    return this.#marks[this.#slotOf(this.#read(digest))] === FOUND;
  }

  /** Puts the first bits of a digest into the scratch buffer. @returns where to begin to look for it */
  #read(digest: string): number {
    this.#scratch.fill(0);
    this.#scratch.write(digest, 0, BYTES, "base64url");
    return this.#scratch.readUInt32LE(0);
  }

  /** Finds the slot of the digest in the scratch buffer, or the first empty one. */
  #slotOf(begin: number): number {
    const [one, two, three] = [begin, this.#scratch.readUInt32LE(4), this.#scratch.readUInt32LE(8)];
    for (let at = begin & (this.#slots - 1); ; at = (at + 1) & (this.#slots - 1)) {
      if (this.#marks[at] === EMPTY) return at;
      const place = at * WORDS;
      if (this.#words[place] === one && this.#words[place + 1] === two && this.#words[place + 2] === three) return at;
    }
  }

  #fill(at: number): void {
    for (let word = 0; word < WORDS; word += 1) this.#words[at * WORDS + word] = this.#scratch.readUInt32LE(word * 4);
    this.#marks[at] = PRESENT;
  }

  #grow(): void {
    const [words, marks] = [this.#words, this.#marks];
    this.#slots *= 2;
    this.#words = new Uint32Array(this.#slots * WORDS);
    this.#marks = new Uint8Array(this.#slots);
    for (let from = 0; from < marks.length; from += 1) {
      if (marks[from] === EMPTY) continue;
      for (let word = 0; word < WORDS; word += 1) this.#scratch.writeUInt32LE(words[from * WORDS + word] ?? 0, word * 4);
      const at = this.#slotOf(this.#scratch.readUInt32LE(0));
      this.#fill(at);
      this.#marks[at] = marks[from] ?? EMPTY;
    }
  }
}
