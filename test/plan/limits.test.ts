import { describe, expect, test } from "vitest";
import type { Limit, Policy } from "../../src/model/settings.ts";
import { allowedBy, brokenLimits, type Tally } from "../../src/plan/limits.ts";

const limit = (percent: number, atLeast = 0, explicit = true): Limit => ({ percent, atLeast, explicit });
const none: Policy["limits"] = {
  creates: null,
  updates: null,
  deactivations: null,
  removals: null,
  shrink: null,
  renamed: null,
  rekeyed: null,
};
const quiet: Tally = {
  rows: 100,
  creates: 0,
  updates: 0,
  deactivations: 0,
  activeLinks: 100,
  newRemovals: 0,
  managedMemberships: 200,
  removalsBy: [],
  firstNight: false,
  lastGoodRows: 100,
  unknownAccounts: 0,
  links: null,
  renamed: { found: 0, examples: [] },
  rekeyed: { found: 0, examples: [] },
  shortages: [],
};
const broken = (tally: Partial<Tally>, limits: Partial<Policy["limits"]>): string[] =>
  brokenLimits({ ...quiet, ...tally }, { ...none, ...limits }).map(({ limit: name, found, allowed }) => `${name} ${found}>${allowed}`);

describe("limits", () => {
  test.for([
    ["creates", { creates: 20 }, { creates: 21 }, "creates 21>20"],
    ["updates", { updates: 20 }, { updates: 21 }, "updates 21>20"],
    ["deactivations", { deactivations: 20 }, { deactivations: 21 }, "deactivations 21>20"],
    ["removals", { newRemovals: 40 }, { newRemovals: 41 }, "removals 41>40"],
    ["shrink", { rows: 80 }, { rows: 79 }, "shrink 21>20"],
  ] as const)("%s: the share that is allowed goes, one more is held", ([name, within, above, told]) => {
    expect(broken(within, { [name]: limit(20) })).toEqual([]);
    expect(broken(above, { [name]: limit(20) })).toEqual([told]);
  });

  test("a share is rounded down, so that 1 of 9 is more than 10 %, unless a floor allows it", () => {
    expect(broken({ rows: 9, creates: 1, lastGoodRows: null }, { creates: limit(10) })).toEqual(["creates 1>0"]);
    expect(broken({ rows: 9, creates: 1, lastGoodRows: null }, { creates: limit(10, 1) })).toEqual([]);
    expect(broken({ rows: 9, creates: 2, lastGoodRows: null }, { creates: limit(10, 1) })).toEqual(["creates 2>1"]);
  });

  test("0 % holds the first one, 100 % never holds, also when there is nothing to have a share of", () => {
    expect(broken({ deactivations: 1 }, { deactivations: limit(0) })).toEqual(["deactivations 1>0"]);
    expect(allowedBy(limit(100), 0)).toBe(Number.POSITIVE_INFINITY);
    const all = { creates: limit(100), updates: limit(100), deactivations: limit(100), removals: limit(100), shrink: limit(100) };
    const everything = { rows: 0, creates: 9, updates: 9, deactivations: 9, activeLinks: 0, newRemovals: 9, managedMemberships: 0 };
    expect(broken({ ...everything, removalsBy: [{ of: "HR/Sales", found: 9, memberships: 9 }] }, all)).toEqual([]);
  });

  test("a renamed department does not hide behind the company: one group or cause over its share is held, named, from 6 on", () => {
    const tally = { newRemovals: 6, managedMemberships: 10_000 };
    expect(broken({ ...tally, removalsBy: [{ of: "HR/Sales", found: 6, memberships: 6 }] }, { removals: limit(10) })).toEqual([
      "removals 6>5",
    ]);
    expect(broken({ ...tally, removalsBy: [{ of: "HR/Sales", found: 5, memberships: 5 }] }, { removals: limit(10) })).toEqual([]);
    expect(broken({ ...tally, removalsBy: [{ of: "HR/Sales", found: 6, memberships: 60 }] }, { removals: limit(10) })).toEqual([]);
    const [held] = brokenLimits(
      { ...quiet, ...tally, removalsBy: [{ of: "HR/Sales", found: 6, memberships: 6 }] },
      { ...none, removals: limit(10) },
    );
    expect([held?.of, held?.message]).toEqual([
      "HR/Sales",
      "HR/Sales: 6 of 6 memberships would wait for removal (`policy.limits.removals` allows 5).",
    ]);
  });

  test("on the first night a default does not count creates and updates, and a limit that the job names does", () => {
    const first = { firstNight: true, creates: 100, updates: 100, lastGoodRows: null };
    expect(broken(first, { creates: limit(20, 10, false), updates: limit(50, 25, false) })).toEqual([]);
    expect(broken(first, { creates: limit(20) })).toEqual(["creates 100>20"]);
  });

  test("accounts that nobody is linked to hold creates on the first night, even at 100 %, and nothing when nobody is created", () => {
    expect(broken({ unknownAccounts: 1, creates: 1 }, { creates: limit(100) })).toEqual(["unknown_accounts 1>0"]);
    expect(broken({ unknownAccounts: 1, creates: 0 }, {})).toEqual([]);
    // Imported links whose keys fit nobody know no one; a few who have left since do no harm.
    expect(broken({ links: { linked: 40, fitting: 0 }, creates: 40 }, {})).toEqual(["unknown_accounts 40>0"]);
    expect(broken({ links: { linked: 40, fitting: 20 }, creates: 5 }, {})).toEqual([]);
  });

  test("a partial file, and a job without a good run, have nothing to shrink from; more rows are no shrinking", () => {
    expect(broken({ rows: 1, lastGoodRows: null }, { shrink: limit(10) })).toEqual([]);
    expect(broken({ rows: 500 }, { shrink: limit(0) })).toEqual([]);
  });

  test("renamed and rekeyed count of the active links on every night, the first one too, and their messages name some keys", () => {
    const many = { found: 11, examples: ["1 → N1", "2 → N2"] };
    const limits = { renamed: limit(5, 10, false), rekeyed: limit(2, 10, false) };
    expect(broken({ firstNight: true, rekeyed: many, renamed: { found: 10, examples: ["1"] } }, limits)).toEqual(["rekeyed 11>10"]);
    expect(broken({ renamed: many, activeLinks: 300 }, limits)).toEqual([]);
    expect(broken({ renamed: many }, { renamed: limit(100) })).toEqual([]);
    expect(broken({ renamed: { found: 1, examples: ["1"] } }, { renamed: limit(0) })).toEqual(["renamed 1>0"]);
    const [held] = brokenLimits({ ...quiet, rekeyed: many }, { ...none, ...limits });
    expect(held?.message).toContain("(1 → N1, 2 → N2, …)");
  });

  test("a shortage of licences holds where the policy has it hold", () => {
    expect(broken({ shortages: [{ name: "Languages", wanted: 3, free: 2, sentence: "Languages: 3 for 2" }] }, {})).toEqual([
      "licences 3>2",
    ]);
  });

  test("every limit that is broken is told, not only the first", () => {
    expect(broken({ creates: 50, updates: 50, rows: 60 }, { creates: limit(1), updates: limit(1), shrink: limit(1) })).toHaveLength(3);
  });
});
