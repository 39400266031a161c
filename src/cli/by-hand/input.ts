import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { text as readText } from "node:stream/consumers";
import { z } from "zod";
import type { Endpoint } from "../../learning-service/contract/endpoint.ts";
import { shapesOf } from "../../learning-service/contract/endpoint.ts";
import type { CallInput } from "../../learning-service/methods.ts";
import type { QueryValue } from "../../learning-service/query.ts";
import { nearest } from "../../model/nearest.ts";
import { UsageProblem } from "../../model/problem.ts";
import type { Io } from "../io.ts";

/** What was typed after the action. */
export interface TypedInput {
  id: string | undefined;
  /** `name=value`, as often as there are values. */
  param: readonly string[];
  /** A file, or `-`. */
  body: string | undefined;
}

/** The parameter of the path, or `null`. */
export function pathParamOf(entry: Endpoint): string | null {
  return Object.keys(entry.pathParams?.shape ?? {})[0] ?? null;
}

/** The query parameters that an endpoint has, with their schemas. */
export function queryOf(entry: Endpoint): Readonly<Record<string, z.core.$ZodType>> {
  return shapesOf(entry).query?.shape ?? {};
}

/** The body's fields, or `null` where it has none. */
export function bodyOf(entry: Endpoint): Readonly<Record<string, z.core.$ZodType>> | null {
  const { body } = shapesOf(entry);
  if (body === undefined) return null;
  return "shape" in body ? (body as z.ZodObject).shape : {};
}

/** A schema without its `optional()` and `nullable()`. */
export function innerOf(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? innerOf(schema.unwrap()) : schema;
}

/**
 * The input of a call from what was typed.
 * @throws UsageProblem for a parameter that the endpoint does not have or that is missing, and for a body that is no JSON object
 */
export async function readInput(io: Io, entry: Endpoint, typed: TypedInput): Promise<CallInput> {
  const known = queryOf(entry);
  const path = pathParamOf(entry);
  const given = new Map<string, string[]>();
  for (const pair of typed.param) {
    const at = pair.indexOf("=");
    if (at < 1) throw new UsageProblem(`--param takes name=value, not ${pair}.`);
    const name = pair.slice(0, at);
    if (name !== path && known[name] === undefined)
      throw unknownParam(entry, name, [...(path === null ? [] : [path]), ...Object.keys(known)]);
    given.set(name, [...(given.get(name) ?? []), pair.slice(at + 1)]);
  }
  const input: CallInput = {};
  if (path !== null) {
    const id = given.get(path)?.at(-1) ?? typed.id;
    if (id === undefined || /^\.{0,2}$/.test(id))
      throw new UsageProblem(`${entry.method} ${entry.path} needs ${path}. Nothing was sent.`, `Add it as --param ${path}=…`);
    input.params = { [path]: id };
  }
  const query: Record<string, QueryValue> = {};
  for (const [name, values] of given) if (name !== path) query[name] = valueOf(known[name], name, values);
  if (entry.answer === "list") refuseNoPage(query);
  if (Object.keys(query).length > 0) input.query = query;
  const fields = bodyOf(entry);
  if (fields === null && typed.body !== undefined) throw new UsageProblem(`${entry.method} ${entry.path} takes no body. Nothing was sent.`);
  if (fields !== null) {
    if (typed.body === undefined)
      throw new UsageProblem(
        `${entry.method} ${entry.path} needs a body. Nothing was sent.`,
        "Add --body FILE with a JSON object, or --body - to read it from standard input.",
      );
    input.body = await readBody(io, typed.body);
  }
  return input;
}

/** A page of nothing shows nothing, and may be taken for an empty list. */
function refuseNoPage({ _start, _limit }: Readonly<Record<string, QueryValue>>): void {
  const least = { _start: 0, _limit: 1 };
  for (const [name, value] of Object.entries({ _start, _limit })) {
    const from = least[name as keyof typeof least];
    const fits = typeof value === "number" || (typeof value === "string" && /^\d{1,15}$/.test(value));
    if (value !== undefined && !(fits && Number(value) >= from))
      throw new UsageProblem(`--param ${name} takes a whole number from ${from} on. Nothing was sent.`);
  }
}

function valueOf(schema: z.core.$ZodType | undefined, name: string, values: readonly string[]): QueryValue {
  const inner = schema === undefined ? null : innerOf(schema);
  if (inner instanceof z.ZodArray) {
    const items = values.flatMap((value) => value.split(",")).filter((item) => item.trim() !== "");
    if (items.length > 0) return items;
    throw new UsageProblem(`--param ${name} has no value, and an empty filter means everybody. Nothing was sent.`);
  }
  if (values.length > 1)
    throw new UsageProblem(`--param ${name} is given ${values.length} times, and it takes one value. Nothing was sent.`);
  const [value = ""] = values;
  // What is no number goes out as it is: the service shall say what it thinks of it.
  return inner instanceof z.ZodNumber && /^\d{1,15}$/.test(value) ? Number(value) : value;
}

function unknownParam(entry: Endpoint, name: string, known: readonly string[]): UsageProblem {
  const near = nearest(name, known);
  const there = known.length === 0 ? "It has none." : `It has ${known.join(", ")}.`;
  return new UsageProblem(
    `${entry.method} ${entry.path} has no parameter ${name}. Nothing was sent.`,
    near === undefined ? there : `Did you mean ${near}? ${there}`,
  );
}

async function readBody({ cwd, stdin }: Io, from: string): Promise<Record<string, unknown>> {
  const what = from === "-" ? "standard input" : from;
  let text: string;
  try {
    text = from === "-" ? await readText(stdin) : await readFile(resolve(cwd, from), "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    throw new UsageProblem(`The body cannot be read from ${what} (${code}). Nothing was sent.`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw new UsageProblem(`The body from ${what} is no JSON. Nothing was sent.`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new UsageProblem(`The body from ${what} is JSON, but not an object. Nothing was sent.`);
  return value as Record<string, unknown>;
}
