import { styleText } from "node:util";
import { ConfigurationProblem, type Problem } from "../../model/problem.ts";

/** A problem as a person reads it on a terminal: what happened, and what to do next. */
export function problemText(problem: Problem): string {
  const lines = [problem.message];
  if (problem instanceof ConfigurationProblem) {
    const count = problem.faults.length;
    lines.push(count === 1 ? "Nothing was done: mend this and try again." : `${count} faults. Nothing was done: mend them and try again.`);
  }
  if (problem.next !== undefined) lines.push(problem.next);
  const [first = "", ...rest] = lines;
  return [styleText("red", first, { stream: process.stderr }), ...rest].join("\n");
}
