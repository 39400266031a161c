import { sql } from "kysely";
import { expect, test } from "vitest";
import { company, people } from "../helpers/company.ts";

test("a run never has more than 1,000 operations in the queue, also when it refills it", async () => {
  const c = await company();
  c.hr(people(1));
  await c.sync();
  await c.look(async ({ db }) => {
    await sql`CREATE TABLE queue_length (n int)`.execute(db);
    await sql`CREATE FUNCTION note_queue_length() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN INSERT INTO queue_length SELECT count(*) FROM operation WHERE status IN ('queued', 'running'); RETURN NULL; END $$`.execute(
      db,
    );
    await sql`CREATE TRIGGER note_queue_length AFTER UPDATE ON operation FOR EACH STATEMENT EXECUTE FUNCTION note_queue_length()`.execute(
      db,
    );
  });
  c.hr(people(1700));
  expect((await c.sync()).counts).toMatchObject({ creates: 1699, done: 1699 });
  const most = await c.look(async ({ db }) => (await sql<{ n: number }>`SELECT max(n) AS n FROM queue_length`.execute(db)).rows[0]?.n);
  await c.look(async ({ db }) => {
    await sql`DROP TRIGGER note_queue_length ON operation`.execute(db);
    await sql`DROP FUNCTION note_queue_length`.execute(db);
    await sql`DROP TABLE queue_length`.execute(db);
  });
  expect(most).toBe(1000);
}, 120_000);
