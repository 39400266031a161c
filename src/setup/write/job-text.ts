import { extname } from "node:path";
import type { Fact } from "../../domain/facts/fact.ts";
import type { Form } from "../sample/form.ts";
import type { Draft } from "../decide/draft.ts";
import { pathFrom, schemaFor, type Place } from "./place.ts";
import { comment, explained, yaml } from "./yaml-text.ts";

/** The content of the files besides the draft. */
export interface FileParts {
  cwd: string;
  /** Absolute path of the export that the job reads. */
  file: string;
  form: Form;
  /** An address, or `sandbox`. */
  service: string;
  /** Allows an address with http:// to another machine. */
  insecure?: boolean;
  /** Words a fact for a comment. */
  english: (fact: Fact) => string;
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
export function jobText({ timeZone, active, keep }: Draft, place: Place, { cwd, form, ...parts }: FileParts): string {
  const file = pathFrom(place.job, parts.file);
  const dated = datedPattern(file);
  const { delimiter, encoding } = form.csv;
  const before = form.skip?.before ?? 0;
  const lines = [
    `# yaml-language-server: $schema=${schemaFor("job", place.job, cwd)}`,
    ...comment("Made by `rollcall init`; docs/reference/job.md explains every key."),
    `name: ${text(place.name)}`,
    ...explained(`# schedule: { cron: "30 2 * * *", timezone: ${timeZone} }`, "without it, the job runs only when started by hand"),
    ...(active?.until == null ? [] : explained(`timezone: ${timeZone}`, "where the last days of the mapping end at midnight")),
    "source:",
    ...explained(`  file: ${text(file)}`, "relative to this file"),
    ...(dated === null ? [] : explained(`  # file: ${text(dated)}`, "for nightly exports: reads the newest by name")),
    ...explained(
      `  # expect: ${expectationOf("*")}`,
      "with that schedule: says when there has been no new content for longer; or weekdays, weekly",
    ),
    // Without a file extension each run would detect the format again; a fixed one is safer.
    ...(extname(parts.file) === "" && delimiter !== null ? ["  format: csv"] : []),
    ...setting("csv", { delimiter, encoding }),
    ...setting("xlsx", { sheet: form.xlsx?.sheet, header_row: form.xlsx?.headerRow }),
    ...(keep === null
      ? []
      : explained(
          `  # rows: ${escaped(yaml({ keep: { column: keep.column, values: [keep.value] } }))}`,
          "keys with several rows: uses the row with this value; without it, all of them are rejected",
        )),
    ...(before === 0 ? [] : explained(`  skip: { before: ${before} }`, "lines above the header")),
    ...explained(`mapping: ${text(pathFrom(place.job, place.mapping))}`, "relative to this file"),
    "service:",
    ...serviceLines(parts.service, parts.insecure === true),
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

function text(value: string): string {
  return yaml(escaped(value));
}

/** Escapes `${`, which a job replaces from the environment. */
function escaped(value: string): string {
  return value.replaceAll("${", "$${");
}

/** Returns the line of a setting with the given keys; none without any. */
function setting(name: string, keys: Readonly<Record<string, string | number | null | undefined>>): string[] {
  const given = Object.entries(keys).flatMap(([key, value]) => (value == null ? [] : [[key, value] as const]));
  return given.length === 0 ? [] : [`  ${name}: ${escaped(yaml(Object.fromEntries(given)))}`];
}

/** Replaces a date in a name by `*`: `employees-2026-11-21.csv` becomes `employees-*.csv`. Returns `null` without a date. */
export function datedPattern(file: string): string | null {
  const pattern = file.replace(/\d{4}([-_.]?)\d{2}\1\d{2}(?=[^/]*$)/, "*");
  return pattern === file ? null : pattern;
}
