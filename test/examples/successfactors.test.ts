import { expect, test } from "vitest";
import { accountsOf, after, beginLife, exportOf, groupsIn, only, switchedOff, type Account } from "./life.ts";
import { Table, type Row } from "./table.ts";

const dialect = { bom: true, labels: 1 };
const countries: Record<string, string> = {
  "NL-EIN": "Netherlands",
  "DK-AAR": "Denmark",
  "PL-WRO": "Poland",
  "CZ-BRQ": "Czechia",
  "FR-LYS": "France",
  "ES-ZAZ": "Spain",
  "HU-GYR": "Hungary",
  "SE-GOT": "Sweden",
};

/** Computes the expected account of a row without the mapping; none for people without an account. */
function accountOf(row: Row): Account | null {
  const { USERID: key = "", EMAIL: mail = "", DEPARTMENT: department = "", BIZ_PHONE: phone = "", LOCATION: location = "" } = row;
  if (mail === "" || !["Active", "Paid Leave", "Unpaid Leave", "Dormant", "Suspended"].includes(row["CUSTOM01"] ?? "")) return null;
  const [month, day, year] = (row["CUSTOM02"] ?? "").split("/");
  const gender = { F: "f", M: "m" }[row["GENDER"] ?? ""];
  const groups = ["HR/All staff"];
  if (department !== "") groups.push(`HR/Divisions/${row["DIVISION"]}/${department}`);
  if (row["CUSTOM04"] === "Y") groups.push("HR/Managers");
  if (department === "Assembly" && ["MFG11", "MFG12"].includes(row["JOBCODE"] ?? "")) groups.push("HR/Plant technicians");
  if (location in countries) groups.push(`HR/Countries/${countries[location]}`);
  for (const area of (row["CUSTOM05"] ?? "").split(";")) if (area !== "") groups.push(`HR/Learning/${area}`);
  return {
    active: true,
    fields: {
      username: row["USERNAME"],
      first_name: row["FIRSTNAME"],
      last_name: row["LASTNAME"],
      email: mail,
      employee_id: row["EMPID"],
      external_id: `sf-${key}`,
      date_of_birth: `${year}-${month}-${day}`,
      ...(gender === undefined ? {} : { gender }),
      ...(phone === "" ? {} : { phone_number: phone.replaceAll(" ", "") }),
      company: "Meridian Pumps",
      center: row["DIVISION"],
      ...(department === "" ? {} : { department }),
      position: row["TITLE"],
      city: row["CITY"],
      custom_fields: [{ id: "5b0c8f7e-0a64-4a0e-8f3f-6c2e7d1b4a21", value: row["CUSTOM03"] }],
    },
    groups: groups.sort(),
  };
}

const expectedOf = (table: Table): Map<string, Account> => accountsOf(table.people(), (row) => row["USERID"] ?? "", accountOf);

test("SAP SuccessFactors: a first run, one without changes, and one with every kind of change", async () => {
  const table = new Table(exportOf("successfactors").bytes.toString("utf8"), "USERID", dialect);
  expect(table.labels[0]?.slice(0, 3)).toEqual(["STATUS", "USERID", "Username"]);
  const expected = expectedOf(table);
  const life = await beginLife("successfactors", [...groupsIn(expected), "HR/Divisions/Service/Field Service – Europe"]);

  const first = await life.night();
  // The row of labels is neither a row of the file nor a reject.
  expect(first).toMatchObject({ code: 1, status: "completed", source: { rows: 20 } });
  expect(expected.size).toBe(18);
  expect(first.counts).toMatchObject({ rejected: 1, creates: 18, done: 18, unchanged: 1, held: 0, failed: 0, uncertain: 0 });
  expect(first.rejects.map(({ row, column, code }) => [row, column, code])).toEqual([[17, "EMAIL", "missing_value"]]);
  const before = await life.accounts();
  expect(before).toEqual(expected);

  const second = await life.night();
  expect(second).toMatchObject({ status: "completed", operations: [], counts: { rejected: 1, unchanged: 19, done: 0 } });
  expect(await life.accounts()).toEqual(before);
  expect(await life.pending()).toEqual([]);

  table
    .rename("DEPARTMENT", "Field Service EMEA", "Field Service – Europe")
    .set("100117", { STATUS: "inactive", CUSTOM01: "Retired" })
    .set("100125", { DEPARTMENT: "Quality", DIVISION: "Pumps", JOBCODE: "QUA20" })
    .set("100196", { STATUS: "inactive", CUSTOM01: "Reported No Show" })
    .set("100090", { DEPARTMENT: "" })
    .set("100163", { LOCATION: "HU-BUD" })
    .set("100203", { EMAIL: "joost.bakker@meridian-pumps.example" })
    .set("100149", { STATUS: "active", CUSTOM01: "Active" })
    .drop("100224")
    .add({
      STATUS: "active",
      USERID: "100260",
      USERNAME: "mgarcia",
      FIRSTNAME: "María José",
      LASTNAME: "García-Peña",
      GENDER: "F",
      EMAIL: "mariajose.garcia@meridian-pumps.example",
      DEPARTMENT: "Quality",
      JOBCODE: "QUA10",
      DIVISION: "Pumps",
      LOCATION: "ES-ZAZ",
      EMPID: "100260",
      TITLE: "Quality Inspector",
      CITY: "Zaragoza",
      CUSTOM01: "Active",
      CUSTOM02: "02/28/1999",
      CUSTOM03: "22050",
      CUSTOM04: "N",
    })
    .shuffled("CUSTOM06", "");
  life.bring("2026-11-21", table.text());
  const third = await life.night();
  expect(third).toMatchObject({ code: 0, status: "completed", source: { rows: 20 }, absent: ["100224"] });
  expect(third.counts).toMatchObject({ rejected: 0, creates: 3, updates: 5, deactivations: 1, unchanged: 11, held: 0, done: 9, absent: 1 });
  expect(third.operations.join(", ")).toBe(
    "100072 update, 100117 deactivate, 100125 update, 100138 update, 100149 create, 100188 update, 100203 create, 100219 update, 100260 create",
  );
  expect(third.gains).toEqual([
    "100072 + HR/Divisions/Service/Field Service – Europe",
    "100125 + HR/Divisions/Pumps/Quality",
    "100138 + HR/Divisions/Service/Field Service – Europe",
    "100188 + HR/Divisions/Service/Field Service – Europe",
    "100219 + HR/Divisions/Service/Field Service – Europe",
  ]);
  expect(await life.accounts()).toEqual(
    after(before, {
      ...only(expectedOf(table), ["100072", "100125", "100138", "100149", "100188", "100203", "100219", "100260"]),
      "100117": switchedOff(before.get("100117"), { department: "Field Service – Europe" }),
    }),
  );
  expect(third.remarks).toEqual([
    "new_columns of null",
    "undecided_rule of DEPARTMENT",
    "undecided_rule of LOCATION",
    "unmapped_value of CUSTOM01",
  ]);
  // 100090 stays in HR/Plant technicians, too, and 100163 in HR/Countries/Hungary.
  expect(await life.pending()).toEqual([
    "100072 HR/Divisions/Service/Field Service EMEA",
    "100125 HR/Divisions/Corporate/Procurement",
    "100138 HR/Divisions/Service/Field Service EMEA",
    "100188 HR/Divisions/Service/Field Service EMEA",
    "100219 HR/Divisions/Service/Field Service EMEA",
  ]);
}, 120_000);
