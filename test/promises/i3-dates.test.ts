import { date } from "../../src/reporting/locales/formats.ts";
import { asReader, DEFAULT_READER } from "../../src/reporting/locales/reader.ts";
import { expect, test } from "vitest";
import { accounted, company, header, mappingText, staff, type Company } from "../helpers/company.ts";

const DAY = 86_400_000;
const mapping = mappingText.replace(
  "active: { column: Status, values: { Active: true, Left: false } }",
  `active:
  column: Status
  values: { Active: true, Left: false, Dismissed: false }
  from: { column: Hired }
  until: { column: Leave, days: 2 }
  at_once: [Dismissed]`,
);

interface Dated {
  id: string;
  status?: string;
  hired?: string;
  last?: string;
  dept?: string;
}

/** Returns the day of the company's clock, moved by some days. */
const day = (c: Company, by: number): string => new Date(c.clock.now().getTime() + by * DAY).toISOString().slice(0, 10);

const write = (c: Company, rows: readonly Dated[]): void => {
  const lines = rows.map(({ id, status = "Active", hired = "2020-01-01", last = "", dept = "Sales" }) =>
    [id, `First${id}`, `Last${id}`, `p${id}@acme.example`, dept, status, hired, last].join(","),
  );
  c.place.write("hr.csv", `${header},Hired,Leave\n${lines.join("\n")}\n`);
};

const isActive = (c: Company, id: string): unknown => c.accountsOf(id)[0]?.["active"];

/** A day as English messages have it. */
const shown = (iso: string): string => asReader(DEFAULT_READER, () => date(iso));

test("I3: joiners get their account on their day, and leavers lose it after their last day, although the file does not change", async () => {
  const c = await company({ mapping, parts: { source: { unchanged: "skip" } } });
  write(c, [
    { id: "0001" },
    { id: "0002", hired: day(c, 2) },
    { id: "0003", last: day(c, -1) }, // leaves after tomorrow
    { id: "0004", status: "Left", last: day(c, -1) }, // has no account, and gets none
    { id: "0005", hired: "soon" },
    { id: "0006", hired: day(c, 1000) },
  ]);
  interface Checked {
    held: { code: string; reason: string; examples: number[] }[];
    notes: { code: string; message: string; rows: number }[];
  }
  const checked = (await c.run("check job.yaml --json")).json<Checked>();
  expect(checked.held.map(({ code, reason, examples }) => [code, reason.replace(/.*because | Nothing.*/g, ""), examples])).toEqual([
    ["undecided_dates", "“soon” in “Hired” is not a date in the format yyyy-MM-dd.", [6]],
    ["undecided_dates", "“Hired” is more than two years away.", [7]],
  ]);
  expect(checked.notes.filter(({ code }) => code.endsWith("_soon")).map(({ message, rows }) => [message, rows])).toEqual([
    [`Join on ${shown(day(c, 2))}, by \`active.from\`.`, 1],
    [`Leave on ${shown(day(c, 2))}, by \`active.until\`.`, 2],
  ]);
  const first = await c.sync();
  expect(first.counts).toMatchObject({ creates: 2, not_due: 2, held: 2, unchanged: 0 });
  expect(accounted(first.counts)).toBe(6);
  expect((await c.run("explain job.yaml 0002")).stdout).toContain("Until then, no account is created, and nothing is sent.");
  expect((await c.run("explain job.yaml 0004")).stdout).toContain("The person has left and has no active account, so nothing changes on");
  expect(
    c
      .operations(first.run)
      .filter(({ status }) => status === "held")
      .map(({ key, code }) => [key, code]),
  ).toEqual([
    ["0005", "undecided_dates"],
    ["0006", "undecided_dates"],
  ]);
  const { notes } = JSON.parse(c.place.read(`.rollcall/reports/${first.run}.json`)) as {
    notes: { code: string; message: string; rows: number }[];
  };
  expect(notes.filter(({ code }) => code.endsWith("_soon")).map(({ message, rows }) => [message, rows])).toEqual([
    [`Join on ${shown(day(c, 2))}, by \`active.from\`.`, 1],
    [`Leave on ${shown(day(c, 2))}, by \`active.until\`.`, 2],
  ]);
  write(c, [
    { id: "0001" },
    { id: "0002", hired: day(c, 2) },
    { id: "0003", last: day(c, -1) },
    { id: "0004", status: "Left", last: day(c, -1) },
  ]);
  c.clock.step(DAY);
  expect((await c.sync()).counts).toMatchObject({ creates: 0, deactivations: 0, not_due: 2, unchanged: 2 });
  c.clock.step(DAY);
  const second = await c.sync();
  expect(second.counts).toMatchObject({ creates: 1, deactivations: 1, not_due: 0, unchanged: 2, done: 2 });
  expect(accounted(second.counts)).toBe(4);
  expect(c.operations(second.run).find(({ kind }) => kind === "deactivate")).toMatchObject({
    key: "0003",
    status: "done",
    reason: expect.stringMatching(/^The last day with an account was \d+ \w+ \d{4} \(`active\.until`, mapping\.yaml:13\)\.$/) as unknown,
  });
  expect([isActive(c, "0002"), isActive(c, "0003")]).toEqual([true, false]);
  c.service.clearRequests();
  c.clock.step(DAY);
  expect((await c.sync()).counts).toMatchObject({ not_due: 0, unchanged: 4, done: 0 });
  expect(c.userCalls()).toEqual([]);
});

test("a leaver keeps account and groups until the last day, unless the status closes at once; a rehire cancels it", async () => {
  const c = await company({ mapping });
  write(c, [{ id: "0001" }, { id: "0002" }, { id: "0003" }, { id: "0004" }]);
  await c.sync();
  c.service.clearRequests();
  const leaving = (): Dated[] => [
    { id: "0001" },
    { id: "0002", status: "Left", last: "2026-01-01", dept: "IT" },
    { id: "0003", status: "Dismissed", last: "2026-01-01" },
    { id: "0004", status: "Left", last: "2026-01-01" },
  ];
  const lastDay = day(c, 1);
  write(
    c,
    leaving().map((row) => (row.last === undefined ? row : { ...row, last: lastDay })),
  );
  c.clock.step(DAY);
  const night = await c.sync();
  expect(night.counts).toMatchObject({ deactivations: 1, not_due: 2, unchanged: 1, removals_pending: 0 });
  expect([isActive(c, "0002"), isActive(c, "0003")]).toEqual([true, false]);
  expect(c.accountsOf("0002")[0]?.groups).toEqual([staff, "HR/Departments/Sales"]);
  expect((await c.run("explain job.yaml 0002")).stdout).toContain("not due: The person has left, but the account stays active until");
  // 0004 comes back within the days of grace, 0003 afterwards.
  write(c, [{ id: "0001" }, { id: "0002", status: "Left", last: lastDay }, { id: "0003" }, { id: "0004" }]);
  c.clock.step(4 * DAY);
  expect((await c.sync()).counts).toMatchObject({ deactivations: 1, reactivations: 1, unchanged: 2 });
  expect(["0002", "0003", "0004"].map((id) => isActive(c, id))).toEqual([false, true, true]);
});

test("an account from before the first day stays as it is, and is not absent", async () => {
  const c = await company({ mapping, parts: { policy: { absent: "deactivate" } } });
  write(c, [{ id: "0001" }, { id: "0002" }]);
  await c.sync();
  c.service.clearRequests();
  write(c, [{ id: "0001" }, { id: "0002", status: "Left", hired: day(c, 20), dept: "IT" }]);
  c.clock.step(DAY);
  expect((await c.sync()).counts).toMatchObject({ not_due: 1, absent: 0, unchanged: 1 });
  expect(c.userCalls()).toEqual([]);
  const { stdout } = await c.run("explain job.yaml 0002");
  expect(stdout).toMatch(
    /The person joins on [^(]+ \(`active\.from`, \S+\)\. Until then, nothing is sent, and the account stays as it is\./,
  );
  expect(stdout).not.toContain("no account is created");
});

test("the day is that of the job's time zone", async () => {
  const c = await company({ mapping });
  const job = JSON.parse(c.place.read("job.yaml")) as object;
  const zoned = (timezone: string): string => c.place.write("job.yaml", JSON.stringify({ ...job, timezone }));
  // Kiritimati is 14 hours ahead and Pago Pago 11 hours behind, so they never have the same day.
  const today = new Intl.DateTimeFormat("sv", { timeZone: "Pacific/Kiritimati" }).format(c.clock.now());
  write(c, [{ id: "0001" }, { id: "0002", hired: today }]);
  zoned("Pacific/Pago_Pago");
  expect((await c.sync()).counts).toMatchObject({ creates: 1, not_due: 1 });
  zoned("Pacific/Kiritimati");
  expect((await c.sync()).counts).toMatchObject({ creates: 1, not_due: 0 });
  zoned("Mars/Base");
  expect((await c.run("check job.yaml")).stderr).toContain("`timezone` must be an IANA time zone");
});

test("holds a run in which new dates of the mapping would deactivate or block many, and names the mapping", async () => {
  const rows = Array.from({ length: 20 }, (_, i): Dated => ({ id: String(i + 1).padStart(4, "0"), last: "2020-01-31" }));
  const c = await company({ parts: { policy: { limits: { creates: 100 } } } });
  write(c, rows);
  await c.sync();
  c.service.clearRequests();
  c.place.write("mapping.yaml", mapping.replace("from: { column: Hired }", ""));
  c.clock.step(DAY);
  const night = await c.sync();
  expect(night).toMatchObject({ status: "held", held: [{ limit: "deactivations", found: 20, allowed: 5 }] });
  expect(JSON.stringify(night.held)).toContain("The mapping has changed since the last successful run (`active`, mapping.yaml:");
  c.place.write("mapping.yaml", mapping.replace("{ column: Leave, days: 2 }", "{ column: Leave, date: dd/MM/yyyy }"));
  const blocked = await c.sync();
  expect(blocked).toMatchObject({ status: "held", held: [{ limit: "out_of_scope", found: 20 }] });
  expect(JSON.stringify(blocked.held)).toContain(
    "20 of them because the mapping changed (mapping.yaml:13); for 20 of them, scope or dates cannot be decided",
  );
  expect(c.userCalls()).toEqual([]);
});
