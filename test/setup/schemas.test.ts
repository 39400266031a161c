import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { withKeyTables } from "../../src/cli/key-tables.ts";
import { jobJsonSchema } from "../../src/setup/schema/job-schema.ts";
import { schemaText, type Json } from "../../src/setup/schema/json.ts";
import { mappingJsonSchema } from "../../src/setup/schema/mapping-schema.ts";
import { FORM_DESCRIPTIONS } from "../../src/setup/schema/mapping-descriptions.ts";
import { FORMATS, schemaOf, type Format } from "../../src/setup/schema/schemas.ts";
import { parseJob } from "../../src/config/job.ts";
import { compileMapping } from "../../src/mapping/compile.ts";
import { transformName } from "../../src/mapping/schema.ts";
import { ConfigurationProblem } from "../../src/domain/problem.ts";
import { YamlSource } from "../../src/config/yaml.ts";
import { validates } from "./json-schema.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), "utf8");
const variable = (name: string): string => (name.startsWith("SMTP") ? "smtps://x.example" : "https://x.example");
const env = new Proxy<Record<string, string>>(
  {},
  {
    getOwnPropertyDescriptor: (_, name) => ({ value: variable(String(name)), configurable: true }),
    get: (_, name) => variable(String(name)),
  },
);

/** Reads YAML like an editor: keys as written, without the environment. */
function bySchema(format: Format, text: string): boolean {
  return validates(new YamlSource(text, "x.yaml").value, schemaOf(format));
}

function byChecks(format: Format, text: string): boolean {
  try {
    if (format === "job") parseJob(text, "/x/jobs/x.yaml", "x.yaml", env);
    else compileMapping(text, "x.yaml");
    return true;
  } catch (error) {
    if (error instanceof ConfigurationProblem) return false;
    throw error;
  }
}

test("the description of `transform` names every transform, in the order of the check", () => {
  const names = transformName.options;
  expect(names).toContain("trim");
  const named = names.filter((name) => new RegExp(`\\b${name}\\b`).test(FORM_DESCRIPTIONS["transform"] ?? ""));
  expect(named).toEqual(names);
});

test.for(FORMATS)("docs/schemas/%s.json is as the checks are now (else: npm run schemas)", (format) => {
  expect(read(`docs/schemas/${format}.json`) === schemaText(schemaOf(format)), "stale: run `npm run schemas`").toBe(true);
});

test("every key of both formats has a description", () => {
  expect([...jobJsonSchema().undescribed, ...mappingJsonSchema().undescribed]).toEqual([]);
});

const withTables = globSync("docs/{guides,reference}/*.md", { cwd: root }).filter((page) => read(page).includes("<!-- keys: "));

test.for(withTables)("the tables of keys in %s are as the schemas are now", (page) => {
  expect(read(page) === withKeyTables(read(page)), "stale: run `npm run schemas`").toBe(true);
});

test("the pages name every key of a job", () => {
  const pages = ["job", "sources"].map((page) => read(`docs/reference/${page}.md`)).join("\n");
  const named = new Set([...pages.matchAll(/\w+/g)].map(([word]) => word));
  const keys = Object.entries(jobJsonSchema().schema.properties ?? {})
    // Their own pages describe them.
    .filter(([key]) => !["notify", "retention"].includes(key))
    .flatMap(([key, part]) => [key, ...keysOf(part)]);
  expect(keys.length).toBeGreaterThan(100);
  expect(keys.filter((key) => !named.has(key))).toEqual([]);
});

function keysOf({ properties = {}, items, anyOf = [] }: Json): string[] {
  const below = [...anyOf, ...(items === undefined ? [] : [items])].flatMap(keysOf);
  return [...Object.entries(properties).flatMap(([key, part]) => [key, ...keysOf(part)]), ...below];
}

const yamlIn = (folder: string, format: Format): [string, Format, string][] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => [`${folder}/${name}`, format, read(`${folder}/${name}`)]);

const USER = "user: { username: A, first_name: B, last_name: C, email: D }";
const SERVICE = "service: { base_url: sandbox }";
const SOURCE = "source: { file: x.csv }";

const SECTIONS = ["schedule", "source", "policy", "pilot", "protect", "notify", "export", "retention"];

/** Files in the documentation: a job has a section of a job, which is completed here, and a mapping has `key` and `user`. */
const inDocs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md"))
  .flatMap((name) =>
    [...read(`docs/${name}`).matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(
      (match, i) => [`docs/${name}, block ${i + 1}`, match[1] ?? ""] as const,
    ),
  )
  .flatMap(([title, text]): [string, Format, string][] => {
    const keys = [...text.matchAll(/^(\w+):/gm)].map(([, key = ""]) => key);
    const job = { name: "name: x", source: SOURCE, mapping: "mapping: m.yaml", service: SERVICE };
    const missing = Object.entries(job).flatMap(([key, line]) => (keys.includes(key) ? [] : [line]));
    if (SECTIONS.some((key) => keys.includes(key))) return [[title, "job", [text, ...missing].join("\n")]];
    return keys.includes("key") && keys.includes("user") ? [[title, "mapping", text]] : [];
  });

describe("the schema accepts what the checks accept", () => {
  test.for([...yamlIn("mappings", "mapping"), ...yamlIn("jobs", "job"), ...inDocs])("%s, a %s", ([, format, text]) => {
    expect({ checks: byChecks(format, text), schema: bySchema(format, text) }).toEqual({ checks: true, schema: true });
  });
});

const right: [Format, string][] = [
  ["mapping", `key: { column: Id, transform: [lower, ascii] }\n${USER}`],
  ["mapping", `key: Id\nuser: { username: A, first_name: { value: X }, last_name: { template: "{A}-{B}" }, email: D, auto_license: true }`],
  [
    "mapping",
    `key: Id\n${USER}\non_create: { first_login: { column: X, values: { Yes: true } }, password: P }\non_update: { notify_on_update: false }`,
  ],
  ["mapping", `key: Id\n${USER}\nactive: { column: S, values: { 007: true, x: false } }`],
  ["mapping", `key: Id\n${USER}\nactive: { until: { column: L, date: dd.MM.yyyy } }`],
  ["mapping", `key: Id\n${USER}\ngroups: { authority: [], rules: [{ name: a, when: { X: [a, b], Y: "" }, groups: [G] }] }`],
  ["mapping", `key: Id\n${USER}\ngroups: { authority: ["G/**"], rules: [{ name: a, column: X, values: { a: [G] }, otherwise: [] }] }`],
  ["job", `name: x\n${SOURCE}\nmapping: m.yaml\n${SERVICE}\nschedule: { cron: "0 2 * * *" }`],
  ["job", `name: x\nsource: { file: x.csv, max_age: "\${AGE}s" }\nmapping: m.yaml\n${SERVICE}`.replace("${AGE}s", "26h")],
  ["job", `name: x\n${SOURCE}\nmapping: m.yaml\nservice: { base_url: "\${URL}", auth: { refresh_token: "\${T}" }, timeout: 1.5s }`],
  [
    "job",
    `name: x\n${SOURCE}\nmapping: m.yaml\n${SERVICE}\npolicy: { limits: { creates: 20, updates: 20%, shrink: { percent: 5%, at_least: 3 } } }`,
  ],
  ["job", `name: x\n${SOURCE}\nmapping: m.yaml\n${SERVICE}\npolicy: { group_removals: { auto: { groups: [G], max_per_run: 3 } } }`],
  [
    "job",
    `name: x\nsource: { files: [a.csv, { file: b.csv, csv: { delimiter: ";" }, columns: { Nr: Id } }] }\nmapping: m.yaml\n${SERVICE}`,
  ],
];

const wrong: [Format, string][] = [
  ["mapping", USER],
  ["mapping", `key: Id`],
  ["mapping", `key: 12\n${USER}`],
  ["mapping", `key: ""\n${USER}`],
  ["mapping", `key: { colum: Id }\n${USER}`],
  ["mapping", `key: Id\nuser: { username: A, first_name: B, last_name: C }`],
  ["mapping", `key: Id\nuser: { username: A, first_name: B, last_name: C, email: D, mail: E }`],
  ["mapping", `key: Id\nuser: { username: A, first_name: B, last_name: C, email: D, first_login: true }`],
  ["mapping", `key: Id\nuser: { username: { colum: A }, first_name: B, last_name: C, email: D }`],
  ["mapping", `key: Id\nuser: { username: { transform: lower }, first_name: B, last_name: C, email: D }`],
  ["mapping", `key: Id\nuser: { username: { column: A, transform: small }, first_name: B, last_name: C, email: D }`],
  ["mapping", `key: Id\nuser: { username: A, first_name: 3, last_name: C, email: D }`],
  ["mapping", `key: Id\nuser: { username: A, first_name: B, last_name: C, email: D, gender: { column: G, values: { F: female } } }`],
  ["mapping", `key: Id\nuser: { username: A, first_name: B, last_name: C, email: D, gender: { column: G, values: {} } }`],
  ["mapping", `key: Id\nuser: { username: A, first_name: B, last_name: C, email: { column: D, date: dd/MM/yyyy } }`],
  ["mapping", `key: Id\nuser: { username: A, first_name: B, last_name: C, email: { column: D, blank: clear } }`],
  ["mapping", `key: Id\nuser: { username: A, first_name: B, last_name: C, email: D, custom_fields: { cost: X } }`],
  ["mapping", `key: Id\n${USER}\non_update: { password: P }`],
  ["mapping", `key: Id\n${USER}\nactive: { column: S, values: { A: yes please } }`],
  ["mapping", `key: Id\n${USER}\nactive: { values: { A: true } }`],
  ["mapping", `key: Id\n${USER}\nactive: {}`],
  ["mapping", `key: Id\n${USER}\nactive: { column: S, values: {} }`],
  ["mapping", `key: Id\n${USER}\ngroups: { authority: "HR/**" }`],
  ["mapping", `key: Id\n${USER}\ngroups: { authority: [], unknown: ignore }`],
  ["mapping", `key: Id\n${USER}\ngroups: { authority: [], rules: [{ groups: [G] }] }`],
  ["mapping", `key: Id\n${USER}\ngroups: { authority: [], rules: [{ name: a }] }`],
  ["mapping", `key: Id\n${USER}\ngroups: { authority: [], rules: [{ name: a, groups: G }] }`],
  ["mapping", `key: Id\n${USER}\ngroups: { authority: [], rules: [{ name: a, groups: [] }] }`],
  ["mapping", `key: Id\n${USER}\ngroups: { authority: [], rules: [{ name: a, when: { X: 1 }, groups: [G] }] }`],
  ["mapping", `key: Id\n${USER}\ngroups: { authority: [], rules: [{ name: a, when: {}, groups: [G] }] }`],
  ["mapping", `key: Id\n${USER}\ngroups: { authority: [], rules: [{ name: a, column: X, split: "", groups: [G] }] }`],
  ["mapping", `key: Id\n${USER}\ngroup: {}`],
  ["job", `${SOURCE}\nmapping: m.yaml\n${SERVICE}`],
  ["job", `name: x\nmapping: m.yaml\n${SERVICE}`],
  ["job", `name: x\n${SOURCE}\n${SERVICE}`],
  ["job", `name: x\n${SOURCE}\nmapping: m.yaml`],
  ["job", `name: x\nsource: {}\nmapping: m.yaml\n${SERVICE}`],
  ["job", `name: x\nsource: { file: x.csv, format: tsv }\nmapping: m.yaml\n${SERVICE}`],
  ["job", `name: x\nsource: { file: x.csv, settle: 5 }\nmapping: m.yaml\n${SERVICE}`],
  ["job", `name: x\nsource: { file: x.csv, max_age: 5 minutes }\nmapping: m.yaml\n${SERVICE}`],
  ["job", `name: x\nsource: { file: x.csv, xlsx: { header_row: 0 } }\nmapping: m.yaml\n${SERVICE}`],
  ["job", `name: x\nsource: { file: x.csv, columns: [a] }\nmapping: m.yaml\n${SERVICE}`],
  ["job", `name: x\nsource: { file: x.csv, sftp: { host: h, user: u, password: p, host_key: MD5 } }\nmapping: m.yaml\n${SERVICE}`],
  ["job", `name: x\n${SOURCE}\nmapping: m.yaml\nservice: { base_url: ftp://x }`],
  ["job", `name: x\n${SOURCE}\nmapping: m.yaml\nservice: { base_url: sandbox, rate: { per_second: 0 } }`],
  ["job", `name: x\n${SOURCE}\nmapping: m.yaml\nservice: { base_url: sandbox, dialect: { page_size: 5 } }`],
  ["job", `name: x\n${SOURCE}\nmapping: m.yaml\nservice: { base_url: sandbox, time_out: 5s }`],
  ["job", `name: x\n${SOURCE}\nmapping: m.yaml\n${SERVICE}\nschedule: { timezone: UTC }`],
  ["job", `name: x\n${SOURCE}\nmapping: m.yaml\n${SERVICE}\npolicy: { group_removals: always }`],
  ["job", `name: x\n${SOURCE}\nmapping: m.yaml\n${SERVICE}\npolicy: { group_removals: { auto: { groups: [G] } } }`],
  ["job", `name: x\n${SOURCE}\nmapping: m.yaml\n${SERVICE}\npolicy: { group_removals: { auto: { groups: [], max_per_run: 1 } } }`],
  ["job", `name: x\n${SOURCE}\nmapping: m.yaml\n${SERVICE}\npolicy: { absent: remove }`],
  ["job", `name: x\n${SOURCE}\nmapping: m.yaml\n${SERVICE}\npolicy: { limits: { creates: many } }`],
  ["job", `name: x\n${SOURCE}\nmapping: m.yaml\n${SERVICE}\npolicy: { limits: { creates: 101 } }`],
  ["job", `name: x\n${SOURCE}\nmapping: m.yaml\n${SERVICE}\npolicy: { limits: { creates: { at_least: 5 } } }`],
  ["job", `name: x\n${SOURCE}\nmapping: m.yaml\n${SERVICE}\npolicy: { approval: { four_eyes: maybe } }`],
];

test.for(right)("both take this %s: %s", ([format, text]) => {
  expect({ checks: byChecks(format, text), schema: bySchema(format, text) }).toEqual({ checks: true, schema: true });
});

test.for(wrong)("both refuse this %s: %s", ([format, text]) => {
  expect({ checks: byChecks(format, text), schema: bySchema(format, text) }).toEqual({ checks: false, schema: false });
});
