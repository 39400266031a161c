import { Problem } from "../model/problem.ts";

/** The same text, in which an uploaded file has its own name and not the server's folder that it lies in. */
export function withoutFolder(text: string, folder: string | null): string {
  return folder === null ? text : text.replaceAll(`${folder}/`, "");
}

/** The same problem, about the name of an uploaded file: whoever may look at the run reads it. */
export function problemWithoutFolder(error: unknown, folder: string | null): unknown {
  if (folder === null || !(error instanceof Problem)) return error;
  const { code, exit, audience, retryable, next } = error;
  const shownNext = next === undefined ? {} : { next: withoutFolder(next, folder) };
  return new Problem(withoutFolder(error.message, folder), { code, exit, audience, retryable, ...shownNext, cause: error });
}
