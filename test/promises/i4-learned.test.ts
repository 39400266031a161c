import { expect, onTestFinished, test } from "vitest";
import { teamCompany } from "../helpers/team-company.ts";

const sales = "HR/Departments/Sales";
const marketing = "HR/Departments/Marketing";

test("I4: a membership that only the refusal of a removal named is pending after the next run", async () => {
  const acme = await teamCompany();
  onTestFinished(() => acme.close());
  acme.job("group_removals: review");
  acme.file([{ id: "a", department: "Sales" }]);
  await acme.sync();
  acme.file([{ id: "a", department: "Legal" }]);
  await acme.sync();
  await acme.removals();
  acme.sandbox.failNext({ method: "PUT", path: "/users", status: 404 });
  expect((await acme.approve(acme.idOf("a", sales))).code).toBe(1);
  // Someone adds the person to another managed group while the list of groups, which lacks that, is on its way.
  acme.sandbox.clearRequests();
  acme.sandbox.failNext({ method: "GET", path: "/groups", delayMs: 3000, when: "after", nth: 3 });
  const applied = acme.sync();
  const lists = () => acme.sandbox.requests().filter(({ method, path }) => method === "GET" && path.includes("/groups"));
  await expect.poll(() => lists().length, { timeout: 30_000, interval: 100 }).toBe(3);
  acme.sandbox.addMember(marketing, acme.userId("a"));
  expect((await applied).code).toBe(0);
  expect(acme.groupsOf("a")).toContain(marketing);
  expect(acme.groupsOf("a")).not.toContain(sales);
  await acme.sync();
  expect((await acme.removals()).map(({ person, group }) => `${person.key} ${group.path}`)).toEqual([`a ${marketing}`]);
}, 120_000);
