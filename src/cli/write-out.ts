import { resolve } from "node:path";
import { UsageProblem } from "../model/problem.ts";
import { whyNotWritten, writeWhole, type FileContent } from "../model/write-file.ts";
import type { Call } from "./io.ts";

/**
 * Writes the file that `--out` names: whole or not at all, readable for its owner only.
 * @returns its absolute path
 * @throws UsageProblem if it cannot be written
 */
export async function writeOut(io: Call, file: string, content: FileContent): Promise<string> {
  const path = resolve(io.cwd, file);
  try {
    await writeWhole(path, content);
  } catch (error) {
    const why = whyNotWritten(error, path);
    if (why === null) throw error;
    throw new UsageProblem(`${path} cannot be written: ${why}. Nothing was changed.`, "Give another file with --out FILE.");
  }
  return path;
}
