import { closeSync, existsSync, mkdirSync, openSync, readSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import { StringDecoder } from "node:string_decoder";

/** Where the sandbox keeps its state: one JSON object a line, appended before a request is answered. */
export interface StateLog {
  append(entry: object): void;
  /** Replaces the whole log, at start. */
  rewrite(entries: Iterable<object>): void;
  close(): void;
}

/** A sandbox without a directory keeps nothing. */
export const noLog: StateLog = { append: () => undefined, rewrite: () => undefined, close: () => undefined };

/**
 * Opens `sandbox.jsonl` in `dir` and hands every entry to `read`. A last line that a kill has cut was never
 * answered and is dropped; a broken line anywhere else is an error. Returns the log and how many entries it has.
 */
export function openLog(dir: string, read: (entry: unknown) => void): { log: StateLog; entries: number; torn: boolean } {
  mkdirSync(dir, { recursive: true });
  const file = join(dir, "sandbox.jsonl");
  let entries = 0;
  let torn = false;
  if (existsSync(file)) {
    const rest = eachLine(file, (line) => {
      read(JSON.parse(line));
      entries++;
    });
    torn = rest !== "";
  }
  let fd = openSync(file, "a");
  return {
    entries,
    torn,
    log: {
      // Synchronous: what is written is in the kernel and survives a kill of this process.
      append: (entry) => void writeSync(fd, `${JSON.stringify(entry)}\n`),
      rewrite(all) {
        const next = openSync(`${file}.new`, "w");
        let text = "";
        for (const entry of all) {
          text += `${JSON.stringify(entry)}\n`;
          if (text.length > 1 << 20) {
            writeSync(next, text);
            text = "";
          }
        }
        writeSync(next, text);
        closeSync(fd);
        renameSync(`${file}.new`, file);
        fd = next;
      },
      close: () => closeSync(fd),
    },
  };
}

/** Piece by piece, because a log with many reports is longer than a string can be. Answers what follows the last line break. */
function eachLine(file: string, read: (line: string) => void): string {
  const fd = openSync(file, "r");
  try {
    const decoder = new StringDecoder("utf8");
    const chunk = Buffer.allocUnsafe(1 << 20);
    let parts: string[] = [];
    for (let length = readSync(fd, chunk); length > 0; length = readSync(fd, chunk)) {
      const [first = "", ...more] = decoder.write(chunk.subarray(0, length)).split("\n");
      parts.push(first);
      for (const next of more) {
        read(parts.join(""));
        parts = [next];
      }
    }
    return parts.join("") + decoder.end();
  } finally {
    closeSync(fd);
  }
}
