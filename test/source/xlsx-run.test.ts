import { expect, test } from "vitest";
import { company, departments, people, staff, type Company } from "../helpers/company.ts";
import { bookByHand, bookOf, inline, type BookOptions, type Value } from "./workbooks.ts";

const header = ["Employee ID", "First", "Last", "Email", "Department", "Status"];
const titles: Value[][] = [["Employees of Acme"], []];

function rowsOf(n: number): Value[][] {
  return people(n).map(({ id }) => [id, `First${id}`, `Last${id}`, `p${id}@acme.example`, "Sales", "Active"]);
}

function write(c: Company, rows: Value[][], options: BookOptions = {}, name = "hr.xlsx"): void {
  c.place.write(name, bookOf({ Staff: [...titles, header, ...rows], Lists: [["Sales"]] }, { hidden: ["Lists"], ...options }));
}

test("a run reads a workbook like the same rows in CSV, and an unchanged one changes nothing", async () => {
  const c = await company({ parts: { source: { file: "hr.xlsx" } } });
  write(c, [...rowsOf(5), [], ["As of 2026-11-21"]]);
  expect(await c.sync()).toMatchObject({ code: 0, source: { rows: 5 }, counts: { creates: 5, rejected: 0, done: 5 } });
  expect(c.service.users().map(({ fields }) => fields["department"])).toEqual(Array(5).fill("Sales"));
  expect(await c.sync()).toMatchObject({ code: 0, counts: { unchanged: 5, done: 0 } });
  // The same rows from another program, and as CSV.
  c.place.write("hr.ods", bookOf({ Staff: [...titles, header, ...rowsOf(5)] }, { as: "ods" }));
  c.hr(people(5), "hr.csv");
  for (const file of ["hr.ods", "hr.csv"])
    expect(await c.sync("--file", file, "--complete"), `for ${file}`).toMatchObject({ code: 0, counts: { unchanged: 5, done: 0 } });
}, 120_000);

test("an error cell rejects its row with number and column, and the person keeps everything", async () => {
  const c = await company({ parts: { source: { file: "hr.xlsx" }, policy: { absent: "deactivate" } } });
  write(c, rowsOf(4));
  await c.sync();
  const rows = rowsOf(4);
  rows[1] = [rows[1]?.[0] ?? "", { t: "e", v: 42 }, ...(rows[1] ?? []).slice(2, 4), { t: "e", v: 23 }, "Active"];
  // The absence of the last person is still detected, because every key can be read.
  write(c, rows.slice(0, 3));
  const night = await c.sync();
  expect(night).toMatchObject({ code: 1, counts: { rejected: 1, unchanged: 2, absent_deactivated: 1 } });
  expect(night.rejects).toMatchObject([
    { row: 5, column: "First", code: "error_cell", message: "first_name is required: “First” shows the error #N/A instead of a value" },
  ]);
  const memberships = c.service.groups().find(({ path }) => path === `HR/Departments/${departments[0]}`)?.user_ids;
  expect(memberships).toContain(c.accountsOf("0002")[0]?.user_id);
  const explained = await c.run("explain", "job.yaml", "0002", "--json");
  expect(explained.json<{ rows: number[]; rejects: object[] }>()).toMatchObject({
    rows: [5],
    rejects: [{ column: "First", code: "error_cell" }],
  });
}, 120_000);

test("I7: an unusable workbook is refused with one message before any request to the service, and changes nothing", async () => {
  const c = await company({ parts: { source: { file: "hr.xlsx" }, policy: { absent: "deactivate", limits: {} } } });
  write(c, rowsOf(8));
  await c.sync();
  const before = c.service.users();
  c.service.clearRequests();
  const bad: [name: string, content: string | Buffer, says: RegExp][] = [
    ["text.xlsx", "Employee ID,First\n1,Ana\n", /is text, such as CSV, not a workbook/],
    ["page.xls", "<html><body><table>", /is an HTML page, not a workbook/],
    ["cut.xlsx", bookOf({ Staff: [header, ...rowsOf(8)] }).subarray(0, 3000), /is truncated/],
    ["book.csv", bookOf({ Staff: [header, ...rowsOf(8)] }), /ZIP archive, not CSV/],
    ["sheets.xlsx", bookOf({ Staff: [header, ...rowsOf(8)], Lists: [["x"]] }), /2 visible sheets: “Staff” and “Lists”/],
    ["column.xlsx", bookOf({ Staff: [header.with(4, "Dept"), ...rowsOf(8)] }), /lacks the column “Department”/],
    ["empty.xlsx", bookOf({ Staff: [header] }), /has a header but no rows/],
    [
      "bomb.xlsx",
      bookByHand(Buffer.concat([Buffer.from(`<row>${inline("A1", "Key")}</row>`), Buffer.alloc(88_000_000, "<row></row>")])),
      /unpacked, the workbook takes 89 MB/,
    ],
  ];
  for (const [name, content, says] of bad) {
    c.place.write(name, content);
    const night = await c.sync("--file", name, "--complete", "--quiet");
    expect(night, `for ${name}`).toMatchObject({ code: 4, status: "failed", counts: { deactivations: 0, absent_deactivated: 0, done: 0 } });
    expect(night.stderr, `for ${name}`).toMatch(says);
    expect(night.stderr, `for ${name}`).toContain(name);
    expect(night.stderr.trim().split("\n").length, `${name}: ${night.stderr}`).toBeLessThanOrEqual(3);
  }
  expect(c.service.requests()).toEqual([]);
  expect(c.service.users()).toEqual(before);
  expect(c.service.groups().find(({ path }) => path === staff)?.user_ids).toHaveLength(8);
}, 240_000);

test("a workbook of an old program is checked, with the sheet that the job names", async () => {
  const c = await company({ parts: { source: { file: "hr.xls", xlsx: { sheet: "staff" } } } });
  c.place.write("hr.xls", bookOf({ Lists: [["x"]], Staff: [header, ...rowsOf(2)] }, { as: "biff8" }));
  const checked = await c.run("check", "job.yaml", "--json");
  expect(checked.json<{ rows: number }>()).toMatchObject({ rows: 2, usable: 2 });
}, 120_000);
