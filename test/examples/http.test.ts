import { describe, expect, test } from "vitest";
import { account, examples, living, person, type Example } from "./hr-systems.ts";

describe.each(examples)("$job", (example) => {
  test("creates people, changes nothing in a second run, moves one, closes a leaver, and asks about the old group", async () => {
    const { c, quirks } = await living(example);
    expect((await c.run("check", "job.yaml")).code).toBe(0);
    expect((await c.run("plan", "job.yaml", "--json")).json()).toMatchObject({ counts: { creates: 5 } });
    expect(c.userCalls()).toEqual([]);
    expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 5, done: 5 }, source: { rows: 5 } });
    expect(account(c, "1003")).toMatchObject({ active: true });
    expect(account(c, "1003")?.groups).toEqual(expect.arrayContaining(["HR/All staff", "HR/Departments/Sales"]));
    c.clock.step(86_400_000);
    const calls = c.userCalls().length;
    expect(await c.sync()).toMatchObject({ code: 0, counts: { unchanged: 5, creates: 0, updates: 0, removals_pending: 0 } });
    expect(c.userCalls().length).toBe(calls);
    c.clock.step(86_400_000);
    quirks.people = [person(1), person(2), person(3, { department: "IT" }), person(4, { works: false }), person(5)];
    const night = await c.sync();
    expect(night.counts).toMatchObject({ deactivations: 1, removals_pending: 1 });
    expect(account(c, "1004")).toMatchObject({ active: false });
    expect(account(c, "1003")?.groups).toEqual(expect.arrayContaining(["HR/Departments/IT", "HR/Departments/Sales"]));
  });

  test("waits for a busy system, and stops at wrong credentials and at a page to sign in", async () => {
    const { c, quirks, write } = await living(example);
    quirks.before = [
      { status: 503, headers: { "retry-after": "20" } },
      ...(example.job.startsWith("successfactors") || example.job.startsWith("personio") ? [] : [{ status: 429 }]),
    ];
    // A busy token endpoint ends the read; the next one succeeds.
    const first = await c.sync();
    if (first.code !== 0) expect(first).toMatchObject({ code: 4, problem: { code: "source_token" } });
    expect((await c.sync()).code).toBe(0);
    expect(c.service.users().length).toBe(5);
    quirks.before = [{ body: "<html><title>Sign in</title></html>", headers: { "content-type": "text/html" } }];
    expect(await c.sync()).toMatchObject({ code: 4, problem: { code: "html" } });
    write(Object.fromEntries(Object.entries(example.env).map(([name, value]) => [name, name === "HR_TENANT" ? value : "wrong"])));
    const refused = await c.sync();
    expect(refused).toMatchObject({ code: 4, status: "failed" });
    expect(refused.problem?.code).toMatch(/^source_(refused|token)$/);
  });
});

test.for(examples.filter(({ field }) => field !== null))("$job is unusable if a field is left out with 200", async (example) => {
  const { c, quirks } = await living(example);
  quirks.forbidden = [example.field ?? ""];
  expect(await c.sync()).toMatchObject({ code: 4, problem: { code: "column_never_occurs" } });
  expect(c.userCalls()).toEqual([]);
});

test("a snapshot of SuccessFactors that expires makes the read unusable", async () => {
  const { c, quirks } = await living(examples[1] as Example);
  quirks.expires = true;
  const night = await c.sync();
  expect(night).toMatchObject({ code: 4, problem: { code: "source_failed" } });
  expect(night.problem?.message).toContain("/odata/v2/User: the system answered 400; nothing was changed");
  expect(c.userCalls()).toEqual([]);
});

test("Personio lowers the page size silently, and nobody is missed", async () => {
  const { c, hr } = await living(examples[3] as Example);
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 5 } });
  expect(hr.requests.filter(({ path }) => path === "/v1/company/employees").map(({ query }) => query.get("offset"))).toEqual(["0", "3"]);
});
