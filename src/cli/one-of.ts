import { extname } from "node:path";
import { fact } from "../domain/facts/fact.ts";
import { UsageProblem } from "../domain/problem.ts";

/** Returns the value of an option. @throws UsageProblem if it is not an allowed one */
export function oneOf<Value extends string>(option: string, values: readonly Value[], given: string): Value {
  const known = values.find((one) => one === given);
  if (known !== undefined) return known;
  throw new UsageProblem(fact("usage.option_is_not_one_of", { option, allowed: [...values], given }));
}

/** Returns the format that a file is written in: that of `--format`, otherwise the one of its extension. */
export function formatOf<Format extends string>(
  formats: readonly Format[],
  { format, out = "" }: { format?: string; out?: string },
): Format {
  const given = format ?? extname(out).slice(1).toLowerCase();
  if (given === "") throw new UsageProblem(fact("usage.format_is_missing", { allowed: [...formats] }));
  return oneOf("--format", formats, given);
}
