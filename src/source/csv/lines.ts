import { isAscii } from "node:buffer";
import type { Dialect } from "./sniff.ts";

const LF = 0x0a;
const CR = 0x0d;

/**
 * Splits lines without quotes into records.
 * @param final whether the file ends here; otherwise the rest after the last line end is left
 * @returns the records, and where each ends in `window`, including its line end
 */
export function splitLines(window: Buffer, { delimiter, classicMac }: Dialect, final: boolean): { records: string[][]; ends: number[] } {
  const records: string[][] = [];
  const ends: number[] = [];
  // ASCII needs no decoding.
  const encoding = isAscii(window) ? "latin1" : "utf8";
  const mark = classicMac ? CR : LF;
  let start = 0;
  while (start < window.length) {
    const found = window.indexOf(mark, start);
    if (found < 0 && !final) break;
    let end = found < 0 ? window.length : found;
    let next = found < 0 ? end : found + 1;
    if (classicMac) {
      // The LF of a CR LF may be in the next chunk.
      if (next === window.length && !final) break;
      if (window[next] === LF) next += 1;
    } else if (found > start && window[found - 1] === CR) end -= 1;
    records.push(window.toString(encoding, start, end).split(delimiter));
    ends.push(next);
    start = next;
  }
  return { records, ends };
}
