import { expect, test } from "vitest";
import { company, people, type Company, type Night } from "../helpers/company.ts";

interface Note {
  code: string;
  message: string;
  rows: number;
  examples: number[];
}

const notesOf = (c: Company, night: Night): Note[] =>
  (JSON.parse(c.place.read(`.rollcall/reports/${night.run}.json`)) as { notes: Note[] }).notes;

/** Twenty people: three without a department, four with a status that the mapping does not list. */
const staff = people(20).map((one, i) => ({ ...one, ...(i < 3 ? { dept: "" } : {}), ...(i >= 16 ? { status: "Sabbatical" } : {}) }));

test("I5: every run reports blank and unmapped values with the number of affected people, not only the first", async () => {
  const c = await company();
  c.hr(people(20));
  await c.sync();
  c.hr(staff);
  const told = [
    { code: "unmapped_value", rows: 4, examples: [18, 19, 20, 21], message: expect.stringContaining("“Sabbatical”") as string },
    { code: "undecided_rule", rows: 3, examples: [2, 3, 4], message: expect.stringContaining("“Department” is blank") as string },
  ];
  expect(notesOf(c, await c.sync())).toMatchObject(told);
  const quiet = await c.sync();
  expect(quiet.counts).toMatchObject({ unchanged: 20, removals_pending: 0 });
  expect(notesOf(c, quiet).filter(({ code }) => code !== "unchanged_file")).toMatchObject(told);
  // One of them is corrected, and another row changes for another reason.
  c.hr(staff.map((one, i) => (i === 0 ? { ...one, dept: "IT" } : i === 1 ? { ...one, last: "Other" } : one)));
  expect(notesOf(c, await c.sync())).toMatchObject([told[0], { ...told[1], rows: 2, examples: [3, 4] }]);
});
