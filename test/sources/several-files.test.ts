import { expect, test } from "vitest";
import { accounted, company, csvOf, people, type Company, type Night } from "../helpers/company.ts";

/** Employees and contractors in two exports; the contractors' has other column names, and no department. */
async function twoExports(same: Record<string, unknown> = {}): Promise<Company> {
  const c = await company();
  c.job({
    source: {
      file: undefined,
      files: [
        "hr.csv",
        { file: "contractors.csv", csv: { delimiter: ";" }, columns: { No: "Employee ID", "E-Mail": "Email" }, lacks: ["Department"] },
      ],
      ...same,
    },
  });
  return c;
}

const contractors = (...rows: string[]): string => `No;First;Last;E-Mail;Status\n${rows.join("\n")}\n`;
const codes = ({ rejects }: Night): unknown[] =>
  rejects.map(({ row, code, message, ...more }) => [row, (more as { file?: string }).file?.split("/").at(-1), code, message]);

test("two exports count as one: every row of both is accounted for, and a reject names its file", async () => {
  const c = await twoExports();
  c.hr([...people(3), "0004,No,Mail,,Sales,Active"]);
  c.place.write("contractors.csv", contractors("C1;Ana;Rey;ana@acme.example;Active", ";Nobody;X;x@acme.example;Active"));
  const night = await c.sync();
  expect(night).toMatchObject({ code: 1, source: { rows: 6 }, counts: { creates: 4, rejected: 2 } });
  expect(accounted(night.counts)).toBe(6);
  expect(codes(night)).toEqual([
    [5, "hr.csv", "missing_value", "username is required: “Email” is blank"],
    [5, "hr.csv", "missing_value", "email is required: “Email” is blank"],
    [3, "contractors.csv", "missing_key", "“Employee ID” is blank: without a key it is unknown whose row this is"],
  ]);
  expect((night.source as unknown as { files: unknown[] }).files).toMatchObject([
    { role: "people", rows: 4 },
    { role: "people", rows: 2 },
  ]);
  expect(c.place.read(`.rollcall/reports/${night.run}.html`)).toMatch(/hr\.csv.*4 rows.*contractors\.csv.*2 rows/s);
  // The column that the contractors' export lacks removes no one from a department.
  const ana = c.service.users().find((user) => user["username"] === "ana@acme.example");
  expect(ana?.groups.length).toBe(1);
  expect(await c.sync()).toMatchObject({ code: 1, counts: { creates: 0, updates: 0, unchanged: 4, rejected: 2 } });
});

test("a key with different rows in both exports rejects both, and names their files", async () => {
  const c = await twoExports();
  c.hr(people(2));
  c.place.write("contractors.csv", contractors("0002;Other;Name;other@acme.example;Active", "C1;Ana;Rey;ana@acme.example;Active"));
  const night = await c.sync();
  expect(night).toMatchObject({ code: 1, counts: { creates: 2, rejected: 2, duplicates: 0 } });
  const message = "Rows 3, 2 of file 2 have the same key and differ: none of them is used.";
  expect(codes(night)).toEqual([
    [3, "hr.csv", "conflicting_rows", message],
    [2, "contractors.csv", "conflicting_rows", message],
  ]);
});

test.each([
  ["first", "p0002@acme.example"],
  ["last", "other@acme.example"],
])("with same_key: %s, that export's row counts and the other is a duplicate", async (rule, username) => {
  const c = await twoExports({ same_key: rule });
  c.hr(people(2));
  c.place.write("contractors.csv", contractors("0002;Other;Name;other@acme.example;Active", "C1;Ana;Rey;ana@acme.example;Active"));
  const night = await c.sync();
  expect(night).toMatchObject({ code: 0, counts: { creates: 3, rejected: 0, duplicates: 1 } });
  expect(accounted(night.counts)).toBe(4);
  expect(c.service.users().some((user) => user["username"] === username)).toBe(true);
  expect(c.place.read(`.rollcall/reports/${night.run}.json`)).toContain(
    `With \`same_key: ${rule}\`, the file that the job names ${rule} is used.`,
  );
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 0, updates: 0, unchanged: 3, duplicates: 1 } });
});

test("different rows of one key within the preferred export are still rejected", async () => {
  const c = await twoExports({ same_key: "first" });
  c.hr([...people(2), { id: "0002", first: "Twice" }]);
  c.place.write("contractors.csv", contractors("0002;Other;Name;other@acme.example;Active"));
  const night = await c.sync();
  expect(night).toMatchObject({ code: 1, counts: { creates: 1, rejected: 2, duplicates: 1 } });
  expect(accounted(night.counts)).toBe(4);
});

test("if one export is missing or lacks a column, nothing is changed for anyone", async () => {
  const c = await twoExports();
  c.hr(people(2));
  const missing = await c.sync();
  expect(missing).toMatchObject({ code: 4, status: "failed", problem: { code: "file_not_found" } });
  c.place.write("contractors.csv", "No;First;Last;Status\nC1;Ana;Rey;Active\n");
  const lacking = await c.sync();
  expect(lacking.problem?.message).toMatch(/contractors\.csv: the header lacks the column “E-Mail”/);
  expect(c.service.users()).toEqual([]);
});

test("two entries that match the same file are refused", async () => {
  const c = await company();
  c.hr(people(1));
  c.job({ source: { file: undefined, files: ["hr.csv", "h*.csv"] } });
  expect(await c.sync()).toMatchObject({ code: 4, problem: { code: "same_file" } });
});

test("an export given with --file is read with the settings of its entry, as part of the people", async () => {
  const c = await twoExports();
  c.place.write("contractors.csv", contractors("C1;Ana;Rey;ana@acme.example;Active"));
  expect(await c.sync("--file", "contractors.csv")).toMatchObject({ code: 0, counts: { creates: 1, absent: 0 } });
});

test("standard input is read to the end before any change, like a file", async () => {
  const c = await company();
  const good = await c.place.run(["sync", "job.yaml", "--file", "-", "--json"], { input: csvOf(people(2)) });
  expect(good.json<Night>()).toMatchObject({ status: "completed", counts: { creates: 2 }, source: { file: "standard input" } });
  const none = await c.place.run(["sync", "job.yaml", "--file", "-", "--json"], { input: "" });
  expect(none.code).toBe(4);
  expect(none.json<Night>().problem?.message).toBe("standard input: it is empty; nothing was changed");
  c.job({ source: { file: "-" } });
  const job = await c.place.run(["sync", "job.yaml", "--json"], { input: csvOf(people(3)) });
  expect(job.json<Night>()).toMatchObject({ status: "completed", counts: { creates: 1, unchanged: 2 } });
  expect(c.place.list(".rollcall/incoming")).toEqual([]);
});
