/** Twenty requests at once, in two processes on one PostgreSQL. */
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openServerState } from "../../src/state/server-state.ts";
import { races } from "../review/twenty-requests.ts";
import { postgres, type PostgresServer } from "../helpers/servers.ts";

let database: PostgresServer;

beforeAll(async () => {
  database = await postgres();
}, 300_000);
afterAll(async () => {
  await database?.close();
});

test.each(races)("$title", { timeout: 300_000 }, async ({ setUp, run }) => {
  const url = await database.database();
  const c = await setUp({ DATABASE_URL: url });
  const opened = async () => {
    const state = await openServerState({ url, redis: null, dir: c.place.dir });
    onTestFinished(() => state.close());
    return state;
  };
  await run(c, [await opened(), await opened()]);
  expect((await c.run("audit verify")).code).toBe(0);
});
