import { ConfigurationProblem, type Problem } from "../../model/problem.ts";
import { plain } from "./terminal.ts";
import type { Call } from "../io.ts";
import { styled } from "../output.ts";

/** A problem as a person reads it on a terminal: what happened, and what to do next. */
export function problemText(io: Call, problem: Problem): string {
  const lines = [problem.message];
  if (problem instanceof ConfigurationProblem) {
    const count = problem.faults.length;
    lines.push(count === 1 ? "Nothing was done: mend this and try again." : `${count} faults. Nothing was done: mend them and try again.`);
  }
  if (problem.next !== undefined) lines.push(problem.next);
  // Faults stand a line each; whatever else is in them comes from files.
  const [first = "", ...rest] = lines.flatMap((line) => line.split("\n")).map(plain);
  return [styled(io, "red", first, "stderr"), ...rest].join("\n");
}
