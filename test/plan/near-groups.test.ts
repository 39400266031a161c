import { describe, expect, test } from "vitest";
import { isOfOneSeries, similarGroups } from "../../src/plan/near-groups.ts";

const groups = ["Site01", "Site02", "Team A", "Phase II", "Sales", "Room 12b"].map((name) => ({
  id: name,
  name,
  path: name,
  parentId: null,
}));

describe("similar groups", () => {
  test.for([
    ["Site03", []],
    ["Site10", []],
    ["Site1", ["Site01"]],
    ["Ste01", ["Site01"]],
    ["Team B", []],
    ["Team 1", []],
    ["Phase III", []],
    ["Room 13b", []],
    ["Room 12c", ["Room 12b"]],
    ["Saless", ["Sales"]],
  ] as const)("of %s", ([name, near]) => {
    expect(similarGroups(groups)(name)).toEqual(near);
  });

  test("a name is no series of its own", () => {
    expect(isOfOneSeries("Site01", "site01")).toBe(false);
    expect(isOfOneSeries("Sales", "Sale")).toBe(false);
  });
});
