import { isAbsolute, relative, resolve } from "node:path";
import { ConfigurationProblem } from "../domain/problem.ts";
import { readConfiguration } from "../config/read-configuration.ts";
import { compileMapping } from "./compile.ts";
import type { CompiledMapping } from "./compiled.ts";

/**
 * Reads and compiles a mapping file.
 * @throws ConfigurationProblem with every error, also if the file cannot be read
 */
export async function loadMapping(path: string, cwd: string): Promise<CompiledMapping> {
  const absolute = resolve(cwd, path);
  const below = relative(cwd, absolute);
  const shown = below.startsWith("..") || isAbsolute(below) ? absolute : below;
  const text = await readConfiguration(absolute, shown, "the_mapping");
  if (typeof text !== "string") throw new ConfigurationProblem([text]);
  return compileMapping(text, shown);
}
