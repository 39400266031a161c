import type { z } from "zod";
import type { Endpoint } from "./contract/endpoint.ts";
import type { Answer, CallContext } from "./errors.ts";
import { notAsDocumented, notJson } from "./errors.ts";

/** Returns the value as the entry's schema reads it. Throws ServiceProblem. */
export function fitting<E extends Endpoint>(
  entry: E,
  value: unknown,
  where: readonly PropertyKey[],
  answer: Answer,
  context: CallContext,
): z.output<E["output"]> {
  const read = entry.output.safeParse(value);
  if (!read.success) throw notAsDocumented(read.error.issues, where, answer, context);
  // `safeParse` through a generic loses the type that the entry's own schema gives.
  return read.data as z.output<E["output"]>;
}

/** An empty body is read as null, which the answers to create and update may be. */
export function json(entry: Endpoint, answer: Answer, context: CallContext): unknown {
  if (answer.text.trim() === "") return null;
  try {
    return JSON.parse(answer.text.replace(/^\uFEFF/, ""));
  } catch {
    // Nobody has shown what such a change answers, and it happened; only a page tells that something else answered.
    if (entry.writes && !entry.documented && !answer.text.trimStart().startsWith("<")) return answer.text;
    throw notJson(answer, context);
  }
}
