import { fact } from "../../src/domain/facts/fact.ts";
import { inEnglish } from "../helpers/facts.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { GroupClaim, Person, Undecided } from "../../src/domain/person.ts";
import { compileProtect } from "../../src/domain/protection/protect.ts";
import { decide, type PlanContext } from "../../src/plan/decide.ts";
import { completeSet, reducedSet } from "../../src/apply/sets.ts";
import { membershipDifference } from "../../src/plan/difference.ts";
import { indexGroups } from "../../src/plan/groups.ts";

const names = Array.from({ length: 12 }, (_, i) => `g${i}`);
const someGroups = fc.subarray(names).map((groups) => new Set(groups));
const sets = fc.record({ current: someGroups, managed: someGroups, desired: someGroups, frozen: someGroups });
const union = (a: ReadonlySet<string>, b: ReadonlySet<string>): Set<string> => new Set([...a, ...b]);
const both = (a: ReadonlySet<string>, b: ReadonlySet<string>): Set<string> => new Set([...a].filter((item) => b.has(item)));
const minus = (a: ReadonlySet<string>, b: ReadonlySet<string>): Set<string> => new Set([...a].filter((item) => !b.has(item)));
const sorted = (groups: Iterable<string>): string[] => [...groups].sort();

describe("membershipDifference", () => {
  test("I1: the sent set contains all current and all desired groups, each once, and nothing else; or nothing is sent", () => {
    fc.assert(
      fc.property(sets, ({ current, managed, desired, frozen }) => {
        const { add } = membershipDifference({ current, managed, desired, frozen });
        const send = completeSet([...current], [...desired]);
        expect(sorted(add)).toEqual(sorted(minus(desired, current)));
        if (minus(desired, current).size === 0) expect(send).toBeNull();
        else expect(sorted(send ?? [])).toEqual(sorted(union(current, desired)));
      }),
    );
  });

  test("I5, I6: the held groups are exactly (current ∩ managed) minus desired, without frozen ones", () => {
    fc.assert(
      fc.property(sets, ({ current, managed, desired, frozen }) => {
        const { hold } = membershipDifference({ current, managed, desired, frozen });
        expect(sorted(hold)).toEqual(sorted(minus(minus(both(current, managed), desired), frozen)));
      }),
    );
  });

  test("I1: once all removals are approved, the complete set is the desired, unmanaged and frozen groups", () => {
    fc.assert(
      fc.property(sets, ({ current, managed, desired, frozen }) => {
        const { hold } = membershipDifference({ current, managed, desired, frozen });
        const after = reducedSet(completeSet([...current], [...desired]) ?? [...current], new Set(hold));
        const kept = union(minus(current, managed), both(current, frozen));
        expect(sorted(after)).toEqual(sorted(union(desired, kept)));
      }),
    );
  });

  test("I1: a partial approval removes only that part", () => {
    fc.assert(
      fc.property(someGroups, someGroups, (current, approved) => {
        expect(sorted(reducedSet([...current], approved))).toEqual(sorted(minus(current, approved)));
      }),
    );
  });
});

/** Each group `gN` is given only by rule `rN`. */
const terms = (managed: ReadonlySet<string>, leaversGroups: "keep" | "review" = "keep"): PlanContext => ({
  deactivatesOutside: false,
  today: "2026-01-01",
  protection: compileProtect({ keys: [], usernames: [], groups: [], at: "" }),
  job: "nightly",
  rules: {
    isManaged: (path) => managed.has(path),
    rulesGiving: (path) => [{ rule: path.replace("g", "r"), at: "mapping.yaml:1", columns: ["C"] }],
    unknownGroups: "report",
    isProposed: () => false,
  },
  index: indexGroups(names.map((name) => ({ id: name, path: name }))),
  secrecy: { isSensitive: () => false, fingerprint: (value) => value },
  leaversGroups,
  updateBody: "full",
});
const claim = (group: string): GroupClaim => ({ group, rule: group.replace("g", "r"), at: "mapping.yaml:1", cells: [] });
const open = (group: string): Undecided => ({
  rule: group.replace("g", "r"),
  at: "mapping.yaml:1",
  column: "C",
  reason: "blank",
  value: "",
  why: fact("cell.blank", { column: "C" }),
  emptyList: false,
  couldGive: [group],
});
const person = (active: Person["active"], groups: Iterable<string>, undecided: Iterable<string>): Person => ({
  key: "1",
  active,
  user: { username: "kim" },
  onCreate: {},
  onUpdate: {},
  groups: [...groups].map(claim),
  undecided: [...undecided].map(open),
  notes: [],
});
const link = { userId: "u", active: true, sent: { username: "kim" } };
const standing = (current: Iterable<string>, who: Person) => ({
  row: 2,
  person: who,
  link,
  unconfirmed: null,
  possibleDuplicates: [],
  current: [...current],
});

describe("decide", () => {
  test("I1, I5, I6: for any memberships, gains and losses equal the difference, and groups of undecided rules are frozen", () => {
    fc.assert(
      fc.property(sets, fc.constantFrom(true, undefined, "unknown" as const), ({ current, managed, desired, frozen }, active) => {
        const verdict = decide(standing(current, person(active, desired, frozen)), terms(managed));
        const expected = membershipDifference({ current, managed, desired, frozen });
        expect(sorted(verdict.gains)).toEqual(sorted(expected.add));
        expect(sorted(verdict.losses)).toEqual(sorted(expected.hold));
        expect(verdict.outcome).toBe(expected.add.length > 0 ? "update" : "unchanged");
        expect(verdict.payload).not.toHaveProperty("group_ids");
        expect(verdict.payload).not.toHaveProperty("confirm_group_removal");
      }),
    );
  });

  test("I5: reports a rule that cannot be decided with the reason, and one for an empty list only if it keeps a membership", () => {
    const list = (group: string): Undecided => ({ ...open(group), emptyList: true });
    const who = { ...person(true, [], ["g1", "g2"]), undecided: [list("g1"), list("g2"), open("g3")] };
    const { losses, notes } = decide(standing(["g1", "g4"], who), terms(new Set(names)));
    expect(losses).toEqual(["g4"]);
    expect(notes.map(({ code, fact: { values } }) => `${code} ${String(values["rule"])}`)).toEqual([
      "undecided_rule r1",
      "undecided_rule r3",
    ]);
    expect(notes.map(inEnglish)[1]?.message).toBe(
      "Rule r3 (mapping.yaml:1) cannot be decided, because “C” is blank. None of the groups it could assign is added or removed.",
    );
  });

  test("I5: a group that the service does not have is reported and freezes the groups of its rule", () => {
    const lost = { ...claim("nowhere"), rule: "r1" };
    const who = { ...person(true, [], []), groups: [lost] };
    const verdict = decide(standing(["g1", "g2"], who), terms(new Set(names)));
    expect(verdict.losses).toEqual(["g2"]);
    expect(verdict.notes.map(({ code }) => code)).toEqual(["unknown_group"]);
  });

  test("I5: a path of two groups gives neither and freezes the groups of its rule", () => {
    const twins = [
      { id: "g1", path: "HR/Twin" },
      { id: "g2", path: "HR/Twin" },
    ];
    const rules = {
      ...terms(new Set()).rules,
      isManaged: () => true,
      rulesGiving: () => [{ rule: "twin", at: "mapping.yaml:1", columns: [] }],
    };
    const who = { ...person(true, [], []), groups: [{ ...claim("HR/Twin"), rule: "twin" }] };
    const verdict = decide(standing(["g1"], who), { ...terms(new Set()), rules, index: indexGroups(twins) });
    expect([verdict.gains, verdict.losses, verdict.notes[0]?.code]).toEqual([[], [], "ambiguous_group"]);
  });

  test("I6: a leaver keeps every group; with review only managed groups become pending, even if HR still gives them", () => {
    fc.assert(
      fc.property(sets, ({ current, managed, desired }) => {
        const who = person(false, desired, []);
        const kept = decide(standing(current, who), terms(managed));
        expect([kept.outcome, kept.gains, kept.losses, kept.desired]).toEqual(["deactivate", [], [], []]);
        const reviewed = decide(standing(current, who), terms(managed, "review"));
        expect(sorted(reviewed.losses)).toEqual(sorted(both(current, managed)));
        expect(reviewed.gains).toEqual([]);
      }),
    );
  });

  test("I5: a membership of a group missing from the list is never removed", () => {
    const verdict = decide(standing(["vanished", "g3"], person(true, [], [])), terms(new Set([...names, "vanished"])));
    expect(verdict.losses).toEqual(["g3"]);
  });
});
