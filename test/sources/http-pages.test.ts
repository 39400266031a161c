import { expect, test } from "vitest";
import { company, type Company } from "../helpers/company.ts";
import { standIn, type Received, type Reply, type StandIn } from "../stand-ins/server.ts";

type Row = Record<string, unknown>;

const person = (n: number, more: Row = {}): Row => ({
  "Employee ID": String(n),
  First: `Ana${n}`,
  Last: "Berg",
  Email: `p${n}@example.com`,
  Department: "IT",
  Status: "Active",
  ...more,
});
const people = (from: number, to: number): Row[] => Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => person(from + at));

async function reading(pages: Row, answer: (request: Received) => Reply, http: Row = {}): Promise<{ c: Company; hr: StandIn }> {
  const hr = await standIn(answer);
  const c = await company();
  c.job({ source: { file: undefined, http: { url: `${hr.url}/people`, private_network: true, rows: "/data", pages, ...http } } });
  return { c, hr };
}

const offset = { offset: { send: "offset", size: "limit", of: 4 } };

test("reads by offset until an empty page, also if the system lowers the size of its pages", async () => {
  const { c, hr } = await reading(offset, ({ query }) => {
    const from = Number(query.get("offset"));
    return { body: { data: people(from + 1, Math.min(from + 3, 7)) } };
  });
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 7 }, source: { rows: 7 } });
  expect(hr.requests.map(({ query }) => `${query.get("offset")}/${query.get("limit")}`)).toEqual(["0/4", "3/4", "6/4", "7/4"]);
});

test("reads by page number until all stated rows were read", async () => {
  const { c, hr } = await reading({ page: { send: "page", first: 0 }, total: "/meta/total" }, ({ query }) => {
    const page = Number(query.get("page"));
    return { body: { meta: { total: 5 }, data: people(page * 2 + 1, Math.min(page * 2 + 2, 5)) } };
  });
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 5 } });
  expect(hr.requests).toHaveLength(3);
});

test("follows links to the next page in the body, relative and absolute", async () => {
  const { c } = await reading({ next: "/links/next" }, ({ query }) => {
    const page = Number(query.get("page") ?? "1");
    const next = page === 1 ? { next: "/people?page=2" } : page === 2 ? { next: `${c_url()}/people?page=3` } : { next: null };
    return { body: { data: people(page * 2 - 1, page * 2), links: next } };
  });
  const c_url = (): string => urlOf(c);
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 6 } });
});

/** The address of the server in the job file. */
function urlOf(c: Company): string {
  return new URL((JSON.parse(c.place.read("job.yaml")) as { source: { http: { url: string } } }).source.http.url).origin;
}

test("follows links in the Link header", async () => {
  const { c } = await reading({ next: "link" }, ({ query }) => {
    const page = Number(query.get("page") ?? "1");
    return {
      body: { data: people(page, page) },
      headers: page === 3 ? {} : { link: `</people?page=1>; rel="first", </people?page=${page + 1}>; rel="next"` },
    };
  });
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 3 } });
});

test("sends a cursor in the body of a POST, as long as the answer says that there is more", async () => {
  const { c, hr } = await reading(
    { cursor: { send: "after_id", from: "/meta/end_cursor" }, more: "/meta/has_next_page", total: "/meta/total" },
    ({ body }) => {
      const after = Number((JSON.parse(body) as { after_id?: string }).after_id ?? "0");
      return { body: { data: people(after + 1, after + 2), meta: { end_cursor: after + 2, has_next_page: after < 2, total: 4 } } };
    },
    { body: { fields: ["a"] } },
  );
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 4 } });
  expect(hr.requests.map(({ body }) => body)).toEqual(['{"fields":["a"]}', '{"fields":["a"],"after_id":"2"}']);
});

test("merges a row that moved to a later page, if the stated total is met", async () => {
  const { c } = await reading({ ...offset, total: "/total" }, ({ query }) => {
    const from = Number(query.get("offset"));
    return { body: { total: 7, data: from === 0 ? people(1, 4) : from === 4 ? people(4, 6) : people(7, 7) } };
  });
  refusedBy(await c.sync(), "total_unmet", "the system stated 7 rows, but its pages have 6");
  const { c: without } = await reading({ next: "/next" }, ({ query }) =>
    query.get("p") === null ? { body: { data: people(1, 4), next: "?p=2" } } : { body: { data: people(4, 6) } },
  );
  expect(await without.sync()).toMatchObject({ code: 0, counts: { creates: 6 }, source: { rows: 6 } });
});

interface Failed {
  code: number | null;
  problem?: { code: string; message: string };
}

function refusedBy(night: Failed, code: string, what: string): void {
  expect(night).toMatchObject({ code: 4, problem: { code } });
  expect(night.problem?.message).toContain(what);
}

const broken: [string, Row, (request: Received) => Reply, string, string][] = [
  ["a page that repeats", offset, () => ({ body: { data: people(1, 4) } }), "page_repeated", "answered twice with the same page"],
  [
    "a key on two pages with different values",
    offset,
    ({ query }) => ({ body: { data: query.get("offset") === "0" ? people(1, 4) : [person(4, { Last: "Other" }), person(5)] } }),
    "key_conflict",
    "the same “Employee ID” is on two pages with different values",
  ],
  [
    "a total that changes",
    { ...offset, total: "/total" },
    ({ query }) => ({
      body: { total: query.get("offset") === "0" ? 8 : 7, data: people(Number(query.get("offset")) + 1, Number(query.get("offset")) + 4) },
    }),
    "total_changed",
    "the system stated 8 rows on the first page and 7 on a later one",
  ],
  [
    "a total that is not met",
    { ...offset, total: "/total" },
    ({ query }) => ({ body: { total: 8, data: query.get("offset") === "0" ? people(1, 4) : [] } }),
    "total_unmet",
    "the system stated 8 rows, but its pages have 4",
  ],
  [
    "a total that is missing",
    { ...offset, total: "/total" },
    () => ({ body: { data: people(1, 4) } }),
    "end_not_stated",
    "it has no number at /total",
  ],
  [
    "more pages without a link to them",
    { next: "/next", more: "/more" },
    () => ({ body: { data: people(1, 4), more: true } }),
    "end_not_stated",
    "it says that there are more pages, but has nothing at /next",
  ],
  [
    "a link to another host",
    { next: "/next" },
    () => ({ body: { data: people(1, 4), next: "https://elsewhere.example/people?page=2" } }),
    "next_elsewhere",
    "leads to another host, elsewhere.example",
  ],
  [
    "a later page that is an error message",
    { next: "/next" },
    ({ query }) => (query.get("p") === null ? { body: { data: people(1, 4), next: "?p=2" } } : { body: { error: "x" } }),
    "answer_without_rows",
    "the list at /data is missing",
  ],
  [
    "a later page that fails after all attempts",
    { next: "/next" },
    ({ query }) => (query.get("p") === null ? { body: { data: people(1, 4), next: "?p=2" } } : { status: 502 }),
    "source_busy",
    "the system answered 502, also at attempt 5",
  ],
];

test.for(broken)("refuses a read with %s, and changes nothing", async ([, pages, answer, code, what]) => {
  const { c } = await reading(pages, answer);
  refusedBy(await c.sync(), code, what);
  expect(c.userCalls()).toEqual([]);
});

test("refuses more pages than the job allows", async () => {
  const { c } = await reading(
    offset,
    ({ query }) => ({ body: { data: people(Number(query.get("offset")) + 1, Number(query.get("offset")) + 4) } }),
    { limits: { max_pages: 3 } },
  );
  refusedBy(await c.sync(), "source_too_large", "the read has more than 3 pages");
});
