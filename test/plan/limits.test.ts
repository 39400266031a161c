import { fact } from "../../src/domain/facts/fact.ts";
import { describe, expect, test } from "vitest";
import type { Limit, Policy } from "../../src/domain/settings.ts";
import { englishText } from "../../src/reporting/fact-text.ts";
import { allowedBy, brokenLimits, type Tally } from "../../src/plan/limits.ts";

const limit = (percent: number, atLeast = 0, explicit = true): Limit => ({ percent, atLeast, explicit });
const none: Policy["limits"] = {
  rejected: null,
  creates: null,
  updates: null,
  deactivations: null,
  removals: null,
  shrink: null,
  renamed: null,
  rekeyed: null,
  out_of_scope: null,
  groups_created: null,
};
const quiet: Tally = {
  rows: 100,
  rejected: 0,
  mostRejected: undefined,
  people: 100,
  creates: 0,
  updates: 0,
  deactivations: 0,
  activeLinks: 100,
  newRemovals: 0,
  managedMemberships: 200,
  removalsBy: [],
  firstRun: false,
  lastGoodRows: 100,
  unknownAccounts: 0,
  links: null,
  known: { known: 100, missing: 50, active: 100, activeMissing: 50 },
  statuses: { rows: 0, values: [], column: "Status", at: "mapping.yaml:9" },
  content: "sha",
  renamed: { found: 0, examples: [] },
  rekeyed: { found: 0, examples: [] },
  groupsCreated: 0,
  leftScope: { found: 0, byMapping: 0, undecided: 0, at: "mapping.yaml:8" },
  mappingChanged: null,
  shortages: [],
};
const broken = (tally: Partial<Tally>, limits: Partial<Policy["limits"]>): string[] =>
  brokenLimits({ ...quiet, ...tally }, { ...none, ...limits }).map(({ limit: name, found, allowed }) => `${name} ${found}>${allowed}`);

describe("limits", () => {
  test.for([
    ["rejected", { rejected: 20 }, { rejected: 21 }, "rejected 21>20"],
    ["creates", { creates: 20 }, { creates: 21 }, "creates 21>20"],
    ["updates", { updates: 20 }, { updates: 21 }, "updates 21>20"],
    ["deactivations", { deactivations: 20 }, { deactivations: 21 }, "deactivations 21>20"],
    ["removals", { newRemovals: 40 }, { newRemovals: 41 }, "removals 41>40"],
    ["shrink", { rows: 80 }, { rows: 79 }, "shrink 21>20"],
  ] as const)("%s: allows the share exactly, and breaks with one more", ([name, within, above, told]) => {
    expect(broken(within, { [name]: limit(20) })).toEqual([]);
    expect(broken(above, { [name]: limit(20) })).toEqual([told]);
  });

  test("counts new groups, not their share of the rows", () => {
    expect(broken({ rows: 1, groupsCreated: 2 }, { groups_created: limit(0, 2) })).toEqual([]);
    expect(broken({ rows: 100_000, groupsCreated: 3 }, { groups_created: limit(0, 2) })).toEqual(["groups_created 3>2"]);
  });

  test("rounds a share down, so that 1 of 9 exceeds 10 %, unless a floor allows it", () => {
    expect(broken({ people: 9, creates: 1, lastGoodRows: null }, { creates: limit(10) })).toEqual(["creates 1>0"]);
    expect(broken({ people: 9, creates: 1, lastGoodRows: null }, { creates: limit(10, 1) })).toEqual([]);
    expect(broken({ people: 9, creates: 2, lastGoodRows: null }, { creates: limit(10, 1) })).toEqual(["creates 2>1"]);
  });

  test("0 % allows none, and 100 % allows any number, even of nothing", () => {
    expect(broken({ deactivations: 1 }, { deactivations: limit(0) })).toEqual(["deactivations 1>0"]);
    expect(allowedBy(limit(100), 0)).toBe(Number.POSITIVE_INFINITY);
    const all = { creates: limit(100), updates: limit(100), deactivations: limit(100), removals: limit(100), shrink: limit(100) };
    const everything = { rows: 0, creates: 9, updates: 9, deactivations: 9, activeLinks: 0, newRemovals: 9, managedMemberships: 0 };
    expect(
      broken({ ...everything, removalsBy: [{ of: "HR/Sales", group: "HR/Sales", changes: [], found: 9, memberships: 9 }] }, all),
    ).toEqual([]);
  });

  test("checks each group and cause on its own, from 6 removals on, and names it", () => {
    const tally = { newRemovals: 6, managedMemberships: 10_000 };
    expect(
      broken(
        { ...tally, removalsBy: [{ of: "HR/Sales", group: "HR/Sales", changes: [], found: 6, memberships: 6 }] },
        { removals: limit(10) },
      ),
    ).toEqual(["removals 6>5"]);
    expect(
      broken(
        { ...tally, removalsBy: [{ of: "HR/Sales", group: "HR/Sales", changes: [], found: 5, memberships: 5 }] },
        { removals: limit(10) },
      ),
    ).toEqual([]);
    expect(
      broken(
        { ...tally, removalsBy: [{ of: "HR/Sales", group: "HR/Sales", changes: [], found: 6, memberships: 60 }] },
        { removals: limit(10) },
      ),
    ).toEqual([]);
    const [held] = brokenLimits(
      { ...quiet, ...tally, removalsBy: [{ of: "HR/Sales", group: "HR/Sales", changes: [], found: 6, memberships: 6 }] },
      { ...none, removals: limit(10) },
    );
    expect([held?.of, held && englishText(held)]).toEqual([
      "HR/Sales",
      "HR/Sales: 6 of 6 memberships would become pending removals (`policy.limits.removals` allows 5).",
    ]);
  });

  test("names each part of a value that split", () => {
    const changes = [
      { cells: [{ column: "Department", before: "Sales", now: "Marketing" }], people: 5 },
      { cells: [{ column: "Department", before: "Sales", now: null }], people: 3 },
    ];
    const removalsBy = [{ of: "C-1", group: "HR/Sales", changes, found: 8, memberships: 9 }];
    const [held] = brokenLimits({ ...quiet, newRemovals: 8, managedMemberships: 10_000, removalsBy }, { ...none, removals: limit(10) });
    expect([held?.of, held && englishText(held)]).toEqual([
      "C-1",
      "HR/Sales, Department changed from “Sales” to “Marketing” for 5 people and Department changed from “Sales” to (nothing) for 3 people: " +
        "8 of 9 memberships would become pending removals (`policy.limits.removals` allows 5).",
    ]);
  });

  test("in the first run, default limits ignore creates and updates, and limits set in the job do not", () => {
    const first = { firstRun: true, creates: 100, updates: 100, lastGoodRows: null };
    expect(broken(first, { creates: limit(20, 10, false), updates: limit(50, 25, false) })).toEqual([]);
    expect(broken(first, { creates: limit(20) })).toEqual(["creates 100>20"]);
  });

  test("accounts without a link hold the creates of the first run, even at 100 %, but not a run without creates", () => {
    expect(broken({ unknownAccounts: 1, creates: 1 }, { creates: limit(100) })).toEqual(["unknown_accounts 1>0"]);
    expect(broken({ unknownAccounts: 1, creates: 0 }, {})).toEqual([]);
    // Most imported keys match no one; a few leavers are fine.
    expect(broken({ links: { linked: 40, fitting: 0 }, creates: 40 }, {})).toEqual(["unknown_accounts 40>0"]);
    expect(broken({ links: { linked: 40, fitting: 20 }, creates: 5 }, {})).toEqual([]);
  });

  test("ignores `shrink` for a partial file, a job without a good run, and more rows", () => {
    expect(broken({ rows: 1, lastGoodRows: null }, { shrink: limit(10) })).toEqual([]);
    expect(broken({ rows: 500 }, { shrink: limit(0) })).toEqual([]);
  });

  test("checks renamed and rekeyed against the active links in every run, even the first, and names some keys", () => {
    const many = { found: 11, examples: ["1 → N1", "2 → N2"] };
    const limits = { renamed: limit(5, 10, false), rekeyed: limit(2, 10, false) };
    expect(broken({ firstRun: true, rekeyed: many, renamed: { found: 10, examples: ["1"] } }, limits)).toEqual(["rekeyed 11>10"]);
    expect(broken({ renamed: many, activeLinks: 300 }, limits)).toEqual([]);
    expect(broken({ renamed: many }, { renamed: limit(100) })).toEqual([]);
    expect(broken({ renamed: { found: 1, examples: ["1"] } }, { renamed: limit(0) })).toEqual(["renamed 1>0"]);
    const [held] = brokenLimits({ ...quiet, rekeyed: many }, { ...none, ...limits });
    expect(held && englishText(held)).toContain("(1 → N1, 2 → N2, …)");
  });

  test("reports a licence shortage as a limit", () => {
    expect(
      broken(
        {
          shortages: [
            {
              name: "Languages",
              wanted: 3,
              free: 2,
              fact: fact("licences.too_few", { subscription: "Languages", people: 3, licences: 2 }),
            },
          ],
        },
        {},
      ),
    ).toEqual(["licences 3>2"]);
  });

  test("returns every broken limit, not only the first", () => {
    expect(broken({ creates: 50, updates: 50, rows: 60 }, { creates: limit(1), updates: limit(1), shrink: limit(1) })).toHaveLength(3);
  });
});
