import fc from "fast-check";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Checked } from "../../src/cli/view/check.ts";
import { company, departments, mailOf, mappingText, people, TERMS, type Company, type Employee } from "../helpers/company.ts";
import { check } from "../helpers/check.ts";

/** Runs `check` and `plan` on the current file. */
async function both(c: Company) {
  const checked = await check(c);
  const planned = await c.night("plan", ["job.yaml"]);
  const reasons = (rejects: readonly { row: number; code: string; message: string }[]): string[] =>
    rejects.map(({ row, code, message }) => `${row} ${code} ${message}`).sort();
  return {
    checked,
    planned,
    check: { rows: checked.rows, counts: { ...checked.counts }, joiners: checked.joiners, rejects: reasons(checked.rejects) },
    plan: {
      rows: planned.source.rows,
      counts: Object.fromEntries(TERMS.map((term) => [term, planned.counts[term]])),
      joiners: planned.counts["creates"],
      rejects: reasons(planned.rejects),
    },
  };
}

async function expectAgreement(c: Company): Promise<void> {
  const { check: checked, plan } = await both(c);
  expect(checked).toEqual(plan);
}

test("shared usernames, shared e-mail addresses and conflicting rows create no account, in check and in plan", async () => {
  const c = await company({ mapping: mappingText.replace("{ column: Email, transform: lower }", "First") });
  c.hr([
    { id: "0001", first: "same" },
    { id: "0002", first: "SAME" },
    { id: "0003", mail: "info@acme.example" },
    { id: "0004", mail: "Info@acme.example" },
    { id: "0005", dept: "IT" },
    { id: "0005", dept: "Legal" },
    { id: "0006" },
    { id: "0006" },
    { id: "0007", status: "On the moon" },
    { id: "0008", status: "Left" },
  ]);
  const { checked, check: ours, plan } = await both(c);
  expect(ours).toEqual(plan);
  expect(checked).toMatchObject({
    code: 1,
    joiners: 1,
    usable: 3,
    counts: { rejected: 6, duplicates: 1, creates: 1, unchanged: 1, held: 1 },
    held: [{ code: "unknown_status", people: 1, examples: [10] }],
  });
  expect(checked.rejects.map(({ row, code }) => [row, code])).toEqual([
    [2, "shared_username"],
    [3, "shared_username"],
    [4, "shared_email"],
    [5, "shared_email"],
    [6, "conflicting_rows"],
    [7, "conflicting_rows"],
  ]);
  const { stdout } = await c.run("check", "job.yaml");
  expect(stdout).toContain("Accounts that a run would create: 1.");
  expect(stdout).toContain("Duplicate rows, counted once: 1.");
  expect(stdout).toContain("1 person (unknown_status), such as row 10: No account is created");
}, 120_000);

test("check and plan count the same people whose dates are unreadable, and the same remarks about them", async () => {
  const dated = mappingText.replace("Left: false } }", "Left: false }, until: { column: Leave, date: yyyy-MM-dd } }");
  const c = await company({ mapping: dated });
  const rows = ["Active,soon", "Left,soon", "On the moon,soon", "On the moon,"].map(
    (end, i) => `${i},Kim,Doe,k${i}@acme.example,Sales,${end}`,
  );
  c.place.write("hr.csv", ["Employee ID,First,Last,Email,Department,Status,Leave", ...rows, ""].join("\n"));
  const { checked, planned } = await both(c);
  const run = await c.look(({ db }) => db.selectFrom("run").select("notes").where("id", "=", planned.run).executeTakeFirstOrThrow());
  const counted = (notes: unknown) => (notes as Checked["notes"]).map(({ code, rows: n }) => `${code}: ${n}`);
  expect(checked.held.map(({ code, people: n }) => `${code}: ${n}`)).toEqual(["undecided_dates: 2", "unknown_status: 1"]);
  expect(counted(run.notes)).toEqual(expect.arrayContaining(["undecided_dates: 2", "unmapped_value: 2"]));
  expect(counted(checked.notes)).toEqual(["unmapped_value: 2"]);
});

test("check rejects rows with a missing group if the mapping says so, but not if the service is unreachable", async () => {
  const c = await company({ mapping: mappingText.replace("groups:\n", "groups:\n  unknown: reject\n") });
  c.hr([{ id: "0001" }, { id: "0002", dept: "Space" }]);
  await expectAgreement(c);
  expect(await check(c)).toMatchObject({ counts: { creates: 1, rejected: 1 }, rejects: [{ row: 3, code: "unknown_group" }] });
  const away = await check(c, { base_url: "http://127.0.0.1:9" });
  expect(away).toMatchObject({ code: 5, counts: { creates: 2, rejected: 0 }, service: { groups: null } });
}, 120_000);

test("check and plan agree about a possible duplicate, and about a person who returns after an erasure", async () => {
  // An erasure rewrites tables, which isn't possible in a shared test database.
  const c = await company({ ownDatabase: true });
  c.hr(people(3));
  await c.sync();
  c.hr([...people(2), { id: "0009", mail: mailOf({ id: "0003" }) }]);
  await expectAgreement(c);
  expect(await check(c)).toMatchObject({ joiners: 0, counts: { held: 1, unchanged: 2 }, held: [{ code: "same_person", people: 1 }] });
  c.hr(people(2));
  await c.sync();
  const forgotten = await c.run("people", "forget", "0003", "--job", "job.yaml", "--reason", "Request 2026-114", "--yes");
  expect(forgotten.code).toBe(0);
  c.hr(people(3));
  expect(await check(c)).toMatchObject({ joiners: 0, counts: { updates: 1, unchanged: 2, creates: 0 } });
  await expectAgreement(c);
}, 120_000);

test("check leaves no rows behind, and purge deletes those of a killed check", async () => {
  const c = await company();
  c.hr(people(3));
  const left = () =>
    c.look(async ({ db }) => [
      ...(await db.selectFrom("staged_row").select("row").execute()),
      ...(await db.selectFrom("rejected_row").select("row").execute()),
    ]);
  c.hr([...people(3), { id: "0003", first: "Other" }]);
  await check(c);
  expect(await left()).toEqual([]);
  const killed = { run: "check:other", row: 1, key: "0001", digest: "", row_status: "use" as const };
  await c.look(({ db }) =>
    db
      .insertInto("staged_row")
      .values({ ...killed, changed: false, username: null, email: null })
      .execute(),
  );
  expect((await c.run("purge")).code).toBe(0);
  expect(await left()).toEqual([]);
}, 120_000);

const row = fc.record({
  id: fc.constantFrom("1", "2", "3", "4", "5", "6", "7", " 8", "", "0001", "0002"),
  first: fc.constantFrom("Ann", "ANN", "Bo", ""),
  mail: fc.constantFrom("a@acme.example", "A@Acme.example", "b@acme.example", "c@acme.example", "no address", "p0001@acme.example"),
  dept: fc.constantFrom(...departments, "Nowhere", ""),
  status: fc.constantFrom("Active", "Active", "Left", "On the moon", ""),
});
const file = fc.array(fc.oneof({ weight: 9, arbitrary: row }, { weight: 1, arbitrary: fc.constant("torn,row") }), {
  maxLength: 12,
  minLength: 1,
});

test.each(["report", "reject"])(
  "check and plan agree about every row of every file, with `unknown: %s`",
  async (unknown) => {
    const c = await company({ mapping: mappingText.replace("groups:\n", `groups:\n  unknown: ${unknown}\n`) });
    const agree = async (rows: readonly (Employee | string)[]): Promise<void> => {
      c.hr(rows);
      await expectAgreement(c);
    };
    await fc.assert(fc.asyncProperty(file, agree), { numRuns: 8 });
    // With linked people, some of whom change.
    c.hr(people(3));
    await c.sync();
    await fc.assert(fc.asyncProperty(file, agree), { numRuns: 8 });
  },
  300_000,
);

const login = fc.constantFrom<string>("ann", "Ann", "bo", "cy", "di", "eve", "fay", "gus");
const number = fc.constantFrom(...Array.from({ length: 12 }, (_, i) => String(i + 1)));
const night = fc.array(fc.record({ id: number, first: login, mail: login.map((of) => `${of}@acme.example`) }), {
  minLength: 1,
  maxLength: 9,
});

test("check compares all rows, and plan only new and changed ones: they agree about each night that follows another", async () => {
  const c = await company({ mapping: mappingText.replace("{ column: Email, transform: lower }", "First") });
  const found = { unchanged: 0, shared_username: 0, shared_email: 0, conflicting_rows: 0 };
  const follow = async (first: readonly Employee[], second: readonly Employee[]): Promise<void> => {
    c.hr(first);
    await c.sync();
    c.hr(second);
    const { planned, check: checked, plan } = await both(c);
    expect(checked).toEqual(plan);
    found.unchanged += planned.counts["unchanged"] ?? 0;
    for (const { code } of planned.rejects) if (code in found) found[code as keyof typeof found] += 1;
  };
  const rowOf = (id: string, first: string, mail: string) => ({ id, first, mail: `${mail}@acme.example` });
  const before = [rowOf("1", "ann", "ann"), rowOf("2", "bo", "bo"), rowOf("3", "cy", "cy")];
  const clashing = [rowOf("4", "Ann", "di"), rowOf("5", "eve", "bo"), rowOf("6", "fay", "fay"), rowOf("6", "gus", "gus")];
  // Most rows of the second night are those of the first.
  const pair = night.chain((first) => fc.tuple(fc.constant(first), fc.tuple(fc.subarray(first), fc.array(night, { maxLength: 1 }))));
  await fc.assert(
    fc.asyncProperty(pair, ([first, [kept, others]]) => follow(first, [...kept, ...others.flat(), { id: "0001" }])),
    { numRuns: Number(process.env["NIGHTS"] ?? 16), examples: [[[before, [before, [clashing]]]]] },
  );
  expect(Object.values(found).every((n) => n > 0)).toBe(true);
}, 3_600_000);

const root = fileURLToPath(new URL("../../", import.meta.url));

test.each([
  ["workday-like-1000.csv", "workday-like.yaml", 359],
  ["workday-like-5.csv", "workday-like.yaml", 5],
  ["hris-demo-50.csv", "hris-demo.yaml", 50],
  ["listed-groups-69.csv", "listed-groups.yaml", 69],
  ["ragged-7.csv", "ragged.yaml", 3],
])(
  "check and plan agree about the real export %s by %s: %i rows are usable",
  async (name, mapping, usable) => {
    const parts = { source: { file: `${root}test/exports/${name}` } };
    const c = await company({ parts, mapping: readFileSync(`${root}mappings/${mapping}`, "utf8") });
    await expectAgreement(c);
    expect(await check(c)).toMatchObject({ usable });
  },
  120_000,
);
