/** A seeded source of randomness. Each purpose has its own, so that leaving one event out changes no other draw. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** A whole number from `least` to `most`. */
  int(least: number, most: number): number;
  chance(share: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** At most `n` different items, in random order. */
  some<T>(from: readonly T[], n: number): T[];
}

/** Returns the source of a seed and a purpose. */
export function randomOf(seed: number, purpose: string): Random {
  const next = generator(`${seed} ${purpose}`);
  const int = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  const pick = <T>(from: readonly T[]): T => {
    if (from.length === 0) throw new Error("nothing to pick from");
    return from[int(0, from.length - 1)] as T;
  };
  return {
    next,
    int,
    pick,
    chance: (share) => next() < share,
    some: (from, n) => {
      const left = [...from];
      const chosen = [];
      while (left.length > 0 && chosen.length < n) chosen.push(...left.splice(int(0, left.length - 1), 1));
      return chosen;
    },
  };
}

/** The generator sfc32, seeded by a hash of the text. */
function generator(text: string): () => number {
  let [a, b, c, d] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 1];
  for (const letter of text) {
    a = Math.imul(a ^ (letter.codePointAt(0) ?? 0), 0x01000193);
    b = Math.imul(b ^ a, 0x85ebca6b) + 1;
    c = (c ^ (b >>> 13)) | 0;
  }
  const next = (): number => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
  for (let i = 0; i < 16; i += 1) next();
  return next;
}
