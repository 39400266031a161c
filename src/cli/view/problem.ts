import { styleText } from "node:util";
import { ConfigurationProblem, type Problem } from "../../model/problem.ts";
import { plain } from "./terminal.ts";

/** A problem as a person reads it on a terminal: what happened, and what to do next. */
export function problemText(problem: Problem): string {
  const lines = [problem.message];
  if (problem instanceof ConfigurationProblem) {
    const count = problem.faults.length;
    lines.push(count === 1 ? "Nothing was done: mend this and try again." : `${count} faults. Nothing was done: mend them and try again.`);
  }
  if (problem.next !== undefined) lines.push(problem.next);
  // Faults stand a line each; whatever else is in them comes from files.
  const [first = "", ...rest] = lines.flatMap((line) => line.split("\n")).map(plain);
  return [styleText("red", first, { stream: process.stderr }), ...rest].join("\n");
}
