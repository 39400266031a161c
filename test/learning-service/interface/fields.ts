import { z } from "zod";
import { answerSchema, requestSchema, type Json } from "../../../src/learning-service/contract/openapi/json-schema.ts";
import { table, type Row } from "./tables.ts";

/** A field as far as a table says something about it. */
export interface Field {
  /** As the tables write it, such as `string (uuid)`. */
  type: string;
  required: boolean;
  /** The only values that are allowed. */
  values: readonly string[] | null;
  range: string | null;
}

export type Side = "request" | "answer";

/** The fields of a table. Of the User table those of a create or an update, without the ones that are "n/a" there. */
export function documentedFields(rows: readonly Row[], requiredIn = "Required"): Record<string, Field> {
  const present = rows.filter((row) => row[requiredIn] !== "n/a");
  return Object.fromEntries(
    present.map((row) => [
      nameOf(row),
      { type: row["Type"] ?? "", required: row[requiredIn] === "required", values: valuesOf(row), range: rangeOf(row["Notes"] ?? "") },
    ]),
  );
}

export function nameOf(row: Row): string {
  return row["Field"] ?? row["Name"] ?? row["Parameter"] ?? "";
}

function valuesOf(row: Row): string[] | null {
  const note = row["Notes"] ?? "";
  if (note.startsWith("One of the progress statuses")) return quoted(stateValues("Progress status"));
  return /\bvalues\b/i.test(note) ? quoted(note) : null;
}

function rangeOf(note: string): string | null {
  return /Range (\d+ to \d+)/.exec(note)?.[1] ?? null;
}

export function stateValues(state: string): string {
  return table("States").find((row) => row["State"] === state)?.["Values"] ?? "";
}

/** What stands in backticks. */
export function quoted(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "");
}

/** The fields of an object of the contract, in the words of the tables. */
export function contractFields(schema: z.ZodObject, side: Side, documented: Record<string, Field>): Record<string, Field> {
  const { schema: root, components } = (side === "request" ? requestSchema : answerSchema)(schema);
  const resolved = (json: Json): Json =>
    typeof json["$ref"] === "string" ? (components[json["$ref"].replace("#/components/schemas/", "")] ?? {}) : json;
  const object = resolved(root);
  const required = object["required"] as string[] | undefined;
  return Object.fromEntries(
    Object.entries(object["properties"] as Record<string, Json>).map(([name, json]) => {
      const type = documentedAs(schema.shape[name]) ?? typeOf(json, resolved);
      const field: Field = {
        // "array" alone says nothing of the items.
        type: documented[name]?.type === "array" ? type.replace(/^array of .*/, "array") : type,
        required: required?.includes(name) ?? false,
        values: (json["enum"] as string[] | undefined) ?? null,
        range: "minimum" in json && "maximum" in json ? `${json["minimum"]} to ${json["maximum"]}` : null,
      };
      return [name, field];
    }),
  );
}

/** The type of the table where the contract reads another one on purpose, and says so. */
function documentedAs(schema: unknown): string | undefined {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  const type = schema instanceof z.ZodType ? (schema.meta()?.["documentedAs"] ?? (inner as z.ZodType).meta()?.["documentedAs"]) : undefined;
  return typeof type === "string" ? type : undefined;
}

function typeOf(json: Json, resolved: (json: Json) => Json): string {
  const { type, format, items } = resolved(json);
  if (type !== "array") return [type, ...(format === undefined ? [] : [`(${format as string})`])].join(" ");
  const item = resolved((items ?? {}) as Json);
  if (item["type"] === undefined) return "array";
  return item["type"] === "object" ? "array of objects" : `array of ${typeOf(item, resolved)}`;
}
