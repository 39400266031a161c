import { expect, test } from "vitest";
import { company, people, rowOf } from "../helpers/company.ts";
import { check } from "../helpers/check.ts";

test("check counts neither rejected rows nor duplicates as usable", async () => {
  const c = await company();
  const shared = { mail: "info@acme.example" };
  c.hr([{ id: "0001", ...shared }, { id: "0001", ...shared }, { id: "0002", ...shared }, { id: "0003" }, { id: "0003" }]);
  expect(await check(c)).toMatchObject({ rows: 5, usable: 1, joiners: 1, counts: { rejected: 2, duplicates: 2, creates: 1 } });
  expect((await c.run("check", "job.yaml")).stdout).toMatch(/5 rows, 1 of them usable\.\n.*Duplicate rows, counted once: 2\./);
}, 120_000);

test("check and sync say how many reasons their lists leave out", async () => {
  const c = await company();
  c.hr([{ id: "x" }, ...people(10_003).map((one) => rowOf({ ...one, first: "" }))]);
  const checked = await check(c);
  expect(checked).toMatchObject({ rejected: 10_003, rejectsNotListed: 3 });
  expect(checked.rejects).toHaveLength(10_000);
  expect((await c.run("check", "job.yaml")).stdout).toContain("… and 9,983 more: --json lists the first 10,000");
  c.hr([{ id: "x" }, { id: "y", first: "" }]);
  expect(await check(c)).toMatchObject({ rejected: 1, rejectsNotListed: 0 });
  expect(await c.sync()).not.toHaveProperty("rejects_not_listed");
}, 240_000);

test("runs show names people of each kind in a run on hold, however many others come first", async () => {
  const c = await company();
  c.hr(people(60));
  await c.sync();
  c.job({ policy: { limits: { deactivations: "10%" } } });
  c.hr([...people(2010, 1001), ...people(60).map((one) => ({ ...one, status: "Left" }))]);
  const held = await c.sync();
  expect(held).toMatchObject({ status: "held", counts: { creates: 2010, deactivations: 60 } });
  const shown = (await c.run("runs", "show", held.run)).stdout;
  expect(shown).toMatch(/Leavers: 60\n {2}− First0001 Last0001 \(0001\) {2}row 2012\n/);
  expect(shown).toContain("… and 48 more");
  expect(shown).toMatch(/New accounts: 2,010\n {2}\+ First1001 Last1001 \(1001\)/);
  const kinds = Map.groupBy(c.operations(held.run), ({ kind }) => kind);
  expect([kinds.get("create")?.length, kinds.get("deactivate")?.length]).toEqual([2000, 50]);
}, 240_000);
