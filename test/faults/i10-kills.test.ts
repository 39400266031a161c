import { expect, test } from "vitest";
import { accounted, company, departments, mailOf, people, staff, until } from "../helpers/company.ts";

test("I10: killed repeatedly at any instant, the run ends with one account per person, as HR says", async () => {
  const c = await company({ parts: { service: { rate: { per_second: 60, in_flight: 4 }, identities: { settle: "1s" } } } });
  const everybody = people(60).map((person, i) => ({ ...person, dept: departments[i % 3] ?? "" }));
  c.hr(everybody.map((person) => ({ ...person, dept: "Sales" })));
  const startAndKill = async (args: string[], ms: number): Promise<void> => {
    const child = await c.place.start(args);
    const ended = new Promise((resolve) => child.on("close", resolve));
    const sent = c.userCalls().length;
    // From the first request on, so that a slow machine kills at the same places; early kills hit the start itself.
    if (ms > 100) await until(() => c.userCalls().length > sent || child.exitCode !== null);
    await new Promise((resolve) => setTimeout(resolve, ms));
    child.kill("SIGKILL");
    await ended;
  };
  for (const ms of [60, 150, 330]) await startAndKill(["sync", "job.yaml"], ms);
  c.hr(everybody);
  await startAndKill(["sync", "job.yaml"], 270);
  const [last] = (await c.run("runs", "list", "--json")).json<{ run: string; status: string }[]>();
  // A create in flight at a kill leaves an unknown account: the first run goes on hold for a person.
  const night = last?.status === "interrupted" ? await c.night("runs resume", [last.run]) : await c.sync();
  const final = night.status === "held" ? await c.night("runs approve", [night.run, "--reason", "looked at it"]) : night;
  expect(final.status).toBe("completed");
  // People whose groups were reserved follow once the unconfirmed creates before them are settled: within two more runs.
  let settled = await c.sync();
  for (let more = 2; more > 0 && settled.counts["creates"] !== 0; more -= 1) {
    expect(settled).toMatchObject({ status: "completed", counts: { failed: 0 } });
    settled = await c.sync();
  }
  // People whose create a kill interrupted wait for a person, which the exit code reports.
  expect(settled).toMatchObject({ code: settled.counts["held"] === 0 ? 0 : 1, counts: { creates: 0, failed: 0, uncertain: 0 } });
  expect(accounted(settled.counts)).toBe(60);

  const users = new Map(c.service.users().map((user) => [user.username, user]));
  expect(users.size).toBe(c.service.users().length);
  const { links, unsettled } = (await c.run("identities", "list", "job.yaml", "--json")).json<{
    links: { key: string; user_id: string }[];
    unsettled: { key: string }[];
  }>();
  // Before the first completed run, an unconfirmed create reserves its groups: others with the same groups wait for it.
  const held = c.operations(settled.run).filter(({ status }) => status === "held");
  const waiting = held.filter(({ code }) => code === "equal_groups_unsettled").map(({ key }) => key);
  expect([...links.map(({ key }) => key), ...unsettled.map(({ key }) => key), ...waiting].sort()).toEqual(everybody.map(({ id }) => id));
  expect(held).toHaveLength(unsettled.length + waiting.length);
  expect(unsettled.length).toBeLessThanOrEqual(4 * 4);
  for (const person of everybody) {
    const posts = c.userCalls("POST").filter(({ body }) => body["username"] === mailOf(person));
    expect(posts.length, `for ${person.id}`).toBeLessThanOrEqual(1);
    const link = links.find(({ key }) => key === person.id);
    if (link === undefined) continue;
    const user = users.get(mailOf(person));
    expect(user?.user_id).toBe(link.user_id);
    expect(user?.fields["department"]).toBe(person.dept);
    expect(user?.groups).toEqual(expect.arrayContaining([staff, `HR/Departments/${person.dept}`]));
  }
  expect(c.userCalls("PUT").filter(({ body }) => "confirm_group_removal" in body)).toEqual([]);
}, 120_000);
