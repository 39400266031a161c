import { expect, test } from "vitest";
import { company, type Result } from "../helpers/company.ts";
import { CASES, DEFAULT_MAPPING } from "./cases.ts";

/** Files and mappings that broke a run once, from public reports of the field, each with the right answer. */
const FOLDER = "HR/Departments/";

for (const example of CASES) {
  test(`answers ${example.title}`, async () => {
    const { mapping = DEFAULT_MAPPING, source = {} } = example;
    const c = await company({
      mapping,
      parts: { source: { file: "e-*.csv", ...source }, policy: { limits: {}, group_removals: "review", absent: "report" } },
    });
    for (const name of ["Finance", "Engineering", "Marketing"]) c.service.addGroup(`${FOLDER}${name}`);
    for (const step of example.steps) {
      for (const [name, content] of Object.entries(step.files ?? {})) c.place.write(name, content);
      c.clock.step(1000);
      const result = await c.run(`${step.command ?? "sync job.yaml"} --json`);
      const output = result.stdout + result.stderr;
      expect({ code: result.code, output }).toMatchObject({ code: step.code });
      if (!output.includes('"counts"')) {
        for (const said of step.says ?? []) expect(output).toMatch(said);
        continue;
      }
      const run = result.json<Result>();
      const told = output + (run.report === null ? "" : c.place.read(`.rollcall/reports/${run.run}.json`));
      for (const said of step.says ?? []) expect(told).toMatch(said);
      if (step.status !== undefined) expect(run.status).toBe(step.status);
      if (step.counts !== undefined) expect(run.counts).toMatchObject(step.counts);
      if (step.rejects !== undefined) {
        expect(Object.fromEntries(run.rejects.map(({ row, code }) => [row, code]))).toEqual(step.rejects);
      }
    }
    const accounts = c.service.users().map(({ username, active, fields, groups }) => {
      const departments = groups.map((path) => path.slice(FOLDER.length));
      return [username, [active ? "active" : "inactive", fields["last_name"], ...departments].join(" ")];
    });
    expect(Object.fromEntries(accounts)).toEqual(example.accounts);
  });
}
