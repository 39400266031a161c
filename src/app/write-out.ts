import { resolve } from "node:path";
import { UsageProblem } from "../domain/problem.ts";
import { whyNotWritten, writeAtomically, type FileContent } from "../domain/write-file.ts";
import type { Call } from "./io.ts";

/**
 * Writes the file of `--out`: whole or not at all, readable by its owner only.
 * @returns its absolute path
 * @throws UsageProblem if it cannot be written
 */
export async function writeOut(io: Call, file: string, content: FileContent): Promise<string> {
  const path = resolve(io.cwd, file);
  try {
    await writeAtomically(path, content);
  } catch (error) {
    const why = whyNotWritten(error, path);
    if (why === null) throw error;
    throw new UsageProblem(
      `${path} can't be written: ${why}. Nothing was changed.`,
      "Use another file with --out FILE, or fix this and run the command again.",
    );
  }
  return path;
}
