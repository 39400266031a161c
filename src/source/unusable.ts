import { FileProblem } from "../model/problem.ts";

/** A file that is wrong as a whole: where, what, that nothing was changed, and what to do next. Exit 4. */
export function unusable(code: string, file: string, what: string, next: string): FileProblem {
  return new FileProblem(code, `${file}: ${what}; nothing was changed`, next);
}
