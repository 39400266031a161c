/** Two processes on one PostgreSQL that need the same missing group. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { company, mappingText, until } from "../helpers/company.ts";
import { postgres, type PostgresServer } from "../helpers/servers.ts";

let database: PostgresServer;

beforeAll(async () => {
  database = await postgres();
}, 300_000);
afterAll(async () => {
  await database?.close();
});

test("I2: two processes that need the same group create it once, and both add their people", async () => {
  const mapping = mappingText.replace("groups:\n", 'groups:\n  unknown: create\n  create: { below: ["HR/Departments/*"] }\n');
  const faults = [{ method: "POST", path: "/groups$", delayMs: 1500, when: "after" as const, times: -1 }];
  const c = await company({ mapping, faults, where: { DATABASE_URL: await database.database() } });
  const sent = (): number => c.service.requests().filter(({ method, path }) => method === "POST" && path.endsWith("/groups")).length;
  c.hr([{ id: "0001", dept: "Research" }], "one.csv");
  c.hr([{ id: "0002", dept: "Research" }], "two.csv");
  const child = await c.start("sync job.yaml --file one.csv");
  const first = new Promise((resolve) => child.on("close", resolve));
  await until(() => sent() === 1);
  const second = await c.place.spawn(["sync", "job.yaml", "--file", "two.csv"]);
  expect([await first, second.code]).toEqual([0, 0]);
  expect(sent()).toBe(1);
  expect(c.service.users().map(({ groups }) => groups.includes("HR/Departments/Research"))).toEqual([true, true]);
}, 180_000);
