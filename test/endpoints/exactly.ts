import { z } from "zod";

/**
 * Where an answer is more than its schema lists: a field that isn't there, or `null` for what is absent. The client
 * tolerates both, "the fields listed for a response body are exactly those the service returns" (interface: "Resources").
 */
function excessOf(schema: unknown, value: unknown, at = "answer"): string[] {
  if (schema instanceof z.ZodOptional) return value === null ? [`${at} is null`] : excessOf(schema.unwrap(), value, at);
  if (schema instanceof z.ZodNullable) return value === null ? [] : excessOf(schema.unwrap(), value, at);
  if (schema instanceof z.ZodArray && Array.isArray(value)) return value.flatMap((item, i) => excessOf(schema.element, item, `${at}.${i}`));
  if (schema instanceof z.ZodUnion) return ofUnion(schema, value, at);
  if (typeof value !== "object" || value === null) return [];
  if (schema instanceof z.ZodRecord)
    return Object.entries(value).flatMap(([key, inner]) => excessOf(schema.valueType, inner, `${at}.${key}`));
  // Of an object without listed fields nothing is promised.
  if (!(schema instanceof z.ZodObject) || Object.keys(schema.shape).length === 0) return [];
  const shape: Record<string, unknown> = schema.shape;
  return Object.entries(value).flatMap(([field, inner]) =>
    Object.hasOwn(shape, field) ? excessOf(shape[field], inner, `${at}.${field}`) : [`${at}.${field} is not listed`],
  );
}

function ofUnion(schema: z.ZodUnion, value: unknown, at: string): string[] {
  const fitting = schema.options.filter((option) => option instanceof z.ZodType && option.safeParse(value).success);
  const all = fitting.map((option) => excessOf(option, value, at));
  return all.sort((a, b) => a.length - b.length)[0] ?? [`${at} fits nowhere`];
}

/** Throws unless the value is what the schema says, and nothing beyond it. */
export function judgeExactly(schema: z.ZodType, value: unknown, what: string): void {
  const read = schema.safeParse(value);
  if (!read.success) throw new Error(`${what}: ${z.prettifyError(read.error)}`);
  const excess = excessOf(schema, value);
  if (excess.length > 0) throw new Error(`${what}: ${excess.join(", ")}`);
}
