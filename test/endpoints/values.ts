import { z } from "zod";
import { NOBODY } from "./place.ts";

/** A value of a field that is wrong in one way, and the name of what is wrong, where that is not the field itself. */
export interface Wrong {
  value: unknown;
  within?: string;
}

/** A value of each type that JSON has. */
const OF_EACH_TYPE: readonly unknown[] = ["7", 7, true, null, [], {}];
/** Texts that some formats want and others refuse. */
const TEXTS = ["none of them", "", "2026-02-30", "31/12/2026", "a@b", "12", "5-", "http//nowhere"];
/** Texts of which one fits every format of the interface. */
const FITTING = ["some text", "2026-11-20", "ada@acme.example", "+34 600 123 456", "https://x.example/back", "0-20", NOBODY];
const UNKNOWN_FIELD = { shoe_size: 44 };

/** The schema of a field without what only says that it may be absent or null. */
export function bare(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return bare(schema.unwrap());
  if (schema instanceof z.ZodType) return schema;
  throw new Error("not a schema");
}

/** The fields of an object with their schemas. */
export function fieldsOf(schema: unknown): [name: string, field: z.ZodType][] {
  return schema instanceof z.ZodObject ? Object.entries<z.ZodType>(schema.shape) : [];
}

export function isRequired(field: z.ZodType): boolean {
  return !field.safeParse(undefined).success;
}

/** A value that fits. */
export function sampleOf(schema: unknown): unknown {
  const inner = bare(schema);
  if (inner instanceof z.ZodObject)
    return Object.fromEntries(
      fieldsOf(inner)
        .filter(([, field]) => isRequired(field))
        .map(([name, field]) => [name, sampleOf(field)]),
    );
  if (inner instanceof z.ZodUnion) return sampleOf(inner.options[0]);
  if (inner instanceof z.ZodArray) return [sampleOf(inner.element)];
  if (inner instanceof z.ZodRecord) return { key: sampleOf(inner.valueType) };
  const options =
    inner instanceof z.ZodEnum ? inner.options : inner instanceof z.ZodLiteral ? [...inner.values] : [...FITTING, 1, 60, 1000, true];
  const found = options.find((value) => inner.safeParse(value).success);
  if (found === undefined) throw new Error(`no value fits ${inner.def.type}`);
  return found;
}

/** Values that have another type than the interface says, or fields that it doesn't have: 512. */
export function violations(schema: z.ZodType): Wrong[] {
  const inner = bare(schema);
  if (inner instanceof z.ZodUnknown) return [];
  const own = OF_EACH_TYPE.filter((value) => !typesOf(schema).includes(typeOf(value))).map((value): Wrong => ({ value }));
  if (inner instanceof z.ZodNumber) own.push({ value: 1.5 });
  return [...own, ...inside(inner, violations), ...unknownFields(inner)];
}

/** Values of the right type that are not acceptable: 412. */
export function badValues(schema: z.ZodType): Wrong[] {
  const inner = bare(schema);
  const refused = (values: readonly unknown[]): Wrong[] =>
    values.filter((value) => !inner.safeParse(value).success).map((value) => ({ value }));
  if (typesOf(inner).includes("string")) return refused(TEXTS);
  if (inner instanceof z.ZodNumber) return refused([-1, 0]);
  return [...(inner instanceof z.ZodArray ? refused([[]]) : []), ...inside(inner, badValues)];
}

/** Objects inside a field that lack something: which status that has depends on the field. */
export function incomplete(schema: z.ZodType): Wrong[] {
  const inner = bare(schema);
  const sample = sampleOf(inner);
  if (inner instanceof z.ZodObject)
    return fieldsOf(inner)
      .filter(([, field]) => isRequired(field))
      .map(([name]) => ({ value: Object.fromEntries(Object.entries(sample as object).filter(([key]) => key !== name)), within: name }));
  return inside(inner, incomplete);
}

/** Ids inside a field that name nothing: 412. */
export function unknownIds(schema: z.ZodType): Wrong[] {
  const inner = bare(schema);
  return inner instanceof z.ZodGUID ? [{ value: NOBODY }] : inside(inner, unknownIds);
}

/** What is wrong with the inner schemas, in a value of the outer one. */
function inside(schema: z.ZodType, wrong: (schema: z.ZodType) => Wrong[]): Wrong[] {
  if (schema instanceof z.ZodArray) return wrong(bare(schema.element)).map(({ value, ...rest }) => ({ value: [value], ...rest }));
  if (schema instanceof z.ZodRecord) {
    const key = String(sampleOf(schema.keyType));
    const values = wrong(bare(schema.valueType)).map(({ value, ...rest }) => ({ value: { [key]: value }, ...rest }));
    const keys = wrong(bare(schema.keyType)).filter(({ value }) => typeof value === "string");
    return [...values, ...keys.map(({ value }) => ({ value: { [String(value)]: sampleOf(schema.valueType) } }))];
  }
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => inside(bare(option), wrong));
  const sample = schema instanceof z.ZodObject ? (sampleOf(schema) as object) : {};
  return fieldsOf(schema).flatMap(([name, field]) =>
    wrong(field).map(({ value, within }) => ({ value: { ...sample, [name]: value }, within: within ?? name })),
  );
}

function unknownFields(schema: z.ZodType): Wrong[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return [{ value: { ...(sampleOf(schema) as object), ...UNKNOWN_FIELD }, within: "shoe_size" }];
}

type JsonType = "string" | "number" | "boolean" | "null" | "array" | "object";

function typeOf(value: unknown): JsonType {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : (typeof value as JsonType);
}

/** The types of JSON that a schema takes. */
function typesOf(schema: z.ZodType): JsonType[] {
  if (schema instanceof z.ZodOptional) return typesOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodNullable) return ["null", ...typesOf(schema.unwrap() as z.ZodType)];
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => typesOf(option as z.ZodType));
  if (schema instanceof z.ZodArray) return ["array"];
  if (schema instanceof z.ZodObject || schema instanceof z.ZodRecord) return ["object"];
  if (schema instanceof z.ZodNumber) return ["number"];
  if (schema instanceof z.ZodLiteral) return [...schema.values].map(typeOf);
  return schema instanceof z.ZodBoolean ? ["boolean"] : ["string"];
}

/** What makes a query parameter one of another type: said twice, or not a number. */
export function queryViolations(schema: z.ZodType): string[][] {
  const inner = bare(schema);
  if (inner instanceof z.ZodArray) return [];
  const value = String(sampleOf(inner));
  return [[value, value], ...(inner instanceof z.ZodNumber ? [["some"], [""], ["1.5"], ["1e1"]] : [])];
}

/** Values of a query parameter that are not acceptable. */
export function badQueryValues(schema: z.ZodType): string[] {
  const inner = bare(schema);
  const values = badValues(inner instanceof z.ZodArray ? bare(inner.element) : inner);
  return values.map(({ value }) => String(value));
}
