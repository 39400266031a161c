import { open } from "node:fs/promises";
import { isUtf8 } from "node:buffer";
import iconv from "iconv-lite";
import type { SourceSettings } from "../../domain/settings.ts";
import { cannotOpen } from "../file.ts";
import { completeUtf8 } from "../guard.ts";
import { BadRecord } from "../row-issues.ts";
import { detect } from "./decode.ts";
import { Records } from "./records.ts";
import { DELIMITERS } from "./sniff.ts";

const HEAD = 64 * 1024;
/** Lines that the delimiter is counted in: a title above the header has none. */
const COUNTED = 30;

/**
 * Returns the first records of a CSV file, titles above the header included, so that a person can see which one names
 * the columns. Unlike a run it refuses no content: bytes that are not UTF-8 are read as windows-1252.
 * @throws FileProblem if the file cannot be read
 */
export async function firstRecords(path: string, { encoding, delimiter }: SourceSettings["csv"], most: number): Promise<string[][]> {
  const head = await readHead(path).catch((error: unknown) => {
    throw cannotOpen(path, error);
  });
  const found = detect(head, encoding !== null && iconv.encodingExists(encoding) ? encoding : null);
  const bytes = head.subarray(found.mark);
  const isText = found.encoding !== "utf-8" || isUtf8(bytes.subarray(0, completeUtf8(bytes)));
  const text = iconv.decode(bytes, isText ? found.encoding : "windows-1252");
  const mark = delimiter ?? mostFrequent(text.split(/\r\n|\n|\r/, COUNTED));
  const classicMac = !text.includes("\n") && text.includes("\r");
  const records = new Records({ delimiter: mark, classicMac });
  try {
    return [...(await records.push(Buffer.from(text))), ...(head.length < HEAD ? await records.end() : [])].slice(0, most);
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error;
    return text.split(/\r\n|\n|\r/, most).map((line) => line.split(mark));
  }
}

async function readHead(path: string): Promise<Buffer> {
  const handle = await open(path, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function mostFrequent(lines: readonly string[]): string {
  const times = (mark: string): number => lines.reduce((sum, line) => sum + line.split(mark).length - 1, 0);
  return DELIMITERS.reduce((best, next) => (times(next) > times(best) ? next : best), ",");
}
