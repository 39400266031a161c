import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { ENDPOINTS } from "../../src/learning-service/contract/contract.ts";
import { PREFIX } from "../../src/learning-service/contract/endpoint.ts";
import { openApiDocument } from "../../src/learning-service/contract/openapi/openapi.ts";
import { openApiYaml } from "../../src/learning-service/contract/openapi/openapi-yaml.ts";
import { table } from "./interface/tables.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const committed = readFileSync(`${root}/docs/reference/openapi.yaml`, "utf8");

interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  "x-documented": boolean;
  security?: unknown[];
  parameters?: { name?: string; in?: string; required?: boolean; style?: string; $ref?: string }[];
  responses: Record<string, { content?: Record<string, { schema?: Record<string, unknown> }>; headers?: object; description?: string }>;
}

interface Schema {
  type?: string;
  additionalProperties?: unknown;
  required?: string[];
  properties?: Record<string, { type?: string; format?: string; items?: unknown }>;
}

interface Api {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const api = parse(committed) as Api;

function operation(method: string, path: string): Operation {
  const found = api.paths[PREFIX + path]?.[method.toLowerCase()];
  if (found === undefined) throw new Error(`docs/reference/openapi.yaml has no ${method} ${path}`);
  return found;
}

function redocly(args: readonly string[]): Promise<{ code: number | null; text: string }> {
  const env = {
    PATH: process.env["PATH"] ?? "",
    NO_COLOR: "1",
    NODE_ENV: "test",
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
    REDOCLY_SUPPRESS_NOTIFICATIONS: "true",
  };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [`${root}/node_modules/@redocly/cli/bin/cli.js`, ...args],
      { cwd: root, env },
      (_e, out, err) => resolve({ code: child.exitCode, text: out + err }),
    );
  });
}

describe("docs/reference/openapi.yaml", () => {
  test("matches the contract: `npm run openapi` regenerates it", () => {
    const [comment = "", , ...text] = committed.split("\n");
    expect(comment).toContain("npm run openapi");
    const fresh = openApiYaml(openApiDocument());
    expect(fresh === text.join("\n") ? "fresh" : "stale: run npm run openapi").toBe("fresh");
  });

  test("passes redocly lint without an error or a warning", async () => {
    const { code, text } = await redocly(["lint", "--config", ".redocly.yaml", "--format", "json", "docs/reference/openapi.yaml"]);
    const { totals } = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as { totals: object };
    expect({ code, totals, text: code === 0 ? "" : text }).toEqual({ code: 0, totals: { errors: 0, warnings: 0, ignored: 0 }, text: "" });
  });

  test("has the 57 endpoints of the overview under names of their own", () => {
    const operations = table("Overview").map((row) => operation(row["Method"] ?? "", row["Path"] ?? ""));
    expect(new Set(operations.map((one) => one.operationId)).size).toBe(57);
    expect(Object.values(api.paths).flatMap((path) => Object.keys(path))).toHaveLength(57);
    expect(operations.map((one) => [one.tags, one.summary])).toEqual(table("Overview").map((row) => [[row["Area"]], row["Purpose"]]));
  });

  test("says of each endpoint whether its shapes are documented, and whose they are otherwise", () => {
    for (const { entry } of ENDPOINTS) {
      const { "x-documented": documented, description = "" } = operation(entry.method, entry.path);
      expect(documented).toBe(entry.documented);
      expect(description.includes("a real service may differ")).toBe(!entry.documented);
    }
  });

  test("gives every endpoint its success, 412, 500, 512, and 401 where a token or a client's secret is needed", () => {
    for (const { entry } of ENDPOINTS) {
      const { responses, security } = operation(entry.method, entry.path);
      const wanted = [String(entry.success), ...(entry.open === true && entry.encoding !== "form" ? [] : ["401"]), "412", "500", "512"];
      expect([entry.path, Object.keys(responses)]).toEqual([entry.path, wanted]);
      expect(security).toEqual(entry.open === true ? [] : undefined);
    }
  });

  test("shows the five rules of PUT /users/{user_id}", () => {
    const { description = "" } = operation("PUT", "/users/{user_id}");
    for (const row of table("Rules of PUT /users/{user_id}")) expect(description).toContain(`${row["Number"]}. ${row["Rule"]}`);
  });

  test("shows answers as they are documented: closed, and nothing is null but the answer about a user", () => {
    const answers = Object.entries(api.components.schemas).filter(([name]) => name !== "Error");
    for (const [name, schema] of answers) expect([name, schema.additionalProperties]).toEqual([name, false]);
    expect(JSON.stringify(api.components).includes('"null"')).toBe(false);
    const user = operation("POST", "/users").responses["200"]?.content?.["application/json"]?.schema;
    expect(user).toEqual({ type: ["object", "null"] });
    const { Group, ChildGroup } = api.components.schemas;
    expect(Group?.properties?.["children"]?.type).toBe("array");
    expect(ChildGroup?.properties?.["children"]).toEqual({ type: "object" });
  });

  test("leaves the body of an error open", () => {
    expect(api.components.schemas["Error"]?.required).toBeUndefined();
    expect(api.components.schemas["Error"]?.additionalProperties).toBeUndefined();
  });

  test("gives a list both shapes, a file its media types and a redirect its address", () => {
    const list = operation("GET", "/groups").responses["200"]?.content?.["application/json"]?.schema;
    expect(list?.["oneOf"]).toMatchObject([{ type: "array" }, { properties: { response: { type: "array" } } }]);
    expect(Object.keys(operation("GET", "/reports/{id}/download").responses["200"]?.content ?? {})).toEqual([
      "text/csv",
      "application/json",
    ]);
    expect(Object.keys(operation("GET", "/courses/{course_id}/launchfile").responses["200"]?.content ?? {})).toEqual(["application/zip"]);
    expect(operation("GET", "/oauth2/authorize").responses["302"]?.headers).toHaveProperty("Location");
  });

  test("gives every default of a description as one that a program can read", () => {
    const found: unknown[] = [];
    const visit = (node: unknown): void => {
      if (typeof node !== "object" || node === null) return;
      const { description, schema = node } = node as { description?: unknown; schema?: object };
      const [, said] = typeof description === "string" ? (/\bdefault `?([\w-]+)/i.exec(description) ?? []) : [];
      // A whole document or a list describes the defaults of its parts.
      if (said !== undefined && ("type" in schema || "anyOf" in schema) && !String(description).startsWith("Keyed by"))
        found.push([said, String((schema as { default?: unknown }).default)]);
      Object.values(node).forEach(visit);
    };
    visit(api);
    expect(found.length).toBeGreaterThanOrEqual(6);
    for (const [said, given] of found as [string, string][]) expect(given).toBe(said);
    const { parameters = [] } = operation("GET", "/content_providers/{id}");
    expect(parameters.find(({ name }) => name === "_limit")).toMatchObject({ schema: { default: "0-20" } });
  });

  test("repeats a filter for each of its values", () => {
    const { parameters = [] } = operation("GET", "/assignments/learning_paths");
    const filters = parameters.filter((parameter) => parameter.name !== undefined);
    expect(filters.map(({ name, in: place, style, required }) => ({ name, place, style, required }))).toEqual(
      ["course_ids", "user_ids", "group_ids", "learning_path_ids"].map((name) => ({
        name,
        place: "query",
        style: "form",
        required: false,
      })),
    );
  });
});
