import { expect, test } from "vitest";
import { company, people, staff, until, type Company, type Employee } from "../helpers/company.ts";
import { create } from "../promises/creates.ts";

const four = people(4);
const newcomers: Employee[] = [...four, { id: "0005" }, { id: "0006", dept: "IT" }];

/** A company whose first run is killed after the service has created four accounts and answered none of the requests. */
async function killedFirstRun(employees: readonly Employee[] = four): Promise<Company> {
  const c = await company({ parts: { service: { rate: { per_second: 500, in_flight: 3 }, identities: { settle: "0s" } } } });
  c.hr(employees);
  // The first create alone shows how the service answers.
  c.service.failNext({ ...create, nth: 2, delayMs: 30_000, when: "after", times: 3 });
  const child = await c.start("sync job.yaml");
  await until(() => c.service.users().length === 4);
  child.kill("SIGKILL");
  await new Promise((resolve) => child.on("close", resolve));
  c.service.clearFaults();
  return c;
}

async function night(c: Company, employees: readonly Employee[]) {
  c.hr(employees);
  const result = await c.sync();
  const held = c.operations(result.run).filter(({ status }) => status === "held");
  return { ...result, heldPeople: held.map(({ key, code }) => [key, code]) };
}

test("I2: accounts of a killed first run do not hold the next one, and stay reserved until they are resolved", async () => {
  const c = await killedFirstRun();
  const open = ["0002", "0003", "0004"].map((key) => [key, "unsettled_create"]);
  const second = await night(c, newcomers);
  expect(second.status).toBe("completed");
  expect(second.heldPeople).toEqual([...open, ["0005", "equal_groups_unsettled"]]);
  // After a completed run they stay reserved, also when an unrelated account of the same groups appears.
  c.service.addUser({ username: "stranger" }, [staff, "HR/Departments/Sales"]);
  expect((await night(c, newcomers)).heldPeople).toEqual([...open, ["0005", "equal_groups_unsettled"]]);
  expect(c.service.users()).toHaveLength(6);

  for (const [key = ""] of open) {
    const linked = await c.run(
      "identities",
      "link",
      "job.yaml",
      key,
      String(c.accountsOf(key)[0]?.["user_id"]),
      "--yes",
      "--reason",
      "Looked it up",
    );
    expect([linked.code, linked.stderr]).toEqual([0, expect.any(String)]);
  }
  const last = await night(c, newcomers);
  expect(last).toMatchObject({ code: 0, heldPeople: [] });
  expect(c.accountsOf("0005")).toHaveLength(1);
  expect(c.service.users()).toHaveLength(7);
}, 120_000);

test("I2: more accounts of the same groups than unconfirmed creates put the next run on hold as unknown accounts", async () => {
  const c = await killedFirstRun();
  c.service.addUser({ username: "stranger" }, [staff, "HR/Departments/Sales"]);
  const second = await night(c, newcomers);
  expect(second).toMatchObject({ code: 3, held: [{ limit: "unknown_accounts", found: 4 }] });
  expect(c.service.users()).toHaveLength(5);
}, 120_000);

test("I2: a killed first run that resumes sends no create with the groups of its own unconfirmed creates", async () => {
  const c = await killedFirstRun(newcomers);
  const [stopped] = (await c.run("runs", "list", "--json")).json<{ run: string }[]>();
  const resumed = await c.night("runs resume", [stopped?.run ?? ""]);
  const held = c.operations(resumed.run).filter(({ status }) => status === "held");
  expect(held.map(({ key, code }) => [key, code])).toEqual([["0005", "equal_groups_unsettled"]]);
  expect(c.accountsOf("0005")).toEqual([]);
  expect(c.accountsOf("0006")).toHaveLength(1);
}, 120_000);
