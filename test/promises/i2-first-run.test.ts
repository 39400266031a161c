import { expect, test } from "vitest";
import { company, people, staff } from "../helpers/company.ts";

const stranger = "0a0a0a0a-0a0a-4a0a-8a0a-0a0a0a0a0a0a";

test("I2: in the first run unknown accounts hold all creates until identities are imported or the run is approved", async () => {
  const c = await company();
  const ids = ["0001", "0002", "0003", "0004"].map((id) => c.service.addUser({ username: `old-${id}` }, [staff]));
  c.hr(people(6));

  const first = await c.sync();
  expect(first).toMatchObject({ code: 3, status: "held", counts: { creates: 6, done: 0 } });
  expect(first.held).toEqual([expect.objectContaining({ limit: "unknown_accounts", found: 4, allowed: 0 })]);
  expect(c.userCalls()).toEqual([]);

  const rows = [
    "key,account,note",
    `0001,${ids[0]},fine`,
    `0002,${ids[1]?.toUpperCase()},the same in capitals`,
    `0002,${ids[1]},said twice`,
    `0003,${ids[2]},one account`,
    `0004,${ids[2]},of two people`,
    `,${ids[3]},nobody`,
    `0005,not-a-uuid,`,
    `0006,${stranger},one person`,
    `0006,${ids[3]},with two accounts`,
  ];
  c.place.write("who.csv", `${rows.join("\n")}\n`);
  const how = ["job.yaml", "who.csv", "--key", "key", "--user-id", "account", "--json"];
  const dry = await c.run("identities", "import", ...how, "--dry-run");
  expect(dry.code).toBe(1);
  expect(dry.json()).toMatchObject({ linked: 0, would_link: 2 });
  const real = await c.run("identities", "import", ...how);
  expect(real.code).toBe(1);
  const { linked, conflicts } = real.json<{ linked: number; conflicts: { row: number; code: string }[] }>();
  expect(linked).toBe(2);
  expect(conflicts.map(({ row, code }) => [row, code])).toEqual([
    [5, "account_twice"],
    [6, "account_twice"],
    [7, "missing_key"],
    [8, "invalid_id"],
    [9, "key_twice"],
    [10, "key_twice"],
  ]);
  c.place.write("rest.csv", `key,account\n0001,${ids[0]}\n0003,${ids[2]}\n`);
  const rest = await c.run("identities", "import", "job.yaml", "rest.csv", "--key", "key", "--user-id", "account", "--json");
  expect(rest.code).toBe(0);
  expect(rest.json()).toMatchObject({ linked: 1, would_link: 1, already_linked: 1, conflicts: [] });
  const missing = await c.run("identities", "import", "job.yaml", "rest.csv", "--key", "keys", "--user-id", "account");
  expect(missing.code).toBe(4);
  expect(missing.stderr).toContain("did you mean “key”?");

  const second = await c.sync();
  expect(second).toMatchObject({ code: 3, counts: { updates: 3, creates: 3 }, held: [{ limit: "unknown_accounts", found: 1 }] });
  const released = await c.night("runs approve", [second.run, "--reason", "the fourth is a guest", "--reviewer", "Ana"]);
  expect(released).toMatchObject({ code: 0, status: "completed", counts: { updates: 3, creates: 3, done: 6 } });
  expect(c.userCalls("POST").map(({ body }) => body["username"])).toEqual(["0004", "0005", "0006"].map((id) => `p${id}@acme.example`));
  expect(c.service.users()).toHaveLength(7);
  // The run that was put on hold first is superseded and can no longer be approved.
  const late = await c.run("runs", "approve", first.run, "--reason", "Looked at it");
  expect(late.code).toBe(2);
  expect(late.stderr).toContain("superseded");
}, 120_000);

test("I2: imported keys that fit no one create no second accounts: the import is refused, and a first run after it is put on hold", async () => {
  const c = await company();
  const staffed = people(30).map(({ id }) => ({ id, user: c.service.addUser({ username: `p${id}@acme.example` }, [staff]) }));
  // Excel removed the leading zeros.
  c.place.write("accounts.csv", ["key,id", ...staffed.map(({ id, user }) => `${Number(id)},${user}`)].join("\n"));
  c.hr(people(30));
  const args = ["identities", "import", "job.yaml", "accounts.csv", "--key", "key", "--user-id", "id"];
  const refused = await c.run(...args, "--yes");
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("00123 and 123 are two people");
  expect((await c.run(...args, "--even-if-none-fits")).code).toBe(0);
  const night = await c.sync();
  expect(night).toMatchObject({ code: 3, held: [{ limit: "unknown_accounts", found: 30 }] });
  expect(c.userCalls("POST")).toEqual([]);
}, 120_000);
