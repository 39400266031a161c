import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildConsole } from "../../src/console/server.ts";
import { consoleParts, signedIn, SITE, type TestConsole } from "../helpers/console.ts";

let place: TestConsole;
beforeAll(async () => {
  place = await consoleParts();
});
afterAll(() => place.close());

test("the overview counts all that was applied and added back since the last run over a file", async () => {
  const { db } = place.parts.state;
  const insert = (id: string, kind: string, minutes: number, done: number) =>
    sql`INSERT INTO run (id, job, job_file, account, kind, status, partial, started_at, ended_at, file, sha256, rows, context, counts)
      VALUES (${id}, 'nightly', '/jobs/nightly.yaml', 'acme', ${kind}, 'completed', false, now() - ${minutes} * interval '1 minute', now(),
        'hr.csv', 'ab', 30, 'c', ${JSON.stringify({ done })}::jsonb)`.execute(db);
  await insert("before", "decisions", 60, 7);
  await insert("sync", "sync", 50, 39);
  await insert("large", "decisions", 40, 21);
  for (let i = 0; i < 6; i += 1) await insert(`small-${i}`, "decisions", 30 - i, 1);
  await insert("undone", "revert", 10, 2);
  const app = await buildConsole(place.parts, place.areas);
  const { cookie } = await signedIn(place, app, "viewer");
  const { body } = await app.inject({ url: "/", headers: { host: SITE.host, cookie } });
  const text = body.replaceAll(/<[^>]*>/g, "").replaceAll(/\s+/g, " ");
  expect(text).toContain("Since then, approved removals of 27 people were applied, the last on");
  expect(text).toContain("Since then, memberships of 2 people were added back, the last on");
  expect(body).toContain('href="/runs/small-5"');
  await app.close();
});
