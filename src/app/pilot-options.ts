import { resolve } from "node:path";
import { readPilotKeys } from "../config/pilot.ts";
import { fact } from "../domain/facts/fact.ts";
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
    if (max !== undefined) throw new UsageProblem(fact("pilot.max_alone", {}), fact("pilot.set_max", {}));
    return undefined;
  }
  if (only !== undefined && keys !== undefined) throw new UsageProblem(fact("pilot.only_and_keys", {}), fact("pilot.use_one", {}));
  if (policy.pilot !== null)
    throw new UsageProblem(fact("pilot.job_is_pilot", { job: name, at: policy.pilot.at }), fact("pilot.change_job", {}));
  const most = max === undefined ? null : wholeNumber(max);
  if (only !== undefined) return compileOnly(only, most, mapping);
  const listed = readPilotKeys(resolve(cwd, keys ?? ""));
  if ("code" in listed) throw new UsageProblem(fact("pilot.keys_unreadable", { file: keys ?? "", why: listed }));
  return compileKeys(listed, most, mapping);
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new UsageProblem(fact("pilot.max_invalid", { given: text }));
}
