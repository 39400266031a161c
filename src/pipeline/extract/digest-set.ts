/** Length of a row's digest: 132 bits of a SHA-256 in base64url. */
export const DIGEST_LENGTH = 22;

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const BITS = Uint8Array.from({ length: 128 }, (_, code) => Math.max(0, LETTERS.indexOf(String.fromCharCode(code))));

/** Of each digest 96 bits are compared: among a billion rows, two equal ones are less likely than a broken disk. */
const WORDS = 3;
const LETTERS_A_WORD = 6;
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
    this.#place(wordOf(digest, 0), wordOf(digest, 1), wordOf(digest, 2), PRESENT);
  }

  /** Marks a digest as found. @returns whether it is in the set and was not found before */
  find(digest: string): boolean {
    const at = this.#slotOf(wordOf(digest, 0), wordOf(digest, 1), wordOf(digest, 2));
    if (this.#marks[at] !== PRESENT) return false;
    this.#marks[at] = FOUND;
    return true;
  }

  wasFound(digest: string): boolean {
    return this.#marks[this.#slotOf(wordOf(digest, 0), wordOf(digest, 1), wordOf(digest, 2))] === FOUND;
  }

  #place(one: number, two: number, three: number, mark: number): void {
    const at = this.#slotOf(one, two, three);
    if (this.#marks[at] === EMPTY) this.#used += 1;
    this.#words[at * WORDS] = one;
    this.#words[at * WORDS + 1] = two;
    this.#words[at * WORDS + 2] = three;
    this.#marks[at] = mark;
  }

  /** Finds the slot of a digest, or the first empty one. */
  #slotOf(one: number, two: number, three: number): number {
    for (let at = one & (this.#slots - 1); ; at = (at + 1) & (this.#slots - 1)) {
      if (this.#marks[at] === EMPTY) return at;
      const place = at * WORDS;
      if (this.#words[place] === one && this.#words[place + 1] === two && this.#words[place + 2] === three) return at;
    }
  }

  #grow(): void {
    const [words, marks] = [this.#words, this.#marks];
    this.#slots *= 2;
    this.#words = new Uint32Array(this.#slots * WORDS);
    this.#marks = new Uint8Array(this.#slots);
    this.#used = 0;
    for (let from = 0, at = 0; from < marks.length; from += 1, at += WORDS)
      if (marks[from] !== EMPTY) this.#place(words[at] ?? 0, words[at + 1] ?? 0, words[at + 2] ?? 0, marks[from] ?? EMPTY);
  }
}

/** Returns the last 32 of the 36 bits of one of the words of a digest. */
function wordOf(digest: string, word: number): number {
  let bits = 0;
  for (let at = word * LETTERS_A_WORD; at < (word + 1) * LETTERS_A_WORD; at += 1) bits = (bits << 6) | (BITS[digest.charCodeAt(at)] ?? 0);
  return bits >>> 0;
}
