import { z } from "zod";
import type { NamedEndpoint } from "../../../learning-service/contract/contract.ts";
import { bodyOf, innerOf, pathParamOf, queryOf } from "./input.ts";
import { commandOf } from "./command-names.ts";

/** Describes the input of an endpoint, for the `--help` of its action. */
export function helpOf(named: NamedEndpoint): string {
  const { entry } = named;
  const path = pathParamOf(entry);
  const fields = bodyOf(entry);
  const parts = [`\n${entry.method} ${entry.path}`];
  if (!entry.documented) parts.push("The service's documentation doesn't describe this endpoint; this is what the sandbox does.");
  parts.push(
    ...section("Parameters (--param name=value)", [
      ...(path === null ? [] : [`${path}  text, required`]),
      ...Object.entries(queryOf(entry)).map(([name, schema]) => line(name, schema)),
    ]),
  );
  if (fields !== null)
    parts.push(
      ...section(
        "Body (--body FILE, a JSON object)",
        Object.entries(fields)
          // The client copies the path parameter into the body.
          .filter(([name]) => name !== path)
          .map(([name, schema]) => line(name, schema)),
      ),
    );
  const id = path === null ? "" : ` --param ${path}=6f9619ff-8b86-4d01-b42d-00cf4fc964ff`;
  const rest = `${entry.answer === "list" ? " --all" : ""}${fields === null ? "" : " --body body.json"}${entry.answer === "file" ? " --out file" : ""}`;
  parts.push("\nExamples:", `  rollcall service ${commandOf(named)}${id}${rest}`);
  parts.push(`  rollcall service ${commandOf(named)}${id}${rest} --job nightly${entry.writes ? " --yes" : ""}`);
  return parts.join("\n");
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", `${title}:`, ...lines.map((text) => `  ${text}`)];
}

function line(name: string, schema: z.core.$ZodType): string {
  const note = schema instanceof z.ZodType ? (schema.description ?? "") : "";
  const required = z.safeParse(schema, undefined).success ? "" : ", required";
  return `${name}  ${typeOf(schema)}${required}${note === "" ? "" : `. ${note}`}`;
}

function typeOf(schema: z.core.$ZodType): string {
  const inner = innerOf(schema);
  if (inner instanceof z.ZodEnum) return Object.values(inner.enum).join(" | ");
  if (inner instanceof z.ZodLiteral) return [...inner.values].map(String).join(" | ");
  if (inner instanceof z.ZodArray) return `list of ${typeOf(inner.element)}`;
  if (inner instanceof z.ZodUnion) return inner.options[0] === undefined ? "value" : typeOf(inner.options[0]);
  if (inner instanceof z.ZodNumber) return "number";
  if (inner instanceof z.ZodBoolean) return "true | false";
  return inner instanceof z.ZodObject || inner instanceof z.ZodRecord ? "object" : "text";
}
