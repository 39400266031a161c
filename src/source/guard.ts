import { isUtf8 } from "node:buffer";
import type { FileProblem } from "../model/problem.ts";
import { unusable } from "./unusable.ts";

const EXPORT_AGAIN = "Export the file from the HR system again, as CSV.";
const UNPACK = "Unpack the archive first.";

const AS_WORKBOOK =
  "If it is a workbook, give the file a name that ends in .xlsx or .xls, and take `format: csv` out of the job if it is there.";

/** What a file is that is no CSV. */
export interface Content {
  code: string;
  what: string;
  next: string;
}

const SAVE_NEW = "Open it in Excel or LibreOffice and save it as .xlsx or as CSV (UTF-8), or export it again so.";

/** Beginnings that no CSV file has. */
const SIGNATURES: readonly (Content & { bytes: string })[] = [
  { bytes: "PK\x03\x04", code: "zip", what: "a ZIP archive", next: `${AS_WORKBOOK} Else unpack the archive.` },
  { bytes: "PK\x05\x06", code: "zip", what: "an empty ZIP archive", next: EXPORT_AGAIN },
  {
    bytes: "\xd0\xcf\x11\xe0",
    code: "binary",
    what: "an Excel workbook (.xls, or one with a password)",
    next: `${AS_WORKBOOK} One with a password must be saved without it.`,
  },
  { bytes: "\x09\x00\x04\x00", code: "old_workbook", what: "a workbook of Excel 2 (of 1987)", next: SAVE_NEW },
  { bytes: "\x09\x02\x06\x00", code: "old_workbook", what: "a workbook of Excel 3 (of 1990)", next: SAVE_NEW },
  { bytes: "\x09\x04\x06\x00", code: "old_workbook", what: "a workbook of Excel 4 (of 1992)", next: SAVE_NEW },
  { bytes: "\x09\x08", code: "old_workbook", what: "a workbook of Excel 5 to 2003 without its container", next: SAVE_NEW },
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
  {
    bytes: "-----BEGIN PGP MESSAGE-----",
    code: "encrypted",
    what: "a file encrypted with PGP",
    next: "Decrypt it before Rollcall reads it, or export it without.",
  },
];

/**
 * What a file is as its first bytes show it; `null` for what may be CSV.
 * @param head up to 64 KiB, without a byte order mark
 */
export function contentOf(head: Buffer): Content | null {
  const beginning = head.subarray(0, 64).toString("latin1");
  for (const { bytes, code, what, next } of SIGNATURES) if (beginning.startsWith(bytes)) return { code, what, next };
  // Without its NUL bytes UTF-16 reads well enough.
  const start = head.subarray(0, 65_536).toString("latin1").replaceAll("\0", "").trimStart().slice(0, 200).toLowerCase();
  if (/^(<!doctype html|<html|<head|<body|<meta|<table|<div|<style|<script)/.test(start))
    return { code: "html", what: "an HTML page", next: EXPORT_AGAIN };
  if (/^<[a-z!?]/.test(start)) return { code: "xml", what: "an XML document", next: EXPORT_AGAIN };
  // A name in brackets is a name; an object or a list in brackets is none.
  if (/^(\{\s*("[^"]*"\s*:|\}?$)|\[\s*[[{])/.test(start)) return { code: "json", what: "a JSON document", next: EXPORT_AGAIN };
  return null;
}

/**
 * What is wrong with a file that is read as CSV, as its first bytes show it, or `null`.
 * @param head up to 64 KiB, without a byte order mark
 * @param wide whether NUL bytes belong to the encoding
 */
export function guardHead(file: string, head: Buffer, wide: boolean): FileProblem | null {
  const content = contentOf(head);
  if (content === null) return !wide && head.includes(0) ? binary(file) : null;
  const more =
    content.code === "html"
      ? "; a login or an error page was saved in place of the export"
      : content.what === "a ZIP archive"
        ? "; it may be an Excel workbook with the wrong name"
        : "";
  return unusable(content.code, file, `this is ${content.what}, not CSV${more}`, content.next);
}
export function binary(file: string): FileProblem {
  return unusable("binary", file, "this is a binary file (it holds NUL bytes), not CSV", EXPORT_AGAIN);
}

/** Of UTF-16 without a mark every second byte of most text is NUL. */
export function wideWithoutMark(head: Buffer): "utf-16le" | "utf-16be" | null {
  const zeros = [0, 0];
  for (let index = 0; index < head.length; index++) if (head[index] === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const half = head.length / 2;
  if (odd > half * 0.4 && even < half * 0.05) return "utf-16le";
  if (even > half * 0.4 && odd < half * 0.05) return "utf-16be";
  return null;
}

/** How many bytes at the start are valid UTF-8, a character cut off at the end left aside. */
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

/** Where the last character that is complete within the first `length` bytes ends. */
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
