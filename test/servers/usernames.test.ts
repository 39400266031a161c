import { afterAll, beforeAll, expect, test } from "vitest";
import { company, type Company } from "../helpers/company.ts";
import { postgres, type PostgresServer } from "../helpers/servers.ts";

let database: PostgresServer;

beforeAll(async () => {
  database = await postgres();
}, 300_000);
afterAll(() => database?.close());

const mapping = (job: string): string => `
key: Employee ID
user: { first_name: First, last_name: Last, email: Email }
on_create:
  username: { unique: ["{First}.{Last}", "{First}.{Last}{n}"], transform: lower }
groups:
  authority: ["${job}/**"]
  rules: [{ name: everyone, groups: ["HR/All staff"] }]
`;

/** Adds a job of the same service account, with people of its own. */
function addJob(c: Company, name: string, keys: readonly string[]): void {
  const job = JSON.parse(c.place.read("job.yaml")) as Record<string, unknown>;
  c.place.write(`${name}-mapping.yaml`, mapping(name));
  c.place.write(
    `${name}.yaml`,
    JSON.stringify({ ...job, name, mapping: `${name}-mapping.yaml`, source: { file: `${name}.csv`, settle: "0s" } }),
  );
  c.hr(
    keys.map((id) => ({ id, first: "Ana", last: "Sol" })),
    `${name}.csv`,
  );
}

test("I2: two processes that run at the same time give equal names different usernames", { timeout: 240_000 }, async () => {
  const c = await company({ where: { DATABASE_URL: await database.database() }, mapping: mapping("HR") });
  const keys = (from: number): string[] => Array.from({ length: 30 }, (_, i) => String(from + 2 * i).padStart(3, "0"));
  addJob(c, "odd", keys(1));
  addJob(c, "even", keys(2));
  const codes = await Promise.all(
    ["odd", "even"].map(async (name) => {
      const child = await c.start(`sync ${name}.yaml`);
      return new Promise<number | null>((resolve) => void child.once("exit", resolve));
    }),
  );
  expect(codes).toEqual([0, 0]);
  expect(c.userCalls("POST").map(({ status }) => status)).toEqual(Array.from({ length: 60 }, () => 200));
  const names = c.service.users().map(({ username }) => username);
  expect(new Set(names)).toEqual(new Set(["ana.sol", ...Array.from({ length: 59 }, (_, i) => `ana.sol${i + 2}`)]));
  const reserved = await c.look((state) => state.db.selectFrom("reserved_username").select(["key", "username"]).execute());
  expect(new Set(reserved.map(({ key }) => key)).size).toBe(60);
  expect(new Set(reserved.map(({ username }) => username))).toEqual(new Set(names));
});
