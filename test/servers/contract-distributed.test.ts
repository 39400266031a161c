import { afterAll, beforeAll } from "vitest";
import { postgres, redis, type PostgresServer, type TestServer } from "../helpers/servers.ts";
import { contract } from "./contract.ts";

let database: PostgresServer;
let queue: TestServer;

beforeAll(async () => {
  [database, queue] = await Promise.all([postgres(), redis()]);
}, 300_000);
afterAll(async () => {
  await Promise.all([database?.close(), queue?.close()]);
});

contract("distributed", async () => ({ DATABASE_URL: await database.database(), REDIS_URL: queue.url }));
