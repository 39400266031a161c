import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildConsole } from "../../src/console/server.ts";
import { consoleParts, signedIn, SITE, type TestConsole } from "../helpers/console.ts";

let place: TestConsole;
beforeAll(async () => {
  place = await consoleParts();
});
afterAll(() => place.close());

test("the overview names the leavers whose account should be closed since more than a day", async () => {
  const { db } = place.parts.state;
  await sql`INSERT INTO run (id, job, job_file, account, kind, status, partial, started_at, ended_at, file, sha256, rows, context)
    VALUES ('late', 'late', '/jobs/late.yaml', 'acme', 'sync', 'completed', false, now(), now(), 'hr.csv', 'ab', 2, 'c')`.execute(db);
  for (const [key, days] of [
    ["1", 2],
    ["2", 0],
  ] as const) {
    await sql`INSERT INTO person (job, key, account, row, digest, context, state, dirty, run, due)
      VALUES ('late', ${key}, 'acme', 2, 'd', 'c', 'present', false, 'late', ${place.parts.now().toISOString().slice(0, 10)}::date - ${days}::integer)`.execute(
      db,
    );
    await sql`INSERT INTO link (account, key, user_id, job, source, active, created_at)
      VALUES ('acme', ${key}, ${`user-${key}`}, 'late', 'created', true, now())`.execute(db);
  }
  const app = await buildConsole(place.parts, place.areas);
  const { cookie } = await signedIn(place, app, "viewer");
  const { body } = await app.inject({ url: "/", headers: { host: SITE.host, cookie } });
  expect(body.replaceAll(/<[^>]*>/g, "").replaceAll(/\s+/g, " ")).toContain(
    "late: The account of 1 leaver is still active more than a day",
  );
  const { json } = await app.inject({ url: "/api/v1/overview", headers: { host: SITE.host, cookie } });
  expect(json()).toMatchObject({ overdue_leavers: [{ job: "late", people: 1 }] });
  await app.close();
  for (const table of ["person", "link", "run"] as const) await db.deleteFrom(table).where("job", "=", "late").execute();
});

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
