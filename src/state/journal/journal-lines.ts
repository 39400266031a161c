import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import { crc32 } from "node:zlib";
import type { JournalEntry } from "./journal-entry.ts";
import { readMark, type JournalMark } from "./journal-mark.ts";

/** A damaged line of the journal. Lines count from 1. */
export interface DamagedLine {
  line: number;
  what: "unreadable" | "changed" | "missing before" | "missing after" | "moved";
}

/** The damage of a journal. */
export interface JournalDamage {
  /** The number of damaged places. */
  count: number;
  /** The first damaged places. */
  lines: DamagedLine[];
}

/** The maximum number of reported lines; more do not help to find the loss. */
const MAX_NAMED = 20;
const NEWLINE = 0x0a;
/** The end of each line that has a checksum: its number among such lines, and the CRC-32 of everything before `,"crc"`. */
const SEAL = /,"n":(\d{1,15}),"crc":"([0-9a-f]{8})"\}$/;
const MAX_SEAL_LENGTH = 48;
const CRC_LENGTH = ',"crc":"00000000"}'.length;
/** The beginning of every line, including one that a power cut left unfinished. */
const BEGINNING = '{"t":"';

/** Returns an entry as a line of the journal, with its number and checksum. */
export function sealLine(entry: JournalEntry, number: number): string {
  const text = `${JSON.stringify(entry).slice(0, -1)},"n":${number}`;
  return `${text},"crc":"${checksum(text)}"}\n`;
}

/** Returns the mark of a line that was sealed with this number. */
export function markOf(line: string, number: number): JournalMark {
  return { number, checksum: SEAL.exec(line.trimEnd())?.[2] ?? "" };
}

function checksum(text: string | Buffer): string {
  return crc32(text).toString(16).padStart(8, "0");
}

/** The result of reading a journal to its end. */
export interface ScannedJournal {
  /** Bytes up to the end of the last complete line. */
  end: number;
  /** The number of the next line. */
  next: number;
  /** The last good line with a checksum. */
  last: JournalMark | null;
  damage: JournalDamage | null;
  /** The bytes after the last complete line. */
  rest: Buffer;
}

/** Reads a journal, checks every line, and passes each good one to `found` with its offset. */
export async function scanJournal(path: string, found: (line: Buffer, start: number) => void = () => undefined): Promise<ScannedJournal> {
  const check = lineCheck(await readMark(path));
  // Joined only at the end of a line: an unterminated line may be as long as the file.
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
  return { end, next: check.next(), last: check.last(), damage: check.damage(), rest: Buffer.concat(begun) };
}

/**
 * Checks lines in order. Lines before the first checksum come from versions that wrote none. There, half a line is no
 * damage: a power cut left it, and the next start terminated it.
 */
function lineCheck(mark: JournalMark | null) {
  const lines: DamagedLine[] = [];
  let count = 0;
  let line = 0;
  let next = 1;
  /** Whether a line with a checksum was seen. */
  let sealed = false;
  /** Whether the previous line was unreadable, so that its number may be missing. */
  let numberMayBeMissing = false;
  let last: JournalMark | null = null;

  const report = (what: DamagedLine["what"]): void => {
    count += 1;
    if (lines.length < MAX_NAMED) lines.push({ line, what });
  };

  return {
    /** @returns whether the line is as it was written */
    see(bytes: Buffer): boolean {
      line += 1;
      const seal = SEAL.exec(bytes.toString("latin1", Math.max(0, bytes.length - MAX_SEAL_LENGTH)));
      if (seal === null) {
        if (!sealed && bytes.length === 0) return false;
        if (!sealed && !bytes.includes(0) && bytes.toString("latin1", 0, BEGINNING.length) === BEGINNING) return true;
        report("unreadable");
        numberMayBeMissing = true;
        return false;
      }
      sealed = true;
      if (seal[2] === undefined || checksum(bytes.subarray(0, bytes.length - CRC_LENGTH)) !== seal[2]) {
        report("changed");
        numberMayBeMissing = true;
        return false;
      }
      const number = Number(seal[1]);
      last = { number, checksum: seal[2] };
      // Lines were lost at the end, and others were written since.
      if (count === 0 && number === mark?.number && seal[2] !== mark.checksum) report("changed");
      if (number < next) report("moved");
      else if (number > next && !numberMayBeMissing) report("missing before");
      next = Math.max(next, number + 1);
      numberMayBeMissing = false;
      return true;
    },
    next: () => next,
    last: () => last,
    damage: (): JournalDamage | null => {
      if (mark !== null && next <= mark.number && !numberMayBeMissing) report("missing after");
      return count === 0 ? null : { count, lines };
    },
  };
}

/** Returns the entry of a line; `null`: half a line of a version without checksums. */
export function readLine(line: Buffer): JournalEntry | null {
  try {
    const { n: _number, crc: _checksum, ...entry } = JSON.parse(line.toString("utf8")) as JournalEntry & { n?: number; crc?: string };
    return entry;
  } catch {
    return null;
  }
}

/** The kind of bytes after the last complete line. */
export type Rest = "nothing" | "whole" | "torn" | "damaged";

/** A whole line, and more after it: its end was overwritten. */
const END_WITHIN = /"crc":"[0-9a-f]{8}"\}./s;
const MAX_UTF8_BYTES = 4;

/**
 * A power cut leaves the beginning of a line, and its request never left, because the fsync comes first. A line that
 * lacks nothing but its end counts; anything that cannot be the beginning of one line is damage.
 */
export function classifyRest(rest: Buffer): Rest {
  if (rest.length === 0) return "nothing";
  const beginning = rest.toString("latin1", 0, BEGINNING.length);
  if (!BEGINNING.startsWith(beginning) || !isText(rest) || END_WITHIN.test(rest.toString("latin1"))) return "damaged";
  return readLine(rest) === null ? "torn" : "whole";
}

/** Whether bytes are text as JSON has it, without control characters. Of the last character some bytes may be missing. */
function isText(bytes: Buffer): boolean {
  if (bytes.some((byte) => byte < 0x20)) return false;
  return Array.from({ length: MAX_UTF8_BYTES }, (_, cut) => bytes.subarray(0, bytes.length - cut)).some((part) => isUtf8(part));
}
