import { expect, test } from "vitest";
import { accounted, company, staff, type Company, type Employee } from "../helpers/company.ts";
import { check } from "../helpers/check.ts";

const mapping = `
key: Employee ID
user:
  username: { column: Email, transform: lower }
  first_name: First
  last_name: Last
  email: { column: Email, transform: lower }
active: { column: Status, values: { Active: true, Left: false } }
groups:
  authority: ["HR/**"]
  rules:
    - { name: everyone, groups: ["HR/All staff"] }
    - { name: department, groups: ["HR/Departments/{Department}"] }
`;

const ana: Employee = { id: "001", first: "Ana", last: "Sol", mail: "ana.sol@acme.example" };
const bo: Employee = { id: "002", first: "Bo", last: "Lind", mail: "bo@acme.example" };
const zed: Employee = { id: "001", first: "Zed", last: "Quark", mail: "zed@acme.example", dept: "IT" };

function userOf(c: Company, mail: string) {
  return c.service.users().find((user) => user["username"] === mail);
}

/** A company whose `plan`, `check` and `sync` must agree about the next file. */
async function nextNight(c: Company, file: readonly Employee[]) {
  c.clock.step(86_400_000);
  c.hr(file);
  c.service.clearRequests();
  const checked = await check(c);
  const planned = await c.night("plan", ["job.yaml"]);
  const night = await c.sync();
  for (const term of ["held", "updates", "reactivations", "deactivations", "unchanged", "creates"] as const)
    expect([checked.counts[term], planned.counts[term]], `for ${term}`).toEqual([night.counts[term], night.counts[term]]);
  expect(accounted(night.counts)).toBe(file.length);
  return night;
}

test("I2: blocks a rehire whose key another person has now, sends nothing, and asks once a person says who it is", async () => {
  const c = await company({ mapping });
  c.hr([ana, bo]);
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 2 } });
  expect(await nextNight(c, [{ ...ana, status: "Left" }, bo])).toMatchObject({ code: 0, counts: { deactivations: 1 } });

  for (const _ of ["first run", "second run"]) {
    const night = await nextNight(c, [zed, bo]);
    expect(night).toMatchObject({ code: 1, status: "completed", counts: { held: 1, reactivations: 0, unchanged: 1, removals_pending: 0 } });
    expect(c.userCalls()).toEqual([]);
    const [blocked] = c.operations(night.run);
    expect(blocked).toMatchObject({ key: "001", status: "held", code: "another_person" });
    expect(blocked?.reason).toContain(`rollcall identities link nightly 001 ${userOf(c, "ana.sol@acme.example")?.user_id} --reason`);
  }

  const user = String(userOf(c, "ana.sol@acme.example")?.user_id);
  const without = await c.run("identities", "link", "job.yaml", "001", user);
  expect(without).toMatchObject({ code: 2 });
  expect(without.stderr).toContain("needs a reason");
  expect(await c.run("identities", "link", "job.yaml", "001", user, "--reason", "Ana married and took another first name")).toMatchObject({
    code: 0,
  });
  expect(await nextNight(c, [zed, bo])).toMatchObject({ code: 0, counts: { reactivations: 1, held: 0 } });
  expect(userOf(c, "zed@acme.example")).toMatchObject({ active: true, fields: { first_name: "Zed", last_name: "Quark" } });
  expect((await c.run("audit verify")).code).toBe(0);
  expect((await c.run("audit list --json")).stdout).toContain("Ana married");
}, 120_000);

test("blocks an active person from the first one on, and everyone else continues", async () => {
  const c = await company({ mapping });
  c.hr([ana, bo]);
  await c.sync();
  const night = await nextNight(c, [zed, { ...bo, dept: "IT" }, { id: "003" }]);
  expect(night).toMatchObject({ code: 1, status: "completed", counts: { held: 1, creates: 1, updates: 1, done: 2 } });
  expect(userOf(c, "ana.sol@acme.example")).toMatchObject({ username: "ana.sol@acme.example", groups: [staff, "HR/Departments/Sales"] });
  expect(userOf(c, "zed@acme.example")).toBeUndefined();
}, 120_000);

test("moves the account away from a key that another person has, and creates theirs", async () => {
  const c = await company({ mapping });
  c.hr([ana, bo]);
  await c.sync();
  await nextNight(c, [zed, bo]);
  const user = String(userOf(c, "ana.sol@acme.example")?.user_id);
  const moved = await c.run("identities", "link", "job.yaml", "001-old", user, "--from", "001", "--yes", "--reason", "HR used 001 again");
  expect(moved).toMatchObject({ code: 0 });
  expect(await nextNight(c, [zed, bo])).toMatchObject({ counts: { creates: 1, held: 0, done: 1 } });
  expect(userOf(c, "ana.sol@acme.example")?.user_id).toBe(user);
  expect(userOf(c, "zed@acme.example")?.user_id).not.toBe(user);
}, 120_000);

test("closes the account of a leaver whose names changed, and asks nothing where one identifier or one name stayed", async () => {
  const c = await company({ mapping });
  const cy: Employee = { id: "003", first: "Jürgen", last: "Müller", mail: "cy@acme.example" };
  const dee: Employee = { id: "004", first: "Dee", last: "Reed", mail: "dee@acme.example" };
  c.hr([ana, bo, cy, dee]);
  await c.sync();
  const night = await nextNight(c, [
    { ...zed, status: "Left" },
    { ...bo, first: "Bonnie", last: "Lindqvist", mail: "BO@acme.example" },
    { ...cy, first: "JUERGEN", last: "Mueller", mail: "juergen@acme.example" },
    { ...dee, last: "Stone", mail: "dee.stone@acme.example" },
  ]);
  expect(night).toMatchObject({ code: 0, counts: { deactivations: 1, updates: 3, held: 0, done: 4 } });
}, 120_000);
