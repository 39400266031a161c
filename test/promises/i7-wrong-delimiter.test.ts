import { factText } from "../../src/reporting/fact-text.ts";
import { expect, test } from "vitest";
import { company, people } from "../helpers/company.ts";
import { FileProblem } from "../../src/domain/problem.ts";
import { bindHeader } from "../../src/domain/header.ts";
import { unlikeSpellings } from "../../src/domain/names.ts";
import { asReader } from "../../src/reporting/locales/reader.ts";

test("I7: a header that was cut by the wrong delimiter is refused with the right one", async () => {
  const c = await company();
  c.hr(people(2));
  await c.sync();
  c.service.clearRequests();
  c.place.write(
    "hr.csv",
    "Employee ID;First;Last;Email;Department;Status;Notes (a, b, c, d, e, f, g)\n0001;A;B;p0001@acme.example;IT;Active;x\n",
  );
  const refused = await c.run("sync", "job.yaml");
  expect(refused.code).toBe(4);
  expect(refused.stderr).toContain("cut at `;`, it has 6 of the columns");
  expect(refused.stderr).toContain('source.csv.delimiter: ";"');
  expect(c.userCalls()).toEqual([]);
  c.place.write("hr.csv", "Employee ID,First,Last,Email\n0001,A,B,p0001@acme.example\n");
  expect((await c.run("sync", "job.yaml")).stderr).not.toContain("delimiter");
}, 120_000);

const adviceOn = (wanted: string[], header: string[], source?: "job"): string => {
  try {
    bindHeader(wanted, header, "hr.csv", source);
  } catch (error) {
    if (error instanceof FileProblem) return error.next === undefined ? "" : factText(error.next);
    throw error;
  }
  return "";
};

test.for([
  [
    "de",
    "Die Kopfzeile ist offenbar am falschen Trennzeichen geteilt: Mit `;` als Trennzeichen hat sie 2 der Spalten.",
    "Wenn die Kopfzeile weiter unten",
  ],
  ["es", "Parece que el encabezado está cortado por un delimitador equivocado: cortado en `;`, tiene 2", "Si el encabezado está más abajo"],
  ["fr", "L’en-tête semble découpé par un mauvais séparateur\u00a0: découpé à `;`, il contient 2", "Si l’en-tête est plus bas"],
] as const)("says in %s where the header went wrong", ([language, cut, further]) => {
  const inLanguage = (...given: Parameters<typeof adviceOn>): string =>
    asReader({ language, locale: language, timeZone: "UTC" }, () => adviceOn(...given));
  const wrong = inLanguage(["Key", "Mail"], ["Key;Mail;Notes (a", " b)"]);
  expect(wrong).toContain(cut);
  expect(wrong).toContain('`source.csv.delimiter: ";"`');
  expect(wrong).not.toMatch(/\b(the header|set)\b/i);
  expect(inLanguage(["Key", "Mail"], ["Title"])).toContain(further);
  expect(inLanguage(["Primary"], ["Key"], "job")).not.toMatch(/Correct the export/);
});

test("I2: a key that looks like another one is blocked, and its reason says how the two are written", async () => {
  const c = await company();
  c.hr([{ id: "ANDR\u{C9}1", mail: "a@acme.example" }]);
  await c.sync();
  c.hr([{ id: "ANDRE\u{301}1", mail: "a@acme.example" }]);
  const night = await c.sync();
  expect(night.counts).toMatchObject({ held: 1, creates: 0 });
  expect(c.operations(night.run)[0]?.reason).toContain(
    "The keys look alike, but are written differently: ANDRE‹U+0301›1 here and ANDR‹U+00C9›1 there.",
  );
}, 120_000);

test.for([
  ["A1", "A\u{200B}1", ["A1", "A‹U+200B›1"]],
  ["Ａ1", "A1", ["‹U+FF21›1", "A1"]],
  ["A1", "A1", null],
  ["A1", "B1", null],
] as const)("%s and %s", ([one, other, spellings]) => {
  expect(unlikeSpellings(one, other)).toEqual(spellings);
});
