import { expect, test } from "vitest";
import { causeAdvice } from "../../src/reporting/removals/advice-labels.ts";
import { causeQuestion, causeSentence, type QuestionFacts } from "../../src/reporting/removals/cause-question.ts";
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
  expect(asked("en")).toBe("The group “Sales EMEA” seems to be renamed to “Sales – EMEA”. Remove 21 people from the old group?");
  expect(asked("de")).toBe("Die Gruppe „Sales EMEA“ heißt jetzt offenbar „Sales – EMEA“. 21 Personen aus der alten Gruppe entfernen?");
  expect(asked("es", { kind: "moved", people: 1 })).toBe("Jean-Luc Simões ha pasado al grupo Sales – EMEA. ¿Retirar del grupo Sales EMEA?");
  expect(asked("fr", { kind: "leaver", people: 2_000 })).toMatch(
    /^2\s000 personnes ont quitté l’entreprise. Retirer du groupe Sales EMEA\s\?$/,
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

test("one person is named in the singular, in every language", () => {
  const split: QuestionFacts = {
    kind: "split",
    group: "HR/Sales",
    gains: [
      { group: "HR/EMEA", people: 2 },
      { group: "HR/APAC", people: 1 },
    ],
    people: 3,
    name: "",
  };
  expect(causeSentence(split)).toBe("3 people lose the group HR/Sales; 2 of them gain HR/EMEA and 1 of them gains HR/APAC: split?");
  const reasons = [
    { advice: "remove", reason: "has_new_group", people: 2 },
    { advice: "look_closer", reason: "impact_unknown", people: 1 },
  ] as const;
  const advice = (language: ReaderLanguage, given: Parameters<typeof causeAdvice>[0] = { people: 3, remove: 2, reasons }) =>
    asReader({ language, locale: localeOf(language), timeZone: "UTC" }, () => causeAdvice(given));
  expect(advice("en")).toEqual({
    advice: "Remove 2, look closer at the other person",
    why: "2 already have the new group, with nothing in progress or due, 1 has an impact that is not fully known.",
  });
  expect(advice("de").why).toMatch(/, bei 1 Person sind die Auswirkungen nicht vollständig bekannt\.$/);
  const unknown = { people: 2, remove: 0, reasons: [{ ...reasons[1], people: 2 }] };
  expect(advice("de", unknown)).toEqual({
    advice: "Genauer ansehen",
    why: "Bei 2 Personen sind die Auswirkungen nicht vollständig bekannt.",
  });
});
