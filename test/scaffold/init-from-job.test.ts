import { expect, test } from "vitest";
import { company } from "../helpers/company.ts";
import { standIn } from "../stand-ins/server.ts";

const person = (n: number): Record<string, unknown> => ({
  "Employee ID": `000${n}`,
  "First Name": "Ana",
  "Last Name": `Berg${n}`,
  Email: `p${n}@example.com`,
  Department: n % 2 === 0 ? "IT" : "Sales",
  Status: n === 3 ? "Terminated" : "Active",
});

test("init --from writes the mapping of a job from a live answer, and keeps no copy of it", async () => {
  const hr = await standIn(() => ({ body: { data: [1, 2, 3, 4, 5].map(person) } }));
  const c = await company();
  c.job({ source: { file: undefined, http: { url: `${hr.url}/people`, private_network: true, rows: "/data" } } });
  const before = c.place.read("job.yaml");
  const taken = await c.place.run(["init", "--from", "job.yaml", "--yes", "--key", "Employee ID"]);
  expect(taken).toMatchObject({ code: 2 });
  expect(taken.stderr).toContain("mapping.yaml already exists. Nothing was written.");
  const made = await c.place.run(["init", "--from", "job.yaml", "--yes", "--force", "--key", "Employee ID"]);
  expect(made.stderr).toBe("");
  expect(made.stdout).toContain("Wrote mapping.yaml");
  expect(made.stdout).toContain("from 5 rows");
  expect(c.place.read("job.yaml")).toBe(before);
  expect(c.place.read("mapping.yaml")).toMatch(/^key: Employee ID/m);
  expect((await c.sync()).counts).toMatchObject({ creates: 4 });
});

test("init --from refuses a job with a file, and a file beside it", async () => {
  const c = await company();
  expect((await c.place.run(["init", "--from", "job.yaml"])).stderr).toContain(
    "The job job.yaml has no `source.http`. Nothing was written.",
  );
  expect((await c.place.run(["init", "hr.csv", "--from", "job.yaml"])).stderr).toContain("--from can't be used with a file");
  expect((await c.place.run(["init"])).stderr).toContain("init needs the name of a file, or --from JOB. Nothing was written.");
});
