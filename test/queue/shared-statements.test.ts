import { sql } from "kysely";
import { expect, test } from "vitest";
import { company, people } from "../helpers/company.ts";

test("creates of the same moment share the statements that claim them, open their intents and record them", async () => {
  const c = await company({ parts: { service: { rate: { per_second: 1000, in_flight: 16 } } } });
  c.hr(people(1));
  await c.sync();
  const tables = ["intent", "link"];
  await c.look(async ({ db }) => {
    await sql`CREATE TABLE statement_count (name text)`.execute(db);
    await sql`CREATE FUNCTION count_statement() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN INSERT INTO statement_count VALUES (TG_TABLE_NAME); RETURN NULL; END $$`.execute(db);
    for (const table of tables)
      await sql`CREATE TRIGGER count_statement AFTER INSERT ON ${sql.table(table)} FOR EACH STATEMENT EXECUTE FUNCTION count_statement()`.execute(
        db,
      );
    await sql`CREATE TRIGGER count_statement AFTER UPDATE ON operation FOR EACH STATEMENT EXECUTE FUNCTION count_statement()`.execute(db);
  });
  c.hr(people(301));
  expect((await c.sync()).counts).toMatchObject({ creates: 300, done: 300 });
  const counts = await c.look(async ({ db }) => {
    const { rows } = await sql<{ name: string; n: number }>`SELECT name, count(*)::int AS n FROM statement_count GROUP BY name`.execute(db);
    for (const table of [...tables, "operation"]) await sql`DROP TRIGGER count_statement ON ${sql.table(table)}`.execute(db);
    await sql`DROP FUNCTION count_statement`.execute(db);
    await sql`DROP TABLE statement_count`.execute(db);
    return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
  });
  for (const table of tables) expect(counts[table]).toBeLessThan(150);
  // Without sharing, a claim and an outcome for each operation.
  expect(counts["operation"]).toBeLessThan(300);
}, 60_000);
