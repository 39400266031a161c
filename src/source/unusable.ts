import { fact, withTexts, type Fact } from "../domain/facts/fact.ts";
import { FileProblem } from "../domain/problem.ts";

/** Returns the problem for a file that cannot be used as a whole (exit 4). */
export function unusable(code: string, file: string, what: Fact, next: Fact, choices: readonly string[] = []): FileProblem {
  return new FileProblem(code, fact("file.unusable", { file, what }), next, choices);
}

/** Returns the same problem with the name of a file in place of the path of its copy. */
export function shownAs(error: unknown, path: string, name: string): unknown {
  if (path === name || !(error instanceof FileProblem)) return error;
  const { code, next, choices } = error;
  const shown = (one: Fact): Fact => withTexts(one, (text) => text.replaceAll(path, name));
  return new FileProblem(code, shown(error.fact), next && shown(next), choices);
}

/** @throws FileProblem with the name of the file, not that of its copy */
export function named<T>({ path, name }: { path: string; name: string }, opening: Promise<T>): Promise<T> {
  return opening.catch((error: unknown) => {
    throw shownAs(error, path, name);
  });
}
