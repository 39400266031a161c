import { describe, expect, test } from "vitest";
import type { Client } from "../../src/learning-service/client.ts";
import { contract, ENDPOINTS } from "../../src/learning-service/contract/contract.ts";
import { refuseUnbounded } from "../../src/learning-service/tokens/scope.ts";
import { answer, clientFor, clientOf, settingsFor, uuidOf } from "./helpers.ts";
import { recorder } from "./recorder.ts";

const id = uuidOf(7);

/** Untyped calls. */
type Loose = (...args: unknown[]) => Promise<unknown>;

const nothings: readonly [what: string, query: unknown][] = [
  ["no argument", undefined],
  ["null", null],
  ["no filter", {}],
  ["a part of the list, which is no filter", { _start: 0, _limit: 10 }],
  ["an undefined filter", { user_ids: undefined }],
  ["a filter that is null", { user_ids: null }],
  ["an empty list", { user_ids: [] }],
  ["an empty text", { user_ids: "" }],
  ["a list of an empty text", { user_ids: [""] }],
  ["a list with undefined in it", { user_ids: [id, undefined] }],
  ["one filter, and another that is undefined", { course_ids: [id], user_ids: undefined }],
  ["one filter, and another that is null", { course_ids: [id], user_ids: null }],
  ["one filter, and another that is an empty list", { course_ids: [id], user_ids: [] }],
];

describe("a call that could act on everything", () => {
  const deletions: readonly [name: string, of: (client: Client) => Loose][] = [
    ["assignments.courses.delete", (client) => client.assignments.courses.delete as Loose],
    ["assignments.learningPaths.delete", (client) => client.assignments.learningPaths.delete as Loose],
    ["call", (client) => (query) => client.call(contract.assignments.courses.delete, { query } as object)],
  ];

  test.for(deletions.flatMap(([name, of]) => nothings.map(([what, query]) => [name, what, of, query] as const)))(
    "is refused before anything is sent: %s with %s",
    async ([, , of, query]) => {
      const { url, requests } = await recorder();
      // Without an access token: not even one is asked for.
      await expect(of(clientFor(settingsFor(url, "first")))(query)).rejects.toThrow(TypeError);
      expect(requests).toEqual([]);
    },
  );

  test("is every deletion whose path names nothing, and there are no others than those two", () => {
    const bulk = ENDPOINTS.filter(({ entry }) => entry.method === "DELETE" && entry.pathParams === undefined);
    expect(bulk.map(({ area, name }) => `${area}.${name}`)).toEqual(["assignments.courses.delete", "assignments.learningPaths.delete"]);
    for (const { entry } of bulk) expect(() => refuseUnbounded(entry, {})).toThrow(/needs a filter/);
  });

  test.for<[string, unknown]>([
    ["is empty", {}],
    ["names nobody", { course_ids: [id], user_ids: [] }],
    ["names null", { course_ids: [id], group_ids: null }],
    ["names undefined", { course_ids: [id], user_ids: undefined }],
    ["assigns nothing", { course_ids: [], user_ids: [id] }],
  ])("is an assignment whose body %s", async ([, body]) => {
    const { url, requests } = await recorder();
    const { courses, learningPaths } = clientOf(url).assignments;
    for (const create of [courses.create, learningPaths.create] as Loose[]) await expect(create(body)).rejects.toThrow(TypeError);
    expect(requests).toEqual([]);
  });

  test.for<[string, unknown]>([
    ["null", null],
    ["a list with undefined in it", [id, undefined]],
    ["a list with null in it", [null]],
    ["a list with an empty text in it", [""]],
  ])("is a user whose group_ids are %s, because a service could read that as no groups", async ([, group_ids]) => {
    const { url, requests } = await recorder((_seen, response) => answer(response, 200, null));
    for (const groupIds of ["array", "object"] as const) {
      const { create, update } = clientOf(url, { dialect: { groupIds } }).users;
      await expect((create as Loose)({ username: "u", group_ids })).rejects.toThrow(TypeError);
      await expect((update as Loose)(id, { group_ids, confirm_group_removal: true })).rejects.toThrow(TypeError);
    }
    expect(requests).toEqual([]);
  });

  test.for(["", " ", "\t", " .. "])("is a path whose id is %j", async (blank) => {
    const { url, requests } = await recorder();
    await expect(clientOf(url).groups.delete(blank)).rejects.toThrow(TypeError);
    expect(requests).toEqual([]);
  });
});

describe("a filter that names something", () => {
  test("is sent, and nothing but it", async () => {
    const { url, requests } = await recorder((_seen, response) => answer(response, 200, { deleted: 1 }));
    const { assignments } = clientOf(url);
    await assignments.courses.delete({ user_ids: [id] });
    await assignments.learningPaths.delete({ any_other: "x" });
    await assignments.courses.create({ course_ids: [id], to_all: true });
    expect(requests.map(({ method, query }) => [method, query])).toEqual([
      ["DELETE", [["user_ids", id]]],
      ["DELETE", [["any_other", "x"]]],
      ["POST", []],
    ]);
  });
});
