import { PGlite } from "@electric-sql/pglite";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { databaseOver } from "../../src/state/database/embedded-database.ts";
import { PglitePool } from "../../src/state/database/pglite-pool.ts";
import { migrate } from "../../src/store/schema/migrations.ts";
import { searchPeople } from "../../src/store/people/people-pages.ts";

test("a database without trigrams is migrated, and finds people", async () => {
  const engine = await PGlite.create();
  try {
    const db = databaseOver(new PglitePool(engine));
    await migrate(db);
    const sent = JSON.stringify({ username: "as@acme.example", first_name: "Ana", last_name: "Santos" });
    await sql`INSERT INTO link (account, key, user_id, job, source, active, sent, created_at)
      VALUES ('acme', 'E-1', 'u1', 'nightly', 'created', true, ${sent}::jsonb, now())`.execute(db);
    expect((await searchPeople(db, "anto", 5)).map(({ key }) => key)).toEqual(["E-1"]);
    const { rows } = await sql`SELECT indexname FROM pg_indexes WHERE indexname = 'link_search'`.execute(db);
    expect(rows).toEqual([]);
  } finally {
    await engine.close();
  }
});
