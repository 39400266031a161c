import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";

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
    const lines = readFileSync(file, "utf8").split("\n");
    const rest = lines.pop();
    torn = rest !== undefined && rest !== "";
    for (const line of lines) {
      read(JSON.parse(line));
      entries++;
    }
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
