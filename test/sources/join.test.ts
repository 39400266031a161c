import { expect, test } from "vitest";
import { ROWS_MARK } from "../../src/domain/record.ts";
import { company, mappingText, people, type Company } from "../helpers/company.ts";

const RULES = `
    - { name: teams, column: contracts.Team, values: { Red: ["HR/Teams/Red"], Blue: ["HR/Teams/Blue"] } }
    - { name: permanent, when: { contracts.Type: Perm }, groups: ["HR/Offices/{contracts.Office}"] }
`;

/** People in one file and contracts in another, several per person. */
async function withContracts(join: Record<string, unknown> = {}, mapping = mappingText + RULES.slice(1)): Promise<Company> {
  const c = await company({ mapping });
  for (const group of ["HR/Teams/Red", "HR/Teams/Blue", "HR/Offices/Madrid", "HR/Offices/Porto"]) c.service.addGroup(group);
  c.job({
    source: { join: [{ name: "contracts", file: "contracts.csv", key: "Person", on: "Employee ID", rows: "many", ...join }] },
  });
  return c;
}

const contracts = (...rows: string[]): string => `Person,Team,Type,Office\n${rows.join("\n")}\n`;

function groupsOf(c: Company, id: string): string[] {
  const [user] = c.accountsOf(id);
  return c.service
    .groups()
    .filter((group) => group.user_ids.includes(user?.user_id ?? ""))
    .map(({ path }) => path)
    .filter((path) => path.startsWith("HR/Teams") || path.startsWith("HR/Offices"))
    .sort();
}

test("each contract of a person gives its groups, from cells of the same row", async () => {
  const c = await withContracts();
  c.hr(people(2));
  c.place.write("contracts.csv", contracts("0001,Red,Perm,Madrid", "0001,Blue,Temp,Porto", "0002,Blue,Perm,Porto", "0009,Red,Perm,Madrid"));
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 2 } });
  expect(groupsOf(c, "0001")).toEqual(["HR/Offices/Madrid", "HR/Teams/Blue", "HR/Teams/Red"]);
  expect(groupsOf(c, "0002")).toEqual(["HR/Offices/Porto", "HR/Teams/Blue"]);
  // Another order of the contracts is no change.
  c.place.write("contracts.csv", contracts("0009,Red,Perm,Madrid", "0002,Blue,Perm,Porto", "0001,Blue,Temp,Porto", "0001,Red,Perm,Madrid"));
  expect(await c.sync()).toMatchObject({ code: 0, counts: { updates: 0, unchanged: 2, removals_pending: 0 } });
});

test("a missing contract makes its group a pending removal; missing all contracts removes nothing", async () => {
  const c = await withContracts();
  c.hr(people(2));
  c.place.write("contracts.csv", contracts("0001,Red,Perm,Madrid", "0001,Blue,Temp,Porto", "0002,Blue,Perm,Porto"));
  await c.sync();
  c.place.write("contracts.csv", contracts("0001,Red,Perm,Madrid"));
  const night = await c.sync();
  expect(night).toMatchObject({ code: 0, counts: { removals_pending: 1 } });
  expect(groupsOf(c, "0001")).toEqual(["HR/Offices/Madrid", "HR/Teams/Blue", "HR/Teams/Red"]);
  const [waiting] = (await c.run("review", "list", "--json")).json<{ person: { key: string }; group: { path: string }; why: string }[]>();
  expect(waiting).toMatchObject({ person: { key: "0001" }, group: { path: "HR/Teams/Blue" } });
  expect(waiting?.why).not.toContain(ROWS_MARK);
});

test("a contract without a key could be anyone's: no one loses a group because of the file", async () => {
  const c = await withContracts();
  c.hr(people(1));
  c.place.write("contracts.csv", contracts("0001,Red,Perm,Madrid", "0001,Blue,Temp,Porto"));
  await c.sync();
  c.place.write("contracts.csv", contracts("0001,Red,Perm,Madrid", ",Blue,Temp,Porto"));
  const night = await c.sync();
  expect(night).toMatchObject({ code: 0, counts: { removals_pending: 0 } });
  expect(c.place.read(`.rollcall/reports/${night.run}.json`)).toContain(
    "1 of 2 rows have no readable “Person”, so they could belong to anyone",
  );
});

const COST = mappingText.replace("  department: Department\n", "  department: { column: cost.Name }\n");

test("a joined file with one row per key fills fields; a key with different rows rejects its people", async () => {
  const join = { name: "cost", file: "cost.csv", key: "Code", on: "Department", rows: "one" };
  const c = await withContracts(join, COST);
  c.hr([...people(1), { id: "0002", dept: "IT" }, { id: "0003", dept: "Legal" }]);
  c.place.write("cost.csv", "Code,Name\nSales,Sales EMEA\nSales,Sales EMEA\nIT,Computers\nIT,Machines\n");
  const night = await c.sync();
  expect(night).toMatchObject({ code: 1, counts: { creates: 2, rejected: 1 } });
  expect(night.rejects).toMatchObject([{ row: 3, column: "Department", code: "several_rows" }]);
  expect(night.rejects[0]?.message).toMatch(/cost\.csv has 2 different rows for this person; the join cost expects one \(`rows: one`\)$/);
  expect(c.accountsOf("0001")[0]?.fields["department"]).toBe("Sales EMEA");
  expect(c.accountsOf("0003")[0]?.fields["department"]).toBeUndefined();
});

test("a joined file without a column of the mapping fails the run before any change", async () => {
  const c = await withContracts();
  c.hr(people(1));
  c.place.write("contracts.csv", "Person,Team,Kind,Office\n0001,Red,Perm,Madrid\n");
  const night = await c.sync();
  expect(night).toMatchObject({ code: 4, problem: { code: "missing_column" } });
  expect(night.problem?.message).toMatch(/contracts\.csv: the header lacks the column “Type”/);
  expect(c.service.users()).toEqual([]);
});

test.each(["#N/A", "NULL", "9.8E+10", "M\u{FFFD}0001"])(
  "I5: a contract with the key %s may be anyone's, and nobody is joined to it",
  async (key) => {
    const c = await withContracts();
    c.hr(people(2));
    c.place.write("contracts.csv", contracts("0001,Red,Perm,Madrid", "0001,Blue,Temp,Porto", "0002,Blue,Perm,Porto"));
    await c.sync();
    c.place.write("contracts.csv", contracts("0001,Red,Perm,Madrid", `${key},Blue,Temp,Porto`, "0002,Blue,Perm,Porto"));
    const night = await c.sync();
    expect(night.counts).toMatchObject({ removals_pending: 0 });
    expect((await c.run("runs", "show", night.run)).stdout).toContain("1 of 3 rows have no readable “Person”");
    // Nor to one with the same word in the column that is looked up.
    c.job({ source: { join: [{ name: "contracts", file: "contracts.csv", key: "Person", on: "Department", rows: "many" }] } });
    c.hr([...people(2), { id: "0003", dept: key }]);
    await c.sync();
    expect(groupsOf(c, "0003")).toEqual([]);
  },
  120_000,
);
