import { asFact, fact, inTurn } from "../../src/domain/facts/fact.ts";
import { expect, test } from "vitest";
import { explanation, next } from "../../src/console/pages/people/explanation.ts";
import type { Explanation } from "../../src/domain/explanation.ts";
import { asReader } from "../../src/reporting/locales/reader.ts";

test("a computed value that is not known is not shown as a row that ends early", () => {
  const cells = [
    { column: "manager.has_reports", value: null },
    { column: "Manager.Key", value: null },
    { column: "Site", value: null },
  ];
  const explained = { cells, origins: [], usernames: null, file: "hr.csv", row: 2, rows: [2] } as unknown as Explanation;
  const page = asReader({ language: "en", locale: "en", timeZone: "UTC" }, () => explanation(explained)).text;
  expect(page.split("<i>not known</i>")).toHaveLength(3);
  expect(page.split("<i>the row ends before it</i>")).toHaveLength(2);
});

test("places in the mapping are in titles only, for administrators", () => {
  const explained = {
    groups: [],
    current: [],
    readAt: null,
    outcome: null,
    next: "",
    nextFact: fact("operation.returns_later", { day: "2026-12-01", at: "mappings/demo.yaml:34" }),
    rejects: [],
    notes: [{ message: "Rule sites (mappings/demo.yaml:40) cannot be decided, because “Site” is blank." }],
    undecided: [
      { rule: "sites", at: "mappings/demo.yaml:40", column: "Site", reason: "blank", value: "", why: "“Site” is blank", groups: [] },
    ],
  } as unknown as Explanation;
  const page = asReader({ language: "en", locale: "en", timeZone: "UTC" }, () => next(explained)).text;
  expect(page.replaceAll(/ title="[^"]*"/g, "")).not.toContain("demo.yaml");
  expect(page).toMatch(/title="[^"]*mappings\/demo\.yaml:34[^"]*"[^]*The person joins on 1 Dec 2026\./);
  expect(page).toMatch(/Rule <b title="mappings\/demo\.yaml:40"><bdi>sites<\/bdi><\/b> cannot be decided, because/);
});

test("a note that the next run names already is not repeated", () => {
  const message = "The dates of active cannot be used, because “Leaving” is blank.";
  const explained = {
    groups: [],
    current: [],
    readAt: null,
    outcome: null,
    next: `The person is blocked, so nothing is sent. ${message}`,
    nextFact: inTurn(fact("next.blocked", {}), asFact(message)),
    rejects: [],
    notes: [{ message }, { message: "“Site” is unknown." }],
    undecided: [],
  } as unknown as Explanation;
  const page = asReader({ language: "en", locale: "en", timeZone: "UTC" }, () => next(explained)).text;
  expect([page.split(message).length, page.split("“Site” is unknown.").length]).toEqual([2, 2]);
});
