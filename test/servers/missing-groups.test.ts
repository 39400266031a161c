/** Two processes on one PostgreSQL that need the same missing group. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { company, mappingText } from "../helpers/company.ts";
import { postgres, type PostgresServer } from "../helpers/servers.ts";

let database: PostgresServer;

beforeAll(async () => {
  database = await postgres();
}, 300_000);
afterAll(async () => {
  await database?.close();
});

test("I2: two processes create a missing group once, and both add their people", async () => {
  const mapping = mappingText.replace("groups:\n", 'groups:\n  unknown: create\n  create: { below: ["HR/Departments/*"] }\n');
  const faults = [{ method: "POST", path: "/groups$", delayMs: 300, times: -1 }];
  const c = await company({ mapping, faults, where: { DATABASE_URL: await database.database() } });
  // The second job is in a folder of its own: jobs of one folder may not manage the same groups.
  c.place.write("other/mapping.yaml", mapping);
  c.place.write("other/job.yaml", c.place.read("job.yaml").replace('"nightly"', '"other"'));
  c.hr([{ id: "0001", dept: "Research" }]);
  c.hr([{ id: "0002", dept: "Research" }], "other/hr.csv");
  const ended = await Promise.all(["job.yaml", "other/job.yaml"].map((job) => c.place.spawn(["sync", job, "--json"])));
  expect(ended.map(({ code }) => code)).toEqual([0, 0]);
  expect(c.service.requests().filter(({ method, path }) => method === "POST" && path.endsWith("/groups"))).toHaveLength(1);
  expect(c.service.users().map(({ groups }) => groups.includes("HR/Departments/Research"))).toEqual([true, true]);
}, 180_000);
