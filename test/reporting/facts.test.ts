import { ConfigurationProblem } from "../../src/domain/problem.ts";
import { expect, test } from "vitest";
import { fact, type Fact } from "../../src/domain/facts/fact.ts";
import { READER_LANGUAGES } from "../../src/domain/languages.ts";
import { englishText, factText } from "../../src/reporting/fact-text.ts";
import { asReader } from "../../src/reporting/locales/reader.ts";
import { textsIn } from "../../src/reporting/locales/t.ts";
import { removalFact } from "../../src/reporting/removals/why.ts";
import { codes, markedFact } from "../helpers/facts.ts";
import { valuesOf, selectorsOf } from "../helpers/messages.ts";

test.each(codes)("%s has a message whose places are its values", (code, types) => {
  const names = Object.keys(types);
  expect(valuesOf(textsIn("en")[code]).filter((place) => !names.includes(place))).toEqual([]);
});

test.each(codes)("%s says its values in every language, and its values fit their types", (code, types) => {
  const { values } = markedFact(code, types);
  for (const [name, type] of Object.entries(types)) expect([name, type.safeParse(values[name]).success]).toEqual([name, true]);
  for (const language of READER_LANGUAGES) {
    const text = asReader({ language, locale: language, timeZone: "UTC" }, () => factText({ code, values }));
    const selectors = selectorsOf(textsIn(language)[code]);
    for (const place of valuesOf(textsIn(language)[code]))
      if ((JSON.stringify(values[place]).includes(`<${place}>`) || typeof values[place] === "string") && !selectors.includes(place))
        expect(text.replaceAll(/[«»„“”\s]/g, "")).toContain(`<${place}>`);
  }
});

test.for<[said: Fact, german: string]>([
  [
    fact("file.unusable", {
      file: "hr.csv",
      what: fact("file.lacks_columns", { n: 1, columns: [fact("column.similar", { column: "c", similar: "a" })] }),
    }),
    "hr.csv: in der Kopfzeile fehlt die Spalte „c“ (meinten Sie „a“?). Es wurde nichts geändert.",
  ],
  [
    fact("file.unusable", {
      file: "hr.csv",
      what: fact("file.not_csv", { content: fact("content.archive", { format: "gzip" }), why: "unknown" }),
    }),
    "hr.csv: das ist ein gzip-Archiv, kein CSV. Es wurde nichts geändert.",
  ],
  [
    fact("file.several_sheets", { visible: 2, sheets: ["A", "B"].map((sheet) => fact("sheet.visible", { sheet })) }),
    "die Excel-Datei hat 2 sichtbare Blätter: „A“ und „B“",
  ],
  [
    fact("sftp.user_rejected", { user: "hr", by: "key" }),
    "der Server hat den Benutzer hr mit dem privaten Schlüssel des Auftrags abgelehnt",
  ],
])("says in German why a file cannot be used: %j", ([said, german]) => {
  expect(asReader({ language: "de", locale: "de", timeZone: "UTC" }, () => factText(said))).toBe(german);
});

test("a cell that is missing, blank or not shown is named", () => {
  expect(englishText(fact("cell.changed", { column: "Site", before: null, now: "" }))).toBe("Site changed from (nothing) to (blank)");
  const hidden = { kind: "value_changed", cells: [{ column: "Site", before: "(not shown)", now: "(not shown)", changed: true }] };
  expect(englishText(removalFact("HR/Sites", [hidden]))).toBe(
    "Site changed (its values are not shown). HR's data no longer puts this person in the group HR/Sites.",
  );
});

test("headings of a reviewer's workbook are named in the reader's language", () => {
  const lost = fact("review_workbook.lacks_heading", { sheet: "Ursachen", headings: ["reason"] });
  expect(asReader({ language: "de", locale: "de", timeZone: "UTC" }, () => factText(lost))).toBe(
    "Auf dem Blatt Ursachen fehlt die Überschrift „Begründung“. Daraus wurde keine Entscheidung übernommen.",
  );
});

test("a removal of several people names each change once, and counts those beyond six", () => {
  const people = ["A", "A", "B", "C", "D", "E", "F", "G"].map((now) => ({
    kind: "value_changed",
    cells: [{ column: "Site", before: "X", now }],
  }));
  const { code, values } = removalFact("HR/X", people);
  expect([code, values["people"], (values["changes"] as Fact[]).map((one) => one.code)]).toEqual([
    "removal.value_changed",
    8,
    [...Array.from({ length: 6 }, () => "cell.changed_of_some"), "cell.more_changes"],
  ]);
  expect(englishText({ code, values })).toMatch(/^Site changed from “X” to “A” for 2 people, .* and 1 more change\. HR's data no longer/);
});

test("a cause with an erased person gives the reason of the others", () => {
  const cells = [{ column: "Site", before: "A", now: "B" }];
  const reasons = [{ kind: "erased", cells: [] }, ...Array.from({ length: 2 }, () => ({ kind: "value_changed", cells }))];
  expect(englishText(removalFact("HR/A", reasons))).toBe(
    "Site changed from “A” to “B”. HR's data no longer puts these people in the group HR/A.",
  );
});

test("a sensitive cell that was missing is not shown either, and a change without a visible cell is not named", () => {
  const missing = [{ column: "Salary", before: null, now: "(not shown)", changed: true }];
  expect(englishText(removalFact("HR/A", [{ kind: "changed_back", cells: missing }]))).toMatch(
    /^Salary changed \(its values are not shown\)\./,
  );
  expect(englishText(removalFact("HR/A", [{ kind: "changed_back", cells: [] }]))).toBe(
    "HR's data no longer puts this person in the group HR/A.",
  );
});

test("an unknown kind of evidence gives the shortest reason", () => {
  expect(englishText(removalFact("HR/X", [{ kind: "from_the_future", cells: [] }]))).toBe(
    "HR's data no longer puts this person in the group HR/X.",
  );
  expect(englishText(removalFact("", [{ kind: "erased", cells: [] }]))).toBe("Erased on request.");
});

test("the errors of a job file are one a line, each after its place", () => {
  const at = { file: "jobs/hr.yaml", column: 1 };
  const problem = new ConfigurationProblem([
    { ...at, line: 3, fact: fact("config.unknown_key_near", { setting: "polcy", near: "policy" }) },
    { ...at, line: 5, fact: fact("yaml.invalid", { why: fact("yaml.two_tags", {}) }) },
  ]);
  expect(asReader({ language: "de", locale: "de", timeZone: "UTC" }, () => factText(problem.fact))).toBe(
    "jobs/hr.yaml:3:1: unbekannter Schlüssel `polcy`; meinten Sie `policy`?\njobs/hr.yaml:5:1: kein gültiges YAML: ein Wert hat zwei YAML-Tags",
  );
});

test("a fact that only a newer version knows is shown by its code", () => {
  const newer = { code: "membership.is_purple", values: { n: 2 } } as unknown as Fact;
  expect(englishText(newer)).toBe("membership.is_purple");
  expect(englishText(fact("sentences", { sentences: [newer, fact("limit.shrink", { rows: 1, before: 4, allowed: 1 })] }))).toMatch(
    /^membership\.is_purple \S/,
  );
});

test("a day or time of a fact is written as the reader does, in the reader's time zone; a day in another form stays", () => {
  const inFrench = (until: string): string =>
    asReader({ language: "fr", locale: "fr", timeZone: "Europe/Madrid" }, () =>
      factText(fact("create.may_still_happen", { key: "0001", until })),
    );
  expect(inFrench("2027-01-31T23:30:00Z")).toContain("1 févr. 2027, 00:30");
  expect(inFrench("2027-01-31")).toContain("31 janv. 2027");
  expect(inFrench("31/01/2027")).toContain("31/01/2027");
});
