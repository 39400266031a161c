import { expect, test } from "vitest";
import { accountsOf, after, beginLife, exportOf, groupsIn, only, switchedOff, type Account } from "./life.ts";
import { Table, type Row } from "./table.ts";

const dialect = { quoted: true };
const here = ["Full-Time", "Part-Time", "Contractor", "Intern", "Leave of Absence"];
const sites: Record<string, string[]> = {
  "Salt Lake City": ["HR/Sites/Salt Lake City"],
  Portland: ["HR/Sites/Portland"],
  Toronto: ["HR/Sites/Toronto", "HR/Countries/Canada"],
};
/** The service has no such group. */
const lacking = "HR/Training/Forklift";

/** Computes the expected account of a row without the mapping; none for people without an account. */
function accountOf(row: Row): Account | null {
  const { "Work Email": mail = "", "Employment Status": status = "", Department: department = "", "Mobile Phone": phone = "" } = row;
  if (mail === "" || !here.includes(status)) return null;
  const [month, day, year] = (row["Birth Date"] ?? "").split("/");
  const digits = phone.replaceAll(/\D/g, "");
  const gender = { Female: "f", Male: "m" }[row["Gender"] ?? ""];
  const key = row["Employee #"] ?? "";
  const groups = ["HR/All staff", ...(sites[row["Location"] ?? ""] ?? [])];
  if (department !== "") groups.push(`HR/Departments/${department}`);
  if (status === "Contractor" || status === "Intern") groups.push("HR/External");
  if (department === "Retail" && row["Job Title"] === "Store Manager") groups.push("HR/Store managers");
  for (const track of (row["Training Tracks"] ?? "").split(", ")) if (track !== "") groups.push(`HR/Training/${track}`);
  return {
    active: true,
    fields: {
      username: mail,
      first_name: row["First Name"],
      last_name: row["Last Name"],
      email: mail,
      employee_id: key,
      external_id: `bamboo-${key}`,
      date_of_birth: `${year}-${month}-${day}`,
      ...(gender === undefined ? {} : { gender }),
      ...(digits.length < 10 ? {} : { phone_number: `+1${digits.slice(-10)}` }),
      company: "Cedar & Finch",
      center: row["Division"],
      ...(department === "" ? {} : { department }),
      position: row["Job Title"],
      city: row["Location"],
      custom_fields: [{ id: "8c1f7a52-64d0-4b1e-9d0b-2f7f3f1f9a10", value: row["Cost Center"] }],
    },
    groups: groups.filter((group) => group !== lacking).sort(),
  };
}

const expectedOf = (table: Table): Map<string, Account> => accountsOf(table.people(), (row) => row["Employee #"] ?? "", accountOf);

test("BambooHR: a first run, one without changes, and one with every kind of change", async () => {
  const table = new Table(exportOf("bamboohr").bytes.toString("utf8"), "Employee #", dialect);
  const expected = expectedOf(table);
  const life = await beginLife("bamboohr", [...groupsIn(expected), "HR/Departments/Wholesale & Partners"]);

  const first = await life.night();
  expect(first).toMatchObject({ code: 1, status: "completed", source: { rows: 24 } });
  expect(expected.size).toBe(21);
  // No account for three people: one without an address, a leaver, and one with an unknown status.
  expect(first.counts).toMatchObject({ rejected: 1, creates: 21, done: 21, unchanged: 1, held: 1, failed: 0, uncertain: 0 });
  expect(first.rejects.map(({ row, column, code }) => [row, column, code])).toEqual([
    [21, "Work Email", "missing_value"],
    [21, "Work Email", "missing_value"],
  ]);
  const before = await life.accounts();
  expect(before).toEqual(expected);

  const second = await life.night();
  expect(second).toMatchObject({ status: "completed", counts: { rejected: 1, creates: 0, updates: 0, unchanged: 22, held: 1, done: 0 } });
  expect(await life.accounts()).toEqual(before);
  expect(await life.pending()).toEqual([]);

  table
    .set("1018", { Department: "Roasting", Location: "Salt Lake City" })
    .set("1024", { "Employment Status": "Terminated", Status: "Inactive" })
    .rename("Department", "Wholesale", "Wholesale & Partners")
    .set("1031", { "Employment Status": "Sabbatical" })
    .set("1012", { Department: "" })
    .set("1030", { Location: "Boise" })
    .set("1043", { "Work Email": "freja.oestergaard@cedarfinch.example" })
    .set("1047", { "Employment Status": "Full-Time" })
    .drop("1055")
    .add({
      "Employee #": "1060",
      "First Name": "José",
      "Last Name": "Núñez",
      "Work Email": "jose.nunez@cedarfinch.example",
      "Birth Date": "05/06/1991",
      "Employment Status": "Full-Time",
      "Job Title": "Roaster",
      Department: "Roasting",
      Division: "Operations",
      Location: "Salt Lake City",
      "Cost Center": "CC-210",
    })
    .shuffled("Pronouns", "");
  life.bring("2026-11-21", table.text());
  const third = await life.night();
  expect(third).toMatchObject({ code: 0, status: "completed", source: { rows: 24 }, absent: ["1055"] });
  expect(third.counts).toMatchObject({
    rejected: 0,
    creates: 3,
    updates: 6,
    deactivations: 1,
    unchanged: 14,
    held: 0,
    done: 10,
    absent: 1,
  });
  expect(third.operations.join(", ")).toBe(
    "1004 update, 1018 update, 1024 deactivate, 1030 update, 1034 update, 1036 update, 1043 create, 1047 create, 1052 update, 1060 create",
  );
  expect(third.gains).toEqual([
    "1004 + HR/Departments/Wholesale & Partners",
    "1018 + HR/Departments/Roasting",
    "1018 + HR/Sites/Salt Lake City",
    "1034 + HR/Departments/Wholesale & Partners",
    "1036 + HR/Departments/Wholesale & Partners",
    "1052 + HR/Departments/Wholesale & Partners",
  ]);
  // No one has lost a group, not even 1030, whose site the mapping doesn't list.
  const changed = ["1004", "1018", "1030", "1034", "1036", "1043", "1047", "1052", "1060"];
  const now = after(before, {
    ...only(expectedOf(table), changed),
    "1024": switchedOff(before.get("1024"), { department: "Wholesale & Partners" }),
  });
  expect(await life.accounts()).toEqual(now);
  expect(third.remarks).toEqual([
    "new_columns of null",
    "undecided_rule of Department",
    "undecided_rule of Location",
    "unknown_group of Training Tracks",
    "unmapped_value of Employment Status",
  ]);
  // The person with a blank department stays in it, and so does the leaver.
  expect(await life.pending()).toEqual([
    "1004 HR/Departments/Wholesale",
    "1018 HR/Departments/Retail",
    "1018 HR/Sites/Portland",
    "1034 HR/Departments/Wholesale",
    "1036 HR/Departments/Wholesale",
    "1052 HR/Departments/Wholesale",
  ]);

  const approved = await life.approve("HR/Departments/Wholesale", "Renamed");
  expect(approved).toContain("“Wholesale” seems to be renamed");
  for (const key of ["1004", "1034", "1036", "1052"]) {
    const account = now.get(key);
    if (account !== undefined) account.groups = account.groups.filter((group) => group !== "HR/Departments/Wholesale");
  }
  expect(await life.accounts()).toEqual(now);
  expect(await life.pending()).toEqual(["1018 HR/Departments/Retail", "1018 HR/Sites/Portland"]);
}, 120_000);
