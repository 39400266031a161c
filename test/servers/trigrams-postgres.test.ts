import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openServerState } from "../../src/state/server-state.ts";
import { postgres, type PostgresServer } from "../helpers/servers.ts";

let server: PostgresServer;
beforeAll(async () => {
  server = await postgres();
  await ask(server.url, "CREATE ROLE owner LOGIN PASSWORD 'rollcall'");
}, 120_000);
afterAll(async () => {
  await server?.close();
});

async function ask(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

const IN_ITS_SCHEMA = ['CREATE SCHEMA "My Ext"', 'CREATE EXTENSION pg_trgm SCHEMA "My Ext"'];

test.for([
  ["that may create the extension", [], 1],
  ["that may not create it", ["REVOKE CREATE ON DATABASE current FROM owner", "CREATE SCHEMA bullmq AUTHORIZATION owner"], 0],
  ["that may use the schema of the extension", [...IN_ITS_SCHEMA, 'GRANT USAGE ON SCHEMA "My Ext" TO owner'], 1],
  ["that may not use the schema of the extension", IN_ITS_SCHEMA, 0],
] as const)("a state opens for a user %s, with the index of trigrams if it is possible", async ([, before, indexes]) => {
  const url = await server.database();
  const name = new URL(url).pathname.slice(1);
  await ask(url, `ALTER DATABASE "${name}" OWNER TO owner`, "ALTER SCHEMA public OWNER TO owner");
  await ask(url, ...before.map((statement) => statement.replace("current", `"${name}"`)));
  const theirs = new URL(url);
  theirs.username = "owner";
  const state = await openServerState({ url: theirs.href, redis: null, dir: mkdtempSync(join(tmpdir(), "rollcall-trigrams-")) });
  try {
    expect((await sql`SELECT FROM pg_indexes WHERE indexname = 'link_search'`.execute(state.db)).rows).toHaveLength(indexes);
  } finally {
    await state.close();
  }
});
