import { expect, test } from "vitest";
import { accounted, company, mappingText, type Company } from "../helpers/company.ts";

const DAY = 86_400_000;
const mapping = mappingText.replace(
  "active: { column: Status, values: { Active: true, Left: false } }",
  "active: { until: { column: Austrittsdatum, date: dd.MM.yyyy } }",
);

/** Writes an export without a status: a last day for each key. */
function write(c: Company, rows: Readonly<Record<string, string>>, column = "Austrittsdatum"): void {
  const lines = Object.entries(rows).map(([id, last]) => `${id},First${id},Last${id},p${id}@acme.example,Sales,${last}`);
  c.place.write("hr.csv", ["Employee ID,First,Last,Email,Department,".concat(column), ...lines, ""].join("\n"));
}

/** Returns a day as the export writes it, moved from today. */
function day(c: Company, by: number): string {
  const [year, month, date] = new Date(c.clock.now().getTime() + by * DAY).toISOString().slice(0, 10).split("-");
  return `${date}.${month}.${year}`;
}

const isActive = (c: Company, id: string): unknown => c.accountsOf(id)[0]?.["active"];

test("I5: an export with only a leaving date: a passed one has left, a blank one is active, an unreadable one is neither", async () => {
  const c = await company({ mapping });
  write(c, { "0001": "", "0002": day(c, 1), "0003": "01.02.2020", "0004": "demnächst", "0005": "", "0006": day(c, 30) });
  const first = await c.sync();
  expect(first).toMatchObject({ code: 1, counts: { creates: 4, unchanged: 1, held: 1 } });
  expect(accounted(first.counts)).toBe(6);
  expect(c.operations(first.run).find(({ status }) => status === "held")).toMatchObject({ key: "0004", code: "undecided_dates" });
  expect(["0003", "0004"].map((id) => c.accountsOf(id))).toEqual([[], []]);

  // The day comes without a new file; 0005 becomes unreadable, and keeps the account.
  const leaving = day(c, 1);
  write(c, { "0001": "", "0002": leaving, "0003": "01.02.2020", "0004": "demnächst", "0005": "31/12/2025", "0006": "" });
  c.clock.step(DAY);
  expect((await c.sync()).counts).toMatchObject({ deactivations: 0, held: 2 });
  c.clock.step(DAY);
  const second = await c.sync();
  expect(second.counts).toMatchObject({ deactivations: 1, held: 2, unchanged: 3 });
  expect(["0001", "0002", "0005", "0006"].map((id) => isActive(c, id))).toEqual([true, false, true, true]);
  const left = (await c.run("explain job.yaml 0002")).stdout;
  expect(left).toMatch(/active: false {2}mapping\.yaml:\d+, Austrittsdatum = \d\d\.\d\d\.\d{4}/);
  expect((await c.run("explain job.yaml 0005")).stdout).toContain("active: unknown");

  // HR takes the date back.
  write(c, { "0001": "", "0002": "", "0003": "01.02.2020", "0006": "" });
  c.clock.step(DAY);
  expect((await c.sync()).counts).toMatchObject({ reactivations: 1 });
  expect(isActive(c, "0002")).toBe(true);
});

test("I5: a file without the leaving dates changes nothing, and many passed dates at once go on hold", async () => {
  const c = await company({ mapping, parts: { policy: { limits: { creates: 100 } } } });
  const people = (last: string): Record<string, string> =>
    Object.fromEntries(Array.from({ length: 20 }, (_, i) => [String(i + 1).padStart(4, "0"), last]));
  write(c, people(""));
  await c.sync();
  c.service.clearRequests();
  c.clock.step(DAY);
  write(c, people(""), "Austritt");
  expect(await c.sync()).toMatchObject({ code: 4, problem: { code: "missing_column" } });
  write(c, people("31.12.2019"));
  expect(await c.sync()).toMatchObject({ status: "held", held: [{ limit: "deactivations", found: 20, allowed: 5 }] });
  write(c, people("2019-12-31"));
  expect(await c.sync()).toMatchObject({ status: "held", held: [{ limit: "out_of_scope", found: 20 }] });
  expect(c.userCalls()).toEqual([]);
});

test("`plan --mapping` shows who has left by a leaving date", async () => {
  const c = await company();
  write(c, { "0001": "", "0002": "31.12.2019", "0003": "demnächst" });
  c.place.write("mapping.yaml", mappingText.replace(/^active: .*\n/m, ""));
  c.place.write("dated.yaml", mapping);
  const { statuses } = (await c.run("plan job.yaml --mapping dated.yaml --json")).json<{
    statuses: { from: string; to: string; rows: number }[];
  }>();
  expect(statuses.map(({ from, to, rows }) => [from, to, rows])).toEqual(
    expect.arrayContaining([
      ["in_file", "active", 1],
      ["in_file", "left", 1],
      ["in_file", "unknown", 1],
    ]),
  );
});
