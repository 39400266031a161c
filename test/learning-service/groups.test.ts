import { describe, expect, test } from "vitest";
import type { GroupItem } from "../../src/learning-service/contract/groups.ts";
import { readGroups } from "../../src/learning-service/groups.ts";
import { answer, clientFor, clientOf, serve, settingsFor, startSandbox, uuidOf } from "./helpers.ts";

const [hr, sales, emea] = [uuidOf(1), uuidOf(2), uuidOf(3)];
const paths = (items: readonly GroupItem[]) =>
  readGroups(items)
    .groups.map(({ path }) => path)
    .sort();
const WHOLE = ["HR", "HR/Sales", "HR/Sales/EMEA"];

describe("the tree is read", () => {
  test("from a flat list in any order", () => {
    expect(
      paths([
        { id: emea, name: "EMEA", parent_id: sales },
        { id: hr, name: "HR", parent_id: null },
        { id: sales, name: "Sales", parent_id: hr },
      ]),
    ).toEqual(WHOLE);
  });

  test.for<[string, GroupItem["children"]]>([
    ["an array", [{ id: emea, name: "EMEA" }]],
    ["a map", { [emea]: { id: emea, name: "EMEA" } }],
    ["one group", { id: emea, name: "EMEA" }],
  ])("from nested groups whose children's children are %s", ([, children]) => {
    expect(paths([{ id: hr, name: "HR", children: [{ id: sales, name: "Sales", ...(children == null ? {} : { children }) }] }])).toEqual(
      WHOLE,
    );
  });

  test("from a list that is flat and nested, where a group's known members win over absent ones", () => {
    const { groups } = readGroups([
      { id: hr, name: "HR", children: [{ id: sales, name: "Sales" }] },
      { id: sales.toUpperCase(), name: "Sales", user_ids: [uuidOf(8)] },
    ]);
    expect(groups.find(({ id }) => id === sales)).toEqual({
      id: sales,
      name: "Sales",
      path: "HR/Sales",
      parentId: hr,
      userIds: [uuidOf(8)],
    });
  });

  test("merging the members if a group appears twice with different ones", () => {
    const [group] = readGroups([
      { id: hr, name: "HR", user_ids: [uuidOf(8)] },
      { id: hr, name: "HR", user_ids: [uuidOf(9)] },
    ]).groups;
    expect(group?.userIds).toEqual([uuidOf(8), uuidOf(9)]);
  });

  test("keeping absent members unknown and empty ones empty", () => {
    const { groups } = readGroups([
      { id: hr, name: "HR" },
      { id: sales, name: "Sales", user_ids: [] },
      { id: emea, name: "EMEA", user_ids: null },
    ]);
    expect(groups.map(({ userIds }) => userIds)).toEqual([null, [], null]);
  });

  test("with trimmed names in one Unicode form", () => {
    expect(paths([{ id: hr, name: " Logi\u0301stica " }])).toEqual(["Log\u00edstica"]);
  });

  test("with a note for a group without id and for a parent that is missing", () => {
    const { groups, notes } = readGroups([{ name: "Ghost" }, { id: sales, name: "Sales", parent_id: hr }]);
    expect(groups.map(({ path, parentId }) => [path, parentId])).toEqual([["Sales", null]]);
    expect(notes).toHaveLength(2);
  });

  test.for<[string, GroupItem[]]>([
    [
      "two parents",
      [
        { id: sales, name: "Sales", parent_id: hr },
        { id: sales, name: "Sales", parent_id: emea },
      ],
    ],
    [
      "two names",
      [
        { id: sales, name: "Sales" },
        { id: sales, name: "Ventas" },
      ],
    ],
    [
      "a parent that is its own child",
      [
        { id: sales, name: "Sales", parent_id: emea },
        { id: emea, name: "EMEA", parent_id: sales },
      ],
    ],
  ])("but not with %s", ([, items]) => {
    expect(() => readGroups(items)).toThrow(expect.objectContaining({ code: "groups_contradictory" }));
  });
});

test.for(["flat", "nested", "both"] as const)("the sandbox's tree is the same when it answers %s", async (tree) => {
  const sandbox = await startSandbox({ seed: "company", tree, hideUserIds: ["HR/Managers"] });
  const client = clientFor(settingsFor(sandbox.url, sandbox.refreshToken));
  const { groups, notes } = readGroups(await client.groups.list().all());
  const expected = sandbox.groups().map(({ path, user_ids }) => [path, path === "HR/Managers" ? null : user_ids.length]);
  expect(groups.map(({ path, userIds }) => [path, userIds?.length ?? null]).sort()).toEqual(expected.sort());
  expect(notes).toEqual([]);
});

test("300,000 user ids are read whole", async () => {
  const ids = Array.from({ length: 300_000 }, (_, i) => uuidOf(i));
  const body = JSON.stringify([
    { id: hr, name: "HR", user_ids: ids },
    { id: sales, name: "Sales", user_ids: [] },
  ]);
  const url = await serve((request, response) => answer(response, 200, request.url?.includes("_start=0") === true ? body : []));
  const client = clientOf(url);
  const { groups } = readGroups(await client.groups.list().all());
  expect(groups[0]?.userIds).toHaveLength(300_000);
});
