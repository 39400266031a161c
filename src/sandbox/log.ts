import { closeSync, existsSync, mkdirSync, openSync, readSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import { StringDecoder } from "node:string_decoder";
import { openDraft } from "../domain/write-file.ts";

/** The sandbox's log: one JSON object per line, appended before a request is answered. */
export interface StateLog {
  append(entry: object): void;
  /** Replaces the whole log, at start. */
  rewrite(entries: Iterable<object>): void;
  close(): void;
}

/** The log of a sandbox without a directory; stores nothing. */
export const noLog: StateLog = { append: () => undefined, rewrite: () => undefined, close: () => undefined };

/**
 * Opens `sandbox.jsonl` in `dir` and passes every entry to `read`. A last line cut by a kill was never answered and is
 * dropped; a broken line elsewhere is an error. Returns the log and its number of entries.
 */
export function openLog(dir: string, read: (entry: unknown) => void): { log: StateLog; entries: number; torn: boolean } {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
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
  let fd = openSync(file, "a", 0o600);
  return {
    entries,
    torn,
    log: {
      // Synchronous: written data is in the kernel and survives a kill of this process.
      append: (entry) => void writeSync(fd, `${JSON.stringify(entry)}\n`),
      rewrite(all) {
        const { fd: next, draft } = openDraft(file);
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
        renameSync(draft, file);
        fd = next;
      },
      close: () => closeSync(fd),
    },
  };
}

/** Reads in chunks, because a log may exceed the maximum string length. Returns the text after the last line break. */
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
