/** A list that may be only a first page is unknown, and unknown is never empty (I5). */
import { expect, test } from "vitest";
import { check, checking, companyOf, list, serviceOf } from "../helpers/check.ts";
import { people } from "../helpers/company.ts";

const NONE = { dialect: { paging: "none" } };

test("plans, sends, removes and observes nothing if the service always returns its first 20 groups", async () => {
  const c = await companyOf(3, {}, 30);
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 3, done: 3 } });
  const before = c.service.users();
  c.service.configure({ paging: "ignored" });
  c.clock.step(86_400_000);
  c.hr([{ id: "0001", dept: "IT" }, ...people(3, 2)]);
  const night = await c.sync();
  expect(night).toMatchObject({ code: 5, status: "interrupted", problem: { code: "list_incomplete" } });
  expect(night.problem?.message).toContain("may be only its first page");
  expect(c.service.users()).toEqual(before);
  const open = await c.look(async ({ db }) => ({
    removals: await db.selectFrom("removal").selectAll().execute(),
    members: await db.selectFrom("membership").selectAll().execute(),
  }));
  expect(open.removals).toEqual([]);
  expect(open.members).toHaveLength(6);
});

test("works with a service that refuses _start and _limit once paging is none, and the error names that setting", async () => {
  const c = await companyOf(2, { paging: "refused" }, 30);
  const refused = await c.sync();
  expect(refused).toMatchObject({ code: 5, status: "interrupted", problem: { code: "specification_violation" } });
  expect(refused.stderr).toContain("set service.dialect.paging to none");
  c.job({ service: NONE });
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 2, done: 2 } });
  expect(await c.sync()).toMatchObject({ code: 0, counts: { unchanged: 2 } });
});

test("check detects that a service refuses _start and _limit, and names the setting to change", async () => {
  const c = await companyOf(1, { paging: "refused" }, 30);
  await checking(c, async (look) => {
    const refused = await look();
    expect(refused.code).toBe(5);
    expect(refused.of("groups")).toMatchObject({
      verdict: "fails",
      found: "The service refuses `_start` and `_limit` (status 512). Without them it returns 37 groups.",
      settings: ["service.dialect.paging"],
    });
    expect(refused.of("lists").verdict).toBe("skipped");
    const whole = await look(NONE);
    expect(whole.code).toBe(0);
    expect(whole.of("groups").found).toContain("37 groups, read completely");
    expect(whole.of("lists")).toMatchObject({ verdict: "fits", found: expect.stringContaining("37 items") });
  });
});

test("check warns of a list exactly as long as a default page", async () => {
  const c = await companyOf(1);
  const twenty = await serviceOf(() => list(20));
  const cut = await check(c, { base_url: twenty });
  expect(cut.code).toBe(5);
  expect(cut.of("groups")).toMatchObject({ verdict: "fails", settings: ["service.dialect.paging"] });
  expect(cut.of("lists")).toMatchObject({ verdict: "look", settings: ["service.dialect.paging"] });
  const whole = await check(c, { base_url: twenty, ...NONE });
  expect(whole.of("groups").verdict).toBe("fits");
  expect(whole.of("lists")).toMatchObject({ verdict: "look", settings: ["service.dialect.paging"] });
  expect(whole.of("lists").advice).toContain("20 is also the length of a default page");
});
