import { expect, test } from "vitest";
import { explanation } from "../../src/console/pages/people/explanation.ts";
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
