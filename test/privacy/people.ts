import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect } from "vitest";
import { company, people, type Company } from "../helpers/company.ts";

interface Listed {
  id: string;
  person: { key: string };
}

/** Returns the words found in each file of the state, without the sandbox's files. */
export function inFiles(c: Company, words: readonly string[]): string[] {
  const files = readdirSync(join(c.place.dir, ".rollcall"), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap(({ parentPath, name }) => {
    const bytes = readFileSync(join(parentPath, name));
    return words.filter((word) => bytes.includes(word)).map((word) => `${word} in ${name}`);
  });
}

/** Returns the words found in each table of the state. */
export async function inTables(c: Company, words: readonly string[]): Promise<string[]> {
  return c.look(async ({ db }) => {
    const { rows: tables } = await sql<{ name: string }>`
      SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables
      WHERE schemaname NOT LIKE 'pg%' AND schemaname <> 'information_schema'`.execute(db);
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await sql<{ text: string }>`SELECT t::text AS text FROM ${sql.raw(name)} t`.execute(db);
      for (const { text } of rows) for (const word of words) if (text.includes(word)) found.push(`${word} in ${name}`);
    }
    return found;
  });
}

export const zoe = { id: "ZK-90417", first: "Zoëlla", last: "Quintanilla", mail: "zoella.quintanilla@acme.example" };
export const words = [zoe.id, zoe.first, zoe.last, "zoella", "Her contract ended"];
export const forget = (c: Company, ...args: string[]) =>
  c.run("people", "forget", zoe.id, "--job", "job.yaml", "--reason", "Request 2026-114", ...args);
export const verify = async (c: Company) =>
  (await c.run("audit", "verify", "--json")).json<{ ok: boolean; entries: number; redacted: number; broken: unknown }>();

/** A company where one person was created and moved, had one removal approved and one rejected, had a row rejected, and left. */
export async function withHistory(): Promise<Company & { userId: string }> {
  const c = await company({ ownDatabase: true, parts: { policy: { absent: "report", group_removals: "review" } } });
  c.hr([...people(3), { ...zoe, dept: "Sales" }]);
  await c.sync();
  const userId = c.service.users().find((user) => user.username === zoe.mail)?.user_id ?? "";
  c.hr([...people(3), { ...zoe, dept: "IT" }]);
  await c.sync();
  const [removal] = (await c.run("review", "list", "--json")).json<Listed[]>();
  expect(removal?.person.key).toBe(zoe.id);
  const approved = await c.run("review", "approve", removal?.id ?? "", "--reason", "Her contract ended", "--reviewer", "Ruiz");
  expect(approved.code).toBe(0);
  c.hr([...people(3), { ...zoe, dept: "Legal" }]);
  await c.sync();
  const [kept] = (await c.run("review", "list", "--json")).json<Listed[]>();
  await c.run("review", "reject", kept?.id ?? "", "--reason", "Her contract ended later", "--reviewer", "Ruiz");
  c.hr([...people(3), `${zoe.id},${zoe.first},${zoe.last},no address,Legal,Active`]);
  await c.sync();
  c.hr(people(3));
  const gone = await c.sync();
  // A course that only this person takes would name them.
  await c.look(async ({ db }) => {
    const progress = { courses: { "Her contract ended": { status: "in_progress", percent: 40, due: null } }, paths: {} };
    await sql`INSERT INTO person_impact (account, user_id, progress, read_at)
      SELECT account, user_id, ${JSON.stringify(progress)}::jsonb, now() FROM link WHERE user_id = ${userId}`.execute(db);
    await sql`INSERT INTO exported_progress (job, account, key, user_id, known, items)
      SELECT job, account, key, user_id, true, ${JSON.stringify([{ title: "Her contract ended" }])}::jsonb FROM link WHERE user_id = ${userId}`.execute(
      db,
    );
    await sql`INSERT INTO urgent_deactivation (account, key, job, user_id, by, reason, run, at)
      VALUES ('acme', ${zoe.id}, 'nightly', ${userId}, 'Ruiz', 'Her contract ended', ${gone.run}, now())`.execute(db);
    await sql`INSERT INTO missing_group (id, account, job, folded, path, people, detail, run, since, decision, decided_by, decided_at, reason)
      VALUES ('G-1', 'acme', 'nightly', 'hr/clubs', 'HR/Clubs', 1, '{}', ${gone.run}, now(), 'dismiss', 'Ruiz', now(), ${`Only ${zoe.first} ${zoe.last} has it`})`.execute(
      db,
    );
    await sql`INSERT INTO exception (account, job, key, group_id, group_path, from_run, by, reason, at)
      VALUES ('acme', 'nightly', '0001', 'g', 'HR/Clubs', ${gone.run}, 'Ruiz', ${`Stands in for ${zoe.id}`}, now())`.execute(db);
    await sql`INSERT INTO reserved_username (account, name, key, username, at)
      VALUES ('acme', 'zoella.q', ${zoe.id}, 'Zoella.Q', now())`.execute(db);
    await sql`INSERT INTO planned_username (run, row, key, cells, name, username)
      VALUES (${gone.run}, 1, ${zoe.id}, '["Zoella"]', 'zoella.q', 'Zoella.Q')`.execute(db);
  });
  expect(gone.counts).toMatchObject({ absent: 1 });
  return { ...c, userId };
}
