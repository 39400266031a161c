import { fact } from "../domain/facts/fact.ts";
import { resolve } from "node:path";
import { UsageProblem } from "../domain/problem.ts";
import { tryToWrite, whyNotWritten, writeAtomically, type FileContent } from "../domain/write-file.ts";
import type { Call } from "./io.ts";

/**
 * Writes the file of `--out`: whole or not at all, readable by its owner only.
 * @returns its absolute path
 * @throws UsageProblem if it cannot be written
 */
export function writeOut(io: Call, file: string, content: FileContent): Promise<string> {
  return attempt(resolve(io.cwd, file), (path) => writeAtomically(path, content));
}

/**
 * Checks that the file of `--out` can be written, before work that takes long.
 * @throws UsageProblem if it cannot be written
 */
export async function checkOut(io: Call, file: string): Promise<void> {
  await attempt(resolve(io.cwd, file), tryToWrite);
}

async function attempt(path: string, write: (path: string) => Promise<void>): Promise<string> {
  try {
    await write(path);
  } catch (error) {
    const why = whyNotWritten(error, path);
    if (why === null) throw error;
    throw new UsageProblem(fact("write.failed", { path, why }), fact("advice.choose_other_out", {}));
  }
  return path;
}
