import { expect, test } from "vitest";
import { company, people, type Company, type Employee } from "../helpers/company.ts";
import { jobWith, nextNight, pendingOf, pilotOf } from "./pilot-jobs.ts";

const IT = "HR/Departments/IT";
const confirmed = (c: Company): unknown[] =>
  c.service.requests().filter(({ body }) => JSON.stringify(body ?? {}).includes("confirm_group_removal"));

/** Two people of IT, of whom one or both move to Sales. */
const staffOf = (first: string, second: string): Employee[] => [
  { id: "0001", dept: first },
  { id: "0002", dept: second },
  { id: "0003" },
  { id: "0004" },
];

const approve = (c: Company, id: string): ReturnType<Company["run"]> =>
  c.run("review", "approve", id, "--reason", "moved", "--reviewer", "Ana");

test("I1: a pilot finds no removal of anyone else, and a pending one stays listed but cannot be decided", async () => {
  const c = await company();
  c.hr(staffOf("IT", "IT"));
  await c.sync();
  expect((await nextNight(c, staffOf("Sales", "IT"))).counts).toMatchObject({ removals_pending: 1 });
  jobWith(c, { keys: ["0002"] });
  // Before the first run of the pilot, too.
  const [first] = await pendingOf(c);
  expect(first?.of).toBe(`0001 ${IT}`);
  const early = await approve(c, first?.id ?? "");
  expect(early.code).not.toBe(0);
  expect(early.stdout + early.stderr).toContain("The person is not in the pilot of job nightly, so nothing can be decided for them.");
  const night = await nextNight(c, staffOf("Sales", "Sales"));
  expect(night.counts).toMatchObject({ removals_pending: 2, not_in_pilot: 3 });
  const pending = await pendingOf(c);
  expect(pending.map(({ of }) => of)).toEqual([`0001 ${IT}`, `0002 ${IT}`]);
  const listed = (await c.run("review list --json")).json<{ person: { key: string }; not_in_pilot: boolean }[]>();
  expect(listed.map(({ person, not_in_pilot: outside }) => [person.key, outside])).toEqual([
    ["0001", true],
    ["0002", false],
  ]);
  for (const verdict of ["approve", "reject"]) {
    const refused = await c.run("review", verdict, pending[0]?.id ?? "", "--reason", "moved", "--reviewer", "Ana");
    expect(refused.stdout + refused.stderr).toContain("The person is not in the pilot of job nightly");
  }
  expect(confirmed(c)).toEqual([]);
  expect((await approve(c, pending[1]?.id ?? "")).code).toBe(0);
  expect(c.accountsOf("0001")[0]?.groups).toContain(IT);
  expect(c.accountsOf("0002")[0]?.groups).not.toContain(IT);
  // It does not expire while nobody may decide on it.
  for (let week = 0; week < 3; week += 1) {
    c.clock.step(7 * 86_400_000);
    expect((await c.sync()).counts).toMatchObject({ removals_pending: 1 });
  }
  jobWith(c, null);
  expect((await nextNight(c, staffOf("Sales", "Sales"))).counts).toMatchObject({ removals_pending: 1, not_in_pilot: 0 });
  expect((await approve(c, (await pendingOf(c))[0]?.id ?? "")).code).toBe(0);
  expect(c.accountsOf("0001")[0]?.groups).not.toContain(IT);
});

test("I1: does not apply an approved removal of a person outside of the pilot, also of one that a command starts", async () => {
  const delayed = { policy: { approval: { delay: "1h" } } };
  const c = await company({ parts: delayed });
  c.hr(staffOf("IT", "IT"));
  await c.sync();
  await nextNight(c, staffOf("Sales", "Sales"));
  for (const { id } of await pendingOf(c)) expect((await approve(c, id)).stdout).toContain("delay");
  expect((await nextNight(c, staffOf("Sales", "Sales"), "--only", 'row["Employee ID"] == "0003"')).counts).toMatchObject({ done: 0 });
  expect(confirmed(c)).toEqual([]);
  jobWith(c, { keys: ["0002", "0003"] }, delayed);
  await nextNight(c, staffOf("Sales", "Sales"));
  expect(c.accountsOf("0001")[0]?.groups).toContain(IT);
  expect(c.accountsOf("0002")[0]?.groups).not.toContain(IT);
  jobWith(c, null, delayed);
  await nextNight(c, staffOf("Sales", "Sales"));
  expect(c.accountsOf("0001")[0]?.groups).not.toContain(IT);
});

test("I1: after a pilot, nothing is applied on facts from before it", async () => {
  const c = await company();
  c.hr(staffOf("IT", "IT"));
  await c.sync();
  await nextNight(c, staffOf("Sales", "IT"));
  jobWith(c, { keys: ["0002"] });
  // HR gives the group back, which the pilot does not take over.
  await nextNight(c, staffOf("IT", "IT"));
  jobWith(c, null);
  const [pending] = await pendingOf(c);
  const decided = await approve(c, pending?.id ?? "");
  expect(decided.stdout).toContain("The removal stays approved. A later run");
  expect(confirmed(c)).toEqual([]);
  // The pilot added Sales to nobody, so only the membership that came before it is asked about.
  await nextNight(c, staffOf("IT", "IT"));
  expect((await pendingOf(c)).map(({ of }) => of)).toEqual(["0001 HR/Departments/Sales"]);
  expect(c.accountsOf("0001")[0]?.groups).toContain(IT);
});

test("undoing a run adds back memberships of people outside of the pilot too, and changes nothing else", async () => {
  const c = await company();
  c.hr(staffOf("IT", "IT"));
  await c.sync();
  const night = await nextNight(c, staffOf("Sales", "Sales"));
  for (const { id } of await pendingOf(c)) await approve(c, id);
  jobWith(c, { keys: ["0002"] });
  await nextNight(c, staffOf("Legal", "Sales"));
  const before = c.accountsOf("0001")[0];
  expect(before?.groups).toEqual(["HR/All staff", "HR/Departments/Sales"]);
  expect((await c.run("runs", "revert", night.run, "--reason", "too early")).stdout).toContain("2 of 2 memberships added back");
  const after = c.accountsOf("0001")[0];
  expect(after?.groups).toEqual(["HR/All staff", IT, "HR/Departments/Sales"]);
  expect({ ...after, groups: [], group_ids: [] }).toEqual({ ...before, groups: [], group_ids: [] });
});

test("I1: the policy of a job removes memberships of people in the pilot only", async () => {
  const auto = { policy: { group_removals: { auto: { groups: ["HR/**"], max_per_run: 10 } } } };
  const c = await company();
  c.hr(staffOf("IT", "IT"));
  await c.sync();
  await nextNight(c, staffOf("Sales", "IT"));
  jobWith(c, { when: 'row["Employee ID"] == "0002"' }, auto);
  const night = await nextNight(c, staffOf("Sales", "Sales"));
  expect(night.counts).toMatchObject({ removals_pending: 1 });
  expect(pilotOf(night).rest).toMatchObject({ removals_pending: 1 });
  expect(c.accountsOf("0001")[0]?.groups).toContain(IT);
  expect(c.accountsOf("0002")[0]?.groups).not.toContain(IT);
});

test("I1: closes the account of a missing person only if the pilot names the key", async () => {
  const policy = { policy: { absent: "deactivate" } };
  const c = await company({ parts: policy });
  c.hr(people(6));
  await c.sync();
  jobWith(c, { keys: ["0001", "0002"] }, policy);
  expect((await nextNight(c, people(1))).counts).toMatchObject({ absent: 1, absent_deactivated: 1, unchanged: 1, not_in_pilot: 0 });
  expect(["0001", "0002", "0003"].map((id) => c.accountsOf(id)[0]?.["active"])).toEqual([true, false, true]);
  // A condition over columns includes nobody who has no row.
  jobWith(c, { when: 'Department == "Sales"' }, policy);
  expect((await nextNight(c, people(1))).counts).toMatchObject({ absent: 0, absent_deactivated: 0 });
  // A pilot that a command starts closes none, either.
  jobWith(c, null, policy);
  c.place.write("keys.txt", "0001\n0003\n");
  expect((await nextNight(c, people(1), "--keys", "keys.txt")).counts).toMatchObject({ absent: 0, absent_deactivated: 0 });
  expect((await nextNight(c, people(4))).counts).toMatchObject({ absent: 2, absent_deactivated: 2 });
});

test("I2: keeps the account of a missing person of the pilot whose names are in a row outside of it", async () => {
  const policy = { policy: { absent: "deactivate" } };
  const c = await company({ parts: policy });
  c.hr(people(3));
  await c.sync();
  jobWith(c, { keys: ["0001", "0002"] }, policy);
  const night = await nextNight(c, [{ id: "0001" }, { id: "N2", mail: "p0002@acme.example" }]);
  expect(night.counts).toMatchObject({ absent: 1, absent_deactivated: 0, not_in_pilot: 1 });
  expect(c.place.read(`.rollcall/reports/${night.run}.json`)).toContain("not due yet or not in the pilot, has one of their names");
  expect(c.accountsOf("0002")).toMatchObject([{ active: true }]);
});
