import { expect, test } from "vitest";
import type { ReportedFinding as Finding } from "../../src/reporting/problem.ts";
import type { SandboxOptions } from "../../src/sandbox/sandbox.ts";
import { check, checking, companyOf, group, list, serviceOf } from "../helpers/check.ts";
import { company, departments, mailOf, mappingText, people, staff } from "../helpers/company.ts";
import { uuidOf } from "../learning-service/helpers.ts";
import { openIntent } from "../helpers/open-intent.ts";

test("reports the shape of lists, whether _start and _limit work, and page_size where it helps", async () => {
  const cases: [SandboxOptions, Finding["verdict"], RegExp, number?][] = [
    [{}, "fits", /no envelope.*`_start` works and `_limit` does too/],
    [{ shape: "envelope" }, "fits", /have an envelope.*`_start` works and `_limit` does too/],
    [{ maxLimit: 20 }, "look", /no page has more than 20 items/, 20],
    [{ maxLimit: 5 }, "look", /no page has more than 5 items/],
    [{ ignoreLimit: true }, "fits", /`_limit` does not/],
    [{ ignoreLimit: true, ignoreStart: true }, "fits", /always returns the whole list/],
    [{ ignoreStart: true }, "look", /only the first page can be read/, 100],
  ];
  const c = await companyOf(1, {}, 40);
  await checking(c, async (look) => {
    for (const [options, verdict, found, setting] of cases) {
      c.service.configure({ shape: "bare", ignoreStart: false, ignoreLimit: false, maxLimit: null, ...options });
      const result = await look();
      const name = JSON.stringify(options);
      expect(result.of("lists"), `for ${name}`).toMatchObject({ verdict, found: expect.stringMatching(found) });
      expect(result.of("lists").settings, `for ${name}`).toEqual(setting === undefined ? undefined : ["service.dialect.page_size"]);
      if (setting !== undefined) expect(result.of("lists").advice).toContain(String(setting));
      expect(result.service.groups, `for ${name}`).toBe(47);
      expect(result.of("groups").found, `for ${name}`).toContain(
        options.ignoreStart && !options.ignoreLimit ? "possibly incomplete" : "read completely",
      );
      expect(result.code).toBe(0);
    }
  });
}, 120_000);

test("fails for a list that can't be read to its end, shows why from its first page, and detects a _start that counts pages", async () => {
  const c = await companyOf(1, { ignoreStart: true, maxLimit: 20 }, 40);
  await checking(c, async (look) => {
    const cut = await look();
    expect(cut.code).toBe(5);
    expect(cut.of("groups")).toMatchObject({ verdict: "fails", settings: ["service.dialect.page_size"] });
    expect(cut.of("groups").found).toContain("cannot be read to its end");
    expect(cut.of("lists").found).toContain("ignores `_start` but not `_limit`");
    expect(cut.of("token").verdict).toBe("fits");

    const pages = await serviceOf((start, limit) => list(150).slice(start * limit, (start + 1) * limit));
    const counted = await look({ base_url: pages });
    expect(counted.of("lists")).toMatchObject({
      verdict: "look",
      found: expect.stringMatching(/starts with the group at position 10: `_start` may count pages/),
    });
    expect(counted.of("groups").found).toContain("possibly incomplete");
    for (const n of [0, 1]) {
      const short = await look({ base_url: await serviceOf((start) => list(n).slice(start)) });
      expect(short.of("lists")).toMatchObject({ verdict: "fits", found: expect.stringContaining("too short") });
      expect(short.of("groups").verdict).toBe(n === 0 ? "look" : "fits");
    }
  });
}, 120_000);

test("reports the shape of the tree, names oddities, and fails for contradictions", async () => {
  const c = await companyOf(1);
  await checking(c, async (look) => {
    for (const [tree, found] of [
      ["flat", "The list is flat; 1 group of 6 is"],
      ["nested", "The list is nested; 1 group of 6 is"],
      ["both", "The list is nested and flat at once; 1 group of 6 is"],
    ] as const) {
      c.service.configure({ tree });
      const result = await look();
      expect(result.of("tree"), `for ${tree}`).toMatchObject({ verdict: "fits", found: expect.stringContaining(found) });
      expect(result.of("tree").found.includes("merged"), `for ${tree}`).toBe(tree === "both");
    }
    const odd = [group(1), group(2, "Orphan", { parent_id: uuidOf(77) }), { name: "Without id" }];
    const result = await look({ base_url: await serviceOf((start) => odd.slice(start)) });
    expect(result.of("tree")).toMatchObject({ verdict: "look", found: expect.stringContaining("has no parents") });
    expect(result.of("tree").examples).toEqual([expect.stringContaining("Without id"), expect.stringContaining("Orphan")]);
    const twice = [group(1), group(2), group(1, "Another name")];
    const contradictory = await look({ base_url: await serviceOf((start) => twice.slice(start)) });
    expect(contradictory.code).toBe(5);
    expect(contradictory.of("tree")).toMatchObject({ verdict: "fails", found: expect.stringContaining("has two names") });
    expect(contradictory.of("groups").found).toContain("3 items, read completely");
    expect(contradictory.of("members").verdict).toBe("skipped");
  });
}, 120_000);

test("names groups that don't list their members, managed groups first", async () => {
  const c = await companyOf(1, { hideUserIds: ["Board", "HR/Departments/IT"] });
  c.service.addGroup("Board");
  await checking(c, async (look) => {
    const some = await look();
    expect(some.service.silentGroups).toBe(2);
    expect(some.of("members")).toMatchObject({
      verdict: "look",
      found: expect.stringMatching(/^2 of 7 groups do not list their members.*managed by the mapping: 1 of 2\.$/),
    });
    expect(some.of("members").examples).toEqual(["HR/Departments/IT", "Board"]);
    c.service.configure({ hideUserIds: true });
    const all = await look();
    expect(all.of("members").found).toMatch(/^No group lists its members/);
    expect(all.of("accounts")).toMatchObject({ verdict: "look", found: expect.stringContaining("are not visible") });
    c.service.configure({ hideUserIds: false });
    expect((await look()).of("members")).toMatchObject({ verdict: "fits", found: "All 7 groups list their members: 0 memberships." });
  });
  c.service.configure({ hideUserIds: ["HR/Departments/IT"] });
  expect((await c.run("check", "job.yaml")).stdout).toContain("- HR/Departments/IT\n");
}, 120_000);

test("names groups that the service lacks or has twice, with the number of people who would get them", async () => {
  const c = await company();
  c.hr([...people(2), { id: "8", dept: "Nowhere" }, { id: "9", dept: "Nowhere" }]);
  await checking(c, async (look) => {
    const missing = await look();
    expect(missing).toMatchObject({ code: 0, missingGroups: [{ group: "HR/Departments/Nowhere", people: 2 }], ambiguousGroups: [] });
    expect(missing.of("rules")).toMatchObject({ verdict: "look", examples: ["HR/Departments/Nowhere, for 2 people"] });
    expect(missing.of("rules").advice).toContain("processed without these groups");
    const below = (id: number, name: string) => group(id, name, { parent_id: uuidOf(1) });
    const doubled = [group(1, "HR"), below(2, "All staff"), below(3, "All staff"), below(4, "Departments")];
    const named = [...departments, "Nowhere"].map((name, i) => group(10 + i, name, { parent_id: uuidOf(4) }));
    const url = await serviceOf((start) => [...doubled, ...named].slice(start));
    const ambiguous = await look({ base_url: url, account: "other" });
    expect(ambiguous).toMatchObject({ missingGroups: [], ambiguousGroups: [{ group: staff, people: 4 }] });
    expect(ambiguous.of("rules").advice).toContain("Use the id");
    c.place.write("mapping.yaml", mappingText.replace("groups:\n", "groups:\n  unknown: reject\n"));
    expect((await look()).of("rules").advice).toContain("these people are rejected");
    const flat = await look({ base_url: await serviceOf((start) => list(5).slice(start)) });
    expect(flat.of("rules").advice).toContain("has no parents");
  });
}, 120_000);

test("counts accounts in groups until they are linked", async () => {
  const c = await companyOf(1);
  const id = c.service.addUser({ username: mailOf({ id: "0001" }) }, [staff]);
  const before = await check(c);
  expect(before).toMatchObject({ joiners: 1, service: { unknownAccounts: 1 } });
  expect(before.of("accounts")).toMatchObject({ verdict: "look", advice: expect.stringContaining("rollcall identities import") });
  await c.run("identities", "link", "job.yaml", "0001", id, "--yes", "--reason", "x");
  const after = await check(c);
  expect(after).toMatchObject({ joiners: 0, service: { unknownAccounts: 0 } });
  expect(after.of("accounts").verdict).toBe("fits");
}, 120_000);

test("counts each active person without a link or an unconfirmed create as one joiner, for any number of rows", async () => {
  const c = await company();
  const create = {
    operation: "earlier",
    account: "acme",
    job: "nightly",
    key: "0002",
    username: "p0002",
    digest: "",
    groups: [],
    named: [],
  };
  await c.look((state) => openIntent(state, create, new Date()));
  c.hr([...people(2300), ...people(5), { id: "gone", status: "Left" }, { id: "blank", status: "" }]);
  await checking(c, async (look) => {
    expect(await look()).toMatchObject({ rows: 2307, joiners: 2299 });
  });
}, 120_000);

const licensed = (field: string): string => mappingText.replace("active:", `on_create: { ${field} }\nactive:`);

test("compares free licences of active subscriptions with the joiners who get auto_license", async () => {
  const c = await companyOf(12, { mapping: licensed("auto_license: true") });
  await checking(c, async (look) => {
    const enough = await look();
    expect(enough.of("subscriptions")).toMatchObject({
      verdict: "fits",
      found: "2 active subscriptions with 512 free licences; 12 people of the file would get an account, 12 with `auto_license`.",
    });
    const subscription = (n: number, more: object) => ({
      id: uuidOf(n),
      name: `Plan ${n}`,
      status: "active",
      unassigned_licenses: 3,
      ...more,
    });
    const groups = (start: number) => list(3).slice(start);
    const few = [
      subscription(1, {}),
      subscription(2, { unassigned_licenses: 4 }),
      subscription(3, { status: "expired", unassigned_licenses: 90 }),
    ];
    const short = await look({ base_url: await serviceOf(groups, few) });
    expect(short).toMatchObject({ code: 0, service: { subscriptions: 2, freeLicences: 7 } });
    expect(short.of("subscriptions")).toMatchObject({
      verdict: "look",
      settings: ["mapping: auto_license"],
      examples: ["auto_license: 12 people for 7 free licences"],
    });
    const mute = [...few, subscription(4, { unassigned_licenses: undefined })];
    const unsaid = await look({ base_url: await serviceOf(groups, mute) });
    expect(unsaid.of("subscriptions")).toMatchObject({
      verdict: "look",
      advice: expect.stringContaining("does not report free licences"),
    });
  });
}, 120_000);

test("requires a subscription_id of the mapping to be an active subscription with enough free licences", async () => {
  const c = await companyOf(3, { mapping: licensed(`subscription_id: { value: ${uuidOf(5)} }`) });
  const plan = (free: number) => [{ id: uuidOf(5), name: "Plan", status: "active", unassigned_licenses: free }];
  await checking(c, async (look) => {
    const among = async (subscriptions: readonly unknown[]): Promise<Finding> =>
      (await look({ base_url: await serviceOf((start) => list(3).slice(start), subscriptions) })).of("subscriptions");
    expect(await among(plan(3))).toMatchObject({ verdict: "fits", found: expect.stringContaining("3 with a `subscription_id`") });
    expect(await among(plan(2))).toMatchObject({ verdict: "look", examples: ["Plan: 3 people for 2 free licences"] });
    expect(await among([])).toMatchObject({
      verdict: "look",
      settings: ["mapping: subscription_id"],
      examples: [`${uuidOf(5)}: no active subscription has this id, and 3 people need it`],
    });
  });
}, 120_000);

test("doesn't count people with a subscription_id against the licences for auto_license", async () => {
  const choose = `subscription_id: { column: Department, values: { Sales: ${uuidOf(5)} }, otherwise: omit }, auto_license: true`;
  const c = await company({ mapping: licensed(choose) });
  c.hr([...people(2), { id: "8", dept: "IT" }, { id: "9", dept: "IT" }]);
  await checking(c, async (look) => {
    const among = async (free: number): Promise<Finding> => {
      const plan = { id: uuidOf(5), status: "active", unassigned_licenses: free };
      return (await look({ base_url: await serviceOf((start) => list(3).slice(start), [plan]) })).of("subscriptions");
    };
    const enough = await among(4);
    expect(enough).toMatchObject({ verdict: "fits", found: expect.stringContaining("2 with `auto_license`, 2 with a `subscription_id`") });
    expect(await among(3)).toMatchObject({ verdict: "look", examples: ["auto_license: 2 people for 1 free licence"] });
  });
}, 120_000);

test("reports that no licence is used if the mapping sends neither field", async () => {
  const c = await companyOf(3);
  await checking(c, async (look) => {
    expect((await look()).of("subscriptions")).toMatchObject({
      verdict: "fits",
      found: expect.stringContaining("3 people of the file would get an account, and no licence"),
    });
  });
}, 120_000);
