import { isUtf8 } from "node:buffer";
import { fact, inTurn, type Fact } from "../domain/facts/fact.ts";
import type { FileProblem } from "../domain/problem.ts";
import { unusable } from "./unusable.ts";

const EXPORT_AGAIN = fact("advice.export_csv", {});
export const SAVE_AGAIN = fact("advice.save_again", {});
const UNPACK = fact("advice.unpack", {});
const AS_WORKBOOK = fact("advice.rename_workbook", {});

/** A kind of content that isn't CSV. */
export interface Content {
  code: string;
  what: Fact;
  next: Fact;
  /** Why a file that should be CSV may have it. */
  why?: "login_page" | "workbook";
}

const PGP: Content = { code: "encrypted", what: fact("content.pgp", {}), next: fact("advice.decrypt", {}) };

const archive = (format: string): Fact => fact("content.archive", { format });
const oldWorkbook = (version: number, year: string): Omit<Content, "next"> => ({
  code: "old_workbook",
  what: fact("content.old_workbook", { version, year }),
});

/** First bytes that no CSV file has. */
const SIGNATURES: readonly (Content & { bytes: string })[] = [
  {
    bytes: "PK\x03\x04",
    code: "zip",
    what: archive("ZIP"),
    next: inTurn(AS_WORKBOOK, fact("advice.else_unpack", {})),
    why: "workbook",
  },
  { bytes: "PK\x05\x06", code: "zip", what: fact("content.empty_zip", {}), next: EXPORT_AGAIN },
  {
    bytes: "\xd0\xcf\x11\xe0",
    code: "binary",
    what: fact("content.xls", {}),
    next: inTurn(AS_WORKBOOK, fact("advice.save_without_password", {})),
  },
  { bytes: "\x09\x00\x04\x00", ...oldWorkbook(2, "1987"), next: SAVE_AGAIN },
  { bytes: "\x09\x02\x06\x00", ...oldWorkbook(3, "1990"), next: SAVE_AGAIN },
  { bytes: "\x09\x04\x06\x00", ...oldWorkbook(4, "1992"), next: SAVE_AGAIN },
  { bytes: "\x09\x08", code: "old_workbook", what: fact("content.bare_workbook", {}), next: SAVE_AGAIN },
  { bytes: "\x1f\x8b", code: "binary", what: archive("gzip"), next: UNPACK },
  { bytes: "BZh91AY", code: "binary", what: archive("bzip2"), next: UNPACK },
  { bytes: "\xfd7zXZ\0", code: "binary", what: archive("xz"), next: UNPACK },
  { bytes: "\x28\xb5\x2f\xfd", code: "binary", what: archive("zstd"), next: UNPACK },
  { bytes: "7z\xbc\xaf\x27\x1c", code: "binary", what: archive("7z"), next: UNPACK },
  { bytes: "Rar!\x1a\x07", code: "binary", what: archive("RAR"), next: UNPACK },
  { bytes: "\x89PNG\r\n", code: "binary", what: fact("content.picture", {}), next: EXPORT_AGAIN },
  { bytes: "\xff\xd8\xff", code: "binary", what: fact("content.picture", {}), next: EXPORT_AGAIN },
  { bytes: "PAR1\x15", code: "binary", what: fact("content.parquet", {}), next: EXPORT_AGAIN },
  { bytes: "SQLite format 3\0", code: "binary", what: fact("content.sqlite", {}), next: EXPORT_AGAIN },
  { bytes: "%PDF-", code: "pdf", what: fact("content.pdf", {}), next: EXPORT_AGAIN },
  { bytes: "{\\rtf", code: "rtf", what: fact("content.rtf", {}), next: EXPORT_AGAIN },
  { bytes: "-----BEGIN PGP MESSAGE-----", ...PGP },
];

/** Recognizes a session key for a public key (tag 1) or a password (tag 3), by its packet tag, length and version. */
export function isBinaryPgp(head: Buffer): boolean {
  const [first = 0, second = 0] = head;
  const tag = (first & 0x40) === 0 ? (first >> 2) & 0x0f : first & 0x3f;
  if ((first & 0x80) === 0 || (tag !== 1 && tag !== 3)) return false;
  // Old packets have their length in one or two bytes; new ones in one, or in two from 192.
  const wide = (first & 0x40) === 0 ? (first & 3) === 1 : second >= 192 && second < 224;
  const version = head[wide ? 3 : 2] ?? 0;
  return version >= 3 && version <= 6;
}

/**
 * Returns the kind of content that the first bytes show, or `null` if the file may be CSV.
 * @param head up to 64 KiB, without a byte order mark
 */
export function contentOf(head: Buffer): Content | null {
  const beginning = head.subarray(0, 64).toString("latin1");
  for (const { bytes, ...content } of SIGNATURES) if (beginning.startsWith(bytes)) return content;
  if (isBinaryPgp(head)) return PGP;
  // Without its NUL bytes, UTF-16 can be searched like ASCII.
  const start = head.subarray(0, 65_536).toString("latin1").replaceAll("\0", "").trimStart().slice(0, 200).toLowerCase();
  if (/^(<!doctype html|<html|<head|<body|<meta|<table|<div|<style|<script)/.test(start))
    return { code: "html", what: fact("content.html", {}), next: EXPORT_AGAIN, why: "login_page" };
  if (/^<[a-z!?]/.test(start)) return { code: "xml", what: fact("content.xml", {}), next: EXPORT_AGAIN };
  // A bracketed column name isn't JSON; a bracketed object or list is.
  if (/^(\{\s*("[^"]*"\s*:|\}?$)|\[\s*[[{])/.test(start)) return { code: "json", what: fact("content.json", {}), next: EXPORT_AGAIN };
  return null;
}

/**
 * Returns the problem that the first bytes of a CSV file show, or `null`.
 * @param head up to 64 KiB, without a byte order mark
 * @param wide whether NUL bytes belong to the encoding
 */
export function guardHead(file: string, head: Buffer, wide: boolean): FileProblem | null {
  const content = contentOf(head);
  if (content === null) return !wide && head.includes(0) ? binary(file) : null;
  const { code, what, next, why = "unknown" } = content;
  return unusable(code, file, fact("file.not_csv", { content: what, why }), next);
}

export function binary(file: string): FileProblem {
  return unusable("binary", file, fact("file.not_csv", { content: fact("content.binary", {}), why: "unknown" }), EXPORT_AGAIN);
}

/** Detects UTF-16 without a byte order mark: in most text every second byte is NUL. */
export function wideWithoutMark(head: Buffer): "utf-16le" | "utf-16be" | null {
  const zeros = [0, 0];
  for (let index = 0; index < head.length; index++) if (head[index] === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const half = head.length / 2;
  if (odd > half * 0.4 && even < half * 0.05) return "utf-16le";
  if (even > half * 0.4 && odd < half * 0.05) return "utf-16be";
  return null;
}

/** Returns how many bytes at the start are valid UTF-8, without an incomplete character at the end. */
export function validUtf8(bytes: Buffer): number {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isUtf8(bytes.subarray(0, completeUtf8(bytes, middle)))) low = middle;
    else high = middle - 1;
  }
  return completeUtf8(bytes, low);
}

/** Returns where the last complete character of the first `length` bytes ends. */
export function completeUtf8(bytes: Buffer, length = bytes.length): number {
  for (let back = 1; back <= Math.min(3, length); back++) {
    const byte = bytes[length - back] ?? 0;
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return needed > back ? length - back : length;
    }
    if (byte < 0x80) return length;
  }
  return length;
}
