import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { company, departments, people, type Employee } from "../helpers/company.ts";

const sales = `HR/Departments/${departments[0]}`;

test("I1: a decision is not applied on the facts before a run that a power failure lost", async () => {
  const c = await company();
  const data = join(c.place.dir, ".rollcall", "database");
  const hr = (first: Partial<Employee>): void => c.hr(people(3).map((one, i) => ({ ...one, dept: "Sales", ...(i === 0 ? first : {}) })));
  const isIn = (): boolean => c.accountsOf("0001")[0]?.groups.includes(sales) === true;
  c.job();
  hr({});
  await c.sync();
  hr({ dept: "IT" });
  await c.sync();
  const [removal] = (await c.run("review list --json")).json<{ id: string }[]>();
  await c.place.reopen();
  cpSync(data, `${data}.before`, { recursive: true });
  c.clock.step(86_400_000);
  hr({});
  await c.sync();
  await c.place.reopen();
  rmSync(data, { recursive: true });
  cpSync(`${data}.before`, data, { recursive: true });
  const approved = await c.run("review", "approve", removal?.id ?? "", "--reason", "moved", "--reviewer", "Ana", "--json");
  expect(approved).toMatchObject({ code: 1 });
  expect(isIn()).toBe(true);
  c.clock.step(86_400_000);
  expect(await c.sync()).toMatchObject({ code: 0, counts: { unchanged: 2 } });
  expect(isIn()).toBe(true);
});
