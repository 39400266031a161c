import { expect, test } from "vitest";
import { compileMapping } from "../../src/mapping/compile.ts";
import { byCause } from "../../src/reporting/removals/causes.ts";
import { evidenceOf } from "../../src/reporting/removals/evidence.ts";
import { removalReason } from "../../src/reporting/removals/why.ts";
import { findMappingVersion, findRun } from "../../src/store/runs/runs.ts";
import { listRemovals, type Removal } from "../../src/store/review/removals.ts";
import { usualMapping } from "../helpers/team-company.ts";
import { ids, inDepartment, inside } from "./inside.ts";

const reasonOf = (removal: Removal): string => removalReason(removal.group_path, [evidenceOf(removal)]);

const sales = "HR/Departments/Sales";

test("a renamed value is one cause with an alias; who follows on a later night joins it; pasted, nobody loses the group", async () => {
  const here = await inside();
  const { acme, state } = here;
  const everybody = ids(6);
  acme.sandbox.addGroup("HR/Departments/Sales – EMEA");
  await here.night(inDepartment("Sales", ...everybody));
  const late = everybody.slice(5);
  const early = everybody.slice(0, 5);
  await here.night([...inDepartment("Sales – EMEA", ...early), ...inDepartment("Sales", ...late)]);
  const pending = () => listRemovals(state.db, { status: ["pending"] });
  const [cause] = byCause(await pending());
  expect(cause).toMatchObject({
    kind: "renamed",
    sentence: "5 people lose the group HR/Departments/Sales; 5 of them gain HR/Departments/Sales – EMEA: renamed?",
    code: "removal.value_changed",
    text: "Department changed from “Sales” to “Sales – EMEA”. HR's data no longer puts these people in the group HR/Departments/Sales.",
  });
  await here.night(inDepartment("Sales – EMEA", ...everybody));
  expect(byCause(await pending()).map(({ id, people }) => [id, people.length])).toEqual([[cause?.id, 6]]);

  const yaml = cause?.alias?.yaml ?? "";
  expect(yaml).toBe(
    `    - name: "department: HR/Departments/Sales under its new name"\n      when: { "Department": "Sales – EMEA" }\n      groups: ["HR/Departments/Sales"]\n`,
  );
  compileMapping(usualMapping + yaml, "mapping.yaml");
  acme.mapping(usualMapping + yaml);
  await here.night(inDepartment("Sales – EMEA", ...everybody));
  expect(await pending()).toEqual([]);
  for (const key of everybody) expect(acme.groupsOf(key)).toEqual(expect.arrayContaining([sales, "HR/Departments/Sales – EMEA"]));
  expect(acme.confirmed()).toEqual([]);
}, 120_000);

test("a split value is one cause with the counts of each part, and one alias for all parts", async () => {
  const here = await inside();
  const everybody = ids(7);
  await here.night(inDepartment("Sales", ...everybody));
  await here.night([...inDepartment("Marketing", ...everybody.slice(0, 4)), ...inDepartment("Legal", ...everybody.slice(4))]);
  const [cause, ...others] = byCause(await listRemovals(here.state.db, { status: ["pending"] }));
  expect(others).toEqual([]);
  expect(cause).toMatchObject({
    kind: "split",
    sentence:
      "7 people lose the group HR/Departments/Sales; 4 of them gain HR/Departments/Marketing and 3 of them gain HR/Departments/Legal: split?",
    text:
      "Department changed from “Sales” to “Marketing” for 4 people and Department changed from “Sales” to “Legal” for 3 people. " +
      "HR's data no longer puts these people in the group HR/Departments/Sales.",
  });
  const compiled = compileMapping(usualMapping + (cause?.alias?.yaml ?? ""), "mapping.yaml");
  for (const department of ["Marketing", "Legal"]) {
    const cells = compiled.columns.map(
      (column) =>
        ({ ID: "p1", First: "Kim", Status: "Active", Staff: "Yes", Manager: "No", Site: "Home", Teams: "Atlas" })[column] ?? department,
    );
    const mapped = compiled.map(2, cells);
    expect("person" in mapped && mapped.person.groups.map(({ group }) => group)).toContain(sales);
  }
}, 120_000);

test("people who move each have their own cause; a row that changed back, a changed rule and a membership by hand are told apart", async () => {
  const here = await inside();
  const { acme, state } = here;
  const stay = ids(8, "s");
  await here.night(inDepartment("Sales", "p1", "p2", "p3", ...stay));
  await here.night([...inDepartment("Marketing", "p1"), ...inDepartment("Legal", "p2"), ...inDepartment("Sales", "p3", ...stay)], "ana");
  acme.sandbox.addMember("HR/Managers", acme.userId("p3"));
  await here.night([...inDepartment("Sales", "p1", "p3", ...stay), ...inDepartment("Legal", "p2")]);
  const causes = byCause(await listRemovals(state.db, { status: ["pending"] }));
  const kindOf = (key: string) => causes.find(({ people }) => people.some((removal) => removal.key === key))?.kind;
  expect([kindOf("p1"), kindOf("p2"), kindOf("p3")]).toEqual(["changed_back", "moved", "added_by_hand"]);
  expect(new Set(causes.map(({ id }) => id)).size).toBe(3);
  expect(reasonOf(await here.removal("p1", "HR/Departments/Marketing"))).toContain("The row is back to its values before the last change.");
  // Bringing p1's old department back answers the removal that waited for it.
  await expect(here.removal("p1", sales)).rejects.toThrow("no pending removal");

  acme.mapping(`# a line more\n${usualMapping.replace('groups: ["HR/All staff"]', 'groups: ["HR/Sites/Madrid"]')}`);
  const run = await here.night([...inDepartment("Sales", "p1", "p3", ...stay), ...inDepartment("Legal", "p2")], "carla");
  const staff = await here.removal("s1", "HR/All staff");
  expect(reasonOf(staff)).toBe("The rules changed. They no longer put this person in the group HR/All staff.");
  expect(evidenceOf(staff)).toMatchObject({
    rules: [],
    formerly: [{ rule: "staff", at: expect.stringMatching(/mapping\.yaml:11$/) as string }],
  });

  const stored = await findRun(state.db, run.id);
  expect(stored?.started_by).toBe("carla");
  expect(await findMappingVersion(state.db, "nightly", stored?.context ?? "")).toMatchObject({
    first_by: "carla",
    text: expect.stringContaining("# a line more"),
  });
  const [version] = await state.db
    .selectFrom("job_version")
    .selectAll()
    .where("digest", "=", stored?.job_digest ?? "")
    .execute();
  expect(version?.text).toContain('refresh_token: "(not stored)"');
  expect(version?.text).not.toContain(acme.sandbox.issueRefreshToken());
}, 120_000);
