import { JOB_DESCRIPTIONS } from "../setup/schema/job-descriptions.ts";
import { jobJsonSchema } from "../setup/schema/job-schema.ts";
import { partAt, type Json } from "../setup/schema/json.ts";
import { FIELD_TABLES, MAPPING_DESCRIPTIONS } from "../setup/schema/mapping-descriptions.ts";
import { mappingJsonSchema } from "../setup/schema/mapping-schema.ts";
import { valuesOf } from "./key-values.ts";
import { codeOf, table } from "./markdown.ts";

interface Keys {
  schema: Json;
  /** By the path of a key in the schema. */
  descriptions: Readonly<Record<string, string>>;
}

const { schema: job } = jobJsonSchema();
const { schema: mapping } = mappingJsonSchema();
const fields: Json = { anyOf: Object.values(mapping["$defs"] as Record<string, Json>) };

/** The keys by the first part of a path in a mark. */
const ALL: Readonly<Record<string, Keys>> = {
  job: { schema: job, descriptions: JOB_DESCRIPTIONS },
  mapping: { schema: mapping, descriptions: MAPPING_DESCRIPTIONS },
  ...Object.fromEntries(Object.entries(FIELD_TABLES).map(([name, descriptions]) => [name, { schema: fields, descriptions }])),
};

/**
 * Returns a page with its tables of keys as the schemas are now. A table is between two marks. The first names the keys
 * that have a row for each key below them, such as `<!-- keys: job.source job.source.csv -->`.
 */
export function withKeyTables(page: string): string {
  const marked = /(?<=<!-- keys: ([\w. ]+) -->\n).*?(?=<!-- end -->)/gs;
  const shown = new Set([...page.matchAll(marked)].flatMap(([, above = ""]) => above.split(" ")));
  return page.replaceAll(marked, (_, above: string) => `${keyTable(above.split(" "), shown)}\n`);
}

/** @param shown keys whose inner keys are on the page */
function keyTable(above: readonly string[], shown: ReadonlySet<string>): string {
  const [first = ""] = above;
  const [root = ""] = first.split(".");
  const { schema, descriptions } = ALL[root] ?? { schema: {}, descriptions: {} };
  const { required = [] } = first === root ? schema : partAt(schema, first.slice(root.length + 1));
  const rows = Object.entries(descriptions).flatMap(([path, text]) => {
    const key = `${root}.${path}`;
    if (!above.includes(parentOf(key)) || above.includes(key)) return [];
    const name = key.slice(first.length + 1);
    const values = required.includes(name) ? "required" : shown.has(key) ? "map" : valuesOf(partAt(schema, path));
    return [[codeOf(name), values, text.replace(/\.$/, "")]];
  });
  if (rows.length === 0) throw new Error(`no keys below ${above.join(" ")}`);
  return table(["key", "values (**default**)", "meaning"], rows);
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("."));
}
