import { PERCENT } from "../setup/schema/job-schema.ts";
import { DURATION, type Json } from "../setup/schema/json.ts";
import { codeOf } from "./markdown.ts";

/** More keys than this have a table of their own. */
const MAX_KEYS_IN_A_CELL = 8;

const { format: numberText } = new Intl.NumberFormat("en", { useGrouping: "min2" });

/** Returns the values that a key can have, with the default in bold. */
export function valuesOf(part: Json): string {
  const usual = defaultOf(part);
  const choices = [...new Set(choicesOf(part))].filter((choice) => choice !== usual);
  if (usual === null) return choices.join(", ");
  if (typeof part.default === "number") return `${choices.join("; ")}; **${usual}**`;
  // A kind of value says nothing beside an example of it.
  return [`**${usual}**`, ...choices.filter((choice) => isCode(usual) && isCode(choice))].join(", ");
}

function choicesOf({ enum: values, const: value, anyOf, type, properties, items, ...rest }: Json): string[] {
  if (values !== undefined) return values.map(codeOf);
  if (value !== undefined) return [String(value)];
  if (anyOf !== undefined && properties === undefined) return anyOf.flatMap(choicesOf);
  if (Array.isArray(type)) return type.flatMap((each) => choicesOf({ type: each }));
  const names = Object.keys(properties ?? {});
  if (names.length > 0 && names.length <= MAX_KEYS_IN_A_CELL) return names.map(codeOf);
  if (type === "boolean") return ["false", "true"].map(codeOf);
  if (type === "number" || type === "integer") return [rangeOf(rest)];
  if (type === "string") return [rest.pattern === DURATION ? "duration" : rest.pattern === PERCENT ? codeOf("20%") : "text"];
  if (type === "array") return items?.enum === undefined ? ["list"] : choicesOf(items);
  return ["map"];
}

function rangeOf({ minimum, maximum }: Json): string {
  return `${minimum === undefined ? "to " : `${numberText(Number(minimum))}–`}${numberText(Number(maximum))}`;
}

function defaultOf({ default: usual }: Json): string | null {
  if (typeof usual === "number") return numberText(usual);
  if (typeof usual === "string" || typeof usual === "boolean") return codeOf(String(usual));
  // The default of a limit.
  if (typeof usual === "object" && usual !== null && "percent" in usual && "at_least" in usual)
    return `${String(usual.percent)}%, at least ${String(usual.at_least)}`;
  return null;
}

function isCode(choice: string): boolean {
  return choice.startsWith("`");
}
