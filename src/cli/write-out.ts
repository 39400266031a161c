import { rename, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { UsageProblem } from "../model/problem.ts";
import type { Call } from "./io.ts";

/** Writes a file that holds personal data, readable for its owner only; a reader never meets half of it. */
export async function writeOut(io: Call, file: string, content: string | Uint8Array): Promise<string> {
  const path = resolve(io.cwd, file);
  try {
    await writeFile(`${path}.new`, content, { mode: 0o600 });
    await rename(`${path}.new`, path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    const why = code === "ENOENT" ? `there is no folder ${dirname(path)}` : code === "EACCES" ? "you may not write there" : code;
    throw new UsageProblem(`${path} cannot be written: ${why}. Nothing was changed.`, "Give another file with --out FILE.");
  }
  return path;
}
