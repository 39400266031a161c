import { z } from "zod";

/** How a removal refusal names the groups; the interface documents no error body. */
export type NamedAs = "ids" | "names" | "objects" | "unreadable";

/** An error answer: 412 and 512 as documented (interface: "Errors"), 401 for a token or a client. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: object;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: object, headers: Readonly<Record<string, string>> = {}) {
    super(`status ${status}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** Returns a 412: a value is not acceptable. */
export function invalid(message: string): Refusal {
  return new Refusal(412, { code: "invalid_parameters", message });
}

/** Returns a 512: the request violates the interface. */
export function violation(message: string): Refusal {
  return new Refusal(512, { code: "specification_violation", message });
}

/** Validates a value by a schema. Throws Refusal: 512 for unknown fields and wrong types, 412 for invalid and missing values. */
export function judge<S extends z.ZodType>(schema: S, given: unknown, what = "the body"): z.output<S> {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const faults = read.error.issues.map((issue) => ({ field: issue.path.join(".") || what, violates: violates(issue, given), issue }));
  const worst = faults.find((fault) => fault.violates) ?? faults[0];
  if (worst === undefined) throw violation(`${what} is not acceptable`);
  const { field, issue } = worst;
  if (issue.code === "unrecognized_keys") throw violation(`unknown in ${what}: ${issue.keys.join(", ")}`);
  if (worst.violates) throw violation(`${field} has the wrong type or is missing`);
  throw invalid(at(given, issue.path) === undefined ? `${field} is required` : `${field} is not valid`);
}

/** Required parts of a body's form; omitting one is 512 too. */
const OF_THE_FORM: ReadonlySet<unknown> = new Set(["user_id", "refresh_token", "custom_fields"]);

function violates(issue: z.core.$ZodIssue, given: unknown): boolean {
  if (issue.code === "unrecognized_keys") return true;
  const value = at(given, issue.path);
  if (value === undefined) return issue.path.length === 0 || OF_THE_FORM.has(issue.path[0]);
  if (issue.code === "invalid_type") return true;
  if (issue.code === "invalid_union") return issue.path.at(-1) === "group_ids" ? groupIdsViolate(value) : typeof value !== "string";
  // An enum reports a wrong type and an unknown value alike.
  return issue.code === "invalid_value" && typeof value !== "string";
}

/** Returns whether `group_ids` has a valid form: an array of strings, or a map. Its values may still be invalid. */
function groupIdsViolate(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Array.isArray(value) ? value.some((item) => typeof item !== "string") : Object.values(value).some((item) => item !== true);
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value;
  for (const key of path) found = typeof found === "object" && found !== null ? Reflect.get(found, key) : undefined;
  return found;
}

/** Returns the value with all uuids of its schema in lower case, so that handlers can compare them. */
export function lowerUuids(schema: unknown, value: unknown): unknown {
  if (value === undefined || value === null) return value;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return lowerUuids(schema.unwrap(), value);
  if (schema instanceof z.ZodGUID) return typeof value === "string" ? value.toLowerCase() : value;
  if (schema instanceof z.ZodArray) return Array.isArray(value) ? value.map((item) => lowerUuids(schema.element, item)) : value;
  if (!(schema instanceof z.ZodObject) || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, lowerUuids(schema.shape[field], inner)]));
}
