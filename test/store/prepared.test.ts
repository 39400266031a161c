import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PglitePool } from "../../src/state/database/pglite-pool.ts";

let database: PGlite;
let pool: PglitePool;

beforeAll(async () => {
  database = new PGlite();
  await database.exec(`CREATE TABLE kept (id integer PRIMARY KEY, word text, at timestamptz, more jsonb, yes boolean, big bigint, bytes bytea);
    CREATE TABLE other (n integer)`);
  pool = new PglitePool(database);
});
afterAll(() => database.close());

/** Returns the statements that PostgreSQL has prepared. */
async function kept(): Promise<{ name: string; statement: string }[]> {
  return (await database.query<{ name: string; statement: string }>("SELECT name, statement FROM pg_prepared_statements")).rows;
}

test("a frequent statement gives the same answers as PGlite's own query, and is planned few times", async () => {
  const insert =
    "INSERT INTO kept (id, word, at, more, yes, big, bytes) VALUES ($1, $2, $3, $4::jsonb, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING *";
  const names = new Set<string>();
  for (let i = 0; i < 650; i += 1) {
    const params = [
      i,
      i % 3 === 0 ? null : `wörd ' " \\ ${i}`,
      new Date(Date.UTC(2026, 3, 30, 2, 30, 0, i)),
      JSON.stringify({ i }),
      i % 2 === 0,
      String(9_007_199_254_740_993n + BigInt(i)),
      Buffer.from([0, 255, i % 256]),
    ];
    const answer = await pool.query(insert, params);
    expect(answer.command).toBe("INSERT");
    expect(answer.rowCount).toBe(1);
    const { rows } = await database.query(`SELECT * FROM kept WHERE id = ${i}`);
    expect(answer.rows).toEqual(rows);
    expect(rows[0]).toMatchObject({ id: i, word: params[1], at: params[2], more: { i }, yes: params[4] });
    for (const { name } of await kept()) names.add(name);
  }
  // The first twenty are not prepared; a plan is replaced after 200 uses, and the next one after 400.
  expect(names.size).toBe(3);
  expect(await kept()).toHaveLength(1);
  expect((await pool.query(insert, [0, null, null, null, null, null, null])).rows).toEqual([]);
});

test("values of every kind arrive as they were", async () => {
  const list = ['a"b', "c,{}", "d\\e", "", "NULL", null];
  const values = [
    list,
    [
      [1, 2],
      [3, null],
    ],
    { list },
    2n ** 60n,
    false,
    undefined,
    new Date("2026-01-02T03:04:05.678Z"),
  ];
  const text =
    "SELECT $1::text[] AS texts, $2::int[] AS numbers, $3::jsonb AS object, $4::text AS big, $5::boolean AS yes, $6::text AS none, $7::timestamptz AS at";
  for (let i = 0; i < 25; i += 1)
    expect((await pool.query(text, values)).rows).toEqual([
      { texts: list, numbers: values[1], object: { list }, big: String(2n ** 60n), yes: false, none: null, at: values[6] },
    ]);
});

test("an error belongs to its statement, and affects neither the next one nor the end of the transaction", async () => {
  const insert = "INSERT INTO kept (id) VALUES ($1)";
  for (let i = 1000; i < 1040; i += 1) await pool.query(insert, [i]);
  await expect(pool.query(insert, [1000])).rejects.toMatchObject({ code: "23505", constraint: "kept_pkey" });
  await expect(pool.query(insert, ["no number"])).rejects.toMatchObject({ code: "22P02" });
  await pool.query(insert, [1040]);

  const client = await pool.connect();
  await client.query("BEGIN");
  await client.query(insert, [1041]);
  await expect(client.query(insert, [1000])).rejects.toMatchObject({ code: "23505" });
  await expect(client.query(insert, [1042])).rejects.toMatchObject({ code: "25P02" });
  await client.query("ROLLBACK");
  client.release();
  const { rows } = await pool.query("SELECT id FROM kept WHERE id >= $1 ORDER BY id", [1040]);
  expect(rows).toEqual([{ id: 1040 }]);
  await pool.query(insert, [1041]);

  // A text that cannot be planned is refused every time.
  for (let i = 0; i < 30; i += 1)
    await expect(pool.query("SELECT nothing FROM nowhere WHERE a = $1", [i])).rejects.toMatchObject({ code: "42P01" });
});

test("a table may change after a statement was planned for it", async () => {
  const read = "SELECT * FROM other WHERE n < $1";
  for (let i = 0; i < 40; i += 1) expect((await pool.query(read, [i])).rows).toEqual([]);
  await pool.query("ALTER TABLE other ADD COLUMN m integer DEFAULT 7");
  await pool.query("INSERT INTO other (n) VALUES (1)");
  expect((await pool.query(read, [5])).rows).toEqual([{ n: 1, m: 7 }]);
});

test("many concurrent statements, with notifications between them, get their own answers", async () => {
  const heard: string[] = [];
  const listener = await pool.connect();
  listener.on("notification", ({ payload }: { payload: string }) => heard.push(payload));
  await listener.query("LISTEN news");
  const ask = "SELECT $1::int AS n, pg_notify('news', $1::int::text)";
  const answers = await Promise.all(Array.from({ length: 300 }, (_, i) => pool.query(ask, [i])));
  expect(answers.map(({ rows }) => Reflect.get(rows[0] ?? {}, "n") as number)).toEqual(Array.from({ length: 300 }, (_, i) => i));
  await expect.poll(() => heard.length).toBe(300);
  listener.release();
});

test("a very large answer arrives complete, and its writes stay", async () => {
  await database.exec("CREATE TABLE many (n integer)");
  const insert = "INSERT INTO many SELECT generate_series(1, $1::int) RETURNING n";
  for (let i = 0; i < 25; i += 1) await pool.query(insert, [1]);
  expect((await pool.query(insert, [200_000])).rows).toHaveLength(200_000);
  expect((await pool.query("SELECT count(*)::int AS n FROM many")).rows).toEqual([{ n: 200_025 }]);
});

test("statements for many rows get a fitting plan, and few plans are kept", async () => {
  const bulk = "SELECT count(*)::int AS n FROM jsonb_array_elements_text($1::jsonb) AS e";
  const long = JSON.stringify(Array.from({ length: 10_000 }, (_, i) => `person ${i}`));
  for (let i = 0; i < 40; i += 1) expect((await pool.query(bulk, [long])).rows).toEqual([{ n: 10_000 }]);
  expect((await kept()).map(({ statement }) => statement)).not.toContain(bulk);

  for (let text = 0; text < 120; text += 1)
    for (let i = 0; i < 25; i += 1) expect((await pool.query(`SELECT $1::int + ${text} AS n`, [i])).rows).toEqual([{ n: i + text }]);
  expect(await kept()).toHaveLength(100);
});

test("counts the rows that a statement changes, also where it begins with WITH", async () => {
  await pool.query("DELETE FROM other WHERE n > $1", [-1]);
  await pool.query("INSERT INTO other VALUES ($1), ($2)", [1, 2]);
  const change =
    "/* who */ WITH big AS MATERIALIZED (SELECT n FROM other WHERE n > $1) UPDATE other o SET n = o.n + 10 FROM big WHERE o.n = big.n";
  expect(await pool.query(change, [0])).toMatchObject({ command: "UPDATE", rowCount: 2, rows: [] });
  expect(await pool.query(change, [100])).toMatchObject({ rowCount: 0, rows: [] });
  expect(await pool.query("WITH big AS (SELECT n FROM other WHERE n > $1) SELECT * FROM big", [0])).toMatchObject({
    command: "SELECT",
    rowCount: 2,
  });
});
