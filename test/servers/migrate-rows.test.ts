/** Values of every type, rows of every size, and tables that no code lists. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { compareTable, copyTable } from "../../src/state/migrate-to-server/copy-rows.ts";
import { openServerState } from "../../src/state/server-state.ts";
import { openState, type State } from "../helpers/state.ts";
import { copySequences, listTables } from "../../src/store/schema/table-names.ts";
import { company, people } from "../helpers/company.ts";
import { ask, migrate } from "../helpers/migration.ts";
import { postgres, type PostgresServer } from "../helpers/servers.ts";

let database: PostgresServer;
beforeAll(async () => {
  database = await postgres();
}, 300_000);
afterAll(async () => {
  await database?.close();
});

async function both(): Promise<{ here: State; there: State; url: string }> {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-rows-"));
  // A server whose database and user have different settings for the text form of values.
  const url = await database.database();
  for (const setting of [
    "timezone = 'Asia/Kathmandu'",
    "datestyle = 'SQL, DMY'",
    "intervalstyle = 'iso_8601'",
    "extra_float_digits = -10",
    "bytea_output = 'escape'",
  ])
    await ask(url, `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET ${setting.replaceAll("'", "''")}', current_database()); END $$`);
  const here = await openState(join(dir, "state"));
  const there = await openServerState({ url, redis: null, dir: join(dir, "server") });
  onTestFinished(async () => {
    await here.close();
    await there.close();
    rmSync(dir, { recursive: true, force: true });
  });
  return { here, there, url };
}

const odd = `CREATE TABLE odd (
  id bigint GENERATED ALWAYS AS IDENTITY, "Order" text, words text[], grid integer[][], j jsonb, at timestamptz, day date, long interval,
  bytes bytea, many numeric, small real, big double precision, yes boolean, who uuid, twice bigint GENERATED ALWAYS AS (length("Order") * 2) STORED)`;
const oddRows = [
  `(E'tab\\tline\\nreturn\\rback\\\\slash \\\\N', ARRAY['a,b', NULL, '"', '', '{}'], '{{1,2},{3,4}}', '{"b": 1, "a": [1.10, null, "\\\\u00e9\\t😀"], "": {}}',
    '2026-04-30 02:30:00.123456+02', '0044-03-15 BC', '1 year 2 mons -3 days 04:05:06.789', '\\\\x00ff5c0a09', 123456789012345678901234567890.0010, 0.1, 0.1::float8 + 0.2, true,
    'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11')`.replaceAll("\\\\", "\\"),
  `('', '{}', NULL, 'null', '-infinity', 'infinity', NULL, '', 'NaN', '-Infinity', 'NaN', false, NULL)`,
  `(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)`,
  `('\\N', ARRAY['\\N'], '{}', '"\\\\N"', '9999-12-31 23:59:59.999999Z', '2026-02-28', '0', 'abc', -0.0, 3.4028235e38, 5e-324, NULL, NULL)`,
];

test("values of all types arrive exactly under any server settings, and the next identity value is new", async () => {
  const { here, there } = await both();
  for (const { db } of [here, there]) await sql.raw(odd).execute(db);
  for (const row of oddRows)
    await sql
      .raw(`INSERT INTO odd ("Order", words, grid, j, at, day, long, bytes, many, small, big, yes, who) VALUES ${row}`)
      .execute(here.db);
  const table = (await listTables(here.db)).find(({ name }) => name === "odd");
  if (table === undefined) throw new Error("odd is not listed");
  expect(table.columns.length).toBe(14);
  expect(await copyTable(here.pool, there.pool, table, () => undefined)).toBe(4);
  await copySequences(here.db, there.db);
  expect(await compareTable(here.pool, there.pool, table)).toBeNull();
  // In a different way than the comparison uses.
  const read = sql<{
    row: string;
  }>`SELECT to_jsonb(o)::text || extract(epoch FROM at) || encode(bytes, 'hex') AS row FROM odd o ORDER BY id`;
  await sql`SET extra_float_digits = 1`.execute(here.db);
  const wide = sql`SET extra_float_digits = 1; SET timezone = 'UTC'; SET datestyle = 'ISO'; SET intervalstyle = 'postgres'; SET bytea_output = 'hex'`;
  const arrived = await there.db.connection().execute(async (db) => {
    await wide.execute(db);
    return (await read.execute(db)).rows;
  });
  await wide.execute(here.db);
  expect(arrived).toEqual((await read.execute(here.db)).rows);
  const { rows } = await sql<{ id: string }>`INSERT INTO odd ("Order") VALUES ('next') RETURNING id`.execute(there.db);
  expect(rows).toEqual([{ id: "5" }]);
  await sql`DELETE FROM odd WHERE id = 5`.execute(there.db);
  expect(await compareTable(here.pool, there.pool, table)).toBeNull();
  for (const [change, counted] of [
    ["UPDATE odd SET at = at + interval '1 microsecond' WHERE id = 1", [4, 4]],
    ["UPDATE odd SET at = at - interval '1 microsecond', big = -big WHERE id = 1", [4, 4]],
    ["DELETE FROM odd WHERE id > 2", [4, 2]],
  ] as const) {
    await sql.raw(change).execute(there.db);
    expect(await compareTable(here.pool, there.pool, table), `for ${change}`).toEqual(counted);
  }
}, 120_000);

test("a table of many rows and a row of many megabytes are copied and compared in portions", async () => {
  const { here, there } = await both();
  await sql`INSERT INTO membership SELECT 'acme', 'g' || i % 7, 'ü' || i FROM generate_series(1, 60000) i`.execute(here.db);
  for (const size of [1, 12_000_000, 3])
    await here.db
      .insertInto("upload")
      .values({ id: `u${size}`, name: "x.csv", bytes: Buffer.alloc(size, 0x5c), at: new Date() })
      .execute();
  for (const name of ["membership", "upload"]) {
    const table = (await listTables(here.db)).find((one) => one.name === name);
    if (table === undefined) throw new Error(name);
    const told: number[] = [];
    const rows = await copyTable(here.pool, there.pool, table, (done) => void told.push(done));
    expect(told.at(-1)).toBe(rows);
    if (name === "membership") expect([rows, told.length > 10]).toEqual([60_000, true]);
    expect(await compareTable(here.pool, there.pool, table)).toBeNull();
  }
  await sql`UPDATE membership SET group_id = 'g8' WHERE user_id = 'ü59999'`.execute(there.db);
  const membership = (await listTables(here.db)).find(({ name }) => name === "membership");
  if (membership === undefined) throw new Error("membership");
  expect(await compareTable(here.pool, there.pool, membership)).toEqual([60_000, 60_000]);
}, 240_000);

test("a table that a later version adds is migrated without being listed, and one that the server lacks stops the migration", async () => {
  const c = await company();
  c.hr(people(2));
  await c.sync();
  const url = await database.database();
  await c.look(async ({ db }) => {
    await sql`CREATE TABLE of_tomorrow (id integer PRIMARY KEY, what jsonb)`.execute(db);
    await sql`INSERT INTO of_tomorrow VALUES (1, '{"kept": true}')`.execute(db);
  });
  const refused = await migrate(c, url);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(/it has no table of_tomorrow/)]);
  expect((await c.run("runs", "list")).code).toBe(0);
  await ask(url, "CREATE TABLE of_tomorrow (what jsonb, id integer PRIMARY KEY)");
  expect((await migrate(c, url)).code).toBe(0);
  expect(await ask(url, "SELECT id, what FROM of_tomorrow")).toEqual([{ id: 1, what: { kept: true } }]);
}, 120_000);

test("every table is either copied or local to its database", async () => {
  const { here } = await both();
  const { rows } = await sql<{
    name: string;
  }>`SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename COLLATE "C"`.execute(here.db);
  const carried = (await listTables(here.db)).map(({ name }) => name);
  expect(rows.map(({ name }) => name).filter((name) => !carried.includes(name))).toEqual([
    "kysely_migration",
    "kysely_migration_lock",
    "process",
  ]);
  expect(carried.length).toBeGreaterThan(35);
});
