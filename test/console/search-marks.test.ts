import { expect, test } from "vitest";
import { marked } from "../../src/console/pages/search/marked.ts";
import { removalReason } from "../../src/reporting/removals/why.ts";

test.each([
  ["HR/Departments/Légal", "depártments legal", "HR/<mark>Departments</mark>/<mark>Légal</mark>"],
  ["Ana <Ruiz>", "ana", "<mark>Ana</mark> &lt;Ruiz&gt;"],
  ["Inês Straße", "ines straße", "<mark>Inês</mark> <mark>Straße</mark>"],
  ["Sales", "sale sales", "<mark>Sale</mark><mark>s</mark>"],
  ["Sales", "legal", "Sales"],
])("marks in “%s” what “%s” found", (text, search, shown) => {
  expect(marked(text, search).text).toBe(`<bdi>${shown}</bdi>`);
});

test("says why a membership ends without rules and rows", () => {
  const cells = [{ column: "Department", before: "Sales", now: "Legal" }];
  const reason = (kind: string, people = 1): string =>
    removalReason(
      "HR/Sales",
      Array.from({ length: people }, () => ({ kind, cells })),
    );
  expect(reason("value_changed")).toBe(
    "Department changed from “Sales” to “Legal”. HR's data no longer puts this person in the group HR/Sales.",
  );
  expect(reason("value_changed", 2)).toContain("these people in the group HR/Sales");
  expect(reason("leaver")).toBe("According to HR, this person has left.");
  expect(reason("mapping_changed")).toContain("The rules changed.");
  expect(reason("added_by_hand")).toContain("added the membership in the learning service");
});
