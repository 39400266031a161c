import { resolve } from "node:path";
import { readPilotKeys } from "../config/pilot.ts";
import { UsageProblem } from "../domain/problem.ts";
import type { Job } from "../domain/settings.ts";
import type { CompiledMapping } from "../mapping/compiled.ts";
import { compileKeys, compileOnly, type Pilot } from "../mapping/people/pilot.ts";
import type { Call } from "./io.ts";

/** Options of a command that restrict its run to some people. */
export interface PilotOptions {
  /** An expression over the columns of the file. */
  only?: string;
  /** A text file with one key a line. */
  keys?: string;
  max?: string;
}

/** Returns the pilot that a command names; `undefined` if it names none. @throws UsageProblem or ConfigurationProblem */
export function pilotOfCommand(
  { cwd }: Pick<Call, "cwd">,
  { only, keys, max }: PilotOptions,
  { name, policy }: Job,
  mapping: CompiledMapping,
): Pilot | undefined {
  if (only === undefined && keys === undefined) {
    if (max !== undefined) throw new UsageProblem("--max needs --only or --keys. Nothing was started.", "In a job file, set `pilot.max`.");
    return undefined;
  }
  if (only !== undefined && keys !== undefined)
    throw new UsageProblem("--only and --keys are both given. Nothing was started.", "Use one of them.");
  if (policy.pilot !== null)
    throw new UsageProblem(
      `Job ${name} is a pilot already (${policy.pilot.at}). Nothing was started.`,
      "Change `pilot` in the job file, or run the job without --only and --keys.",
    );
  const most = max === undefined ? null : wholeNumber(max);
  if (only !== undefined) return compileOnly(only, most, mapping);
  const listed = readPilotKeys(resolve(cwd, keys ?? ""));
  if (typeof listed === "string") throw new UsageProblem(`The keys of --keys ${keys} ${listed}. Nothing was started.`);
  return compileKeys(listed, most, mapping);
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new UsageProblem(`--max must be a whole number from 1 to 9999999, not ${text}. Nothing was started.`);
}
