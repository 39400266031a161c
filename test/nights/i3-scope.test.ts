import { expect, test } from "vitest";
import { accounted, company, mappingText, people, staff, type Company, type Employee } from "../helpers/company.ts";

const DAY = 86_400_000;

const scoped = (scope: string): string => `${mappingText}scope:\n  ${scope}\n`;
const LEGAL = 'exclude: [{ name: legal, when: { Department: Legal } }, { name: board, keys: ["0001"] }]';

const nextNight = async (c: Company, staffNow: readonly (Employee | string)[]): Promise<Awaited<ReturnType<Company["sync"]>>> => {
  c.clock.step(DAY);
  c.hr(staffNow);
  return c.sync();
};

const notesOf = async (c: Company, run: string): Promise<Record<string, number>> => {
  const report = JSON.parse(c.place.read(`.rollcall/reports/${run}.json`)) as { notes: { message: string; rows: number }[] };
  return Object.fromEntries(report.notes.map(({ message, rows }) => [message, rows]));
};

test("I3: counts rows out of scope in a term of their own, by rule, also on nights without a change", async () => {
  const c = await company({ mapping: scoped(LEGAL) });
  const file: (Employee | string)[] = [
    { id: "0001" }, // out of scope by key
    { id: "0002" },
    { id: "0003", dept: "Legal" }, // out of scope
    { id: "0004", dept: "Legal", mail: "not an address" }, // out of scope: its other values don't matter
    { id: "0005", dept: "Legal", status: "Left" }, // out of scope
    { id: "0006", mail: "not an address" }, // rejected
    { id: "0007" },
    { id: "0007" }, // duplicate
    { id: "0008", dept: "Legal" }, // rejected before scope: two versions
    { id: "0008", dept: "IT" },
    { id: "0009", dept: "" }, // scope cannot be decided
  ];
  c.hr(file);
  const first = await c.sync();
  expect(first.counts).toMatchObject({ creates: 2, rejected: 3, duplicates: 1, out_of_scope: 4, held: 1, unchanged: 0 });
  expect(accounted(first.counts)).toBe(file.length);
  expect(await notesOf(c, first.run)).toMatchObject({
    "Out of scope by rule legal (mapping.yaml:16). Nothing is sent, and the memberships stay.": 3,
    "Out of scope by rule board (mapping.yaml:16). Nothing is sent, and the memberships stay.": 1,
    "Rule legal of `scope` (mapping.yaml:16) cannot be decided, because “Department” is blank. Nothing is sent for the person.": 1,
  });
  expect(c.service.users().map((user) => user["username"])).toEqual(["p0002@acme.example", "p0007@acme.example"]);
  const second = await nextNight(c, [...file, { id: "0010" }]);
  expect(second.counts).toMatchObject({ creates: 1, rejected: 3, duplicates: 1, out_of_scope: 4, held: 1, unchanged: 2 });
  expect(accounted(second.counts)).toBe(file.length + 1);
  expect(await notesOf(c, second.run)).toMatchObject({
    "Out of scope by rule legal (mapping.yaml:16). Nothing is sent, and the memberships stay.": 3,
  });
  // `check` and `plan` agree about every row.
  c.clock.step(DAY);
  const { rows: _, ...checked } = (await c.run("check job.yaml --json")).json<{ rows: number; counts: Record<string, number> }>();
  expect(checked.counts).toMatchObject({ creates: 0, rejected: 3, duplicates: 1, out_of_scope: 4, held: 1, unchanged: 3 });
  expect((await c.night("plan", ["job.yaml"])).counts).toMatchObject({ out_of_scope: 4, held: 1, unchanged: 3 });
});

test("I3: a skipped run counts the rows out of scope", async () => {
  const c = await company({ mapping: scoped(LEGAL), parts: { source: { unchanged: "skip" } } });
  c.hr([...people(3), { id: "0004", dept: "Legal" }]);
  await c.sync();
  c.clock.step(DAY);
  const { counts } = await c.sync();
  expect(counts).toMatchObject({ unchanged: 2, out_of_scope: 2, done: 0 });
  expect(accounted(counts)).toBe(4);
});

test("I5: changes nothing about a person who leaves the scope, or whose scope cannot be decided, and reports them by cause", async () => {
  const c = await company({ mapping: scoped(LEGAL) });
  c.hr([...people(6), { id: "0007", dept: "IT" }]);
  await c.sync();
  c.service.clearRequests();
  const night = await nextNight(c, [
    ...people(3),
    { id: "0004", dept: "Legal", last: "Renamed" },
    { id: "0005", dept: "Legal", status: "Left" },
    { id: "0006", dept: "", last: "Renamed" },
    { id: "0007", dept: "Sales" },
  ]);
  expect(night.counts).toMatchObject({ updates: 1, deactivations: 0, out_of_scope: 3, held: 1, removals_pending: 1 });
  expect(c.userCalls().map(({ path }) => path)).toEqual([expect.stringContaining(c.accountsOf("0007")[0]?.user_id ?? "nobody")]);
  expect(c.accountsOf("0004")[0]?.groups).toEqual([staff, "HR/Departments/Sales"]);
  expect(c.operations(night.run).find(({ key }) => key === "0006")).toMatchObject({ status: "held", code: "undecided_scope" });
  expect(await notesOf(c, night.run)).toMatchObject({
    "Left the scope by rule legal (mapping.yaml:16), because their rows changed. They have an account.": 2,
  });
  // Once out of scope, they leave no more; back in scope, they get what they missed.
  const third = await nextNight(c, [
    ...people(3),
    { id: "0004", last: "Renamed" },
    { id: "0005", dept: "Legal" },
    { id: "0006" },
    { id: "0007" },
  ]);
  expect(third.counts).toMatchObject({ updates: 1, out_of_scope: 2, held: 0 });
  expect(Object.keys(await notesOf(c, third.run)).filter((note) => note.startsWith("Left"))).toEqual([]);
  expect(c.accountsOf("0004")[0]).toMatchObject({ fields: { last_name: "Renamed" } });
});

test("I5: keeps a pending removal of a person whose scope cannot be decided", async () => {
  const mapping = mappingText.replace("groups:", "scope: { exclude: { Status: Extern } }\ngroups:");
  const c = await company({ mapping });
  c.hr([...people(3), { id: "0004", dept: "IT" }]);
  await c.sync();
  await nextNight(c, people(4));
  const pending = async (): Promise<string[]> => (await c.run("review list --json")).json<{ id: string }[]>().map(({ id }) => id);
  const before = await pending();
  expect(before).toHaveLength(1);
  expect((await nextNight(c, [...people(3), { id: "0004", status: "" }])).counts).toMatchObject({ held: 1, removals_pending: 1 });
  expect(await pending()).toEqual(before);
});

test("I1: applies no approved removal of a person who has left the scope", async () => {
  const c = await company({ mapping: scoped(LEGAL), parts: { policy: { approval: { delay: "1h" } } } });
  c.hr([...people(3), { id: "0004", dept: "IT" }]);
  await c.sync();
  expect((await nextNight(c, people(4))).counts).toMatchObject({ removals_pending: 1 });
  const [removal] = (await c.run("review list --json")).json<{ id: string }[]>();
  expect((await c.run("review", "approve", removal?.id ?? "", "--reason", "moved", "--reviewer", "Ana")).stdout).toContain("delay");
  c.place.write("mapping.yaml", scoped('exclude: [{ name: board, keys: ["0004"] }]'));
  expect((await nextNight(c, people(4))).counts).toMatchObject({ creates: 1, out_of_scope: 1, removals_pending: 0 });
  expect(c.accountsOf("0004")[0]?.groups).toContain("HR/Departments/IT");
  expect(c.service.requests().filter(({ body }) => JSON.stringify(body ?? {}).includes("confirm_group_removal"))).toEqual([]);
});

test("holds a run if the mapping takes more people out of scope than the limit allows, and names the mapping", async () => {
  const c = await company({ mapping: mappingText });
  c.hr([...people(20), ...people(10, 21).map((one) => ({ ...one, dept: "Legal" }))]);
  await c.sync();
  await c.place.reopen();
  c.place.write("mapping.yaml", scoped(LEGAL));
  c.service.clearRequests();
  const night = await nextNight(c, [...people(20), ...people(10, 21).map((one) => ({ ...one, dept: "Legal" }))]);
  expect(night).toMatchObject({ code: 3, status: "held", held: [{ limit: "out_of_scope", found: 11, allowed: 5 }] });
  expect(night.counts).toMatchObject({ out_of_scope: 11, deactivations: 0 });
  expect(JSON.stringify(night.held)).toContain(
    "11 of 30 active accounts leave the scope, 11 of them because the mapping changed (mapping.yaml:16) (`policy.limits.out_of_scope` allows 5).",
  );
  expect(c.userCalls()).toEqual([]);
  await c.run(`runs approve ${night.run} --reason planned`);
  expect((await nextNight(c, people(30))).counts).toMatchObject({ out_of_scope: 1 });
});

test("holds a run if a blank column leaves the scope of many people undecided, once", async () => {
  const c = await company({ mapping: scoped(LEGAL) });
  c.hr(people(30));
  await c.sync();
  const blank = people(30).map((one, i) => (i < 9 ? { ...one, dept: "" } : one));
  const night = await nextNight(c, blank);
  expect(night.held).toMatchObject([{ limit: "out_of_scope", found: 8 }]);
  expect((await c.night("runs approve", [night.run, "--reason", "known"])).status).toBe("completed");
  expect(await nextNight(c, blank)).toMatchObject({ status: "completed", counts: { held: 8, out_of_scope: 1 } });
});

test("I7: refuses a scope that leaves out the whole file, with its place, and changes nothing", async () => {
  const c = await company({ mapping: scoped("include: { Department: Sale }") });
  c.hr(people(3));
  const night = await c.sync();
  expect(night).toMatchObject({ code: 2, status: "failed", problem: { code: "configuration" } });
  expect(night.problem?.message).toBe(
    "mapping.yaml:16:3: the scope leaves out all 3 usable rows of the file; correct it, so that at least one person is in scope",
  );
  expect(c.userCalls()).toEqual([]);
  expect(await c.run("check job.yaml")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("mapping.yaml:16:3: the scope leaves out all 3") as string,
  });
});

test("I4: a scope that leaves out all other rows is not refused where rows in scope are rejected for their groups", async () => {
  const mapping = scoped("exclude: [{ name: legal, when: { Department: Legal } }]").replace("groups:\n", "groups:\n  unknown: reject\n");
  const c = await company({ mapping });
  const file = [
    { id: "0001", dept: "Legal" },
    { id: "0002", dept: "Nowhere" },
  ];
  c.hr(file);
  const first = await c.sync();
  expect(first).toMatchObject({ status: "completed", counts: { out_of_scope: 1, rejected: 1 } });
  expect((await nextNight(c, file)).status).toBe("completed");
  expect((await c.run("check job.yaml")).code).not.toBe(2);
});

test("I3: treats nobody who was out of scope as absent", async () => {
  const c = await company({ mapping: scoped(LEGAL), parts: { policy: { absent: "deactivate" } } });
  c.hr(people(5));
  await c.sync();
  await nextNight(c, [...people(3), { id: "0004", dept: "Legal" }, { id: "0005" }]);
  expect((await nextNight(c, people(3))).counts).toMatchObject({ absent: 1, absent_deactivated: 1 });
  expect(c.accountsOf("0004")[0]).toMatchObject({ active: true });
  expect(c.accountsOf("0005")[0]).toMatchObject({ active: false });
});

test("I2: compares rows out of scope with everyone: shared names, and a new key of a person who seems absent", async () => {
  const c = await company({ mapping: scoped(LEGAL), parts: { policy: { absent: "deactivate" } } });
  c.hr(people(4));
  await c.sync();
  // 0003 seems absent, but is in the file under a new key and out of scope. 0010 and 0011 share an address.
  const night = await nextNight(c, [
    { id: "0001" },
    { id: "0002" },
    { id: "0004" },
    { id: "N3", mail: "p0003@acme.example", dept: "Legal" },
    { id: "0010", mail: "same@acme.example", dept: "Legal" },
    { id: "0011", mail: "same@acme.example" },
  ]);
  expect(night.counts).toMatchObject({ rejected: 2, out_of_scope: 2, absent: 1, absent_deactivated: 0 });
  expect(c.accountsOf("0003")[0]).toMatchObject({ active: true });
});

test("deactivates people who leave the scope only with `leaves: deactivate`, and no one who was never in scope", async () => {
  const leaves = `${LEGAL}\n  leaves: deactivate`;
  const c = await company({ mapping: scoped(leaves) });
  c.hr([...people(4), { id: "0005", dept: "Legal" }]);
  await c.sync();
  const account = c.service.addUser({ username: "p0005@acme.example" });
  c.place.write("links.csv", `employee_id,user_id\n0005,${account}\n`);
  await c.run("identities import job.yaml links.csv --key employee_id --user-id user_id --reviewer Ana");
  const night = await nextNight(c, [
    { id: "0002" },
    { id: "0003", dept: "Legal" },
    { id: "0004", dept: "Legal", status: "Left" },
    { id: "0005", dept: "Legal" },
  ]);
  expect(night.counts).toMatchObject({ deactivations: 2, out_of_scope: 1 });
  expect(c.operations(night.run)).toMatchObject([
    { key: "0003", kind: "deactivate" },
    { key: "0004", kind: "deactivate" },
  ]);
  expect(c.accountsOf("0003")[0]).toMatchObject({ active: false, groups: [staff, "HR/Departments/Sales"] });
  const back = await nextNight(c, [
    { id: "0002" },
    { id: "0003" },
    { id: "0004", dept: "Legal", status: "Left" },
    { id: "0005", dept: "Legal" },
  ]);
  expect(back.counts).toMatchObject({ reactivations: 1, out_of_scope: 2 });
});

test("explains a row out of scope by the rule and its line", async () => {
  const c = await company({ mapping: scoped(LEGAL) });
  c.hr([...people(3), { id: "0004", dept: "Legal" }, { id: "0005", dept: "" }]);
  await c.sync();
  const text = (await c.run("explain job.yaml 0004")).stdout;
  expect(text).toContain("out of scope: The person is out of scope by rule legal (mapping.yaml:16).");
  expect((await c.run("explain job.yaml 0005")).stdout).toContain(
    "Rule legal of `scope` (mapping.yaml:16) cannot be decided, because “Department” is blank.",
  );
  // Remarks have their number of rows, also if it is one.
  for (const command of ["check job.yaml", "plan job.yaml"])
    expect((await c.run(command)).stdout).toContain(
      "Out of scope by rule legal (mapping.yaml:16). Nothing is sent, and the memberships stay. (1 row)\n",
    );
});
