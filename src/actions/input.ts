/** The fields of actions. Forms, JSON and the command line send the same ones. */
import { z } from "zod";
import { endOfDay } from "../domain/clock.ts";
import { fact, type Fact, type PlainCode } from "../domain/facts/fact.ts";
import { FACTS } from "../domain/facts/registry.ts";
import { readableText } from "../domain/names.ts";
import { InputProblem } from "./refusals.ts";

const MAX_TEXT = 4000;

/** How the command line takes a field. */
interface CommandOption {
  /** As in `--to <name>`. */
  flags: string;
  about: string;
  default?: string | undefined;
  /** Read without echo from the terminal, or from standard input with this option. */
  secret?: true;
}

const options = new WeakMap<z.core.$ZodType, CommandOption>();

/** A field that the command line takes as an option. */
export function option<Field extends z.ZodType>(field: Field, flags: string, about: string, more: Partial<CommandOption> = {}): Field {
  const described = field.describe(about);
  options.set(described, { flags, about, ...more });
  return described;
}

/** Returns the option of a field; `null`: it is an argument of the command, or only forms and programs have it. */
export function optionOf(field: z.core.$ZodType): CommandOption | null {
  return options.get(field) ?? null;
}

/** A required text. @param missing said where it is missing */
export function text(missing?: PlainCode): z.ZodString {
  const error = missing === undefined ? {} : { error: missing };
  return z
    .string(error)
    .trim()
    .max(MAX_TEXT)
    .refine((given) => readableText(given) !== "", { params: { missing: true }, ...error });
}

/** A text that may be missing. */
export const optionalText = z
  .string()
  .trim()
  .max(MAX_TEXT)
  .transform((given) => (given === "" ? null : given))
  .nullish()
  .transform((given) => given ?? null);

/** Why something is done, for the audit trail. */
export const reason = option(text("usage.reason_missing"), "--reason <text>", "why, for the audit trail; required");

/** The same where a command may do without. */
export const optionalReason = option(z.string().trim().max(MAX_TEXT).default(""), "--reason <text>", "why, for the audit trail");

/** A selected box of a form, `true` of a program, an option without a value. */
export const flag = z
  .union([z.boolean(), z.string()])
  .optional()
  .transform((given) => given === true || given === "yes");

/** One or several texts. */
export const texts = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((given) => [given ?? []].flat());

/** The end of a day such as `2027-01-31`, in UTC; `null`: none is given. */
export const optionalDay = z
  .string()
  .trim()
  .nullish()
  .transform((given, context) => {
    if (given === undefined || given === null || given === "") return null;
    const day = endOfDay(given);
    if (day === null) context.addIssue({ code: "custom", input: given, params: { unclear: true } });
    return day;
  });

/**
 * Returns the fields of an action.
 * @param nameOf names a field as its sender knows it
 * @throws InputProblem for the first field that cannot be used
 */
export function parseInput<Fields extends z.ZodRawShape>(
  fields: Fields,
  given: Readonly<Record<string, unknown>>,
  nameOf: (field: string) => string = (field) => field,
): z.output<z.ZodObject<Fields>> {
  const result = z.object(fields).safeParse(given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = String(issue?.path[0] ?? "");
  const value = given[field];
  throw new InputProblem(
    issue === undefined ? fact("usage.field_missing", { option: nameOf(field) }) : sayIssue(issue, nameOf(field), value),
    {
      field,
      missing: value === undefined || value === "" || (issue?.code === "custom" && issue.params?.["missing"] === true),
    },
  );
}

function sayIssue(issue: z.core.$ZodIssue, name: string, value: unknown): Fact {
  // A field may name its own fact.
  if (issue.code !== "too_big" && Object.hasOwn(FACTS, issue.message)) return fact(issue.message as PlainCode, {});
  const given = typeof value === "string" || typeof value === "number" ? String(value) : "";
  switch (issue.code) {
    case "too_big":
      return fact("usage.text_is_too_long", { n: MAX_TEXT });
    case "invalid_value":
      return given === ""
        ? missingFact(name)
        : fact("usage.option_is_not_one_of", { option: name, allowed: issue.values.map(String), given });
    case "custom":
      return issue.params?.["unclear"] === true ? fact("usage.date_is_unclear", { option: name, given }) : missingFact(name);
    default:
      return missingFact(name);
  }
}

function missingFact(name: string): Fact {
  return fact("usage.field_missing", { option: name });
}
