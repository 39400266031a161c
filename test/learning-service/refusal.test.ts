import { describe, expect, test } from "vitest";
import { readRemovalRefusal, resolveNamed } from "../../src/learning-service/errors/refusal.ts";
import { uuidOf } from "./helpers.ts";

const CODE = "group_removal_requires_confirmation";
const [a, b] = [uuidOf(1), uuidOf(2)];
const me = uuidOf(99);

describe("a removal refusal names its groups", () => {
  test.for<[string, unknown, string[]]>([
    ["as ids beside the code", { code: CODE, group_ids: [a, b] }, [a, b]],
    ["as names beside `error`", { error: CODE, groups: ["Managers", "Sales, EMEA"] }, ["Managers", "Sales, EMEA"]],
    ["as objects in a list of errors", { errors: [{ error_code: CODE, groups: [{ id: a, name: "Managers" }, { id: b }] }] }, [a, b]],
    ["as objects with names only", { errors: [{ code: CODE, details: { removed_groups: [{ name: "Managers" }] } }] }, ["Managers"]],
    ["as a map keyed by id", { code: CODE, groups: { [a]: { name: "Managers" }, [b]: "Sales" } }, [a, b]],
    ["as a map from id to true", { code: CODE, group_ids: { [a]: true, [b]: true } }, [a, b]],
    ["as a map keyed by position", { code: CODE, groups: { 0: { id: a }, 1: { id: b } } }, [a, b]],
    ["as one string with commas", { code: CODE, groups: "Managers, Sales" }, ["Managers", "Sales"]],
    ["as one name with a comma", { code: CODE, group_name: "Sales, EMEA" }, ["Sales, EMEA"]],
    ["below a wrapper", { error: { code: CODE, message: "no", data: { items: [{ group: { id: a, name: "X" } }] } } }, [a]],
    ["as memberships with their own ids", { code: CODE, memberships: [{ id: uuidOf(7), user_id: me, group_id: a }] }, [a]],
    ["as bare ids under any key", { code: CODE, affected: [a, b] }, [a, b]],
    ["as names under any key", { code: CODE, message: "no", affected: ["Managers"] }, ["Managers"]],
    ["as values of an error", { errors: [{ code: CODE, field: "group_ids", value: [a] }] }, [a]],
    ["as a map from the code", { errors: { [CODE]: [a, b] } }, [a, b]],
    [
      "as names after a colon in a message",
      { error_code: CODE, message: "The following groups would be removed: Sales, “IT”." },
      ["Sales", "IT"],
    ],
    ["as a path after the code in plain text", `${CODE}: HR/Managers`, ["HR/Managers"]],
    ["as ids inside a message", { code: CODE, message: `User ${me} would leave ${a} and ${b}.` }, [a, b]],
    ["as ids in plain text", `${CODE}: ${a}`, [a]],
    ["without those that stay", { code: CODE, current_group_ids: [a, b], requested_group_ids: [b], removed_group_ids: [a] }, [a]],
    [
      "without the id of the error, the request or the user",
      { id: uuidOf(8), request_id: uuidOf(9), user_id: me, code: CODE, groups: [a] },
      [a],
    ],
    ["as numbers, which resolve to nothing later", { code: CODE, groups: [17] }, ["17"]],
  ])("%s", ([, body, named]) => {
    expect(readRemovalRefusal(body, me)).toEqual({ refused: true, named });
  });

  test.for<[string, unknown]>([
    ["a message in words", { code: CODE, message: "Groups would be removed." }],
    ["an empty list", { code: CODE, groups: [] }],
    ["a field that it points at", { errors: [{ code: CODE, path: ["body", "group_ids"], missing: ["confirm_group_removal"] }] }],
    ["only the ids of the request and the user", { code: CODE, id: uuidOf(8), request_id: uuidOf(9), user_id: me }],
    ["only what stays", { code: CODE, current_group_ids: [a] }],
  ])("%s names nothing that can be read", ([, body]) => {
    expect(readRemovalRefusal(body, me)).toEqual({ refused: true, named: [] });
  });

  test("an entry that cannot be read is named as such and never dropped", () => {
    const { named } = readRemovalRefusal({ code: CODE, groups: [{ id: a }, { ref: { deep: 1 } }, null] }, me);
    expect(named).toHaveLength(2);
    expect(resolveNamed(named, [{ id: a, name: "A", path: "A" }])).toMatchObject({ ids: [a], unresolved: [expect.any(String)] });
  });

  test.for<[string, unknown]>([
    ["other invalid parameters", { code: "invalid_parameters", groups: [a] }],
    ["an empty body", ""],
    ["a page", "<html>412</html>"],
    ["null", null],
  ])("%s is no removal refusal", ([, body]) => {
    expect(readRemovalRefusal(body)).toEqual({ refused: false, named: [] });
  });
});

describe("what was named is resolved", () => {
  const groups = [
    { id: a, name: "Managers", path: "HR/Managers" },
    { id: b, name: "Managers", path: "Partners/Managers" },
    { id: uuidOf(3), name: "Board", path: "Board" },
  ];

  test("by id in either case, by path, and by a name that one group bears", () => {
    expect(resolveNamed([a.toUpperCase(), "Partners/Managers", "Board"], groups)).toEqual({ ids: [a, b, uuidOf(3)], unresolved: [] });
  });

  test("but not by a name that two groups bear, nor by one that none bears", () => {
    expect(resolveNamed(["Managers", "board", uuidOf(4)], groups)).toEqual({ ids: [], unresolved: ["Managers", "board", uuidOf(4)] });
  });
});
