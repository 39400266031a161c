import { notifySchema } from "../../config/notify-schema.ts";
import { pilotSchema } from "../../config/pilot.ts";
import { exportSchema } from "../../config/export.ts";
import { jobSchema, policySchema, protectSchema, retentionSchema, scheduleSchema, serviceSchema } from "../../config/schema.ts";
import { sourceSchema } from "../../config/source-schema.ts";
import { ageText } from "../../config/values.ts";
import { RETENTION_DEFAULTS, RETENTION_KINDS } from "../../domain/settings.ts";
import { describe, inputSchema, oneOfKeys, partAt, type Json } from "./json.ts";
import { JOB_DESCRIPTIONS } from "./job-descriptions.ts";

const URL = String.raw`^\s*(sandbox\s*$|https?://)|\$\{`;
export const PERCENT = String.raw`^\s*\d{1,3}(\.\d{1,3})?\s*%?\s*$`;
const AGE_PATTERN = String.raw`^\s*(forever|\d{1,5}\s*[dwy])\s*$|\$\{`;
const LIMITS = ["rejected", "creates", "updates", "deactivations", "removals", "shrink", "renamed", "rekeyed", "out_of_scope"];

/** Returns the JSON Schema of job files (draft 2020-12), and the keys without a description. */
export function jobJsonSchema(): { schema: Json; undescribed: string[] } {
  const top = inputSchema(jobSchema);
  const properties = top.properties ?? {};
  const sections = {
    schedule: scheduleSchema,
    source: sourceSchema,
    service: serviceSchema,
    policy: policySchema,
    export: exportSchema,
    pilot: pilotSchema,
    protect: protectSchema,
    notify: notifySchema,
    retention: retentionSchema,
  };
  for (const [name, section] of Object.entries(sections)) properties[name] = inputSchema(section);
  const schema: Json = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "A job of Rollcall",
    description: "One synchronization: a source, a mapping, a service and a policy. See docs/reference/job.md.",
    ...top,
    properties,
    required: [...new Set([...(top.required ?? []), "source", "service"])],
  };
  const undescribed = describe(schema, (path) => JOB_DESCRIPTIONS[path] ?? JOB_DESCRIPTIONS[alias(path)]);
  // Added after the descriptions, because these alternatives need none.
  complete(schema);
  return { schema, undescribed };
}

/** Adds rules of the checks that zod cannot represent. */
function complete(schema: Json): void {
  const source = partAt(schema, "source");
  source.anyOf = oneOfKeys("file", "files", "http");
  const pilot = partAt(schema, "pilot");
  pilot.oneOf = oneOfKeys("keys", "when", "share");
  Object.assign(partAt(schema, "pilot.when"), {
    anyOf: [
      { type: "string", minLength: 1 },
      { type: "object", minProperties: 1 },
    ],
  });
  partAt(schema, "pilot.share").anyOf = [
    { type: "number", exclusiveMinimum: 0, maximum: 100 },
    { type: "string", pattern: PERCENT },
  ];
  const names: Json = { type: "object", additionalProperties: { type: "string", minLength: 1 } };
  for (const path of ["source.columns", "source.files.[].columns"]) Object.assign(partAt(schema, path), names);
  Object.assign(partAt(schema, "service.base_url"), { pattern: URL });
  for (const kind of RETENTION_KINDS)
    Object.assign(partAt(schema, `retention.${kind}`), { pattern: AGE_PATTERN, default: ageText(RETENTION_DEFAULTS[kind]) });
  for (const name of LIMITS) {
    const limit = partAt(schema, `policy.limits.${name}`);
    const share = [
      { type: "number", minimum: 0, maximum: 100 },
      { type: "string", pattern: PERCENT },
    ] satisfies Json[];
    const map = limit.anyOf?.find(({ properties }) => properties !== undefined);
    limit.anyOf = [...share, ...(map === undefined ? [] : [{ ...map, properties: { ...map.properties, percent: { anyOf: share } } }])];
  }
}

/** Entries of `files` and `join` have the same keys as a single file. */
function alias(path: string): string {
  return path.replace(/^source\.(files|join)\./, "source.").replace(/^policy\.limits\.\w+\./, "policy.limits.*.");
}
