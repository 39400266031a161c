import { afterAll, beforeAll } from "vitest";
import { postgres, type PostgresServer } from "../helpers/servers.ts";
import { contract } from "./contract.ts";

let database: PostgresServer;

beforeAll(async () => {
  database = await postgres();
}, 300_000);
afterAll(() => database?.close());

contract("one database", async () => ({ DATABASE_URL: await database.database() }));
