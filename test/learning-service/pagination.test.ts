import { messageOf, nextOf } from "../helpers/problems.ts";
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
  test("a bare page that begins at the first item again, past the first page, makes it incomplete", async () => {
    const { client } = await listOf((start, limit) => {
      const from = start === 20 ? 0 : start;
      return items(45).slice(from, from + limit);
    }, 10);
    const problem = await problemOf(client.groups.list().all());
    expect(problem).toMatchObject({ code: "list_incomplete", retryable: true });
    expect(messageOf(problem)).toMatch(/returns items of its beginning again after 20 items/);
  });

  test("a bare list that repeats its last items beyond its end is complete", async () => {
    const { client } = await listOf((start, limit) => items(25).slice(Math.min(start, 20), Math.min(start, 20) + limit), 10);
    expect((await client.groups.list().all()).map((group) => group["id"])).toEqual(expect.arrayContaining(items(25).map(({ id }) => id)));
  });

  test.for([0, 1, 9, 10, 11, 20, 45])("as a bare array of %i", async (n) => {
    const { client } = await listOf((start, limit) => items(n).slice(start, start + limit), 10);
    expect(await client.groups.list().all()).toEqual(items(n));
  });

  test.for([0, 1, 9, 10, 11, 20, 45])("in an envelope of %i, without a request too many", async (n) => {
    const { client, asked } = await listOf((start, limit) => enveloped(items(n), start, limit), 10);
    expect(await client.groups.list().all()).toEqual(items(n));
    expect(asked).toHaveLength(Math.max(1, Math.ceil(n / 10)));
  });

  test.for(["bare", "envelope"] as const)("where the service caps _limit below what was asked (%s)", async (shape) => {
    const { client } = await listOf((start, limit) =>
      shape === "bare" ? items(45).slice(start, start + Math.min(20, limit)) : enveloped(items(45), start, Math.min(20, limit)),
    );
    expect(await client.groups.list().all()).toEqual(items(45));
  });

  test("in an envelope that says nothing but its pages", async () => {
    const { client } = await listOf(
      (start, limit) => ({
        response: items(25).slice(start, start + limit),
        pagination: { currentPage: Math.floor(start / limit) + 1, totalPages: 3 },
      }),
      10,
    );
    expect(await client.groups.list().all()).toEqual(items(25));
  });

  test("where the service ignores _start and _limit, for any length but that of a first page", async () => {
    for (const n of [1, 10, 19, 21, 45, 100, 130]) {
      const { client } = await listOf(() => items(n));
      expect(await client.groups.list().all()).toEqual(items(n));
    }
  });

  test("where a shorter list repeats because _start alone is ignored", async () => {
    const { client } = await listOf((_start, limit) => items(45).slice(0, limit));
    expect(await client.groups.list().all()).toEqual(items(45));
  });

  test("where items have no id", async () => {
    const nameless = Array.from({ length: 25 }, (_, i) => ({ name: `group ${i}` }));
    const { client } = await listOf((start, limit) => nameless.slice(start, start + limit), 10);
    expect(await client.groups.list().all()).toEqual(nameless);
  });

  test("and keeps everything when the list grows meanwhile", async () => {
    let all = items(15);
    const { client } = await listOf((start, limit) => {
      const page = all.slice(start, start + limit);
      all = [item(100), ...items(15)];
      return page;
    }, 10);
    const ids = new Set((await client.groups.list().all()).map(({ id }) => id));
    expect(items(15).every(({ id }) => ids.has(id))).toBe(true);
  });

  test("page by page, only as far as it is asked for", async () => {
    const { client, asked } = await listOf((start, limit) => items(45).slice(start, start + limit), 10);
    for await (const page of client.groups.list().pages()) {
      expect(page).toEqual(items(10));
      break;
    }
    expect(asked).toEqual(["0-10"]);
  });
});

describe("rows without an id, as report data has them,", () => {
  const row = { username: "ana", progress: 0 };
  const rows = (n: number) => Array.from({ length: n }, () => row);

  test.for([
    ["bare", 250],
    ["bare", 300],
    ["bare", 100],
    ["envelope", 250],
    ["envelope", 450],
  ] as const)("are all read though they are equal to each other (%s, %i)", async ([shape, n]) => {
    const { client } = await listOf((start, limit) =>
      shape === "bare" ? rows(n).slice(start, start + limit) : enveloped(rows(n), start, limit),
    );
    expect(await client.reports.data(uuidOf(1)).all()).toEqual(rows(n));
  });

  test("are all read where equal ones are between others, page after page", async () => {
    const all = [...items(3).map(({ name }) => ({ name })), ...rows(31), { name: "x" }, ...rows(20)];
    const { client } = await listOf((start, limit) => all.slice(start, start + limit), 10);
    expect(await client.reports.data(uuidOf(1)).all()).toEqual(all);
  });

  test.for([1, 7, 19, 21, 100, 130])("are read once where the service ignores _start and _limit (%i)", async (n) => {
    for (const all of [rows(n), Array.from({ length: n }, (_, i) => ({ name: `row ${i}` }))]) {
      const { client, asked } = await listOf(() => all);
      expect(await client.reports.data(uuidOf(1)).all()).toEqual(all);
      expect(asked.length).toBeLessThan(5);
    }
  });

  test("end as list_incomplete if the service ignores only _start, without an endless loop", async () => {
    for (const all of [rows(500), Array.from({ length: 500 }, (_, i) => ({ name: `row ${i}` }))]) {
      const { client, asked } = await listOf((_start, limit) => all.slice(0, limit));
      expect(await problemOf(client.reports.data(uuidOf(1)).all())).toMatchObject({ code: "list_incomplete" });
      expect(asked.length).toBeLessThan(5);
    }
  });
});

describe("a list", () => {
  const whole = items(45);
  const paged = () => listOf((start, limit) => whole.slice(start, start + limit), 10);

  test("can be read item by item", async () => {
    const { client } = await paged();
    const read = [];
    for await (const group of client.groups.list()) read.push(group);
    expect(read).toEqual(whole);
  });

  test("asks for no more pages than the items that are read", async () => {
    const { client, asked } = await paged();
    for await (const group of client.groups.list()) if (group.id === uuidOf(12)) break;
    expect(asked).toEqual(["0-10", "10-10"]);
  });

  test("is fetched again each time it is read", async () => {
    let all = items(3);
    const { client } = await listOf(() => all);
    const list = client.groups.list();
    expect(await list.all()).toHaveLength(3);
    all = items(4);
    expect(await list.all()).toHaveLength(4);
  });

  test.for(["bare", "envelope"] as const)("is read from _start on, and _limit is the length of its pages (%s)", async (shape) => {
    const { client, asked } = await listOf((start, limit) =>
      shape === "bare" ? whole.slice(start, start + limit) : enveloped(whole, start, limit),
    );
    expect(await client.groups.list({ _start: 5, _limit: 15 }).all()).toEqual(whole.slice(5));
    expect(asked.slice(0, 3)).toEqual(["5-15", "20-15", "35-15"]);
  });

  test("of any other type for _start and _limit is read by their numbers", async () => {
    const { client, asked } = await paged();
    expect(await client.reports.list({ _start: "40", _limit: "3" }).all()).toEqual(whole.slice(40));
    expect(asked.slice(0, 2)).toEqual(["40-3", "43-3"]);
  });

  test("gives one page, and what the envelope says of the rest", async () => {
    const { client, asked } = await listOf((start, limit) => enveloped(whole, start, limit === 0 ? 20 : limit));
    const list = client.groups.list({ _start: 40, _limit: 10 });
    expect(await list.page()).toMatchObject({ items: whole.slice(40), totalRecords: 45, morePages: false });
    expect(await client.groups.list().page()).toMatchObject({ items: whole.slice(0, 20), totalRecords: 45, morePages: true });
    expect(asked).toEqual(["40-10", "null-null"]);
  });

  test("gives one page that does not say how many there are", async () => {
    const { client } = await paged();
    expect(await client.groups.list({ _limit: 2 }).page()).toMatchObject({ items: whole.slice(0, 2), totalRecords: null });
  });

  test("that fails throws at the failure, after the earlier pages", async () => {
    const url = await serve((request, response) =>
      request.url?.includes("_start=0") === true ? answer(response, 200, items(10)) : answer(response, 500, { message: "no" }),
    );
    const read: unknown[] = [];
    const reading = async (): Promise<void> => {
      for await (const group of clientOf(url, { dialect: { pageSize: 10 } }).groups.list()) read.push(group);
    };
    expect(await problemOf(reading())).toMatchObject({ code: "server_error" });
    expect(read).toHaveLength(10);
  });
});

describe("a list that cannot be read to its end is a failed read", () => {
  test.for<[string, (start: number, limit: number) => unknown]>([
    ["an envelope whose total is not reached", (start, limit) => enveloped(items(15), start, limit, 40)],
    ["an envelope that repeats its first page", (_start, limit) => enveloped(items(40), 0, limit)],
    ["an envelope that becomes shorter", (start, limit) => enveloped(items(40), start, limit, start === 0 ? 40 : 35)],
    [
      "an envelope without a total that repeats itself and says that pages follow",
      () => ({ response: items(7), pagination: { currentPage: 1, totalPages: 3 } }),
    ],
    ["an empty envelope that announces items", () => enveloped([], 0, 10, 3)],
    ["a bare list that repeats its first page and heeds _limit", (_start, limit) => items(40).slice(0, limit)],
    ["a bare list of capped pages whose second request begins again", beginningAgain()],
    ["a bare list that repeats its default of 20 and heeds _limit", (_start, limit) => items(40).slice(0, Math.min(limit, 20))],
    ["a bare list that is always its default of 20", () => items(20)],
    ["a bare list that is always its default page of 20, and more than was asked for", () => items(20)],
    ["rows without an id that are always the default of 20", () => items(20).map(({ name }) => ({ name }))],
    ["an envelope without a total that is always its default of 20", () => ({ response: items(20), pagination: {} })],
  ])("%s", async ([title, page]) => {
    const { client } = await listOf(page, / default of /.test(title) ? 100 : 10);
    expect(await problemOf(client.groups.list().all())).toMatchObject({ code: "list_incomplete", retryable: true, exit: 5 });
  });

  /** Pages of 7 of 40 items; three requests after the first ignore `_start`. */
  function beginningAgain() {
    let requests = 0;
    return (start: number, limit: number) => {
      requests += 1;
      const from = requests > 1 && requests <= 4 ? 0 : start;
      return items(40).slice(from, from + Math.min(limit, 7));
    };
  }

  test("and so is something that is no list", async () => {
    const { client } = await listOf(() => ({ groups: [] }));
    expect(messageOf(await problemOf(client.groups.list().all()))).toMatch(/GET \/groups.*response/);
  });
});

test("a list of 20 whose envelope has the total, and one that respects _start, are complete", async () => {
  const told = await listOf(() => enveloped(items(20), 0, 20));
  expect(await told.client.groups.list().all()).toHaveLength(20);
  const heeded = await listOf((start) => items(20).slice(start));
  expect(await heeded.client.groups.list().all()).toHaveLength(20);
});

test("what may be a first page only names the setting for services that show lists whole", async () => {
  const { client } = await listOf(() => items(20));
  expect(nextOf(await problemOf(client.groups.list().all()))).toContain("service.dialect.paging to none");
});

describe("without paging", () => {
  const whole = async (answered: () => unknown) => {
    const asked: string[] = [];
    const url = await serve((request, response) => {
      asked.push(new URL(request.url ?? "", "http://x").search);
      answer(response, 200, answered());
    });
    return { client: clientOf(url, { dialect: { paging: "none" } }), asked };
  };

  test.for([0, 1, 20, 45])("a list is asked for once, without _start and _limit, and is whole (%i)", async (n) => {
    const { client, asked } = await whole(() => items(n));
    expect(await client.groups.list().all()).toEqual(items(n));
    expect(await client.groups.list({ search: "x", _start: 5, _limit: 10 }).all()).toEqual(items(n).slice(5));
    expect(asked).toEqual(["", "?search=x"]);
  });

  test("a page is cut out of the whole list", async () => {
    const { client, asked } = await whole(() => items(45));
    expect(await client.groups.list({ _start: 40, _limit: 3 }).page()).toMatchObject({ items: items(45).slice(40, 43), morePages: true });
    expect(await client.groups.list({ _start: 43, _limit: 3 }).page()).toMatchObject({ items: items(45).slice(43), morePages: false });
    expect(asked).toEqual(["", ""]);
  });

  test("an envelope that announces more is a failed read", async () => {
    for (const body of [enveloped(items(45), 0, 20), { response: items(20), pagination: { currentPage: 1, totalPages: 2 } }]) {
      const { client } = await whole(() => body);
      expect(await problemOf(client.groups.list().all())).toMatchObject({ code: "list_incomplete" });
    }
  });

  test("a service that refuses _start and _limit is read, and a refusal with paging names the setting", async () => {
    const sandbox = await startSandbox({ seed: "groups", paging: "refused" });
    const ids = sandbox.groups().map(({ id }) => id);
    const of = (paging: "offset" | "none") => clientFor(settingsFor(sandbox.url, sandbox.issueRefreshToken(), { dialect: { paging } }));
    expect((await of("none").groups.list().all()).map(({ id }) => id)).toEqual(ids);
    const problem = await problemOf(of("offset").groups.list().all());
    expect(problem).toMatchObject({ code: "specification_violation", status: 512 });
    expect(nextOf(problem)).toContain("set service.dialect.paging to none");
  });
});

test.for<[object, RegExp]>([
  [{ _limit: 0 }, /_limit must be a whole number of at least 1/],
  [{ _limit: -1 }, /_limit/],
  [{ _limit: 1.5 }, /_limit/],
  [{ _start: -1 }, /_start must be a whole number of at least 0/],
  [{ _start: "x" }, /_start/],
])("a list with %j is refused before anything is sent", async ([query, message]) => {
  const { client, asked } = await listOf(() => items(3));
  expect(() => client.groups.list(query)).toThrow(message);
  expect(() => client.groups.list(query)).toThrow(TypeError);
  expect(asked).toEqual([]);
});

test.for(["bare", "envelope"] as const)("the sandbox's groups arrive completely as %s, capped or not", async (shape) => {
  const sandbox = await startSandbox({ seed: "groups", shape });
  const client = clientFor(settingsFor(`${sandbox.url}/`, sandbox.refreshToken, { dialect: { pageSize: 10 } }));
  const ids = sandbox.groups().map(({ id }) => id);
  expect((await client.groups.list().all()).map(({ id }) => id)).toEqual(ids);
  sandbox.configure({ maxLimit: 7 });
  expect((await client.groups.list().all()).map(({ id }) => id)).toEqual(ids);
  expect(await client.groups.list({ search: "sales" }).all()).toHaveLength(3);
});
