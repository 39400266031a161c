import { describe, expect, test } from "vitest";
import { answer, clientFor, clientOf, problemOf, serve, settingsFor, startSandbox, uuidOf } from "./helpers.ts";

const item = (n: number) => ({ id: uuidOf(n), name: `group ${n}` });
const items = (n: number) => Array.from({ length: n }, (_, i) => item(i));

/** A list server: `page` gets `_start` and `_limit` and answers the body. */
async function listOf(page: (start: number, limit: number) => unknown, pageSize = 100) {
  const asked: string[] = [];
  const url = await serve((request, response) => {
    const query = new URL(request.url ?? "", "http://x").searchParams;
    asked.push(`${query.get("_start")}-${query.get("_limit")}`);
    answer(response, 200, page(Number(query.get("_start")), Number(query.get("_limit"))));
  });
  return { client: clientOf(url, { dialect: { pageSize } }), asked };
}

const enveloped = (all: readonly unknown[], start: number, limit: number, total = all.length) => ({
  response: all.slice(start, start + limit),
  pagination: {
    totalRecords: total,
    perPage: limit,
    totalPages: Math.ceil(total / limit),
    start,
    currentPage: Math.floor(start / limit) + 1,
  },
});

describe("a list is read to its end", () => {
  test.for([0, 1, 9, 10, 11, 20, 45])("as a bare array of %i", async (n) => {
    const { client } = await listOf((start, limit) => items(n).slice(start, start + limit), 10);
    expect(await client.groups.list()).toEqual(items(n));
  });

  test.for([0, 1, 9, 10, 11, 20, 45])("in an envelope of %i, without a request too many", async (n) => {
    const { client, asked } = await listOf((start, limit) => enveloped(items(n), start, limit), 10);
    expect(await client.groups.list()).toEqual(items(n));
    expect(asked).toHaveLength(Math.max(1, Math.ceil(n / 10)));
  });

  test.for(["bare", "envelope"] as const)("where the service caps _limit below what was asked (%s)", async (shape) => {
    const { client } = await listOf((start, limit) =>
      shape === "bare" ? items(45).slice(start, start + Math.min(20, limit)) : enveloped(items(45), start, Math.min(20, limit)),
    );
    expect(await client.groups.list()).toEqual(items(45));
  });

  test("where the service ignores _start and _limit, whatever the length of the list", async () => {
    for (const n of [1, 10, 20, 45, 100, 130]) {
      const { client } = await listOf(() => items(n));
      expect(await client.groups.list()).toEqual(items(n));
    }
  });

  test("where a shorter list repeats because _start alone is ignored", async () => {
    const { client } = await listOf((_start, limit) => items(45).slice(0, limit));
    expect(await client.groups.list()).toEqual(items(45));
  });

  test("where items have no id", async () => {
    const nameless = Array.from({ length: 25 }, (_, i) => ({ name: `group ${i}` }));
    const { client } = await listOf((start, limit) => nameless.slice(start, start + limit), 10);
    expect(await client.groups.list()).toEqual(nameless);
  });

  test("and keeps everything when the list grows meanwhile", async () => {
    let all = items(15);
    const { client } = await listOf((start, limit) => {
      const page = all.slice(start, start + limit);
      all = [item(100), ...items(15)];
      return page;
    }, 10);
    const ids = new Set((await client.groups.list()).map(({ id }) => id));
    expect(items(15).every(({ id }) => ids.has(id))).toBe(true);
  });

  test("page by page, only as far as it is asked for", async () => {
    const { client, asked } = await listOf((start, limit) => items(45).slice(start, start + limit), 10);
    for await (const page of client.groups.pages()) {
      expect(page).toEqual(items(10));
      break;
    }
    expect(asked).toEqual(["0-10"]);
  });
});

describe("a list that cannot be read to its end is a failed read", () => {
  test.for<[string, (start: number, limit: number) => unknown]>([
    ["an envelope whose total is not reached", (start, limit) => enveloped(items(15), start, limit, 40)],
    ["an envelope that repeats its first page", (_start, limit) => enveloped(items(40), 0, limit)],
    ["an envelope that becomes shorter", (start, limit) => enveloped(items(40), start, limit, start === 0 ? 40 : 35)],
    ["an empty envelope that announces items", () => enveloped([], 0, 10, 3)],
    ["a bare list that repeats its first page and heeds _limit", (_start, limit) => items(40).slice(0, limit)],
    ["a bare list that repeats its default of 20 and heeds _limit", (_start, limit) => items(40).slice(0, Math.min(limit, 20))],
  ])("%s", async ([title, page]) => {
    const { client } = await listOf(page, title.includes("default") ? 100 : 10);
    expect(await problemOf(client.groups.list())).toMatchObject({ code: "list_incomplete", retryable: true, exit: 5 });
  });

  test("and so is something that is no list", async () => {
    const { client } = await listOf(() => ({ groups: [] }));
    expect((await problemOf(client.groups.list())).message).toMatch(/GET \/groups.*response/);
  });
});

test.for(["bare", "envelope"] as const)("the sandbox's groups arrive completely as %s, capped or not", async (shape) => {
  const sandbox = await startSandbox({ seed: "groups", shape });
  const client = clientFor(settingsFor(`${sandbox.url}/`, sandbox.refreshToken, { dialect: { pageSize: 10 } }));
  const ids = sandbox.groups().map(({ id }) => id);
  expect((await client.groups.list()).map(({ id }) => id)).toEqual(ids);
  sandbox.configure({ maxLimit: 7 });
  expect((await client.groups.list()).map(({ id }) => id)).toEqual(ids);
  expect(await client.groups.list({ search: "sales" })).toHaveLength(3);
});
