import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { ServerPool } from "../../src/state/database/server-pool.ts";
import { postgres, type PostgresServer } from "../helpers/servers.ts";

let server: PostgresServer;
beforeAll(async () => {
  server = await postgres();
}, 120_000);
afterAll(async () => {
  await server?.close();
});

/** One connection, so that all statements share its plans. */
async function onePool(): Promise<ServerPool> {
  const pool = new ServerPool({ url: await server.database(), max: 1, searchPath: "public" });
  onTestFinished(async () => pool.end());
  return pool;
}

async function ask(pool: ServerPool, text: string, params: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = await pool.connect();
  try {
    return (await client.query(text, [...params])).rows as Record<string, unknown>[];
  } finally {
    client.release();
  }
}

const plansOf = async (pool: ServerPool, text: string): Promise<string[]> =>
  (await ask(pool, "SELECT name, statement FROM pg_prepared_statements"))
    .filter(({ statement }) => statement === text)
    .map(({ name }) => String(name));

test("a frequent statement is prepared, and its plan is replaced while the table grows", async () => {
  const pool = await onePool();
  await ask(pool, "CREATE TABLE kept (id integer PRIMARY KEY, more jsonb)");
  const insert = "INSERT INTO kept (id, more) VALUES ($1, $2::jsonb) RETURNING id, more";
  const names = new Set<string>();
  for (let i = 0; i < 650; i += 1) {
    expect(await ask(pool, insert, [i, JSON.stringify({ i })])).toEqual([{ id: i, more: { i } }]);
    for (const name of await plansOf(pool, insert)) names.add(name);
  }
  expect(names.size).toBe(3);
  expect(await plansOf(pool, insert)).toHaveLength(1);
});

test("an error belongs to its statement, also in a transaction", async () => {
  const pool = await onePool();
  await ask(pool, "CREATE TABLE kept (id integer PRIMARY KEY)");
  const insert = "INSERT INTO kept (id) VALUES ($1)";
  for (let i = 0; i < 40; i += 1) await ask(pool, insert, [i]);
  await expect(ask(pool, insert, [7])).rejects.toMatchObject({ code: "23505", constraint: "kept_pkey" });
  await ask(pool, insert, [40]);
  const client = await pool.connect();
  await client.query("BEGIN");
  await client.query(insert, [41]);
  await expect(client.query(insert, [7])).rejects.toMatchObject({ code: "23505" });
  await expect(client.query(insert, [42])).rejects.toMatchObject({ code: "25P02" });
  await client.query("ROLLBACK");
  client.release();
  for (let i = 41; i < 80; i += 1) await ask(pool, insert, [i]);
  expect(await ask(pool, "SELECT count(*)::int AS n FROM kept")).toEqual([{ n: 80 }]);
});

test("another process may change a table after a statement was prepared for it", async () => {
  const pool = await onePool();
  await ask(pool, "CREATE TABLE kept (n integer)");
  const write = "INSERT INTO kept (n) VALUES ($1) RETURNING *";
  for (let i = 0; i < 40; i += 1) await ask(pool, write, [i]);
  expect(await plansOf(pool, write)).toHaveLength(1);
  await ask(pool, "ALTER TABLE kept ADD COLUMN m integer DEFAULT 7");
  expect(await ask(pool, write, [40])).toEqual([{ n: 40, m: 7 }]);
  expect(await ask(pool, "SELECT count(*)::int AS n FROM kept")).toEqual([{ n: 41 }]);
});
