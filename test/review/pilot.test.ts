import { expect, test } from "vitest";
import { ids, inDepartment, inside } from "./inside.ts";

test("I1: between two runs, nothing is applied for people outside of a pilot, before its first run and after it", async () => {
  const job = await inside();
  await job.night(inDepartment("Sales", ...ids(3)));
  await job.night([...inDepartment("Marketing", "p1", "p2"), ...inDepartment("Sales", "p3")]);
  const removals = [await job.removal("p1", "HR/Departments/Sales"), await job.removal("p2", "HR/Departments/Sales")];
  expect((await job.decide(removals, "approved")).decided).toHaveLength(2);
  const file = "jobs/nightly.yaml";
  job.acme.place.write(file, `${job.acme.place.read(file).trimEnd()}\npilot: { keys: [p2] }\n`);
  await job.due();
  expect(await Promise.all(removals.map(async (removal) => (await job.again(removal)).status))).toEqual(["approved", "approved"]);
  await job.night([...inDepartment("Marketing", "p1", "p2"), ...inDepartment("Sales", "p3")]);
  await job.due();
  expect(await Promise.all(removals.map(async (removal) => (await job.again(removal)).status))).toEqual(["approved", "applied"]);
  expect(job.acme.groupsOf("p1")).toContain("HR/Departments/Sales");
  expect(job.acme.groupsOf("p2")).not.toContain("HR/Departments/Sales");
});
