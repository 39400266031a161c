import type { z } from "zod";
import type { Endpoint } from "./contract/endpoint.ts";
import type { Answer, CallContext } from "./errors/errors.ts";
import { notAsDocumented, notJson } from "./errors/errors.ts";
import { parseJson } from "./parse.ts";

/** Returns the value parsed by the entry's schema. Throws ServiceProblem. */
export function parseOutput<E extends Endpoint>(
  entry: E,
  value: unknown,
  where: readonly PropertyKey[],
  answer: Answer,
  context: CallContext,
): z.output<E["output"]> {
  const read = entry.output.safeParse(value);
  if (!read.success) throw notAsDocumented({ issues: read.error.issues, value }, where, answer, context);
  // `safeParse` through a generic loses the type of the entry's schema.
  return read.data as z.output<E["output"]>;
}

/** Returns the JSON of an answer. An empty body is null, which create and update may answer. */
export function parseBody(entry: Endpoint, answer: Answer, context: CallContext): unknown {
  if (answer.text.trim() === "") return null;
  try {
    return parseJson(answer.text);
  } catch {
    // The answer of an undocumented change is unknown and the change happened; only HTML shows that something else answered.
    if (entry.writes && !entry.documented && !answer.text.trimStart().startsWith("<")) return answer.text;
    throw notJson(answer, context);
  }
}
