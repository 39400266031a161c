import { describe, expect, test } from "vitest";
import { contract } from "../../src/learning-service/contract/contract.ts";
import { encodeQuery, fillPath } from "../../src/learning-service/query.ts";
import { clientFor, clientOf, settingsFor, uuidOf } from "./helpers.ts";
import { recorder } from "./recorder.ts";

describe("a query", () => {
  test("leaves out what is undefined, and writes numbers and switches as text", () => {
    expect(encodeQuery({ a: undefined, b: 0, c: false, d: "", e: "x y" }, "repeat")).toEqual([
      ["b", "0"],
      ["c", "false"],
      ["d", ""],
      ["e", "x y"],
    ]);
  });

  test("writes a range as offset and count", () => {
    expect(encodeQuery({ _limit: { offset: 20, count: 40 } }, "repeat")).toEqual([["_limit", "20-40"]]);
  });

  test("with an empty list is a TypeError, because left out it would ask for everything", () => {
    expect(() => encodeQuery({ user_ids: [] }, "comma")).toThrow(new TypeError("user_ids is an empty list"));
  });

  test.for<[string, string | (string | null)[] | null]>([
    ["user_ids is null", null],
    ["user_ids has an item that is undefined or null", [uuidOf(1), null]],
  ])("is a TypeError where %s", ([message, value]) => {
    expect(() => encodeQuery({ user_ids: value as string[] }, "repeat")).toThrow(new TypeError(message));
  });

  const [one, two] = [uuidOf(1), uuidOf(2)];
  test.for<["repeat" | "brackets" | "comma", [string, string][]]>([
    [
      "repeat",
      [
        ["user_ids", one],
        ["user_ids", two],
      ],
    ],
    [
      "brackets",
      [
        ["user_ids[]", one],
        ["user_ids[]", two],
      ],
    ],
    ["comma", [["user_ids", `${one},${two}`]]],
  ])("carries a list as array_query %s says, beside the other parameters", async ([arrayQuery, expected]) => {
    const { url, requests } = await recorder();
    const client = clientOf(url, { dialect: { arrayQuery } });
    await client.assignments.learningPaths.list({ user_ids: [one, two], _limit: 5 }).page();
    expect(requests.map(({ query }) => query)).toEqual([[...expected, ["_limit", "5"]]]);
  });

  test("keeps every character of a value, and of a name that nobody knows", async () => {
    const { url, requests } = await recorder();
    const search = "Ñandú & Söhne = 100% + #1 / ?x=1;[]";
    await clientOf(url).reports.list({ search, "filter[x]": "y" }).page();
    expect(requests[0]?.query).toEqual([
      ["search", search],
      ["filter[x]", "y"],
    ]);
  });
});

describe("a path", () => {
  test("carries any id as one segment", () => {
    expect(fillPath("/groups/{group_id}", { group_id: "a/../b?c#d %2e" })).toBe("/groups/a%2F..%2Fb%3Fc%23d%20%252e");
  });

  test.for(["", ".", ".."])("with the id %j is a TypeError, because it leads to another address", (group_id) => {
    expect(() => fillPath("/groups/{group_id}", { group_id })).toThrow(new TypeError("/groups/{group_id} needs group_id"));
  });

  test.for(["", ".", ".."])("with the id %j sends nothing, not even for a token", async (id) => {
    const { url, requests } = await recorder();
    const client = clientFor(settingsFor(url, "first"));
    const calls: (() => Promise<unknown>)[] = [
      () => client.groups.delete(id),
      () => client.groups.get(id),
      () => client.courses.delete(id),
      () => client.users.update(id, { first_name: "x" }),
      () => client.users.progress(id).all(),
      () => client.reports.download(id),
      () => client.reports.data(id).page(),
      () => client.contentProviders.get(id),
      () => client.call(contract.users.update, { params: { user_id: id }, body: {} }),
    ];
    for (const call of calls) await expect(call()).rejects.toThrow(TypeError);
    expect(requests).toEqual([]);
  });
});
