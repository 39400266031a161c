import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { company, csvOf, people, type Company, type Night } from "../helpers/company.ts";

const notesOf = (c: Company, night: Night): { code: string; message: string }[] =>
  (JSON.parse(c.place.read(`.rollcall/reports/${night.run}.json`)) as { notes: { code: string; message: string }[] }).notes;

function age(c: Company, file: string, hours: number): void {
  const at = new Date(Date.now() - hours * 3_600_000);
  utimesSync(join(c.place.dir, file), at, at);
}

test("an outdated export is refused, but read if given with --file", async () => {
  const c = await company({ parts: { source: { max_age: "36h" } } });
  c.hr(people(2));
  age(c, "hr.csv", 100);
  const old = await c.sync();
  expect(old).toMatchObject({ code: 4, status: "failed", problem: { code: "file_too_old" } });
  expect(old.problem?.message).toMatch(
    /hr\.csv: the file was last modified 4 days ago, on .* UTC; `source\.max_age` allows 36 hours; nothing was changed$/,
  );
  expect(await c.sync("--file", "hr.csv", "--complete")).toMatchObject({ code: 0, counts: { creates: 2 } });
});

test.each([["hr.csv.part"], ["hr.csv.filepart"], [".~lock.hr.csv#"], ["~$hr.csv"], ["hr.csv.lock"]])(
  "an export with %s beside it is not read",
  async (sign) => {
    const c = await company();
    c.hr(people(2));
    c.place.write(sign, "");
    const night = await c.sync();
    expect(night).toMatchObject({ code: 4, problem: { code: "being_written" } });
    expect(night.problem?.message).toContain(`the file is still being written: ${sign} is beside it; nothing was changed`);
    expect(c.service.users()).toEqual([]);
  },
);

test("an export that is still growing is not read", async () => {
  const c = await company({ parts: { source: { settle: "1s" } } });
  c.clock.waitForReal();
  c.hr(people(2));
  const growing = setInterval(() => c.hr(people(2 + Math.ceil(Math.random() * 50))), 100);
  const night = await c.sync();
  clearInterval(growing);
  expect(night).toMatchObject({ code: 4, problem: { code: "being_written" } });
  expect(c.service.users()).toEqual([]);
});

test("an unchanged file is reported; with unchanged: skip, the service is not called", async () => {
  const c = await company();
  c.hr(people(3));
  const first = await c.sync();
  const again = await c.sync();
  expect(notesOf(c, again)[0]).toMatchObject({ code: "unchanged_file" });
  expect(notesOf(c, again)[0]?.message).toContain(`that of run ${first.run} (`);
  c.job({ source: { unchanged: "skip" } });
  const before = c.service.requests().length;
  expect(await c.sync()).toMatchObject({ code: 0, status: "completed", counts: { unchanged: 3 } });
  expect(c.service.requests().length).toBe(before);
  // A new mapping is a reason to run although the file is the same.
  c.place.write(
    "mapping.yaml",
    c.place.read("mapping.yaml").replace("first_name: First", "first_name: { column: First, transform: upper }"),
  );
  expect(await c.sync()).toMatchObject({ code: 0, counts: { updates: 3 } });
});

test("with unchanged: skip, work left by an earlier run is not skipped", async () => {
  const c = await company({ parts: { source: { unchanged: "skip" } } });
  c.hr(people(2));
  c.service.failNext({ method: "POST", path: "/users", status: 422 });
  expect(await c.sync()).toMatchObject({ code: 1, counts: { failed: 1 } });
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 1, unchanged: 1 } });
});

const eighteen = (change: (i: number) => Partial<{ dept: string; status: string; first: string }>) =>
  people(18).map((one, i) => ({ ...one, ...change(i) }));
const usual = (i: number) => ({ dept: ["Sales", "IT", "Legal"][i % 3] ?? "", first: `Name${i}` });

test.each([
  ["empty", (i: number) => ({ ...usual(i), dept: "" }), "Department", "is suddenly empty"],
  ["constant", (i: number) => ({ ...usual(i), dept: "Sales" }), "Department", "suddenly has only one value"],
  ["full of numbers", (i: number) => ({ ...usual(i), first: String(100 + i) }), "First", "contained texts and suddenly contains numbers"],
])("a column that is suddenly %s puts the run on hold, with the old and new figures", async (_, change, column, what) => {
  const c = await company();
  c.hr(eighteen(usual));
  expect(await c.sync()).toMatchObject({ code: 0 });
  c.hr(eighteen(change));
  const night = await c.sync();
  expect(night).toMatchObject({ code: 3, status: "held" });
  const held = (night.held ?? []).find(({ limit }) => limit === "columns") as unknown as { of: string; message: string };
  expect(held.of).toBe(column);
  expect(held.message).toContain(`The column “${column}” ${what}. Last successful run: filled in 18 of 18 rows`);
  expect(held.message).toMatch(/This file: filled in (0|18) of 18 rows/);
  expect(c.userCalls("PUT").length).toBe(0);
  // An administrator approves the run.
  const released = (await c.run("runs", "approve", night.run, "--reason", "HR says so", "--json")).json<Night>();
  expect(released.status).toBe("completed");
  expect(await c.sync()).toMatchObject({ status: "completed" });
});

test("the order of columns doesn't matter; new and missing ones are reported, and a missing one in use is refused with the nearest name", async () => {
  const c = await company();
  c.place.write("hr.csv", "Employee ID,First,Last,Email,Department,Status,Phone\n1,A,B,a@acme.example,IT,Active,5\n");
  await c.sync();
  c.place.write("hr.csv", "Status,Employee ID,First,Last,Email,Department,Phone\nActive,1,A,B,a@acme.example,IT,5\n");
  expect(notesOf(c, await c.sync()).map(({ code }) => code)).toEqual([]);
  c.place.write("hr.csv", "Employee ID,First,Last,Email,Department,Status,Shoe size,Desk\n1,A,B,a@acme.example,IT,Active,40,7\n");
  expect(notesOf(c, await c.sync()).map(({ message }) => message)).toEqual([
    "New columns since the last successful run that the mapping does not use: “Shoe size” and “Desk”.",
    "Columns missing since the last successful run that the mapping does not use: “Phone”.",
  ]);
  c.place.write("hr.csv", "Employee ID,First,Last,Email,Departament,Status\n1,A,B,a@acme.example,IT,Active\n");
  const gone = await c.sync();
  expect(gone.problem?.message).toContain("the header lacks the column “Department” (did you mean “Departament”?); nothing was changed");
});

test("a partial file may have people of one department only", async () => {
  const c = await company();
  c.hr(eighteen(usual));
  await c.sync();
  c.place.write("part.csv", csvOf(eighteen((i) => ({ ...usual(i), dept: "Sales" }))));
  expect(await c.sync("--file", "part.csv")).toMatchObject({ code: 0, status: "completed" });
});

test("an export is moved only after a successful run, with another name if the name is taken", async () => {
  const c = await company({ parts: { source: { after: { move: "read" } }, policy: { limits: { creates: { percent: 10 } } } } });
  c.hr(people(2));
  const held = await c.sync();
  expect(held).toMatchObject({ code: 3 });
  expect(c.place.list("read")).toEqual([]);
  await c.run("runs", "approve", held.run, "--reason", "first night");
  expect(c.place.list("read")).toEqual(["hr.csv"]);
  expect(await c.sync()).toMatchObject({ code: 4, problem: { code: "file_not_found" } });
  c.hr(people(2));
  const second = await c.sync();
  expect(second).toMatchObject({ code: 0 });
  expect(c.place.list("read")).toEqual(["hr.csv", `hr.csv.${second.run}`]);
  c.hr(people(2));
  expect(await c.sync("--file", "hr.csv")).toMatchObject({ code: 0 });
  expect(readdirSync(c.place.dir)).toContain("hr.csv");
});

test("an export that cannot be moved is reported, and the run still succeeds", async () => {
  const c = await company({ parts: { source: { after: { move: "read" } } } });
  c.hr(people(2));
  writeFileSync(join(c.place.dir, "read"), "");
  const night = await c.sync();
  expect(night).toMatchObject({ code: 0, status: "completed" });
  expect(notesOf(c, night)[0]).toMatchObject({ code: "not_put_away" });
});

test("a processed export gets a marker, and the next one is read", async () => {
  const c = await company({ parts: { source: { file: "hr-*.csv", after: "mark" } } });
  c.hr(people(2), "hr-2026-01-01.csv");
  expect(await c.sync()).toMatchObject({ code: 0 });
  expect(await c.sync()).toMatchObject({ code: 4, problem: { code: "already_processed" } });
  c.hr(people(3), "hr-2026-01-02.csv");
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 1 } });
  expect(c.place.list(".").filter((name) => name.endsWith(".done"))).toEqual(["hr-2026-01-01.csv.done", "hr-2026-01-02.csv.done"]);
});
