import { expect, test } from "vitest";
import { causeQuestion, type QuestionFacts } from "../../src/reporting/removals/cause-question.ts";
import { asReader, localeOf } from "../../src/reporting/locales/reader.ts";
import type { ReaderLanguage } from "../../src/domain/languages.ts";

const facts: QuestionFacts = {
  kind: "renamed",
  group: "HR/Departments/Sales EMEA",
  gains: [{ group: "HR/Departments/Sales – EMEA", people: 21 }],
  people: 21,
  name: "Jean-Luc Simões",
};
const asked = (language: ReaderLanguage, given: Partial<QuestionFacts> = {}): string =>
  asReader({ language, locale: localeOf(language), timeZone: "UTC" }, () => causeQuestion({ ...facts, ...given }));

test("asks about a cause in the reader's language, from its facts", () => {
  expect(asked("en")).toBe("“Sales EMEA” seems to be renamed to “Sales – EMEA”. Remove 21 people from the old group?");
  expect(asked("de")).toBe("„Sales EMEA“ heißt jetzt offenbar „Sales – EMEA“. 21 Personen aus der alten Gruppe entfernen?");
  expect(asked("es", { kind: "moved", people: 1 })).toBe(
    "Jean-Luc Simões ha pasado a Sales – EMEA. ¿Retirar a esta persona de Sales EMEA?",
  );
  expect(asked("fr", { kind: "leaver", people: 2_000 })).toMatch(
    /^2\s000 personnes ont quitté l’entreprise. Les retirer de Sales EMEA\s\?$/,
  );
});

test.each(["renamed", "split", "moved", "changed_back", "leaver", "mapping_changed", "added_by_hand"] as const)(
  "names the group in the question about the cause %s, in every language, with and without a gain",
  (kind) => {
    for (const language of ["en", "es", "de", "fr"] as const)
      for (const people of [1, 5])
        for (const gains of [[], facts.gains]) expect(asked(language, { kind, people, gains })).toContain("Sales EMEA");
  },
);
