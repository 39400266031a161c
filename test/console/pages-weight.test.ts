import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildConsole } from "../../src/console/server.ts";
import { consoleParts, signedIn, SITE, type TestConsole } from "../helpers/console.ts";

let place: TestConsole;
let app: FastifyInstance;
let cookie: string;

/** 5,000 removals that wait, one large cause and many small ones. */
beforeAll(async () => {
  place = await consoleParts();
  await sql`INSERT INTO removal (id, account, job, key, name, username, user_id, group_id, group_path, status, cause, evidence,
      evidence_digest, first_run, last_run, since, seen_at)
    SELECT 'R-' || lpad(g::text, 7, '0'), 'acme', 'nightly', lpad(g::text, 6, '0'), 'Ana María ' || g || ' García-Huidobro López', 'ana.' || g || '@acme.example',
      md5(g::text), md5('g' || c), 'HR/Departments/Sales and Marketing ' || c, 'pending', 'C-' || lpad(to_hex(c), 8, '0'),
      jsonb_build_object('kind', 'value_changed', 'file', '/srv/exports/employees-2026-04-30.csv', 'row', g,
        'cells', jsonb_build_array(jsonb_build_object('column', 'Department', 'before', 'Sales and Marketing ' || c, 'now', 'New department ' || c)),
        'rules', jsonb_build_array(jsonb_build_object('rule', 'department', 'at', 'mappings/workday.yaml:42', 'gives', jsonb_build_array('HR/Departments/New ' || c))),
        'formerly', '[]'::jsonb, 'gains', jsonb_build_array('HR/Departments/New ' || c), 'lastGroup', false),
      encode(sha256(g::text::bytea), 'hex'), 'r1', 'r1', now(), now()
    FROM (SELECT g, CASE WHEN g <= 2000 THEN 0 ELSE g / 4 END AS c FROM generate_series(1, 5000) g) AS many`.execute(place.parts.state.db);
  app = await buildConsole(place.parts, place.areas);
  ({ cookie } = await signedIn(place, app, "reviewer"));
});
afterAll(async () => {
  await app.close();
  await place.close();
});

const ask = (url: string) => app.inject({ url, headers: { host: SITE.host, cookie } });

/** A page with all that it loads, in bytes. */
async function weight(url: string): Promise<number> {
  const page = await ask(url);
  expect(page.statusCode).toBe(200);
  const assets = [...new Set([...page.body.matchAll(/(?:href|src)="(\/assets\/[^"#]+)/g)].map(([, path]) => path ?? ""))];
  const loaded = await Promise.all(assets.map(async (path) => (await ask(path)).rawPayload.length));
  expect(assets).toHaveLength(4);
  return loaded.reduce((sum, bytes) => sum + bytes, page.rawPayload.length);
}

test("no page of the review is heavy, with 5,000 pending removals", async () => {
  for (const url of ["/", "/review", "/review?kind=renamed&page=2", "/review/causes/C-00000000", "/review/causes/C-00000000?page=50"]) {
    expect(await weight(url), `page ${url}`).toBeLessThan(100 * 1024);
  }
});

test("the people of a large cause come page by page, and the whole of it can still be decided at once", async () => {
  const { body } = await ask("/review/causes/C-00000000?page=50");
  expect(body).toContain("Page 50 of 50");
  expect(body).toContain("All 2,000 people of this cause");
  expect(body.match(/data-pick/g)).toHaveLength(40);
  expect((await ask("/review/causes/C-00000000?page=51")).body).not.toContain("data-pick");
});
