import { expect, test } from "vitest";
import { company, csvOf, mappingText, people } from "../helpers/company.ts";

interface Remark {
  code: string;
  column: string | null;
  message: string;
  rows: number;
}

test("I5: blank and unknown values keep the groups they decide, and are reported by value with their rows", async () => {
  const mapping = `${mappingText}    - { name: sellers, when: 'Department in ["Sales", "Ventas"]', groups: ["HR/Sellers"] }
    - { name: tables, column: Department, values: { Sales: ["HR/Table"], IT: [], Legal: [] } }
`;
  const c = await company({ mapping });
  for (const path of ["HR/Sellers", "HR/Table"]) c.service.addGroup(path);
  c.hr(people(8));
  await c.sync();
  const before = c.service.users().map(({ groups }) => groups);
  expect(before.every((groups) => groups.length === 4)).toBe(true);

  // The next export has a header in other case, an unknown department, blank ones, and a joiner.
  const rows = [
    { id: "0001", dept: "" },
    { id: "0002", dept: "  " },
    { id: "0003", dept: "" },
    { id: "0004", dept: "Sales!" },
    { id: "0005", dept: "Sales!" },
    ...people(3, 6),
    { id: "0009", dept: "" },
  ];
  c.place.write("hr.csv", csvOf(rows).replace("Department", "DEPARTMENT"));
  const night = await c.sync();
  expect(night).toMatchObject({ code: 0, counts: { creates: 1, rejected: 0, removals_pending: 2 } });
  expect(
    c.service
      .users()
      .slice(0, 8)
      .map(({ groups }) => groups),
  ).toEqual(before);
  expect(c.accountsOf("0009")[0]?.groups).toHaveLength(1);

  const { notes } = JSON.parse(c.place.read(`.rollcall/reports/${night.run}.json`)) as { notes: Remark[] };
  const told = notes.filter(({ code }) => code === "undecided_rule").map(({ column, message, rows: n }) => [column, n, message]);
  const nothing = "None of the groups it could assign is added or removed.";
  expect(told.sort()).toEqual(
    [
      ["Department", 4, `Rule department (mapping.yaml:14) cannot be decided, because “Department” is blank. ${nothing}`],
      ["Department", 4, `Rule sellers (mapping.yaml:15) cannot be decided, because “Department” is blank. ${nothing}`],
      ["Department", 4, `Rule tables (mapping.yaml:16) cannot be decided, because “Department” is blank. ${nothing}`],
      [
        "Department",
        2,
        `Rule tables (mapping.yaml:16) cannot be decided, because “Sales!” in “Department” is not one of its values. ${nothing}`,
      ],
    ].sort(),
  );
}, 120_000);
