import { expect, test } from "vitest";
import { accounted, company, departments, people, until } from "../helpers/company.ts";
import { unlinked, wellLinked } from "./null-answers.ts";

/** People spread over departments, so that a few sets of groups are shared by many. */
const spread = (n: number) => people(n).map((person, i) => ({ ...person, dept: departments[i % departments.length] ?? "Sales" }));

test("I2: where the service answers null, everybody's account is found in the groups, with few calls more", async () => {
  const c = await company(unlinked);
  c.hr(spread(60));
  const night = await c.sync();
  expect(night).toMatchObject({ code: 0, status: "completed", counts: { creates: 60, done: 60, uncertain: 0, held: 0 } });
  const { links, unsettled } = await wellLinked(c);
  expect(links).toHaveLength(60);
  expect(new Set(links.map(({ source }) => source))).toEqual(new Set(["observed"]));
  expect(unsettled).toEqual([]);
  expect(c.userCalls("POST")).toHaveLength(60);
  // What the plan itself reads, before the first create, is the same with and without ids in the answers.
  const sent = c.service.requests();
  const afterFirst = sent.slice(sent.findIndex(({ method, path }) => method === "POST" && path.includes("/users")));
  const readings = afterFirst.filter(({ method, path }) => method === "GET" && path.includes("/groups"));
  expect(readings.length).toBeGreaterThan(0);
  expect(readings.length).toBeLessThanOrEqual(2 * 60);
  // They are known as well as others: nothing changes the next night, and a change reaches the right account.
  expect(await c.sync()).toMatchObject({ counts: { unchanged: 60, updates: 0 } });
  c.hr(spread(60).map((person) => (person.id === "0007" ? { ...person, first: "Renamed" } : person)));
  expect(await c.sync()).toMatchObject({ counts: { updates: 1, done: 1 } });
  expect(c.accountsOf("0007")[0]?.fields["first_name"]).toBe("Renamed");
}, 180_000);

test("I2: accounts that somebody else puts into the same groups meanwhile are never taken for a joiner's", async () => {
  const c = await company(unlinked);
  const joiners = 120;
  c.hr(spread(joiners));
  const night = c.sync();
  let strangers = 0;
  // Somebody makes accounts by hand in exactly the joiners' groups, while the run is at it.
  const meddling = setInterval(() => {
    if (c.userCalls("POST").length < 10 * (strangers + 1) || strangers >= 20) return;
    strangers += 1;
    c.service.addUser({ username: `stranger${strangers}` }, [
      "HR/All staff",
      `HR/Departments/${departments[strangers % departments.length]}`,
    ]);
  }, 1);
  const { counts } = await night.finally(() => clearInterval(meddling));
  expect(strangers).toBeGreaterThan(0);
  expect(accounted(counts)).toBe(joiners);
  const first = await wellLinked(c);
  expect(first.links.length + first.unsettled.length).toBeLessThanOrEqual(joiners);
  const strange = new Set(
    c.service
      .users()
      .filter(({ username }) => username.startsWith("stranger"))
      .map(({ user_id }) => user_id),
  );
  expect(first.links.filter(({ user_id }) => strange.has(user_id))).toEqual([]);

  // Nights without strangers: whoever is not linked waits for a person, or for one who does, with a reason.
  await c.sync();
  const last = await c.sync();
  const { links, unsettled } = await wellLinked(c);
  const held = c.operations(last.run).filter(({ status }) => status === "held");
  expect(links.length + held.length).toBe(joiners);
  for (const operation of held) expect(["unsettled_create", "equal_groups_unsettled"]).toContain(operation.code);
  // A person says which account is whose; then everybody gets one.
  for (const { key } of unsettled) {
    const [made] = c.accountsOf(key);
    expect((await c.run("identities", "link", "job.yaml", key, made?.user_id ?? "")).code).toBe(0);
  }
  await c.sync();
  expect((await wellLinked(c)).unsettled.length + (await wellLinked(c)).links.length).toBeGreaterThan(links.length);
}, 300_000);

test("I2: a create that no reading can show is held, not sent", async () => {
  const c = await company({ ...unlinked, hideUserIds: ["HR/Departments/Legal", "HR/All staff"] });
  c.hr([...people(2), { id: "0003", dept: "Legal" }, { id: "0004", dept: "IT" }]);
  const night = await c.sync();
  expect(night.counts).toMatchObject({ done: 3, held: 1, uncertain: 0 });
  expect(c.operations(night.run).find(({ key }) => key === "0003")).toMatchObject({ status: "held", code: "no_readable_group" });
  await wellLinked(c);
}, 120_000);

test("I2: a lost create is sent again once the groups prove that nothing came of it, and not before", async () => {
  const c = await company({ parts: { service: { identities: { settle: "10s" } } } });
  c.hr(people(3));
  c.service.failNext({ method: "POST", path: "/users$", reset: true, when: "before" });
  const night = await c.sync();
  expect(night.counts).toMatchObject({ uncertain: 1, done: 2 });
  expect((await c.sync()).counts).toMatchObject({ held: 1, creates: 0 });
  c.clock.step(10_000);
  expect((await c.sync()).counts).toMatchObject({ held: 0, creates: 1, done: 1 });
  expect((await wellLinked(c)).links).toHaveLength(3);
}, 120_000);

test("I2: a lost create whose account appeared is linked to it, unless a stranger appeared too", async () => {
  for (const stranger of [false, true]) {
    const c = await company({ parts: { service: { identities: { settle: "0s" } } } });
    c.hr(people(2));
    await c.sync();
    c.hr(people(3));
    c.service.failNext({ method: "POST", path: "/users$", status: 500, when: "after" });
    if (stranger) c.service.addUser({ username: "stranger" }, ["HR/Departments/IT"]);
    // The reading before the create has seen the stranger already; this one comes after it.
    const night = c.sync();
    if (stranger) {
      await until(() => c.userCalls("POST").length === 3);
      c.service.addUser({ username: "another" }, ["HR/Departments/IT"]);
    }
    const { counts } = await night;
    const settled = await c.sync();
    if (!stranger) {
      expect(counts).toMatchObject({ uncertain: 0, done: 1 });
      expect((await wellLinked(c)).links).toHaveLength(3);
    } else if (counts["uncertain"] === 1) {
      expect(settled.counts).toMatchObject({ held: 1, creates: 0 });
      expect((await wellLinked(c)).unsettled).toMatchObject([{ key: "0003" }]);
    }
    expect(c.userCalls("POST")).toHaveLength(3);
  }
}, 180_000);

test("I2: a username that the service says is taken is held with the ways to settle it, not failed for ever", async () => {
  const c = await company();
  const id = c.service.addUser({ username: "p0002@acme.example" }, ["HR/All staff"]);
  c.hr(people(2));
  const first = await c.sync();
  expect(first.code).toBe(3);
  const night = await c.night("runs approve", [first.run, "--reason", "looked at it"]);
  expect(night.counts).toMatchObject({ done: 1, held: 1, failed: 0 });
  expect(c.operations(night.run).find(({ key }) => key === "0002")).toMatchObject({ status: "held", code: "account_exists" });
  expect((await c.run("identities", "link", "job.yaml", "0002", id)).code).toBe(0);
  expect((await c.sync()).counts).toMatchObject({ updates: 1, done: 1, held: 0 });
  await wellLinked(c);
}, 120_000);
