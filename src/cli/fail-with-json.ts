import type { Call } from "../app/io.ts";
import { printJson } from "../app/output.ts";
import { ConfigurationProblem } from "../domain/problem.ts";
import { reportedFaults, reportedProblem } from "../reporting/problem.ts";
import { knownProblem } from "../state/database-errors.ts";

/**
 * Prints the JSON that replaces the result of a command on a job that found or could use nothing, and throws the error
 * again. The message for people follows on standard error.
 */
export function failWithJson(io: Call, job: string, options: { json?: boolean }, error: unknown): never {
  const problem = knownProblem(error);
  if (options.json !== true || problem === null) throw error;
  const faults = problem instanceof ConfigurationProblem ? { faults: reportedFaults(problem.faults) } : {};
  printJson(io, { job, problem: { ...reportedProblem(problem), ...faults } });
  throw error;
}
