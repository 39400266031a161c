import { inEnglish } from "../helpers/facts.ts";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Person } from "../../src/domain/person.ts";
import type { Reject } from "../../src/domain/record.ts";
import { loadMapping } from "../../src/mapping/load.ts";
import { openCsv } from "../../src/source/csv/csv.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

async function run(
  mappingName: string,
  exportName: string,
): Promise<{ people: Person[]; rejects: ReturnType<typeof inEnglish<Reject>>[] }> {
  const mapping = await loadMapping(`mappings/${mappingName}.yaml`, root);
  const source = await openCsv(`${root}/test/exports/${exportName}.csv`, { delimiter: null, encoding: null });
  const places = mapping.bind(source.header);
  const people: Person[] = [];
  const rejects: Reject[] = [];
  for await (const batch of source.rows()) {
    for (const row of batch) {
      const outcome = mapping.map(
        row.row,
        places.map((place) => row.cells[place]),
      );
      if ("person" in outcome) people.push(outcome.person);
      else rejects.push(...outcome.rejects);
    }
  }
  return { people, rejects: rejects.map(inEnglish) };
}

test("workday-like-1000.csv has 1,000 rows of 624 keys, 265 of them on several rows, and 359 usable rows", async () => {
  const { people, rejects } = await run("workday-like", "workday-like-1000");
  expect(rejects).toEqual([]);
  expect(people.length).toBe(1000);
  const perKey = Map.groupBy(people, (person) => person.key);
  expect(perKey.size).toBe(624);
  expect([...perKey.values()].filter((rows) => rows.length > 1).length).toBe(265);
  expect([...perKey.values()].filter((rows) => rows.length === 1).length).toBe(359);
  expect(people[0]?.user["email"]).toBe("emp1222@example.com");
});

test("workday-like-5.csv is clean, with its trailing space", async () => {
  const { people, rejects } = await run("workday-like", "workday-like-5");
  expect([people.length, rejects.length]).toEqual([5, 0]);
});

test("hris-demo-50.csv has 48 active people, of whom 5 are on long leave, and 2 who left", async () => {
  const { people, rejects } = await run("hris-demo", "hris-demo-50");
  expect(rejects).toEqual([]);
  expect(people.filter((person) => person.active === true).length).toBe(48);
  expect(people.filter((person) => person.active === false).length).toBe(2);
  expect(people.filter((person) => person.groups.some((claim) => claim.group === "HR/On leave")).length).toBe(5);
  expect(people.flatMap((person) => person.undecided)).toEqual([]);
});

test("listed-groups-69.csv gives 91 memberships of 10 groups to 69 people", async () => {
  const { people } = await run("listed-groups", "listed-groups-69");
  expect(people.length).toBe(69);
  expect(people.flatMap((person) => person.groups).length).toBe(91);
  expect(new Set(people.flatMap((person) => person.groups.map((claim) => claim.group))).size).toBe(10);
});

test("ragged-7.csv has three usable rows and four rejected ones with reasons", async () => {
  const { people, rejects } = await run("ragged", "ragged-7");
  expect(people.map((person) => person.user["last_name"])).toEqual(["TownSnd", "Wizard", "Wizard"]);
  expect(rejects).toEqual([
    { row: 2, column: "email", code: "invalid_email", message: "email: “dwizardexample.com” is not an e-mail address" },
    { row: 3, column: "firstname", code: "missing_value", message: "first_name is required: “firstname” is blank" },
    { row: 4, column: "lastname", code: "missing_value", message: "last_name is required: “lastname” is blank" },
    { row: 5, column: "email", code: "invalid_email", message: "email: “dtownsend#example.com” is not an e-mail address" },
  ]);
});

test("the worked example mappings/workday.yaml compiles", async () => {
  const mapping = await loadMapping("mappings/workday.yaml", root);
  expect(mapping.columns[0]).toBe("Employee ID");
  expect(mapping.isManaged("HR/Managers", "x")).toBe(true);
  expect(mapping.isManaged("HR", "x")).toBe(false);
  expect([...mapping.sensitiveFields]).toEqual(["date_of_birth", "national_id"]);
});
