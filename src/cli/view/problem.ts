import { t } from "../../reporting/locales/t.ts";
import { factText } from "../../reporting/fact-text.ts";
import { ConfigurationProblem, type Problem } from "../../domain/problem.ts";
import { plain } from "../../app/view/terminal.ts";
import type { Call } from "../../app/io.ts";
import { styled } from "../../app/output.ts";

/** Formats a problem for a terminal: what happened, and what to do next. */
export function problemText(io: Call, problem: Problem): string {
  const lines = [factText(problem.fact)];
  if (problem instanceof ConfigurationProblem) {
    const count = problem.faults.length;
    lines.push(count === 1 ? t("usage.fix_this") : t("usage.fix_errors", { n: count }));
  }
  if (problem.next !== undefined) lines.push(factText(problem.next));
  // One error per line. Line breaks are ours; all other control characters come from files.
  const [first = "", ...rest] = lines.flatMap((line) => line.split("\n")).map(plain);
  return [styled(io, "red", first, "stderr"), ...rest].join("\n");
}
