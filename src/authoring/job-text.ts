import type { Names } from "./mapping-text.ts";
import { comment, explained, yamlText } from "./yaml-text.ts";

/** What the job says beside its names. */
export interface JobParts {
  /** Seen from the folder of the job, with `/` between names. */
  file: string;
  mapping: string;
  service: string;
  format: "csv" | "xlsx" | null;
  delimiter: string | null;
  encoding: string | null;
  sheet: string | null;
  headerRow: number | null;
  /** Lines of a CSV file above its header. */
  skip: number;
}

/** The job as a file, with comments. Nothing in it sends anything: `sandbox` is the service until another is named. */
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
    ...comment("Made by `rollcall init`; docs/jobs.md explains every key."),
    `name: ${text(job)}`,
    ...explained('# schedule: { cron: "30 2 * * *", timezone: Europe/Madrid }', "without it the job runs by hand"),
    "source:",
    ...explained(`  file: ${text(file)}`, "relative to this file"),
    ...(dated === null ? [] : explained(`  # file: ${text(dated)}`, "instead, when exports come every night: the newest by name")),
    ...(parts.format === null ? [] : [`  format: ${parts.format}`]),
    ...(csv === "" ? [] : [`  csv: ${csv}`]),
    ...(xlsx === "" ? [] : [`  xlsx: ${xlsx}`]),
    ...(parts.skip === 0 ? [] : explained(`  skip: { before: ${parts.skip} }`, "lines above the one that names the columns")),
    ...explained(`mapping: ${text(mapping)}`, "relative to this file"),
    "service:",
    ...serviceLines(service),
    "policy:",
    ...explained("  group_removals: review", "no membership is taken away before a person has approved it"),
    ...explained("  absent: report", "people who are no longer in the file: ignore | report | deactivate"),
  ];
  return `${lines.join("\n")}\n`;
}

function serviceLines(service: string): string[] {
  if (service !== "sandbox") {
    return [
      `  base_url: ${/^\$\{\w+\}$/.test(service) ? service : text(service)}`,
      ...explained('  auth: { refresh_token: "${LMS_REFRESH_TOKEN}" }', "the first token, from the environment; later ones are stored"),
    ];
  }
  return [
    ...explained("  base_url: sandbox", "a learning service on this machine, to try things out. Then your own:"),
    "  # base_url: ${LMS_URL}",
    '  # auth: { refresh_token: "${LMS_REFRESH_TOKEN}" }',
  ];
}

/** In a job `${` stands for the environment. */
function text(value: string): string {
  return yamlText(value.replaceAll("${", "$${"));
}

function keys(entries: readonly (readonly [string, string | number | null])[]): string {
  const given = entries.filter(([, value]) => value !== null);
  if (given.length === 0) return "";
  return `{ ${given.map(([key, value]) => `${key}: ${typeof value === "number" ? value : text(String(value))}`).join(", ")} }`;
}

/** A name with a date in it, the date taken out: `employees-2026-11-21.csv` is one of `employees-*.csv`. */
function datedPattern(file: string): string | null {
  const pattern = file.replace(/\d{4}([-_.]?)\d{2}\1\d{2}(?=[^/]*$)/, "*");
  return pattern === file ? null : pattern;
}
