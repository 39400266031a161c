import { createReadStream } from "node:fs";
import { crc32 } from "node:zlib";
import type { JournalEntry } from "./journal-entry.ts";

/** A line of the journal that is not as it was written. Lines count from 1. */
export interface DamagedLine {
  line: number;
  what: "unreadable" | "changed" | "missing before" | "moved";
}

/** What is wrong with a journal. */
export interface JournalDamage {
  /** How many places are damaged. */
  count: number;
  /** The first of them. */
  lines: DamagedLine[];
}

/** More places than these help nobody to find out what was lost. */
const MAX_NAMED = 20;
const NEWLINE = 0x0a;
/** How each line ends since it has a checksum: its number among these lines, and the CRC-32 of everything before `,"crc"`. */
const SEAL = /,"n":(\d{1,15}),"crc":"([0-9a-f]{8})"\}$/;
const MAX_SEAL_LENGTH = 48;
const CRC_LENGTH = ',"crc":"00000000"}'.length;
/** How every line begins, also one that a cut left unfinished. */
const BEGINNING = '{"t":"';

/** Returns an entry as a line of the journal, with its number and checksum. */
export function sealLine(entry: JournalEntry, number: number): string {
  const text = `${JSON.stringify(entry).slice(0, -1)},"n":${number}`;
  return `${text},"crc":"${checksum(text)}"}\n`;
}

function checksum(text: string | Buffer): string {
  return crc32(text).toString(16).padStart(8, "0");
}

/** What is known of a journal that was read to its end. */
export interface ScannedJournal {
  /** Bytes up to the end of the last complete line. */
  end: number;
  /** The number of the next line. */
  next: number;
  damage: JournalDamage | null;
  /** What follows the last complete line. */
  rest: Buffer;
}

/** Reads a journal, checks every line, and hands over each good one with the offset at which it begins. */
export async function scanJournal(path: string, found: (line: Buffer, start: number) => void = () => undefined): Promise<ScannedJournal> {
  const check = lineCheck();
  // Joined only where a line ends: one without an end may be as long as the file.
  let begun: Buffer[] = [];
  let end = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, start)) {
      const last = chunk.subarray(start, at);
      const line = begun.length === 0 ? last : Buffer.concat([...begun, last]);
      begun = [];
      if (check.see(line)) found(line, end);
      end += line.length + 1;
      start = at + 1;
    }
    if (start < chunk.length) begun.push(chunk.subarray(start));
  }
  return { end, next: check.next(), damage: check.damage(), rest: Buffer.concat(begun) };
}

/**
 * Lines before the first one with a checksum come from versions that wrote none. Of these a half line is no damage: a
 * power cut left it, and the next start ended it.
 */
function lineCheck() {
  const lines: DamagedLine[] = [];
  let count = 0;
  let line = 0;
  let next = 1;
  /** Whether a line with a checksum was seen, and whether the line before could not be read, so that numbers may be left out. */
  let sealed = false;
  let loose = false;

  const report = (what: DamagedLine["what"]): void => {
    count += 1;
    if (lines.length < MAX_NAMED) lines.push({ line, what });
  };

  return {
    /** @returns whether the line says what was written */
    see(bytes: Buffer): boolean {
      line += 1;
      const seal = SEAL.exec(bytes.toString("latin1", Math.max(0, bytes.length - MAX_SEAL_LENGTH)));
      if (seal === null) {
        if (!sealed && bytes.length === 0) return false;
        if (!sealed && !bytes.includes(0) && bytes.toString("latin1", 0, BEGINNING.length) === BEGINNING) return true;
        report("unreadable");
        loose = true;
        return false;
      }
      sealed = true;
      if (checksum(bytes.subarray(0, bytes.length - CRC_LENGTH)) !== seal[2]) {
        report("changed");
        loose = true;
        return false;
      }
      const number = Number(seal[1]);
      if (number < next) report("moved");
      else if (number > next && !loose) report("missing before");
      next = Math.max(next, number + 1);
      loose = false;
      return true;
    },
    next: () => next,
    damage: (): JournalDamage | null => (count === 0 ? null : { count, lines }),
  };
}

/** Returns what a line that was found says; `null`: half a line of a version without checksums. */
export function readLine(line: Buffer): JournalEntry | null {
  try {
    const { n: _number, crc: _checksum, ...entry } = JSON.parse(line.toString("utf8")) as JournalEntry & { n?: number; crc?: string };
    return entry;
  } catch {
    return null;
  }
}

/** What the bytes after the last complete line are. */
export type Rest = "nothing" | "whole" | "torn" | "damaged";

/**
 * A power cut leaves the beginning of a line, and its request never left, because the fsync comes first. A line that
 * lacks nothing but its end counts; whatever does not begin like a line is damage.
 */
export function judgeRest(rest: Buffer): Rest {
  if (rest.length === 0) return "nothing";
  const beginning = rest.toString("latin1", 0, BEGINNING.length);
  if (rest.includes(0) || !BEGINNING.startsWith(beginning)) return "damaged";
  return readLine(rest) === null ? "torn" : "whole";
}
