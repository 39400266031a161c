import { expect, test } from "vitest";
import { company, departments, people, until } from "../helpers/company.ts";
import { unlinked, wellLinked } from "./null-answers.ts";

/** People in few departments, so that many share equal groups. */
const spread = (n: number) => people(n).map((person, i) => ({ ...person, dept: departments[i % departments.length] ?? "Sales" }));

test("I2: if the service answers null, every account is found in the groups with few extra calls", async () => {
  const c = await company(unlinked);
  c.hr(spread(60));
  const night = await c.sync();
  expect(night).toMatchObject({ code: 0, status: "completed", counts: { creates: 60, done: 60, uncertain: 0, held: 0 } });
  const { links, unsettled } = await wellLinked(c);
  expect(links).toHaveLength(60);
  expect(new Set(links.map(({ source }) => source))).toEqual(new Set(["observed"]));
  expect(unsettled).toEqual([]);
  expect(c.userCalls("POST")).toHaveLength(60);
  // The plan's own requests, before the first create, are the same with and without ids.
  const sent = c.service.requests();
  const afterFirst = sent.slice(sent.findIndex(({ method, path }) => method === "POST" && path.includes("/users")));
  const readings = afterFirst.filter(({ method, path }) => method === "GET" && path.includes("/groups"));
  expect(readings.length).toBeGreaterThan(0);
  expect(readings.length).toBeLessThanOrEqual(2 * 60);
  // The links work like others: the next run sends nothing, and a change reaches the right account.
  expect(await c.sync()).toMatchObject({ counts: { unchanged: 60, updates: 0 } });
  c.hr(spread(60).map((person) => (person.id === "0007" ? { ...person, first: "Renamed" } : person)));
  expect(await c.sync()).toMatchObject({ counts: { updates: 1, done: 1 } });
  expect(c.accountsOf("0007")[0]?.fields["first_name"]).toBe("Renamed");
}, 180_000);

test("I2: holds a create whose account no snapshot could show", async () => {
  const c = await company({ ...unlinked, hideUserIds: ["HR/Departments/Legal", "HR/All staff"] });
  c.hr([...people(2), { id: "0003", dept: "Legal" }, { id: "0004", dept: "IT" }]);
  const night = await c.sync();
  expect(night.counts).toMatchObject({ done: 3, held: 1, uncertain: 0 });
  expect(c.operations(night.run).find(({ key }) => key === "0003")).toMatchObject({ status: "held", code: "no_readable_group" });
  await wellLinked(c);
}, 120_000);

test("I2: sends a lost create again only once the groups prove that it made no account", async () => {
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

test("I2: links a lost create to its new account, unless an unrelated account appeared too", async () => {
  for (const stranger of [false, true]) {
    const c = await company({ parts: { service: { identities: { settle: "0s" } } } });
    c.hr(people(2));
    await c.sync();
    c.hr(people(3));
    c.service.failNext({ method: "POST", path: "/users$", status: 500, when: "after" });
    if (stranger) c.service.addUser({ username: "stranger" }, ["HR/Departments/IT"]);
    // An account seen before the create is no candidate; this one appears after it.
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

test("I2: holds a create whose username is taken, with the ways to resolve it", async () => {
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

test("I3: sends the creates that waited for a lost one in the same run, and none stays planned", async () => {
  const c = await company(unlinked);
  c.hr(people(1));
  await c.sync();
  c.hr([...people(1), { id: "0002", dept: "Legal" }, { id: "0003", dept: "Legal" }]);
  c.service.failNext({ method: "POST", path: "/users$", status: 500, when: "after" });
  const night = await c.sync();
  expect(c.operations(night.run).map(({ key, status }) => [key, status])).toEqual([
    ["0002", "done"],
    ["0003", "done"],
  ]);
  expect(night).toMatchObject({ code: 0, counts: { creates: 2, done: 2, held: 0 } });
  await wellLinked(c);
}, 120_000);
