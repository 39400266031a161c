import { createWriteStream } from "node:fs";
import type { Readable } from "node:stream";
import { stat } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { unusable } from "../unusable.ts";

/**
 * Copies standard input to a file: nothing may happen before it is complete, and workbooks are read from their end.
 * @param stdin `null` if it is a terminal
 * @returns the path of the copy
 * @throws FileProblem if standard input is empty
 */
export async function copyStandardInput(stdin: Readable | null, folder: string): Promise<string> {
  if (stdin === null) {
    throw unusable("empty_file", "standard input", "nothing is piped in", "Pipe the file in, as in `rollcall sync JOB --file - < FILE`.");
  }
  const path = join(folder, `standard-input-${randomBytes(6).toString("hex")}`);
  await pipeline(stdin, createWriteStream(path, { mode: 0o600, flags: "wx" }));
  if ((await stat(path)).size === 0)
    throw unusable("empty_file", "standard input", "it is empty", "Check the command that is piped in: it may have failed.");
  return path;
}
