import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildConsole } from "../../src/console/server.ts";
import { consoleParts, signedIn, SITE, type TestConsole } from "../helpers/console.ts";

let place: TestConsole;
let app: FastifyInstance;
let admin: Awaited<ReturnType<typeof signedIn>>;

const RUNS = 120;
const FIRST_NAMES = ["Zoë", "alba", "Łukasz", "Álvaro", "Boris"];

beforeAll(async () => {
  place = await consoleParts();
  const { db } = place.parts.state;
  await sql`INSERT INTO run (id, job, job_file, account, kind, status, partial, started_at, file, sha256, rows, context, counts)
    SELECT 'r' || lpad(g::text, 3, '0'), CASE WHEN g % 2 = 0 THEN 'Álava' ELSE 'Berlin' END, '/j.yaml', 'acme', 'sync',
      CASE WHEN g % 3 = 0 THEN 'failed' ELSE 'completed' END, false, now() - (g % 7) * interval '1 day', 'hr.csv', 'ab', g % 5, 'c',
      jsonb_build_object('rejected', g % 4, 'done', g % 6)
    FROM generate_series(1, ${RUNS}::int) g`.execute(db);
  for (const [i, name] of FIRST_NAMES.entries()) {
    await sql`INSERT INTO removal (id, account, job, key, name, user_id, group_id, group_path, status, cause, evidence, evidence_digest,
        first_run, last_run, since, seen_at, decided_by, decided_at, decision_reason)
      VALUES (${`R-${i}`}, 'acme', 'nightly', ${`k${i}`}, ${`${name} García`}, 'u', 'g', 'HR/Sales', 'rejected', 'c', '{}', 'd', 'r001', 'r001',
        now(), now(), 'ana', now() - ${i}::int * interval '1 hour', 'Needed')`.execute(db);
    await sql`INSERT INTO link (account, key, job, user_id, source, sent, active, created_at)
      VALUES ('acme', ${`k${i}`}, 'nightly', ${`u${i}`}, 'created', ${JSON.stringify({ first_name: name, last_name: "García" })}::jsonb, true, now())`.execute(
      db,
    );
  }
  await sql`INSERT INTO exception (account, job, key, group_id, group_path, by, at, reason, until, from_run)
    VALUES ('acme', 'nightly', 'x1', 'g', 'HR/Sales', 'ben', now(), 'Undone', NULL, 'r001')`.execute(db);
  app = await buildConsole(place.parts, place.areas);
  admin = await signedIn(place, app, "admin");
}, 60_000);
afterAll(async () => {
  await app.close();
  await place.close();
});

const ask = (url: string) => app.inject({ url, headers: { host: SITE.host, cookie: admin.cookie } });

interface RunsPage {
  runs: { id: string; job: string; rows: number; counts: { rejected: number } }[];
  more: boolean;
}

async function allRuns(query: string): Promise<RunsPage["runs"]> {
  const found: RunsPage["runs"] = [];
  for (let page = 1; ; page += 1) {
    const { runs, more } = (await ask(`/api/v1/runs?${query}&page=${page}`)).json<RunsPage>();
    found.push(...runs);
    if (!more) return found;
  }
}

test.for(["started", "job", "kind", "status", "rows", "rejected", "applied", "failed"])(
  "runs sorted by %s are all on exactly one page, in both directions",
  async (by) => {
    for (const direction of ["asc", "desc"]) {
      const ids = (await allRuns(`sort=${by}&direction=${direction}`)).map(({ id }) => id);
      expect([by, direction, ids.length, new Set(ids).size]).toEqual([by, direction, RUNS, RUNS]);
    }
  },
);

test("runs are sorted by value, and names as readers expect", async () => {
  const rows = (await allRuns("sort=rows&direction=desc")).map((run) => run.rows);
  expect(rows).toEqual(rows.toSorted((a, b) => b - a));
  const rejected = (await allRuns("sort=rejected")).map(({ counts }) => counts.rejected);
  expect(rejected).toEqual(rejected.toSorted((a, b) => a - b));
  expect((await allRuns("sort=job"))[0]?.job).toBe("Álava");
});

test("the head of a sorted column says its order and turns it, with filter but without page", async () => {
  const page = (await ask("/runs?job=Berlin&sort=rows&direction=asc&page=1")).body;
  expect(page.match(/aria-sort/g)).toHaveLength(1);
  expect(page).toMatch(
    /<th role="columnheader" scope="col"\s+class="num"\s+aria-sort="ascending">\s*<a class="sort" href="\/runs\?job=Berlin&amp;sort=rows&amp;direction=desc"/,
  );
  expect(page).toContain('href="/runs?job=Berlin&amp;sort=job&amp;direction=asc"');
  expect(page).toContain('<input type="hidden" name="sort" value="rows" />');
  expect((await ask("/runs?job=Álava&sort=rows")).body).toMatch(/rel="next" href="\/runs\?job=%C3%81lava&amp;sort=rows&amp;page=2"/);
});

test.for(["/runs", "/exceptions", "/users", "/tokens", "/jobs", "/identities", "/runs/r001", "/runs/r001/rejects"])(
  "%s refuses a column or direction that it does not have",
  async (url) => {
    for (const query of ["sort=password_hash", "sort=__proto__", "sort=1%3BDROP", "sort=name,1", "direction=up", "direction=asc%3B--"]) {
      const answer = await ask(`${url}?${query}`);
      expect([query, answer.statusCode]).toEqual([query, 400]);
      expect(answer.body).toContain("takes one of");
    }
    expect((await ask(`${url}?sort=&direction=`)).statusCode).toBe(200);
    expect((await ask(`${url}?sort=a&sort=b`)).statusCode).toBe(200);
  },
);

test("exceptions are sorted by person, with the restored ones, and paged", async () => {
  const people = async (query: string) =>
    (await ask(`/api/v1/exceptions?${query}`)).json<{ exceptions: { name: string | null; key: string }[]; all: number }>();
  const { exceptions, all } = await people("");
  expect([exceptions.map(({ name, key }) => name ?? key), all]).toEqual([
    ["alba García", "Álvaro García", "Boris García", "Łukasz García", "Zoë García", "x1"],
    6,
  ]);
  expect((await people("sort=decided&direction=asc")).exceptions[0]?.key).toBe("k4");
  expect((await people("sort=person&direction=desc")).exceptions.map(({ key }) => key)).toEqual(["x1", "k0", "k2", "k4", "k3", "k1"]);
});

test("users and tokens are sorted", async () => {
  for (const role of ["viewer", "operator", "reviewer"] as const) await signedIn(place, app, role);
  const roles = (await ask("/api/v1/users?sort=role&direction=desc")).json<{ users: { role: string }[] }>().users.map(({ role }) => role);
  expect(roles).toEqual(["admin", "operator", "reviewer", "viewer"]);
  expect((await ask("/users?sort=role")).body).toContain('aria-sort="ascending"');
  expect((await ask("/tokens?sort=name")).statusCode).toBe(200);
});

test("found people are sorted without their name in the address", async () => {
  const search = async (query: string): Promise<string> =>
    (
      await app.inject({
        method: "POST",
        url: `/people/search${query}`,
        headers: { host: SITE.host, cookie: admin.cookie, origin: SITE.origin, "content-type": "application/x-www-form-urlencoded" },
        payload: new URLSearchParams({ csrf: await admin.csrf(), text: "García" }).toString(),
      })
    ).body;
  const namesIn = (page: string): string[] => [...page.matchAll(/href="\/people\/\w+"><bdi>([^<]+)</g)].map(([, name = ""]) => name);
  expect(namesIn(await search("?sort=name"))).toEqual(["alba", "Álvaro", "Boris", "Łukasz", "Zoë"].map((name) => `${name} García`));
  const page = await search("?sort=name&direction=desc");
  expect(namesIn(page)[0]).toBe("Zoë García");
  expect(page).toMatch(/<button class="sort" form="sorted" formaction="\/people\/search\?sort=key&amp;direction=asc">/);
  expect(page).toContain('<form id="sorted" method="post">');
  expect(page).toContain('aria-sort="descending"');
  expect(page).not.toMatch(/(href|action)="[^"]*Garc/);
  expect(await search("?sort=sent")).toContain("takes one of");
});
