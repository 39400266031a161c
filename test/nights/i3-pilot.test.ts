import { expect, test } from "vitest";
import { accounted, company, mappingText, people, staff, type Company, type Counts, type Employee } from "../helpers/company.ts";
import { jobWith, nextNight, pilotOf, type Pilot } from "./pilot-jobs.ts";

const DAY = 86_400_000;
const created = (c: Company): unknown[] => c.service.users().map((user) => user["username"]);

test("I3: counts each row in one term, and sends nothing for anyone outside of the pilot", async () => {
  const c = await company({ mapping: `${mappingText}scope: { exclude: { Department: Legal } }\n` });
  const file: (Employee | string)[] = [
    { id: "0001" },
    { id: "0002", dept: "IT" },
    { id: "0003", dept: "IT" },
    { id: "0004", dept: "IT", status: "Left" },
    { id: "0005", dept: "Legal" },
    { id: "0006", mail: "not an address" },
    { id: "0007", dept: "IT" },
    { id: "0007", dept: "IT" },
    { id: "0008", dept: "" },
    { id: "0009", status: "" },
  ];
  c.hr(file);
  const first = await c.sync("--only", 'Department == "IT"', "--max", "4");
  expect(first.counts).toMatchObject({
    creates: 2 + 1,
    unchanged: 1,
    rejected: 1,
    duplicates: 1,
    out_of_scope: 0,
    held: 0,
    not_in_pilot: 4,
  });
  expect(accounted(first.counts)).toBe(file.length);
  expect(pilotOf(first)).toMatchObject({ from: "--only", by: "when", people: 4, max: 4 });
  expect(pilotOf(first).rest).toMatchObject({ creates: 1, held: 2, out_of_scope: 1, unchanged: 0 });
  expect(created(c)).toEqual(["p0002@acme.example", "p0003@acme.example", "p0007@acme.example"]);
  // The blank cell does not decide the pilot.
  expect(c.place.read(`.rollcall/reports/${first.run}.json`)).toContain(
    "The pilot (--only) cannot be decided, because “Department” is blank.",
  );
  // The next run is for everyone: nobody counts as absent, and nobody as unchanged.
  const all = await nextNight(c, file);
  expect(all.counts).toMatchObject({ creates: 1, unchanged: 4, held: 2, out_of_scope: 1, absent: 0, not_in_pilot: 0 });
  expect(accounted(all.counts)).toBe(file.length);
  expect(all).not.toHaveProperty("pilot");
});

test("I3: check, plan and sync agree on a pilot of the job, and on the rest", async () => {
  const c = await company();
  jobWith(c, { keys: ["0002", "0004", "0099"] });
  c.hr(people(6));
  const checked = (await c.run("check job.yaml --json")).json<{ counts: Counts; pilot: Pilot }>();
  expect(checked.counts).toMatchObject({ creates: 2, not_in_pilot: 4 });
  expect((await c.run("check job.yaml")).stdout).toContain("Keys of the pilot (job.yaml:1) that are in no row of the file: 1.");
  expect(checked.pilot).toMatchObject({ from: "job", by: "keys", people: 2, rest: { creates: 4 } });
  expect((await c.run("check job.yaml")).stdout).toContain("This is a pilot (job.yaml:1): it is for 2 people of the file.");
  const planned = await c.night("plan", ["job.yaml"]);
  expect(planned.counts).toMatchObject({ creates: 2, not_in_pilot: 4 });
  expect(c.userCalls()).toEqual([]);
  c.clock.step(DAY);
  const synced = await c.sync();
  expect(synced.counts).toMatchObject({ creates: 2, done: 2, not_in_pilot: 4 });
  expect(created(c)).toEqual(["p0002@acme.example", "p0004@acme.example"]);
  expect((await c.run(`runs show ${synced.run}`)).stdout).toContain("For the others, a run for everyone would plan: 4 new accounts.");
  // A second night of the pilot changes nothing.
  const second = await nextNight(c, people(6));
  expect(second.counts).toMatchObject({ creates: 0, unchanged: 2, not_in_pilot: 4, absent: 0 });
});

test("I3: a share takes the same people in any order, and a larger one only adds people", async () => {
  const c = await company();
  const staffNow = people(60);
  const namesWith = async (share: string, rows: readonly Employee[]): Promise<string[]> => {
    jobWith(c, { share });
    c.hr(rows);
    c.clock.step(DAY);
    const { run } = await c.night("plan", ["job.yaml"]);
    return c
      .operations(run)
      .map(({ key }) => key)
      .sort();
  };
  const some = await namesWith("20%", staffNow);
  expect(some.length).toBeGreaterThan(3);
  expect(some.length).toBeLessThan(25);
  expect(await namesWith("20%", staffNow.toReversed())).toEqual(some);
  const more = await namesWith("50%", staffNow);
  expect(more.length).toBeGreaterThan(some.length);
  expect(more).toEqual(expect.arrayContaining(some));
  expect((await namesWith("100%", staffNow)).length).toBe(60);
});

test("I3: a pilot is never the last successful run, and without it the next run handles everyone as if never seen", async () => {
  const c = await company({ parts: { source: { unchanged: "skip" } } });
  jobWith(c, { when: { Department: "IT" } }, { source: { unchanged: "skip" } });
  c.hr([...people(4), { id: "0005", dept: "IT" }]);
  expect((await c.sync()).counts).toMatchObject({ creates: 1, not_in_pilot: 4 });
  c.clock.step(DAY);
  // An unchanged file is not skipped in a pilot.
  expect((await c.sync()).counts).toMatchObject({ unchanged: 1, not_in_pilot: 4 });
  jobWith(c, null, { source: { unchanged: "skip" } });
  c.clock.step(DAY);
  const all = await c.sync();
  expect(all.counts).toMatchObject({ creates: 4, unchanged: 1, absent: 0, done: 4 });
  // A pilot that starts again skips nothing either, and everyone is planned again after it.
  c.service.clearRequests();
  jobWith(c, { when: { Department: "IT" } }, { source: { unchanged: "skip" } });
  expect((await nextNight(c, [...people(3), { id: "0004", last: "New" }, { id: "0005", dept: "IT" }])).counts).toMatchObject({
    unchanged: 1,
    not_in_pilot: 4,
  });
  expect(c.userCalls()).toEqual([]);
  jobWith(c, null, { source: { unchanged: "skip" } });
  c.clock.step(DAY);
  expect((await c.sync()).counts).toMatchObject({ updates: 1, unchanged: 4 });
  c.clock.step(DAY);
  expect(JSON.parse(c.place.read(`.rollcall/reports/${(await c.sync()).run}.json`))).toMatchObject({
    result: { counts: { done: 0, unchanged: 5 } },
  });
});

test("I7: the first run after a pilot compares its file with that of the pilot, and goes on hold where it has shrunk", async () => {
  const c = await company();
  jobWith(c, { when: { Department: "IT" } });
  c.hr([...people(20), { id: "0021", dept: "IT" }]);
  expect((await c.sync()).counts).toMatchObject({ creates: 1, not_in_pilot: 20 });
  jobWith(c, null, { policy: { limits: { shrink: 10 } } });
  expect(await nextNight(c, [...people(5), { id: "0021", dept: "IT" }])).toMatchObject({
    status: "held",
    held: [{ limit: "shrink", found: 15 }],
  });
  expect(c.service.users()).toHaveLength(1);
});

test.for([
  ["nobody", ["--only", 'Department == "Nobody"'], "empty_pilot", "The pilot of `--only` matches nobody in"],
  [
    "too many",
    ["--only", 'Department == "Sales"', "--max", "2"],
    "large_pilot",
    "The pilot of `--only` matches 3 people, and at most 2 are allowed",
  ],
] as const)("sends nothing for a pilot that matches %s", async ([, args, code, message]) => {
  const c = await company();
  c.hr(people(3));
  const night = await c.sync(...args);
  expect(night).toMatchObject({ code: 2, status: "failed", problem: { code } });
  expect(night.stderr).toContain(message);
  expect(c.userCalls()).toEqual([]);
  // Nothing is lost.
  expect((await nextNight(c, people(3))).counts).toMatchObject({ creates: 3, done: 3 });
});

test.for([
  [["--only", "Department =="], "--only:1:"],
  [["--only", 'Department = "IT"'], "--only:1:12:"],
  [["--only", 'Site == "MAD"'], "--only: the pilot names a column that cannot be used."],
  [["--max", "3"], "--max needs --only or --keys"],
  [["--only", "true", "--keys", "x"], "--only and --keys are both given"],
  [["--keys", "nowhere.txt"], "The keys of --keys nowhere.txt cannot be read: there is no such file"],
  [["--only", 'Department == "IT"', "--max", "0"], "--max must be a whole number"],
] as const)("refuses %j", async ([args, message]) => {
  const c = await company();
  c.hr(people(3));
  const result = await c.run("sync", "job.yaml", ...args);
  expect(result.stderr).toContain(message);
  expect(result.code).toBe(args[1] === 'Site == "MAD"' ? 4 : 2);
  if (result.code === 4) expect(result.stderr).toContain("Correct the export, or the names in the pilot. The header has: ");
  expect(c.userCalls()).toEqual([]);
});

test.for([
  [{ when: "Department ==" }, /job\.yaml:1:\d+: /],
  [{}, /job\.yaml:1:\d+: `pilot` needs exactly one of keys, when, share/],
  [{ share: "0%" }, /job\.yaml:1:\d+: `pilot\.share` must be a share of all people above 0/],
  [{ keys: "nowhere.txt" }, /job\.yaml:1:\d+: the keys cannot be read: there is no such file/],
  [{ keys: [] }, /job\.yaml:1:\d+: `pilot\.keys` must be a list of keys/],
  [{ share: 5, mx: 3 }, /unknown key `pilot\.mx`; did you mean `max`\?/],
] as const)("names the place of the error in pilot: %j", async ([pilot, message]) => {
  const c = await company();
  jobWith(c, pilot);
  c.hr(people(3));
  const result = await c.run("sync job.yaml");
  expect(result.stderr).toMatch(message);
  expect(result.code).toBe(2);
});

test("reads keys from a file, with the name of the column as its first line, and columns that only the pilot names", async () => {
  const c = await company();
  c.place.write("pilot.txt", '\uFEFFEmployee ID\r\n0001\r\n\r\n"0003"\r\n');
  c.place.write(
    "hr.csv",
    "Employee ID,First,Last,Email,Department,Status,Site\n".concat(
      ...["0001", "0002", "0003"].map((id) => `${id},A,B,p${id}@acme.example,Sales,Active,${id === "0002" ? "MAD" : "BCN"}\n`),
    ),
  );
  expect((await c.sync("--keys", "pilot.txt")).counts).toMatchObject({ creates: 2, not_in_pilot: 1 });
  c.clock.step(DAY);
  expect((await c.sync("--only", 'Site == "MAD"')).counts).toMatchObject({ creates: 1, not_in_pilot: 2 });
  c.clock.step(DAY);
  expect((await c.sync()).counts).toMatchObject({ creates: 0, unchanged: 3 });
  expect(c.accountsOf("0002")[0]?.groups).toContain(staff);
});
