import { FileProblem } from "../domain/problem.ts";

/** Returns the problem for a file that cannot be used as a whole (exit 4). */
export function unusable(code: string, file: string, what: string, next: string, choices: readonly string[] = []): FileProblem {
  return new FileProblem(code, `${file}: ${what}; nothing was changed`, next, choices);
}
