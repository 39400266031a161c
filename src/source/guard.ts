import { isUtf8 } from "node:buffer";
import type { FileProblem } from "../model/problem.ts";
import { unusable } from "./unusable.ts";

const EXPORT_AGAIN = "Export the file from the HR system again, as CSV.";

const AS_WORKBOOK =
  "If it is a workbook, give the file a name that ends in .xlsx or .xls, and take `format: csv` out of the job if it is there.";

/** Beginnings that no CSV file has, and what they mean. */
const SIGNATURES: readonly [bytes: Buffer, code: string, what: string, next: string][] = [
  [
    Buffer.from("PK\x03\x04", "latin1"),
    "zip",
    "this is a ZIP archive, not CSV; it may be an Excel workbook with the wrong name",
    `${AS_WORKBOOK} Else unpack the archive.`,
  ],
  [Buffer.from("PK\x05\x06", "latin1"), "zip", "this is an empty ZIP archive, not CSV", EXPORT_AGAIN],
  [
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
    "binary",
    "this is an Excel workbook (.xls, or one with a password), not CSV",
    `${AS_WORKBOOK} One with a password must be saved without it.`,
  ],
  [Buffer.from([0x1f, 0x8b]), "binary", "this is a gzip archive, not CSV", "Unpack the archive first."],
  [Buffer.from("%PDF-", "latin1"), "pdf", "this is a PDF, not CSV", EXPORT_AGAIN],
];

/**
 * What is wrong with a file as its first bytes show it, or `null`.
 * @param head up to 64 KiB, without a byte order mark
 * @param wide whether the text is UTF-16, where NUL bytes are no sign of a binary file
 */
export function guardHead(file: string, head: Buffer, wide: boolean): FileProblem | null {
  for (const [bytes, code, what, next] of SIGNATURES) {
    if (head.subarray(0, bytes.length).equals(bytes)) return unusable(code, file, what, next);
  }
  if (!wide && head.includes(0)) return binary(file);
  const start = head.toString("latin1").replaceAll("\0", "").trimStart().slice(0, 200).toLowerCase();
  if (/^(<!doctype|<html|<head|<body)/.test(start)) {
    return unusable("html", file, "this is an HTML page, not CSV; a login or an error page was saved in place of the export", EXPORT_AGAIN);
  }
  if (start.startsWith("<?xml")) return unusable("xml", file, "this is an XML document, not CSV", EXPORT_AGAIN);
  return null;
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
