import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { company, csvOf, people as employees, type Company, type Night } from "../helpers/company.ts";
import { standIn, type Received, type Reply, type StandIn } from "../stand-ins/server.ts";

type Row = Record<string, unknown>;

const row = (n: number, more: Row = {}): Row => ({
  "Employee ID": n,
  First: `Ana${n}`,
  Last: "Berg",
  Email: `p${n}@example.com`,
  Department: "IT",
  Status: "Active",
  ...more,
});
const rows = (from: number, to: number): Row[] => Array.from({ length: to - from + 1 }, (_, at) => row(from + at));

interface Read {
  c: Company;
  hr: StandIn;
}

/** A company whose people are read from a server on this machine. */
async function reading(answer: (request: Received) => Reply | undefined, http: Row = {}, source: Row = {}): Promise<Read> {
  const hr = await standIn(answer);
  const c = await company();
  c.job({ source: { file: undefined, http: { url: `${hr.url}/people`, private_network: true, ...http }, ...source } });
  return { c, hr };
}

/** Expects that a read is unusable as a whole, and that nothing reached the service. */
function refused(c: Company, night: Night, code: string, what: string): void {
  expect(night).toMatchObject({ code: 4, status: "failed", problem: { code } });
  expect(night.problem?.message).toContain(what);
  expect(night.problem?.message).toContain("nothing was changed");
  expect(c.userCalls()).toEqual([]);
}

test("one answer in JSON becomes the people of the run, and ids keep their digits", async () => {
  const people = [row(1, { "Employee ID": "LARGE" }), row(2)];
  const text = JSON.stringify({ data: people }).replace('"LARGE"', "9007199254740993");
  const { c, hr } = await reading(() => ({ body: text, headers: { "content-type": "application/json" } }), {
    rows: "/data",
    auth: { basic: { user: "u", password: "p" } },
    headers: { "X-Api-Key": "k" },
    query: { at: "{today-1d}" },
  });
  const night = await c.sync();
  expect(night).toMatchObject({ code: 0, status: "completed", counts: { creates: 2, done: 2 }, source: { rows: 2 } });
  expect(night.source.file).toBe(`${hr.url}/people`);
  expect(
    c
      .operations(night.run)
      .map(({ key }) => key)
      .sort(),
  ).toEqual(["2", "9007199254740993"]);
  expect(hr.requests[0]?.headers).toMatchObject({ authorization: `Basic ${btoa("u:p")}`, "x-api-key": "k" });
  expect(hr.requests[0]?.query.get("at")).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  expect(c.place.list(".rollcall/incoming")).toEqual([]);
});

test("one answer in CSV is read as a file would be", async () => {
  const { c } = await reading(() => ({ body: csvOf(employees(3)), headers: { "content-type": "text/csv; charset=utf-8" } }));
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 3 } });
});

test("pointers name columns, also below lists, and a missing member is unknown", async () => {
  const columns = {
    "Employee ID": "/id",
    First: "/name/first",
    Last: "/name/last",
    Email: "/mails[type=work]/address",
    Department: "/jobs[-1]/department",
    Status: "/status",
  };
  const person = (id: string, jobs: unknown[]): Row => ({
    id,
    name: { first: "Ana", last: "Berg" },
    mails: [
      { type: "home", address: "x@home.example" },
      { type: "work", address: `${id}@example.com` },
    ],
    jobs,
    status: "Active",
  });
  let people = [person("1", [{ department: "Legal" }, { department: "IT" }]), person("2", [{ department: "IT" }])];
  const { c } = await reading(() => ({ body: people }), { columns });
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 2 } });
  const groups = (): string[] => c.service.users().find((user) => user["username"] === "1@example.com")?.groups ?? [];
  expect(groups()).toContain("HR/Departments/IT");
  people = [person("1", [{}]), person("2", [{ department: "IT" }])];
  expect((await c.sync()).counts).toMatchObject({ removals_pending: 0 });
  expect(groups()).toContain("HR/Departments/IT");
});

test("the same rows in another order are an unchanged file", async () => {
  let people = rows(1, 3);
  const { c } = await reading(() => ({ body: people }), {}, { unchanged: "skip" });
  const first = await c.sync();
  people = people.toReversed();
  const second = await c.sync();
  expect(second.source.sha256).toBe(first.source.sha256);
  expect(c.userCalls()).toHaveLength(3);
  people = [...rows(1, 2), row(3, { Last: "Other" })];
  expect((await c.sync()).counts).toMatchObject({ updates: 1 });
});

test("an answer that is not the people is refused, and its content is not shown", async () => {
  let reply: Reply = {};
  const { c } = await reading(() => reply, { rows: "/data" });
  const cases: [Reply, string, string][] = [
    [{ body: "<!doctype html><title>Sign in</title>", headers: { "content-type": "text/html" } }, "html", "the answer is an HTML page"],
    [{ body: { error: "secret", message: "m" } }, "answer_without_rows", 'the list at /data is missing; the answer has "error", "message"'],
    [{ body: { data: [] } }, "no_people", "the answer is complete, but has no rows"],
    [{ body: { data: ["a"] } }, "answer_without_rows", "has an item that is not an object"],
    [{ body: '{"data":[{"Employee ID":1}' }, "answer_not_json", "the answer is not valid JSON"],
    [{ body: { data: rows(1, 2), total: 50 } }, "pages_missing", "the answer has 2 of 50 rows"],
    [{ body: { data: rows(1, 2), links: { next: "/people?page=2" } } }, "pages_missing", "the answer names a next page"],
    [{ body: { data: rows(1, 2) }, headers: { link: '</people?page=2>; rel="next"' } }, "pages_missing", "the answer names a next page"],
    [{ status: 404, body: "secret" }, "source_failed", "the system answered 404"],
    [{ status: 403, body: "secret" }, "source_refused", "the system rejected the credentials (status 403)"],
  ];
  for (const [next, code, what] of cases) {
    reply = next;
    const night = await c.sync();
    refused(c, night, code, what);
    expect(night.stdout + night.stderr).not.toContain("secret");
  }
});

test("a column that no row has makes the read unusable", async () => {
  const columns = Object.fromEntries(Object.keys(row(1)).map((name) => [name, `/${name}`]));
  const without = rows(1, 2).map((each) => ({ ...each, Department: undefined }));
  const { c } = await reading(() => ({ body: without }), { columns });
  refused(c, await c.sync(), "column_never_occurs", "no row has “Department”");
});

test("an answer that is cut off is asked for again, and never a shorter file", async () => {
  let cut = 2;
  const whole = gzipSync(JSON.stringify(rows(1, 5)));
  const hr = await standIn((_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
    response.end(cut-- > 0 ? whole.subarray(0, whole.length - 12) : whole);
    return undefined;
  });
  const c = await company();
  c.job({ source: { file: undefined, http: { url: hr.url, private_network: true } } });
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 5 } });
  expect(hr.requests).toHaveLength(3);
  cut = 100;
  expect(await c.sync()).toMatchObject({ code: 4, problem: { code: "source_cut_off" } });
});
