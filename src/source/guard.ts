import { isUtf8 } from "node:buffer";
import type { FileProblem } from "../domain/problem.ts";
import { unusable } from "./unusable.ts";

const EXPORT_AGAIN = "Export the file from the HR system again, as CSV.";
const UNPACK = "Unpack the archive first.";

const AS_WORKBOOK = "If it is a workbook, rename it to end in .xlsx or .xls, and remove `format: csv` from the job if it is set.";

/** A kind of content that isn't CSV. */
export interface Content {
  code: string;
  what: string;
  next: string;
  /** Why the file may be so, for a file that should be CSV. */
  hint?: string;
}

const SAVE_NEW = "Open it in Excel or LibreOffice and save it as .xlsx or CSV (UTF-8), or export it again in one of these formats.";

const PGP: Content = { code: "encrypted", what: "a file encrypted with PGP", next: "Decrypt it first, or set `source.pgp` of the job." };

/** First bytes that no CSV file has. */
const SIGNATURES: readonly (Content & { bytes: string })[] = [
  {
    bytes: "PK\x03\x04",
    code: "zip",
    what: "a ZIP archive",
    next: `${AS_WORKBOOK} Otherwise unpack the archive.`,
    hint: "it may be an Excel workbook with the wrong file extension",
  },
  { bytes: "PK\x05\x06", code: "zip", what: "an empty ZIP archive", next: EXPORT_AGAIN },
  {
    bytes: "\xd0\xcf\x11\xe0",
    code: "binary",
    what: "an Excel workbook (.xls, or one with a password)",
    next: `${AS_WORKBOOK} If it has a password, save it without one.`,
  },
  { bytes: "\x09\x00\x04\x00", code: "old_workbook", what: "an Excel 2 workbook (1987)", next: SAVE_NEW },
  { bytes: "\x09\x02\x06\x00", code: "old_workbook", what: "an Excel 3 workbook (1990)", next: SAVE_NEW },
  { bytes: "\x09\x04\x06\x00", code: "old_workbook", what: "an Excel 4 workbook (1992)", next: SAVE_NEW },
  { bytes: "\x09\x08", code: "old_workbook", what: "an Excel 5 to 2003 workbook without its container", next: SAVE_NEW },
  { bytes: "\x1f\x8b", code: "binary", what: "a gzip archive", next: UNPACK },
  { bytes: "BZh91AY", code: "binary", what: "a bzip2 archive", next: UNPACK },
  { bytes: "\xfd7zXZ\0", code: "binary", what: "an xz archive", next: UNPACK },
  { bytes: "\x28\xb5\x2f\xfd", code: "binary", what: "a zstd archive", next: UNPACK },
  { bytes: "7z\xbc\xaf\x27\x1c", code: "binary", what: "a 7z archive", next: UNPACK },
  { bytes: "Rar!\x1a\x07", code: "binary", what: "a RAR archive", next: UNPACK },
  { bytes: "\x89PNG\r\n", code: "binary", what: "a picture", next: EXPORT_AGAIN },
  { bytes: "\xff\xd8\xff", code: "binary", what: "a picture", next: EXPORT_AGAIN },
  { bytes: "PAR1\x15", code: "binary", what: "a Parquet file", next: EXPORT_AGAIN },
  { bytes: "SQLite format 3\0", code: "binary", what: "an SQLite database", next: EXPORT_AGAIN },
  { bytes: "%PDF-", code: "pdf", what: "a PDF", next: EXPORT_AGAIN },
  { bytes: "{\\rtf", code: "rtf", what: "a text document (RTF)", next: EXPORT_AGAIN },
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
    return { code: "html", what: "an HTML page", next: EXPORT_AGAIN, hint: "the export tool probably saved a login or error page" };
  if (/^<[a-z!?]/.test(start)) return { code: "xml", what: "an XML document", next: EXPORT_AGAIN };
  // A bracketed column name isn't JSON; a bracketed object or list is.
  if (/^(\{\s*("[^"]*"\s*:|\}?$)|\[\s*[[{])/.test(start)) return { code: "json", what: "a JSON document", next: EXPORT_AGAIN };
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
  const more = content.hint === undefined ? "" : `; ${content.hint}`;
  return unusable(content.code, file, `this is ${content.what}, not CSV${more}`, content.next);
}

export function binary(file: string): FileProblem {
  return unusable("binary", file, "this is a binary file (it contains NUL bytes), not CSV", EXPORT_AGAIN);
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
