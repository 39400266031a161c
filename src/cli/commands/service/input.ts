import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { text as readText } from "node:stream/consumers";
import { z } from "zod";
import type { Endpoint } from "../../../learning-service/contract/endpoint.ts";
import { shapesOf } from "../../../learning-service/contract/endpoint.ts";
import type { CallInput } from "../../../learning-service/methods.ts";
import type { QueryValue } from "../../../learning-service/query.ts";
import { nearest } from "../../../domain/nearest.ts";
import { fact, inTurn } from "../../../domain/facts/fact.ts";
import { UsageProblem } from "../../../domain/problem.ts";
import type { Io } from "../../../app/io.ts";

/** The arguments after the action. */
export interface TypedInput {
  id: string | undefined;
  /** `name=value`, one per value. */
  param: readonly string[];
  /** A file, or `-`. */
  body: string | undefined;
}

/** Returns the name of the path parameter, or `null`. */
export function pathParamOf(entry: Endpoint): string | null {
  return Object.keys(entry.pathParams?.shape ?? {})[0] ?? null;
}

/** Returns the query parameters of an endpoint with their schemas. */
export function queryOf(entry: Endpoint): Readonly<Record<string, z.core.$ZodType>> {
  return shapesOf(entry).query?.shape ?? {};
}

/** Returns the fields of the body, or `null` if there is no body. */
export function bodyOf(entry: Endpoint): Readonly<Record<string, z.core.$ZodType>> | null {
  const { body } = shapesOf(entry);
  if (body === undefined) return null;
  return "shape" in body ? (body as z.ZodObject).shape : {};
}

/** Unwraps `optional()` and `nullable()`. */
export function innerOf(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? innerOf(schema.unwrap()) : schema;
}

/**
 * Reads the input of a call.
 * @throws UsageProblem for an unknown or missing parameter, or a body that isn't a JSON object
 */
export async function readInput(io: Io, entry: Endpoint, typed: TypedInput): Promise<CallInput> {
  const known = queryOf(entry);
  const path = pathParamOf(entry);
  const endpoint = `${entry.method} ${entry.path}`;
  const given = new Map<string, string[]>();
  for (const pair of typed.param) {
    const at = pair.indexOf("=");
    if (at < 1) throw new UsageProblem(fact("usage.param_has_no_value", { given: pair }));
    const name = pair.slice(0, at);
    if (name !== path && known[name] === undefined)
      throw unknownParam(entry, name, [...(path === null ? [] : [path]), ...Object.keys(known)]);
    given.set(name, [...(given.get(name) ?? []), pair.slice(at + 1)]);
  }
  const input: CallInput = {};
  if (path !== null) {
    const id = given.get(path)?.at(-1) ?? typed.id;
    if (id === undefined || /^\s*\.{0,2}\s*$/.test(id))
      throw new UsageProblem(
        fact("usage.request_needs_id", { endpoint, param: path }),
        fact("advice.add_option", { option: `--param ${path}=ID` }),
      );
    input.params = { [path]: id };
  }
  const query: Record<string, QueryValue> = {};
  for (const [name, values] of given) if (name !== path) query[name] = valueOf(known[name], name, values);
  if (entry.answer === "list") refuseEmptyPage(query);
  if (Object.keys(query).length > 0) input.query = query;
  const fields = bodyOf(entry);
  if (fields === null && typed.body !== undefined) throw new UsageProblem(fact("usage.request_takes_no_body", { endpoint }));
  if (fields !== null) {
    if (typed.body === undefined) throw new UsageProblem(fact("usage.request_needs_body", { endpoint }), fact("advice.add_body", {}));
    input.body = await readBody(io, typed.body);
  }
  return input;
}

/** @throws UsageProblem for a page of no items, which could be mistaken for an empty list */
function refuseEmptyPage({ _start, _limit }: Readonly<Record<string, QueryValue>>): void {
  const least = { _start: 0, _limit: 1 };
  for (const [name, value] of Object.entries({ _start, _limit })) {
    const from = least[name as keyof typeof least];
    const fits = typeof value === "number" || (typeof value === "string" && /^\d{1,15}$/.test(value));
    if (value !== undefined && !(fits && Number(value) >= from))
      throw new UsageProblem(
        inTurn(fact("usage.number_is_too_small", { option: `--param ${name}`, least: from }), fact("nothing.sent", {})),
      );
  }
}

function valueOf(schema: z.core.$ZodType | undefined, name: string, values: readonly string[]): QueryValue {
  const inner = schema === undefined ? null : innerOf(schema);
  if (inner instanceof z.ZodArray) {
    const items = values.flatMap((value) => value.split(",")).filter((item) => item.trim() !== "");
    if (items.length > 0) return items;
    throw new UsageProblem(fact("usage.filter_is_empty", { param: name }));
  }
  if (values.length > 1) throw new UsageProblem(fact("usage.param_is_repeated", { param: name, times: values.length }));
  const [value = ""] = values;
  // Other text is sent unchanged, so that the service reports what is wrong with it.
  return inner instanceof z.ZodNumber && /^\d{1,15}$/.test(value) ? Number(value) : value;
}

function unknownParam(entry: Endpoint, name: string, known: readonly string[]): UsageProblem {
  const near = nearest(name, known);
  const guess = near === undefined ? undefined : fact("advice.did_you_mean", { names: [near] });
  return new UsageProblem(
    fact("usage.param_is_unknown", { endpoint: `${entry.method} ${entry.path}`, param: name }),
    known.length === 0 ? undefined : inTurn(guess, fact("advice.use_params", { params: [...known] })),
  );
}

async function readBody({ cwd, stdin }: Io, named: string): Promise<Record<string, unknown>> {
  const from = named === "-" ? "stdin" : named;
  let text: string;
  try {
    text = named === "-" ? await readText(stdin) : await readFile(resolve(cwd, named), "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    throw new UsageProblem(fact("usage.body_is_unreadable", { from, code }));
  }
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw new UsageProblem(fact("usage.body_is_not_json", { from }));
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new UsageProblem(fact("usage.body_is_no_object", { from }));
  return value as Record<string, unknown>;
}
