import { expect, test } from "vitest";
import { company } from "../helpers/company.ts";

interface HeldRun {
  run: string;
  held: { limit: string; setting?: { key: string; at: string; default: boolean } }[];
}

test("a limit is shown with the line of the job file that sets it, or with the key to add", async () => {
  const c = await company();
  const people = Array.from({ length: 12 }, (_, i) => ({ id: `00${i + 10}` }));
  c.hr(people);
  await c.sync();
  c.job({ policy: { limits: { shrink: 5 } } });
  c.place.write("job.yaml", JSON.stringify(JSON.parse(c.place.read("job.yaml")), null, 2));
  const line =
    c.place
      .read("job.yaml")
      .split("\n")
      .findIndex((text) => text.includes('"shrink"')) + 1;
  c.hr(people.slice(0, 9).map((person, i) => ({ ...person, ...(i < 7 ? { status: "Left" } : {}) })));
  const { run, held } = (await c.sync()) as unknown as HeldRun;
  expect(held.map(({ limit, setting }) => [limit, setting])).toEqual([
    ["deactivations", { key: "policy.limits.deactivations", at: "job.yaml", default: true }],
    ["shrink", { key: "policy.limits.shrink", at: `job.yaml:${line}`, default: false }],
  ]);
  const shown = (await c.run("runs", "show", run)).stdout;
  expect(shown).toContain("Default. To change it, add `policy.limits.deactivations` to `job.yaml`.");
  expect(shown).toContain(`Setting: \`policy.limits.shrink\` in \`job.yaml:${line}\``);
});
