import { z } from "zod";

/** Parameters of a query string or a form; a repeated name has several values. */
export type Parameters = Readonly<Record<string, string | readonly string[] | undefined>>;

type Kind = "list" | "number" | "switch" | "text";

function kindOf(schema: unknown): Kind {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) return kindOf(schema.unwrap());
  if (schema instanceof z.ZodArray) return "list";
  if (schema instanceof z.ZodNumber) return "number";
  return schema instanceof z.ZodBoolean ? "switch" : "text";
}

/**
 * Returns a parser of parameters for a schema: lists as `a=1&a=2`, `a[]=1` or `a=1,2`; numbers and booleans from text.
 * Invalid values stay text and fail validation later.
 */
export function decoder(schema: z.ZodObject): (given: Parameters) => Record<string, unknown> {
  const kinds = new Map(Object.entries(schema.shape).map(([name, inner]) => [name, kindOf(inner)]));
  return (given) => {
    // A map, because a parameter may be named like a property of every object.
    const read = new Map<string, unknown>();
    for (const [written, value] of Object.entries(given)) {
      if (value === undefined) continue;
      const plain = written.endsWith("[]") ? written.slice(0, -2) : written;
      const kind = kinds.get(plain);
      if (kind !== "list") read.set(written, typeof value === "string" ? valueOf(kind, value) : value);
      else read.set(plain, [...((read.get(plain) as string[] | undefined) ?? []), ...[value].flat().flatMap((text) => text.split(","))]);
    }
    return Object.fromEntries(read);
  };
}

function valueOf(kind: Kind | undefined, text: string): unknown {
  if (kind === "number" && /^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text);
  if (kind === "switch" && (text === "true" || text === "false")) return text === "true";
  return text;
}

/** Returns a form's fields; repeated ones as a list. */
export function formFields(form: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? "") : values];
    }),
  );
}
