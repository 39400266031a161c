import { sql } from "kysely";
import { expect, test } from "vitest";
import { company, people } from "../helpers/company.ts";

test("I2, I10: a run whose outcomes the database refuses ends with a sentence, and no person gets a second account later", async () => {
  const c = await company({ ownDatabase: true });
  c.hr(people(3));
  await c.look(async ({ db }) => {
    await sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no outcomes'; END $$`.execute(db);
    await sql`CREATE TRIGGER refuse BEFORE UPDATE ON operation FOR EACH ROW WHEN (NEW.ended_at IS NOT NULL) EXECUTE FUNCTION refuse()`.execute(
      db,
    );
  });
  const refused = await c.run("sync", "job.yaml");
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining("The database refuses to store the outcome of an operation."),
  ]);
  expect(refused.stderr).not.toContain("no outcomes");
  await c.look(async ({ db }) => {
    await sql`DROP TRIGGER refuse ON operation`.execute(db);
  });
  await c.run("sync", "job.yaml");
  await c.run("sync", "job.yaml");
  const accounts = people(3).map((person) => c.accountsOf(person.id).length);
  expect(Math.max(...accounts)).toBe(1);
}, 120_000);
