import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { company, oneByOne, until, type Company } from "../helpers/company.ts";

const mapping = `
key: Employee ID
user: { first_name: First, last_name: Last, email: Email }
on_create:
  username: { unique: ["{First}.{Last}", "{First}.{Last}{n}"], transform: lower }
groups:
  authority: ["HR/**"]
  rules: [{ name: everyone, groups: ["HR/All staff"] }]
`;

function hr(c: Company, keys: readonly string[]): void {
  c.hr(keys.map((id) => ({ id, first: "Ana", last: "Sol" })));
}

/** The usernames of the accounts, by the key in their create. */
function given(c: Company): Record<string, unknown> {
  const created = new Map(c.userCalls("POST").map(({ body }) => [body["username"], String(body["email"]).replace(/^p|@.*/g, "")]));
  return Object.fromEntries(c.service.users().map(({ username }) => [created.get(username) ?? "?", username]));
}

async function ok(c: Company, ...args: string[]): Promise<void> {
  const { code, stderr } = await c.run(...args);
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${stderr}`);
}

test("I2: a person keeps the reserved username after a kill between the reservation and the create", { timeout: 120_000 }, async () => {
  const c = await company({ mapping, ownDatabase: true, parts: { service: oneByOne } });
  hr(c, ["2", "1"]);
  // The first create never takes effect; the second has a reservation, and never left.
  c.service.failNext({ method: "POST", path: "/users$", delayMs: 30_000, reset: true });
  const child = await c.start("sync job.yaml");
  await until(() => c.userCalls("POST").length === 1);
  const sent = c.userCalls("POST")[0]?.body["username"];
  child.kill("SIGKILL");
  await new Promise((resolve) => child.once("exit", resolve));
  c.service.clearFaults();
  const reserved = await c.look((state) => state.db.selectFrom("reserved_username").select(["key", "username"]).orderBy("key").execute());
  expect(reserved).toEqual([
    { key: "1", username: "ana.sol" },
    { key: "2", username: "ana.sol2" },
  ]);
  // A namesake with a lower key, and another order.
  hr(c, ["0", "1", "2"]);
  await c.sync();
  c.clock.step(60_000);
  await ok(c, "identities", "retry", "job.yaml", sent === "ana.sol" ? "1" : "2", "--reason", "looked").catch(() => undefined);
  await c.sync();
  expect(given(c)).toEqual({ 0: "ana.sol3", 1: "ana.sol", 2: "ana.sol2" });
});

test("I2: a restore of an older backup gives no username to another person, and nobody a second one", { timeout: 240_000 }, async () => {
  const c = await company({ mapping, ownDatabase: true });
  hr(c, ["5"]);
  await c.sync();
  await c.place.reopen();
  await ok(c, "backup", "early.rcb");
  hr(c, ["5", "4"]);
  await c.sync();
  expect(given(c)).toEqual({ 4: "ana.sol2", 5: "ana.sol" });

  // The journal continues from the backup: it still has the second account.
  await c.place.reopen();
  await ok(c, "restore", "early.rcb", "--replace");
  hr(c, ["5", "4", "3"]);
  await c.sync();
  expect(given(c)).toEqual({ 3: "ana.sol3", 4: "ana.sol2", 5: "ana.sol" });

  // On a new machine, nothing is known of what was created since: the service refuses the names of others.
  await c.place.reopen();
  rmSync(join(c.place.dir, ".rollcall"), { recursive: true });
  await ok(c, "restore", "early.rcb");
  hr(c, ["5", "4", "3", "2"]);
  await c.sync();
  expect(c.service.users()).toHaveLength(3);
  await ok(c, "restore", "--settled", "--reason", "forgot to import the accounts");
  await c.sync();
  await c.sync();
  expect(c.service.users()).toHaveLength(3);
});
