import { afterAll, beforeAll, expect, test } from "vitest";
import { company, type Company } from "../helpers/company.ts";
import { jobForDaemon, serving } from "../helpers/serving.ts";
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

test("chains of usernames are applied in their order in one run that two processes share", { timeout: 240_000 }, async () => {
  const [chains, length] = [20, 8];
  const where = { DATABASE_URL: await database.database() };
  const faults = [{ method: "PUT", path: "/users/", delayMs: 60, times: -1 }];
  const c = await company({ where, faults, parts: { service: { rate: { per_second: 500, in_flight: 16 } } } });
  const name = (chain: number, n: number): string => `c${chain}-${n}@acme.example`;
  /** Person `n` of a chain has the name `n + step`. */
  const write = (step: number): void =>
    c.hr(
      Array.from({ length: chains * length }, (_, i) => {
        const [chain, n] = [i % chains, Math.floor(i / chains)];
        return { id: `${chain}-${n}`, mail: name(chain, n + step) };
      }),
    );
  write(0);
  jobForDaemon(c);
  expect(await c.night("sync", ["jobs/nightly.yaml"])).toMatchObject({ code: 0 });
  await c.place.reopen();
  await serving(c, "--roles", "worker");
  write(1);
  const night = await c.night("sync", ["jobs/nightly.yaml"]);
  expect(night).toMatchObject({ code: 0, counts: { updates: chains * length, done: chains * length, failed: 0 } });
  const sent = c.userCalls("PUT").map(({ body }) => body["username"]);
  // The last of each chain frees the name of the one before, and so on.
  for (let chain = 0; chain < chains; chain += 1) {
    const order = Array.from({ length }, (_, n) => sent.indexOf(name(chain, length - n)));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(Math.min(...order)).toBeGreaterThanOrEqual(0);
  }
  const claims = await c.look(({ db }) =>
    db.selectFrom("operation").select("claimed_by").distinct().where("run", "=", night.run).execute(),
  );
  expect(claims).toHaveLength(2);
});
