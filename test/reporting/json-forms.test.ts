import { expect, test } from "vitest";
import { company } from "../helpers/company.ts";

/** What differs from one run to the next, by the form of the text. */
const CHANGING: readonly [form: RegExp, name: string][] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "ID"],
  [/\d{8}-\d{6}-[a-z0-9]{4}\b/g, "RUN"],
  [/\bR-[a-z0-9]+\b/g, "REMOVAL"],
  [/\bC-[0-9a-f]{8}\b/g, "CAUSE"],
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME"],
  [/\b[0-9a-f]{64}\b/g, "DIGEST"],
  [/http:\/\/127\.0\.0\.1:\d+/g, "SERVICE"],
  [/\/[^\s"]*rollcall-test-[A-Za-z0-9]+/g, "DIR"],
];

/** Writes JSON with a name for each part that changes. */
function frozen(value: unknown): string {
  return `${CHANGING.reduce((text, [form, name]) => text.replaceAll(form, name), JSON.stringify(value, null, 2))}\n`;
}

test("the JSON of runs, operations, rejected rows and removals keeps its form", async () => {
  const acme = await company();
  acme.hr([{ id: "0001" }, { id: "0002", dept: "IT" }, { id: "0003" }]);
  await acme.sync();
  acme.hr([
    { id: "0001", dept: "IT" },
    { id: "0002", dept: "IT", status: "Left" },
    { id: "0003" },
    { id: "0004", mail: "none" },
    { id: "0005", dept: "Unknown" },
  ]);
  const night = await acme.sync();
  const run = (await acme.run(`runs show ${night.run} --json`)).json();
  const report = JSON.parse(acme.place.read(`.rollcall/reports/${night.run}.json`)) as unknown;
  const removals = (await acme.run("review list --json")).json();
  for (const [name, value] of Object.entries({ run, report, removals }))
    await expect(frozen(value)).toMatchFileSnapshot(`json-forms/${name}.snap`);
});
