import type { Draft } from "../decide/draft.ts";
import type { Names } from "./mapping-text.ts";
import { comment, explained, yamlText } from "./yaml-text.ts";

/** Values for the job file. */
export interface JobParts {
  /** Relative to the folder of the job, with `/` separators. */
  file: string;
  mapping: string;
  service: string;
  timeZone: string;
  /** Whether the mapping has last days. */
  dated: boolean;
  insecure: boolean;
  /** The column whose value chooses one row for each key. */
  keep: Draft["keep"];
  format: "csv" | "xlsx" | null;
  delimiter: string | null;
  encoding: string | null;
  sheet: string | null;
  headerRow: number | null;
  /** Lines of a CSV file above its header. */
  skip: number;
}

/** Returns how often a job expects new content that runs on these days: the last field of its schedule. */
function expectationOf(days: string): string {
  return days === "*" ? "26h" : "weekdays";
}

/** Returns a text of `jobText` with the expectation for these days in place of the proposed one. */
export function withExpectation(job: string, days: string): string {
  return job.replace(/^ {2}# expect: \S+.*$/m, `  expect: ${expectationOf(days)}`);
}

/** Returns the job file with comments. It is safe to run: the service is `sandbox` unless another is given. */
export function jobText({ job, schema }: Names, parts: JobParts): string {
  const { file, mapping, service } = parts;
  const dated = datedPattern(file);
  const csv = keys([
    ["delimiter", parts.delimiter],
    ["encoding", parts.encoding],
  ]);
  const xlsx = keys([
    ["sheet", parts.sheet],
    ["header_row", parts.headerRow],
  ]);
  const lines = [
    `# yaml-language-server: $schema=${schema}`,
    ...comment("Made by `rollcall init`; docs/reference/job.md explains every key."),
    `name: ${text(job)}`,
    ...explained(`# schedule: { cron: "30 2 * * *", timezone: ${parts.timeZone} }`, "without it, the job runs only when started by hand"),
    ...(parts.dated ? explained(`timezone: ${parts.timeZone}`, "where the last days of the mapping end at midnight") : []),
    "source:",
    ...explained(`  file: ${text(file)}`, "relative to this file"),
    ...(dated === null ? [] : explained(`  # file: ${text(dated)}`, "for nightly exports: reads the newest by name")),
    ...explained(
      `  # expect: ${expectationOf("*")}`,
      "with that schedule: says when there has been no new content for longer; or weekdays, weekly",
    ),
    ...(parts.format === null ? [] : [`  format: ${parts.format}`]),
    ...(csv === "" ? [] : [`  csv: ${csv}`]),
    ...(xlsx === "" ? [] : [`  xlsx: ${xlsx}`]),
    ...(parts.keep === null
      ? []
      : explained(
          `  # rows: { keep: { column: ${text(parts.keep.column)}, values: [${text(parts.keep.value)}] } }`,
          "keys with several rows: uses the row with this value; without it, all of them are rejected",
        )),
    ...(parts.skip === 0 ? [] : explained(`  skip: { before: ${parts.skip} }`, "lines above the header")),
    ...explained(`mapping: ${text(mapping)}`, "relative to this file"),
    "service:",
    ...serviceLines(service, parts.insecure),
    "policy:",
    ...explained("  group_removals: review", "no one loses a group until a reviewer approves it"),
    ...explained("  absent: report", "people who are no longer in the file: ignore | report | deactivate"),
  ];
  return `${lines.join("\n")}\n`;
}

function serviceLines(service: string, insecure: boolean): string[] {
  if (service !== "sandbox") {
    return [
      `  base_url: ${/^\$\{\w+\}$/.test(service) ? service : text(service)}`,
      ...(insecure ? explained("  insecure: true", "tokens and personal data travel unencrypted") : []),
      ...explained('  auth: { refresh_token: "${LMS_REFRESH_TOKEN}" }', "the first token, from the environment; later ones are stored"),
    ];
  }
  return [
    ...explained("  base_url: sandbox", "a learning service on this machine, to try things out; then use your own:"),
    "  # base_url: ${LMS_URL}",
    '  # auth: { refresh_token: "${LMS_REFRESH_TOKEN}" }',
  ];
}

/** Escapes `${`, which a job replaces from the environment. */
function text(value: string): string {
  return yamlText(value.replaceAll("${", "$${"));
}

function keys(entries: readonly (readonly [string, string | number | null])[]): string {
  const given = entries.filter(([, value]) => value !== null);
  if (given.length === 0) return "";
  return `{ ${given.map(([key, value]) => `${key}: ${typeof value === "number" ? value : text(String(value))}`).join(", ")} }`;
}

/** Replaces a date in a name by `*`: `employees-2026-11-21.csv` becomes `employees-*.csv`. Returns `null` without a date. */
export function datedPattern(file: string): string | null {
  const pattern = file.replace(/\d{4}([-_.]?)\d{2}\1\d{2}(?=[^/]*$)/, "*");
  return pattern === file ? null : pattern;
}
