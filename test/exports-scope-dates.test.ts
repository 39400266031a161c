import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { accounted, company, type Company } from "./helpers/company.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const DAY_MS = 86_400_000;

/** A company whose job reads a real export through its worked mapping, with lines added to it. */
async function withExport(file: string, mapping: string, change: (text: string) => string, groups: readonly string[]): Promise<Company> {
  const text = readFileSync(`${root}mappings/${mapping}`, "utf8");
  const changed = change(text);
  expect(changed).not.toBe(text);
  const c = await company({
    parts: {
      source: { file: `${root}test/exports/${file}` },
      policy: { limits: { rejected: 100, creates: 100, updates: 100, deactivations: 100, shrink: 100 } },
    },
    mapping: changed,
  });
  for (const group of groups) c.service.addGroup(group);
  return c;
}

type Cells = Record<string, string>;
const rowsOf = (file: string): Cells[] =>
  parse<Cells>(readFileSync(`${root}test/exports/${file}`), { columns: true, relax_column_count: true });
/** Moves the clock of the company to noon of a day. */
const moveTo = (c: Company, day: string): void => c.clock.step(Date.parse(`${day}T12:00:00Z`) - c.clock.now().getTime());

const WORKDAY_GROUPS = [
  ...["Finance", "Human Resources", "Manufacturing", "Product Engineering", "Product Marketing", "Sales"].map(
    (name) => `HR/Departments/${name}`,
  ),
  ...["Americas", "Europe", "Asia"].map((name) => `HR/Regions/${name}`),
  "HR/External",
  "HR/Leadership Europe",
];
const workday = (text: string): string =>
  text
    .replace("user:\n", "scope: { include: { WorkerType: Employee } }\n\nuser:\n")
    .replace("Inactive: false } }", "Inactive: false }, from: { column: HireDate, date: yyyy-MM-dd } }");

test("workday-like-1000.csv: employees only, from their hire date on, also on a night when the file is the same", async () => {
  const c = await withExport("workday-like-1000.csv", "workday-like.yaml", workday, WORKDAY_GROUPS);
  const usable = [...Map.groupBy(rowsOf("workday-like-1000.csv"), (row) => row["WorkerID"])].flatMap(([, theirs]) =>
    theirs.length === 1 ? theirs : [],
  );
  const employees = usable.filter((row) => row["WorkerType"] === "Employee");
  const hired = (from: string, to: string): Cells[] => employees.filter(({ HireDate: day = "" }) => day > from && day <= to);
  const active = (rows: Cells[]): number => rows.filter((row) => row["WorkerStatus"] === "Active").length;

  moveTo(c, "2021-07-01");
  const first = await c.sync();
  expect(first.counts).toMatchObject({
    rejected: 641,
    out_of_scope: usable.length - employees.length,
    not_due: hired("2021-07-01", "9999").length,
    creates: active(hired("", "2021-07-01")),
    done: active(hired("", "2021-07-01")),
    held: 0,
  });
  expect(accounted(first.counts)).toBe(1000);
  expect(c.service.users().length).toBe(active(hired("", "2021-07-01")));

  moveTo(c, "2022-01-15");
  const later = await c.sync();
  const came = active(hired("2021-07-01", "2022-01-15"));
  expect(came).toBeGreaterThan(0);
  expect(later.counts).toMatchObject({ creates: came, done: came, not_due: hired("2022-01-15", "9999").length });
  expect(accounted(later.counts)).toBe(1000);
}, 120_000);

test("workday-like-5.csv: a hire date that is more than two years away blocks the row, and a last day ends an account", async () => {
  const dated = (text: string): string =>
    workday(text).replace("yyyy-MM-dd } }", "yyyy-MM-dd }, until: { column: HireDate, date: yyyy-MM-dd, days: 30 } }");
  const c = await withExport("workday-like-5.csv", "workday-like.yaml", dated, WORKDAY_GROUPS);
  // 1222 has left, 1783 joins in two months, and 1895 in more than two years.
  moveTo(c, "2017-06-30");
  expect((await c.sync()).counts).toMatchObject({ out_of_scope: 2, creates: 0, unchanged: 1, not_due: 1, held: 1, rejected: 0 });
  moveTo(c, "2017-08-25");
  expect((await c.sync()).counts).toMatchObject({ out_of_scope: 2, creates: 1, unchanged: 1, not_due: 1, held: 0 });
  c.clock.step(31 * DAY_MS);
  expect((await c.sync()).counts).toMatchObject({ deactivations: 1, done: 1, out_of_scope: 2, not_due: 1 });
  expect(c.service.users().map(({ active }) => active)).toEqual([false]);
}, 120_000);

test("hris-demo-50.csv: contractors who leave the scope keep their accounts and memberships, and are reported", async () => {
  const sites = ["Hot Lava City", "Fast River City", "White Stone City", "Small Red Rock City"].map((name) => `HR/Sites/${name}`);
  const regions = ["Lava", "Two River", "Rocky", "Stone"].map((name) => `HR/Regions/${name} State`);
  const c = await withExport("hris-demo-50.csv", "hris-demo.yaml", (text) => `${text}\n`, [
    ...sites,
    ...regions,
    "HR/Contractors",
    "HR/On leave",
  ]);
  await c.sync();
  const contractors = rowsOf("hris-demo-50.csv").filter((row) => row["emptype"] === "CONTRACTOR");
  const before = c.service.users();
  c.place.write(
    "mapping.yaml",
    readFileSync(`${root}mappings/hris-demo.yaml`, "utf8").replace(
      "user:\n",
      "scope: { exclude: [{ name: contractors, when: { emptype: CONTRACTOR } }] }\n\nuser:\n",
    ),
  );
  c.service.clearRequests();
  const held = await c.sync();
  expect(held).toMatchObject({ status: "held", held: [{ limit: "out_of_scope", found: contractors.length }] });
  const approved = await c.run("runs", "approve", held.run, "--job", "job.yaml", "--reason", "Contractors learn elsewhere", "--json");
  expect(approved.json<{ counts: unknown }>().counts).toMatchObject({
    out_of_scope: contractors.length,
    deactivations: 0,
    removals_pending: 0,
  });
  expect(c.userCalls()).toEqual([]);
  expect(c.service.users()).toEqual(before);
}, 120_000);
