import { fact } from "../../src/domain/facts/fact.ts";
import { expect, test } from "vitest";
import type { Explanation } from "../../src/domain/explanation.ts";
import { next } from "../../src/console/pages/people/explanation.ts";
import { resultsView } from "../../src/console/pages/search/view.ts";
import type { Html } from "../../src/reporting/html/html.ts";
import { asReader } from "../../src/reporting/locales/reader.ts";

const NAMES = ["Zoe", "Ärzte", "Álvaro", "Bernd", "Anna"];
const SORTED = ["Álvaro", "Anna", "Ärzte", "Bernd", "Zoe"];

/** Returns the names of the test in the order in which a page shows them to a German reader. */
function shown(draw: () => Html): string[] {
  const page = asReader({ language: "de", locale: "de-DE", timeZone: "UTC" }, draw).text;
  return NAMES.map((name) => [page.indexOf(name), name] as const)
    .sort(([a], [b]) => a - b)
    .map(([, name]) => name);
}

const person = { job: "nightly", username: null, user_id: null, active: null, state: null };

test("results of a search are in the order of the reader", () => {
  const people = NAMES.map((name) => ({ ...person, id: name, key: name, name }));
  expect(shown(() => resultsView({ people, more: false, groups: [], causes: [], runs: [], text: "a" }))).toEqual(SORTED);
});

test("groups of a person that no rule gives are in the order of the reader", () => {
  const current = NAMES.map((name) => ({ group: name, managed: true }));
  const explained = {
    groups: [],
    current,
    readAt: null,
    nextFact: fact("nothing.sent", {}),
    rejects: [],
    notes: [],
    undecided: [],
    outcome: null,
  };
  expect(shown(() => next(explained as unknown as Explanation))).toEqual(SORTED);
});
