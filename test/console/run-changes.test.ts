import { fact } from "../../src/domain/facts/fact.ts";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { plainName } from "../../src/domain/names.ts";
import { progressCard } from "../../src/console/progress.ts";
import { asReader } from "../../src/reporting/locales/reader.ts";
import { buildConsole } from "../../src/console/server.ts";
import { kindOf } from "../../src/console/pages/runs/list-view.ts";
import type { StoredRun } from "../../src/console/pages/runs/run-data.ts";
import { shownRun } from "../../src/reporting/shown-run.ts";
import { findRun } from "../../src/store/runs/runs.ts";
import { consoleParts, csrfIn, signedIn, SITE, type TestConsole } from "../helpers/console.ts";

const PEOPLE = 100_000;

let place: TestConsole;
let app: FastifyInstance;
let cookie: string;

beforeAll(async () => {
  place = await consoleParts();
  const { db } = place.parts.state;
  await sql`INSERT INTO run (id, job, job_file, account, kind, status, partial, started_at, ended_at, file, sha256, rows, context, counts)
    VALUES ('r1', 'nightly', '/jobs/nightly.yaml', 'acme', 'sync', 'completed', false, now(), now(), 'hr.csv', 'ab', ${PEOPLE}, 'c', '{"updates": 1}')`.execute(
    db,
  );
  await sql`INSERT INTO operation (run, seq, job, account, key, row, name, plain_name, kind, status, desired, changes)
    SELECT 'r1', g, 'nightly', 'acme', lpad(g::text, 6, '0'), g + 1, 'Person ' || lpad((${PEOPLE}::int - g)::text, 6, '0'), 'person ' || lpad((${PEOPLE}::int - g)::text, 6, '0'),
      CASE WHEN g % 100 = 0 THEN 'deactivate' WHEN g % 10 = 1 THEN 'create' ELSE 'update' END, CASE WHEN g % 5000 = 0 THEN 'failed' ELSE 'done' END, '[]',
      jsonb_build_object('fields', jsonb_build_array(jsonb_build_object('field', 'department', 'from', 'Sales', 'to', 'Marketing')),
        'gains', jsonb_build_array('HR/Departments/' || CASE WHEN g % 50 = 0 THEN 'Legal' ELSE 'Marketing' END))
    FROM generate_series(1, ${PEOPLE}::int) g`.execute(db);
  await sql`ANALYZE operation`.execute(db);
  app = await buildConsole(place.parts, place.areas);
  ({ cookie } = await signedIn(place, app, "viewer"));
}, 120_000);
afterAll(async () => {
  await app.close();
  await place.close();
});

const ask = (url: string) => app.inject({ url, headers: { host: SITE.host, cookie } });
const names = async (query: string): Promise<string[]> =>
  (await ask(`/api/v1/runs/r1${query}`)).json<StoredRun>().operations.map(({ key }) => key);

test("changes of 100,000 people are filtered, sorted and paged, and a page is light", async () => {
  expect((await names("")).slice(0, 2)).toEqual(["000100", "000200"]);
  expect((await names("?sort=row&page=3"))[0]).toBe("000101");
  expect((await names("?sort=name"))[0]).toBe("100000");
  expect(await names("?operation=create&sort=row&page=2")).toHaveLength(50);
  expect(await names("?show=attention")).toHaveLength(20);
  expect((await names("?group=HR%2FDepartments%2FLegal&sort=row"))[1]).toBe("000100");
  const page = await ask("/runs/r1?operation=update&page=9");
  expect(page.body).toContain("Page 9 of 1,780");
  expect(page.body).toMatch(/aria-current="true"[^>]*>\s*<b class="warn mono" aria-hidden="true">~<\/b> Changed 89,000/);
  expect(page.body).toContain("“<bdi>Sales</bdi>” → “<bdi>Marketing</bdi>”");
  expect(page.rawPayload.length).toBeLessThan(100 * 1024);
});

test("names are in the order of their readers on every page, in both directions", async () => {
  const { db } = place.parts.state;
  const first = ["alba", "Álvaro", "Ana", "Łukasz", "Özil", "Zoë"];
  for (const [i, name] of first.entries())
    await sql`UPDATE operation SET name = ${name}, plain_name = ${plainName(name)} WHERE run = 'r1' AND seq = ${i + 1}`.execute(db);
  const page = async (query: string) =>
    (await ask(`/api/v1/runs/r1?sort=name&${query}`)).json<StoredRun>().operations.map(({ name }) => name);
  expect((await page("")).slice(0, 4)).toEqual(["alba", "Álvaro", "Ana", "Łukasz"]);
  expect((await page("direction=desc"))[0]).toBe("Zoë");
  const last = await page("page=2000");
  expect([last[0] !== last.at(-1), last.at(-1)]).toEqual([true, "Zoë"]);
  expect(last.toReversed()).toEqual(await page("direction=desc"));
});

test("a person is found in a run without a name in the address", async () => {
  const csrf = csrfIn((await ask("/account")).body);
  const found = await app.inject({
    method: "POST",
    url: "/runs/r1/find",
    headers: { host: SITE.host, cookie, origin: SITE.origin, "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({ csrf, text: "Person 000007" }).toString(),
  });
  expect(found.statusCode).toBe(200);
  expect(found.body).toContain("Person 000007");
  expect(found.body.match(/<li>\s*<details/g)).toHaveLength(1);
});

test.for([
  ["leavers", "(CASE kind WHEN 'deactivate' THEN 0 WHEN 'reactivate' THEN 1 WHEN 'update' THEN 2 WHEN 'create' THEN 3 ELSE 4 END), seq"],
  ["name", "plain_name, seq"],
  ["name, downwards", "plain_name DESC, seq DESC"],
  ["row", "seq"],
])("a page sorted by %s reads no more rows than it shows, and skips others in the index", async ([, order = ""]) => {
  const { rows } = await sql<{ "QUERY PLAN": string }>`EXPLAIN (ANALYZE, TIMING OFF) SELECT key, changes FROM operation WHERE run = 'r1'
    ORDER BY ${sql.raw(order)} LIMIT 51`.execute(place.parts.state.db);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).not.toContain("Sort");
  const read = [...plan.matchAll(/actual rows=([\d.]+)/g)].map(([, n]) => Number(n));
  expect(Math.max(...read)).toBeLessThanOrEqual(51);
  await sql`VACUUM (ANALYZE) operation`.execute(place.parts.state.db);
  const far = await sql<{ "QUERY PLAN": string }>`EXPLAIN SELECT seq FROM operation WHERE run = 'r1'
    ORDER BY ${sql.raw(order)} LIMIT 51 OFFSET 50000`.execute(place.parts.state.db);
  expect(far.rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("Index Only Scan");
});

test("a rejected row with two problems counts once", async () => {
  const { db } = place.parts.state;
  const required = (field: string) => sql`${JSON.stringify(fact("field.required_without_value", { field }))}::jsonb`;
  await sql`INSERT INTO run (id, job, job_file, account, kind, status, partial, started_at, file, sha256, rows, context, counts)
    VALUES ('r2', 'nightly', '/jobs/nightly.yaml', 'acme', 'sync', 'planned', false, now(), 'hr.csv', 'ab', 1, 'c', '{"rejected": 1}')`.execute(
    db,
  );
  await sql`INSERT INTO rejected_row (run, row, key, column_name, code, fact) VALUES
    ('r2', 15, '1', 'E-Mail', 'missing_value', ${required("username")}), ('r2', 15, '1', 'E-Mail', 'missing_value', ${required("email")})`.execute(
    db,
  );
  for (const url of ["/runs/r2", "/runs/r2/rejects"]) {
    const { body } = await ask(url);
    expect(body).toContain("<bdi>1 rejected row</bdi>");
    expect(body).toContain("E-mail address is required: it has no value");
  }
});

test("a plan that is not made yet shows no blocked people", async () => {
  const { db } = place.parts.state;
  await sql`INSERT INTO run (id, job, job_file, account, kind, status, partial, started_at, file, sha256, rows, context, counts)
    VALUES ('unplanned', 'nightly', '/jobs/nightly.yaml', 'acme', 'sync', 'reading', false, now(), 'hr.csv', 'ab', 30, 'c', '{"rows": 30, "held": 30}')`.execute(
    db,
  );
  expect((await ask("/runs/unplanned")).body).not.toMatch(/<b>30<\/b><span>Blocked/);
  await sql`UPDATE run SET status = 'completed' WHERE id = 'unplanned'`.execute(db);
  expect((await ask("/runs/unplanned")).body).toMatch(/<b>30<\/b><span>Blocked/);
});

test("a run that only plans has no step that sends, and is not called a sync", async () => {
  const english = { language: "en", locale: "en", timeZone: "UTC" } as const;
  const progressOf = (planOnly: boolean) => ({
    run: "r3",
    job: "nightly",
    plan_only: planOnly,
    phase: "planning" as const,
    done: 0,
    total: null,
    said: null,
    ended: null,
  });
  const card = (planOnly: boolean): string => asReader(english, () => progressCard("r3", progressOf(planOnly), { sync: true })).text;
  const stored = await findRun(place.parts.state.db, "unplanned");
  if (stored === undefined) throw new Error("the run of the test before is missing");
  const run = { ...shownRun(stored), id: "r3", status: "running" };
  const kind = (planOnly: boolean): string => asReader(english, () => kindOf(run, [progressOf(planOnly)]));
  expect([kind(true), kind(false)]).toEqual(["Plan", "Sync"]);
  expect(card(false)).toContain("Send the changes");
  expect(card(true)).not.toContain("Send the changes");
  expect(card(true)).toMatch(/aria-current="step">Plan</);
});
