import { sql } from "kysely";
import { expect, test } from "vitest";
import { accounted, company, csvOf, people, type Company, type Employee } from "../helpers/company.ts";
import { jobWith, nextNight, pendingOf } from "./pilot-jobs.ts";

const IT = "HR/Departments/IT";

const approve = (c: Company, id: string): ReturnType<Company["run"]> =>
  c.run("review", "approve", id, "--reason", "moved", "--reviewer", "Ana");

/** The stored rows of a run. */
const storedOf = (c: Company, run: string) =>
  c.look(async ({ db }) => {
    const of = async (table: "staged_row" | "unseen_person") => {
      const { rows } = await sql<{ key: string }>`SELECT key FROM ${sql.table(table)} WHERE run = ${run} ORDER BY key`.execute(db);
      return rows.map(({ key }) => key);
    };
    const { rows } = await sql<{
      n: number;
    }>`SELECT COALESCE(sum(rows), 0)::integer AS n FROM unchanged_portion WHERE run = ${run}`.execute(db);
    return { staged: await of("staged_row"), unseen: await of("unseen_person"), unchanged: rows[0]?.n };
  });

const moved = (dept: string): Employee[] => [{ id: "0001", dept }, ...people(4, 2)];

test("an approved removal of someone whose row did not change is applied, and never one of someone who is not in the file", async () => {
  const c = await company({ parts: { policy: { approval: { delay: "1h" } } } });
  const staff = (dept: string): Employee[] => [{ id: "0001", dept }, { id: "0002", dept }, ...people(4, 3)];
  c.hr(staff("IT"));
  await c.sync();
  await nextNight(c, staff("Sales"));
  for (const { id } of await pendingOf(c)) await approve(c, id);
  const night = await nextNight(c, staff("Sales").slice(1));
  expect(night.counts).toMatchObject({ unchanged: 5, absent: 1 });
  expect(accounted(night.counts)).toBe(5);
  expect(c.accountsOf("0001")[0]?.groups).toContain(IT);
  expect(c.accountsOf("0002")[0]?.groups).not.toContain(IT);
});

test("a pending removal of someone whose row does not change is as new each night, and ends once they are not in the file", async () => {
  const c = await company({ parts: { policy: { approval: { expires: "10d" } } } });
  c.hr(moved("IT"));
  await c.sync();
  for (let week = 0; week < 4; week += 1) {
    c.clock.step(6 * 86_400_000);
    c.hr(moved("Sales"));
    expect((await c.sync()).counts).toMatchObject({ removals_pending: 1 });
  }
  for (let week = 0; week < 2; week += 1) {
    c.clock.step(6 * 86_400_000);
    c.hr(moved("Sales").slice(1));
    await c.sync();
  }
  expect(await pendingOf(c)).toEqual([]);
});

test("of a thousand people one is missing: only their key is stored, and only their account is closed", async () => {
  const c = await company({ parts: { policy: { absent: "deactivate" } } });
  c.hr(people(1000));
  await c.sync();
  c.clock.step(86_400_000);
  c.hr(people(1000).filter(({ id }) => id !== "0500"));
  const planned = await c.night("plan", ["job.yaml"]);
  expect(planned.counts).toMatchObject({ unchanged: 999, absent: 1, absent_deactivated: 1 });
  expect(await storedOf(c, planned.run)).toEqual({ staged: [], unseen: ["0500"], unchanged: 999 });
  expect((await c.night("runs resume", [planned.run])).counts).toMatchObject({ done: 1 });
  const active = c.service.users().filter((user) => user["active"] !== false);
  expect(active.length).toBe(999);
  expect(await storedOf(c, planned.run)).toEqual({ staged: [], unseen: [], unchanged: 0 });
  c.hr(people(1000));
  expect((await c.sync()).counts).toMatchObject({ unchanged: 999, reactivations: 1 });
}, 120_000);

test("a pilot decides on its people as ever, and counts the rest", async () => {
  const c = await company();
  c.hr(moved("IT"));
  await c.sync();
  jobWith(c, { keys: ["0002", "0003"] });
  const first = await nextNight(c, moved("IT"));
  const again = await nextNight(c, moved("IT"));
  for (const night of [first, again]) {
    expect(night.counts).toMatchObject({ unchanged: 2, not_in_pilot: 3, absent: 0 });
    expect(accounted(night.counts)).toBe(5);
  }
  expect((await nextNight(c, moved("IT").slice(2))).counts).toMatchObject({ unchanged: 1, not_in_pilot: 2, absent: 1 });
  jobWith(c, null);
  expect((await nextNight(c, moved("IT"))).counts).toMatchObject({ creates: 0, updates: 0, unchanged: 5 });
});

test("a changed row with the address of an unchanged one rejects both, by their rows in this file", async () => {
  const c = await company();
  c.hr(people(5));
  await c.sync();
  const night = await nextNight(c, [{ id: "0009" }, ...people(4), { id: "0005", mail: "P0002@acme.example" }]);
  expect(night.counts).toMatchObject({ creates: 1, rejected: 2, unchanged: 3 });
  expect(accounted(night.counts)).toBe(6);
  const shared = night.rejects.filter(({ code }) => code === "shared_username");
  expect(shared.map(({ row }) => row)).toEqual([4, 7]);
  expect(shared[0]?.message).toContain("4");
  expect(shared[0]?.message).toContain("7");
});

test("a leaver's username may be given to another, although the leaver is not in the file", async () => {
  const c = await company();
  c.hr(people(3));
  await c.sync();
  const night = await nextNight(c, [...people(2), { id: "0004", mail: "p0003@acme.example" }]);
  expect(night.counts).toMatchObject({ rejected: 0, unchanged: 2 });
  expect(accounted(night.counts)).toBe(3);
});

test("a second, identical row of someone whose row did not change is a duplicate, and another one rejects both", async () => {
  const c = await company();
  c.hr(people(3));
  await c.sync();
  expect((await nextNight(c, [...people(3), ...people(1, 2)])).counts).toMatchObject({ duplicates: 1, unchanged: 3, rejected: 0 });
  const night = await nextNight(c, [...people(3), { id: "0002", dept: "IT" }]);
  expect(night.counts).toMatchObject({ unchanged: 2, rejected: 2, absent: 0 });
  expect(night.rejects.map(({ row, code }) => [row, code])).toEqual([
    [3, "conflicting_rows"],
    [5, "conflicting_rows"],
  ]);
});

test.each([
  ["reject", { unchanged: 2, rejected: 2, duplicates: 0 }],
  ["first", { unchanged: 3, rejected: 0, duplicates: 1 }],
  ["last", { unchanged: 2, updates: 1, rejected: 0, duplicates: 1 }],
])("a row for an unchanged person in another file counts by same_key: %s", async (rule, counts) => {
  const c = await company({ parts: { source: { file: undefined, files: ["hr.csv", "more.csv"], same_key: rule } } });
  c.hr(people(2));
  c.hr(people(1, 3), "more.csv");
  await c.sync();
  c.hr([...people(1, 3), { id: "0002", dept: "IT" }], "more.csv");
  const night = await nextNight(c, people(2));
  expect(night.counts).toMatchObject(counts);
  expect(accounted(night.counts)).toBe(4);
});

test("a run whose list of unchanged rows is lost goes no further, and takes nobody for absent", async () => {
  const c = await company({ parts: { policy: { absent: "deactivate", limits: { deactivations: 0 } } } });
  c.hr(people(5));
  await c.sync();
  c.clock.step(86_400_000);
  c.hr(people(4));
  const held = await c.sync();
  expect(held.status).toBe("held");
  await c.look(({ db }) => sql`DELETE FROM portion WHERE run = ${held.run} AND kind = 'unchanged'`.execute(db));
  const refused = await c.run("approve", held.run, "--reason", "checked");
  expect(refused.code).not.toBe(0);
  expect(c.service.users().every((user) => user["active"] !== false)).toBe(true);
});

test("explain names the row of someone unchanged in each run that has it, and forgetting them takes them out", async () => {
  const c = await company();
  c.hr(people(4));
  const first = await c.sync();
  const second = await nextNight(c, people(4));
  const third = await nextNight(c, ["9999,New,Person,n@acme.example,Sales,Active", ...people(4)]);
  const explained = (await c.run("explain", "job.yaml", "0003", "--json")).json<{
    unchangedIn: { run: string; row: number; file: string }[];
  }>();
  expect(explained.unchangedIn.map(({ run, row, file }) => [run, row, file.split("/").at(-1)])).toEqual([
    [third.run, 5, "hr.csv"],
    [second.run, 4, "hr.csv"],
  ]);
  expect(first.run).not.toBe(second.run);
  expect((await c.run("explain", "job.yaml", "0003")).stdout).toContain("Unchanged in the files of");
  await nextNight(c, people(2));
  expect((await c.run("people", "forget", "0003", "--job", "job.yaml", "--reason", "Request 2026-114", "--yes")).code).toBe(0);
  const left = await c.look(({ db }) => sql`SELECT key FROM unseen_person WHERE key = '0003'`.execute(db));
  expect(left.rows).toEqual([]);
});

test("someone unchanged in the file of an open run cannot be forgotten", async () => {
  const c = await company();
  c.hr(people(3));
  await c.sync();
  const planned = await c.night("plan", ["job.yaml"]);
  const { stdout, stderr, code } = await c.run("people", "forget", "0003", "--job", "job.yaml", "--reason", "Request 2026-114", "--yes");
  expect(code).not.toBe(0);
  expect(stdout + stderr).toContain(planned.run);
});

test("a note about people whose rows did not change names their rows in this file", async () => {
  const c = await company();
  const unknown = people(3).map((one) => ({ ...one, dept: "Nowhere" }));
  c.hr(unknown);
  await c.sync();
  const night = await nextNight(c, ["9999,New,Person,n@acme.example,Sales,Active", ...unknown]);
  expect(night.counts).toMatchObject({ unchanged: 3, creates: 1 });
  const run = await c.look(({ db }) => db.selectFrom("run").select("notes").where("id", "=", night.run).executeTakeFirstOrThrow());
  const note = (run.notes as { code: string; rows: number; examples: number[] }[]).find(({ code }) => code === "unknown_group");
  expect(note).toMatchObject({ rows: 3, examples: [3, 4, 5] });
  expect(csvOf(unknown)).toContain("Nowhere");
});
