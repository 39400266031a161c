import { withTexts, type Fact } from "../domain/facts/fact.ts";
import { Problem } from "../domain/problem.ts";

/** Returns a text in which an uploaded file has its own name, without the server's folder. */
export function withoutFolder(text: string, folder: string | null): string {
  return folder === null ? text : text.replaceAll(`${folder}/`, "");
}

/** Returns the same problem about the name of an uploaded file, because viewers read it. */
export function problemWithoutFolder(error: unknown, folder: string | null): unknown {
  if (folder === null || !(error instanceof Problem)) return error;
  const { code, exit, audience, retryable, fact, next } = error;
  const shown = (one: Fact): Fact => withTexts(one, (text) => withoutFolder(text, folder));
  return new Problem(shown(fact), { code, exit, audience, retryable, next: next && shown(next), cause: error });
}
