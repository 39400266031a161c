import { open } from "node:fs/promises";
import { cannotOpen } from "../file.ts";

const CHUNK = 256 * 1024;
/** Bytes without a meaning in windows-1252. */
const UNDEFINED = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
/** Letters below 0xC0: Š Œ Ž š œ ž Ÿ ª º. */
const EARLY_LETTERS = new Set([0x8a, 0x8c, 0x8e, 0x9a, 0x9c, 0x9e, 0x9f, 0xaa, 0xba]);
/** Ž š Ÿ and such, which are å é ö ü and such in files of a Macintosh. */
const MACINTOSH = new Set([0x8a, 0x8c, 0x8e, 0x9a, 0x9c, 0x9e, 0x9f]);
/** Icelandic letters of windows-1252, which are frequent Turkish ones in windows-1254. */
const TURKISH = new Set([0xd0, 0xdd, 0xde, 0xf0, 0xfd, 0xfe]);
const NO_LETTER = new Set([0xd7, 0xf7]);

/**
 * Guesses the encoding of a text that is not UTF-8: windows-1252, or `null` where its bytes would make no words of a
 * western European language. Old DOS and Macintosh files, Cyrillic, Polish or Turkish ones are not guessed.
 * @throws FileProblem if the file cannot be read
 */
export async function guessEncoding(path: string): Promise<"windows-1252" | null> {
  const fail = (error: unknown): never => {
    throw cannotOpen(path, error);
  };
  const handle = await open(path, "r").catch(fail);
  const counts = { high: 0, odd: 0, pairs: 0, early: 0 };
  let before = 0;
  try {
    const buffer = Buffer.alloc(CHUNK);
    for (let at = 0; ;) {
      const { bytesRead } = await handle.read(buffer, 0, CHUNK, at).catch(fail);
      if (bytesRead === 0) break;
      at += bytesRead;
      for (const byte of buffer.subarray(0, bytesRead)) {
        if (byte === 0 || UNDEFINED.has(byte)) return null;
        if (byte >= 0x80) count(counts, before, byte);
        else if (before >= 0x80 && isAsciiLetter(byte) && !isLetter(before) && before !== 0x92) counts.odd += 1;
        before = byte;
      }
    }
  } finally {
    await handle.close();
  }
  // In western languages accented letters are surrounded by plain ones; whole words of them mean another alphabet.
  const western = counts.high > 0 && counts.odd <= counts.high * 0.05 && counts.pairs <= counts.high * 0.2;
  // ä, ö, ü and é of a Macintosh: windows-1252 has rare letters there.
  return western && counts.early <= counts.high * 0.5 ? "windows-1252" : null;
}

function count(counts: { high: number; odd: number; pairs: number; early: number }, before: number, byte: number): void {
  counts.high += 1;
  if (MACINTOSH.has(byte)) counts.early += 1;
  if (TURKISH.has(byte)) counts.odd += 1;
  if (before >= 0x80 && !isBeforeSharpS(before, byte)) counts.pairs += 1;
}

/** German words such as Größe have two letters side by side that are not ASCII. */
function isBeforeSharpS(before: number, byte: number): boolean {
  return byte === 0xdf && (before === 0xe4 || before === 0xf6 || before === 0xfc);
}

function isLetter(byte: number): boolean {
  return (byte >= 0xc0 && !NO_LETTER.has(byte)) || EARLY_LETTERS.has(byte);
}

function isAsciiLetter(byte: number): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}
