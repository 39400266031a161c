import { expect, test } from "vitest";
import { fact } from "../../src/domain/facts/fact.ts";
import { ConfigurationProblem } from "../../src/domain/problem.ts";
import { factText } from "../../src/reporting/fact-text.ts";
import { asReader, DEFAULT_READER } from "../../src/reporting/locales/reader.ts";
import { t, textsIn, type Message } from "../../src/reporting/locales/t.ts";
import { storedText } from "../../src/reporting/stored-text.ts";

const german = { language: "de", locale: "de", timeZone: "UTC" } as const;
const inGerman = (text: string): string => asReader(german, () => storedText(text));

/** Values for every place that a stored sentence has. */
const values = {
  all: "24",
  allowed: "5",
  changed: "6",
  open: "1",
  found: "8",
  id: "20270131-020000-abcd",
  keys: "0001, 0002",
  part: "HR/Sales",
  setting: "policy.limits.creates",
  shortage: "12 of Languages",
  endpoint: "PUT /users/{user_id}",
  state: "cancelled",
  status: "503",
  code: "ECONNREFUSED",
  n: 1200,
  account: "acme",
  address: "https://other.example",
  at: "mapping.yaml:14",
  column: "Department",
  count: "2",
  damage: "1 line, at line 3",
  command: "rollcall identities list",
  day: "2027-01-31",
  field: "email",
  format: "dd.MM.yyyy",
  group: "HR/Sales",
  job: "nightly",
  key: "0001",
  link: "rollcall identities link",
  name: "Ana",
  names: "username",
  other: "0002",
  other_at: "2026-11-27",
  blank: "3",
  value: "Lisbon",
  values: "A (30), B (2)",
  policy: "report",
  quoted: "x",
  reason: "Over",
  retry: "rollcall identities retry",
  rows: "2, 3",
  rule: "department",
  run: "20270131-020000-abcd",
  accounts: "8",
  creates: "5",
  filled: "24",
  numbers: "0",
  dates: "12",
  most: "40",
  file: "hr.csv",
  folder: "exports",
  encoding: "utf-8",
  example: "x",
  row: "2",
  stated: "12",
  columns: "Email, Department",
  pointer: "/meta/total",
  host: "hr.example.com",
  later: "14",
  mark: ";",
  total: "20",
};
const english = {
  ...values,
  moment: "2026-11-23T18:07:35.539Z",
  place: "there is no such file",
  value: "“x@y”",
  why: "the connection was lost",
  figures_before: "filled in 24 of 25 rows, 3 values, the most frequent in 40 %; 0 % numbers, 0 % dates",
  figures_now: "filled in 24 of 25 rows, 1 value; 0 % numbers, 0 % dates",
  kind_before: "numbers",
  kind_now: "dates",
};
const translated = {
  ...values,
  moment: "23. Nov. 2026, 18:07 UTC",
  day: "31. Jan. 2027",
  place: "diese Datei gibt es nicht",
  value: "„x@y“",
  why: "die Verbindung ist abgebrochen",
  field: "E-Mail-Adresse",
  figures_before: "in 24 von 25 Zeilen gefüllt, 3 Werte, der häufigste in 40 %; 0 % Zahlen, 0 % Datumsangaben",
  figures_now: "in 24 von 25 Zeilen gefüllt, 1 Wert; 0 % Zahlen, 0 % Datumsangaben",
  kind_before: "Zahlen",
  kind_now: "Datumsangaben",
};

const stored = Object.entries(textsIn("en")).filter(([key]) => key.startsWith("stored.")) as [Message, string][];

test.each(stored)("is recognized in every language: %s", (message) => {
  const text = asReader(DEFAULT_READER, () => t(message, english));
  expect(inGerman(text)).toBe(asReader(german, () => t(message, { ...translated, names: "username" })));
});

test("translates the errors of a job file, each after its place, and why a file cannot be used", () => {
  const at = { file: "jobs/hr.yaml", column: 1 };
  const problem = new ConfigurationProblem([
    { ...at, line: 3, fact: fact("config.unknown_key_near", { setting: "polcy", near: "policy" }) },
    { ...at, line: 5, fact: fact("yaml.invalid", { why: fact("yaml.two_tags", {}) }) },
  ]);
  expect(asReader(german, () => factText(problem.fact))).toBe(
    "jobs/hr.yaml:3:1: unbekannter Schlüssel `polcy`; meinten Sie `policy`?\njobs/hr.yaml:5:1: kein gültiges YAML: ein Wert hat zwei YAML-Tags",
  );
});

test("leaves what it does not know, and what an English reader reads", () => {
  expect(inGerman("Reason of a person. Try again later.")).toBe("Reason of a person. Try again later.");
  expect(storedText("Try again later.")).toBe("Try again later.");
});

test("writes the times of stored sentences in the time zone and the locale of the reader", () => {
  const text = "The file is identical to that of run 20270131-020000-abcd (2027-01-31 23:30 UTC). HR's export may not have run since.";
  const inMadrid = { timeZone: "Europe/Madrid" } as const;
  expect(asReader({ ...german, ...inMadrid }, () => storedText(text))).toContain("(1. Feb. 2027, 00:30 MEZ)");
  expect(asReader({ language: "en", locale: "en-GB", ...inMadrid }, () => storedText(text))).toContain("(1 Feb 2027, 00:30 CET)");
});
