import { expect, test } from "vitest";
import { company, mappingText, until, type Company } from "../helpers/company.ts";

const mapping = mappingText.replace("groups:\n", 'groups:\n  unknown: create\n  create: { below: ["HR/Departments/*"] }\n');
const retry = { attempts: 3, delay: "50ms", max_delay: "200ms", give_up: "10m" };

const sent = (c: Company): number =>
  c.service.requests().filter(({ method, path }) => method === "POST" && path.endsWith("/groups")).length;
const there = (c: Company): number => c.service.groups().filter(({ path }) => path === "HR/Departments/Research").length;

/** Kills a run while its create of a group is in flight. */
async function killed(c: Company, arrived: () => boolean): Promise<void> {
  c.hr([{ id: "0001", dept: "Research" }]);
  const child = await c.start("sync job.yaml");
  const gone = new Promise((resolve) => child.on("close", resolve));
  await until(arrived);
  child.kill("SIGKILL");
  await gone;
  c.service.clearFaults();
}

test("I2: killed after the service created a group, the next run finds it and creates no second one", async () => {
  const c = await company({ mapping, parts: { service: { retry } } });
  c.service.failNext({ method: "POST", path: "/groups$", delayMs: 60_000, when: "after" });
  await killed(c, () => there(c) === 1);
  expect(await c.sync()).toMatchObject({ status: "completed", counts: { creates: 1, done: 1, groups_proposed: 0 } });
  expect([sent(c), there(c)]).toEqual([1, 1]);
  expect(c.accountsOf("0001")[0]?.groups).toContain("HR/Departments/Research");
  const actions = await c.look(({ db }) => db.selectFrom("audit").select("action").where("action", "like", "group%").execute());
  expect(actions).toEqual([{ action: "group_created" }]);
}, 120_000);

test("I2: killed before the service created a group, the next run waits, and a later one sends it again", async () => {
  const c = await company({ mapping, parts: { service: { retry } } });
  c.service.failNext({ method: "POST", path: "/groups$", delayMs: 60_000, reset: true });
  await killed(c, () => sent(c) === 1);
  expect(await c.sync()).toMatchObject({ status: "completed", counts: { creates: 1, groups_created: 0, groups_proposed: 1 } });
  expect([sent(c), there(c)]).toEqual([1, 0]);
  c.clock.step(11 * 60_000);
  expect(await c.sync()).toMatchObject({ status: "completed", counts: { updates: 1, groups_created: 1, groups_proposed: 0 } });
  expect([sent(c), there(c)]).toEqual([2, 1]);
}, 120_000);
