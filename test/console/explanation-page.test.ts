import { fact, inTurn } from "../../src/domain/facts/fact.ts";
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
  const why = fact("cell.blank", { column: "Site" });
  const rule = { rule: "sites", at: "mappings/demo.yaml:40" };
  const explained = {
    groups: [],
    current: [],
    readAt: null,
    outcome: null,
    nextFact: fact("operation.returns_later", { day: "2026-12-01", at: "mappings/demo.yaml:34" }),
    rejects: [],
    notes: [{ fact: fact("rule.undecided", { ...rule, why }) }],
    undecided: [{ ...rule, column: "Site", reason: "blank", value: "", fact: why, groups: [] }],
  } as unknown as Explanation;
  const page = asReader({ language: "en", locale: "en", timeZone: "UTC" }, () => next(explained)).text;
  expect(page.replaceAll(/ title="[^"]*"/g, "")).not.toContain("demo.yaml");
  expect(page).toMatch(/title="[^"]*mappings\/demo\.yaml:34[^"]*"[^]*The person joins on Dec 1, 2026\./);
  expect(page).toMatch(/Rule <b title="mappings\/demo\.yaml:40"><bdi>sites<\/bdi><\/b> cannot be decided, because/);
});

test("a note that the next run names already is not repeated", () => {
  const why = fact("cell.blank", { column: "Leaving" });
  const said = fact("dates.unusable", { at: "active", why });
  const explained = {
    groups: [],
    current: [],
    readAt: null,
    outcome: { fact: said, fields: [], gains: [], losses: [] },
    nextFact: inTurn(fact("next.blocked", {}), said),
    rejects: [],
    notes: [{ fact: { ...said } }, { fact: fact("managers.unknown", {}) }],
    undecided: [],
  } as unknown as Explanation;
  const page = asReader({ language: "en", locale: "en", timeZone: "UTC" }, () => next(explained)).text.replaceAll(/ title="[^"]*"/g, "");
  expect([page.split("cannot be used, because").length, page.split("nobody stops being a manager").length]).toEqual([2, 2]);
});
