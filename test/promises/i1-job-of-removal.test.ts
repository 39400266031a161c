import { expect, test } from "vitest";
import { company, people, type Company } from "../helpers/company.ts";

/** A job with four eyes and two pending removals, and a copy of its job file without four eyes. */
async function fourEyes(name: string): Promise<{ c: Company; removal: string }> {
  const c = await company({ parts: { policy: { approval: { four_eyes: true } } } });
  c.hr(people(4));
  await c.sync();
  c.hr(people(4).map((person, i) => (i < 2 ? { ...person, dept: "Legal" } : person)));
  await c.sync();
  const [removal] = (await c.run("review", "list", "--json")).json<{ id: string }[]>();
  const job = JSON.parse(c.place.read("job.yaml")) as { name: string; source: object; policy: { approval: object } };
  job.policy.approval = {};
  job.name = name === "" ? job.name : name;
  job.source = { ...job.source, file: `${c.place.dir}/hr.csv` };
  c.place.write("copy/job.yaml", JSON.stringify(job));
  c.place.write("copy/mapping.yaml", c.place.read("mapping.yaml"));
  return { c, removal: removal?.id ?? "" };
}

const statuses = async (c: Company): Promise<string[]> =>
  (await c.run("review", "list", "--status", "all", "--json")).json<{ status: string }[]>().map(({ status }) => status);

test("I1: a plan with a copy of a job file does not change which policy decides its removals", async () => {
  const { c, removal } = await fourEyes("");
  expect((await c.run("plan", "copy/job.yaml", "--quiet")).code).toBe(0);
  const decided = await c.run("review", "approve", removal, "--reason", "x", "--reviewer", "eve");
  expect(decided.code).not.toBe(0);
  expect(await statuses(c)).toEqual(["pending", "pending"]);
});

test("I1: the policy of another job does not decide", async () => {
  const { c, removal } = await fourEyes("lax");
  const decided = await c.run("review", "approve", removal, "--reason", "x", "--reviewer", "eve", "--job", "copy/job.yaml");
  expect(decided.code).not.toBe(0);
  expect(decided.stdout + decided.stderr).toContain("The job file is that of the job lax, not of");
  expect(await statuses(c)).toEqual(["pending", "pending"]);
});
