import { expect, test } from "vitest";
import { accountsOf, after, beginLife, exportOf, groupsIn, only, switchedOff, type Account } from "./life.ts";
import { Table, type Row } from "./table.ts";

/** Computes the expected account of a row without the mapping; none for people without an account. */
function accountOf(row: Row): Account | null {
  const { "Employee ID": key = "", "Work Email": mail = "", Department: department = "", Country: country = "", Office: office = "" } = row;
  if (mail === "" || !["Active", "On Leave"].includes(row["Status"] ?? "")) return null;
  const [day, month, year] = (row["Birth Date"] ?? "").split("/");
  const gender = { Female: "f", Male: "m" }[row["Gender"] ?? ""];
  const phone = (row["Mobile"] ?? "").replaceAll(" ", "");
  const groups = ["HR/All staff"];
  if (department !== "") groups.push(`HR/Departments/${department}`);
  if (row["Is Manager"] === "Yes") groups.push("HR/Managers");
  if (department === "Sales" && (country === "ES" || country === "PT")) groups.push("HR/Sales Iberia");
  if (office === "Madrid" || office === "Porto") groups.push(`HR/Sites/${office}`);
  for (const team of (row["Groups"] ?? "").split(";")) if (team !== "") groups.push(`HR/Teams/${team}`);
  return {
    active: true,
    fields: {
      username: mail,
      first_name: row["Legal First Name"],
      last_name: row["Legal Last Name"],
      email: mail,
      employee_id: key,
      external_id: `wd-${key}`,
      date_of_birth: `${year}-${month}-${day}`,
      national_id: row["NIF"],
      ...(gender === undefined ? {} : { gender }),
      ...(/^[+\d]+$/.test(phone) ? { phone_number: phone.startsWith("+") ? phone : `+34${phone}` } : {}),
      company: "Acme",
      ...(department === "" ? {} : { department }),
      position: row["Business Title"],
      city: row["Location"],
      custom_fields: [{ id: "3f0e6f0e-5d1c-4a55-9f0a-6f3e0c7b1d11", value: row["Cost Center"] }],
    },
    groups: groups.sort(),
  };
}

const expectedOf = (table: Table): Map<string, Account> => accountsOf(table.people(), (row) => row["Employee ID"] ?? "", accountOf);

test("Workday: a first run, one without changes, and one with every kind of change", async () => {
  const table = new Table(exportOf("workday").bytes.toString("utf8"), "Employee ID");
  const expected = expectedOf(table);
  const life = await beginLife("workday", [...groupsIn(expected), "HR/Departments/Sales – EMEA"]);

  const first = await life.night();
  expect(first).toMatchObject({ code: 1, status: "completed", source: { rows: 18 } });
  expect(expected.size).toBe(16);
  expect(first.counts).toMatchObject({ rejected: 1, creates: 16, done: 16, unchanged: 1, held: 0, failed: 0, uncertain: 0 });
  expect(new Set(first.rejects.map(({ row, column, code }) => `${row} ${column} ${code}`))).toEqual(
    new Set(["14 Work Email missing_value"]),
  );
  const before = await life.accounts();
  expect(before).toEqual(expected);

  const second = await life.night();
  expect(second).toMatchObject({ status: "completed", operations: [], counts: { rejected: 1, unchanged: 17, done: 0 } });
  expect(await life.accounts()).toEqual(before);
  expect(await life.pending()).toEqual([]);

  table
    .rename("Department", "Sales EMEA", "Sales – EMEA")
    .set("00286", { Status: "Terminated" })
    .set("00397", { Department: "Marketing", Office: "Porto" })
    .set("00175", { Country: "GB" })
    .set("00138", { Department: "" })
    .set("00582", { Status: "Parental Leave" })
    .set("00360", { Groups: "Cobalt" })
    .set("00434", { Groups: "" })
    .set("00545", { "Work Email": "claire.dubois@acme.example" })
    .set("00508", { Status: "Active" })
    .drop("00730")
    .add({
      "Employee ID": "00767",
      "Legal First Name": "Nuno",
      "Legal Last Name": "Brandão",
      "Work Email": "nuno.brandao@acme.example",
      "Birth Date": "01/03/1990",
      NIF: "66778899K",
      Status: "Active",
      "Business Title": "Accountant",
      "Is Manager": "No",
      Department: "Finance",
      "Cost Center": "CC 1210",
      Location: "Porto",
      Office: "Porto",
      Country: "PT",
    })
    .shuffled("Time Type", "Full time");
  life.bring("2026-11-21", table.text());
  const third = await life.night();
  expect(third).toMatchObject({ code: 0, status: "completed", source: { rows: 18 }, absent: ["00730"] });
  expect(third.counts).toMatchObject({ rejected: 0, creates: 3, updates: 3, deactivations: 1, unchanged: 11, held: 0, done: 7, absent: 1 });
  expect(third.operations.join(", ")).toBe(
    "00249 update, 00286 deactivate, 00397 update, 00508 create, 00545 create, 00693 update, 00767 create",
  );
  expect(third.gains).toEqual([
    "00249 + HR/Departments/Sales – EMEA",
    "00397 + HR/Departments/Marketing",
    "00397 + HR/Sites/Porto",
    "00693 + HR/Departments/Sales – EMEA",
  ]);
  expect(await life.accounts()).toEqual(
    after(before, {
      ...only(expectedOf(table), ["00249", "00397", "00508", "00545", "00693", "00767"]),
      "00286": switchedOff(before.get("00286"), { department: "Sales – EMEA" }),
    }),
  );
  expect(third.remarks).toEqual([
    "new_columns of null",
    "undecided_rule of Department",
    "undecided_rule of Groups",
    "unmapped_value of Status",
  ]);
  // A blank department (00138) freezes the groups of both rules that use it; a blank list (00434) freezes its teams.
  expect(await life.pending()).toEqual([
    "00175 HR/Sales Iberia",
    "00249 HR/Departments/Sales EMEA",
    "00360 HR/Teams/Delta",
    "00397 HR/Departments/Engineering",
    "00397 HR/Sites/Madrid",
    "00693 HR/Departments/Sales EMEA",
  ]);
}, 120_000);
