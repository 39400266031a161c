import { readdir, stat } from "node:fs/promises";
import { extname, isAbsolute, join, relative, resolve } from "node:path";
import { fact } from "../domain/facts/fact.ts";
import { nearest } from "../domain/nearest.ts";
import { ConfigurationProblem } from "../domain/problem.ts";
import { readConfiguration } from "./read-configuration.ts";

const EXTENSIONS = [".yaml", ".yml"];

/**
 * Finds the job file for a path, or for a name in `jobs/`.
 * @throws ConfigurationProblem that lists the existing jobs
 */
export async function findJob(nameOrPath: string, cwd: string): Promise<{ file: string; shown: string }> {
  const folder = join(cwd, "jobs");
  const isName = !/[/\\]/.test(nameOrPath) && !EXTENSIONS.includes(extname(nameOrPath));
  const candidates = [...(isName ? EXTENSIONS.map((extension) => join(folder, nameOrPath + extension)) : []), resolve(cwd, nameOrPath)];
  for (const file of candidates) {
    const found = await stat(file).catch(() => null);
    if (found !== null) return { file, shown: shownPath(file, cwd) };
  }
  const names = await jobNames(folder);
  const near = nearest(nameOrPath.replace(/^.*[/\\]/, "").replace(/\.ya?ml$/, ""), names);
  const noJob = near === undefined ? fact("config.no_such_job", { jobs: names }) : fact("config.no_such_job_near", { jobs: names, near });
  const file = shownPath(candidates[0] ?? nameOrPath, cwd);
  throw new ConfigurationProblem([{ file, line: 1, column: 1, fact: names.length === 0 ? fact("config.no_jobs", {}) : noJob }]);
}

/** @throws ConfigurationProblem if the file cannot be read as text */
export async function readJobFile(file: string, shown: string): Promise<string> {
  const text = await readConfiguration(file, shown, "the_job");
  if (typeof text !== "string") throw new ConfigurationProblem([text]);
  return text;
}

/** Returns the job names in a folder, without extension; none if the folder cannot be read. */
export async function jobNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => EXTENSIONS.includes(extname(name)) && !name.startsWith("."))
    .map((name) => name.slice(0, -extname(name).length))
    .toSorted();
}

/** Returns a path as people see it: relative, if it is below the working directory. */
export function shownPath(file: string, cwd: string): string {
  const below = relative(cwd, file);
  return below === "" || below.startsWith("..") || isAbsolute(below) ? file : below;
}
