import { expect, test } from "vitest";
import { recommend, type AdviceFacts, type Recommendation } from "../../src/reporting/removals/recommend.ts";

const clear: AdviceFacts = {
  kind: "moved",
  gains: 1,
  gainsSeen: true,
  deactivated: false,
  lastGroup: false,
  impact: { known: true, started: 0, deadlines: 0 },
};

/** Each row: the facts that differ from a person who moved, has the new group and loses nothing. */
const rows: [facts: Partial<AdviceFacts>, advice: Recommendation["advice"], reason: Recommendation["reason"]][] = [
  [{ kind: "renamed" }, "remove", "has_new_group"],
  [{ kind: "split" }, "remove", "has_new_group"],
  [{ kind: "moved" }, "remove", "has_new_group"],
  [{ kind: "renamed", gainsSeen: false }, "look_closer", "new_group_not_seen"],
  [{ kind: "split", gainsSeen: false }, "look_closer", "new_group_not_seen"],
  [{ kind: "moved", gainsSeen: false }, "look_closer", "new_group_not_seen"],
  [{ kind: "renamed", impact: { known: true, started: 1, deadlines: 0 } }, "look_closer", "course_started"],
  [{ kind: "split", impact: { known: true, started: 1, deadlines: 1 } }, "look_closer", "course_started"],
  [{ kind: "moved", impact: { known: false, started: 1, deadlines: 0 } }, "look_closer", "course_started"],
  [{ kind: "moved", impact: { known: true, started: 0, deadlines: 2 } }, "look_closer", "deadline"],
  [{ kind: "renamed", impact: { known: false, started: 0, deadlines: 0 } }, "look_closer", "impact_unknown"],
  [{ kind: "split", impact: { known: false, started: 0, deadlines: 0 } }, "look_closer", "impact_unknown"],
  [{ kind: "moved", impact: { known: false, started: 0, deadlines: 0 } }, "look_closer", "impact_unknown"],
  [{ kind: "moved", gains: 0 }, "none", "no_new_group"],
  [{ kind: "moved", gains: 0, impact: { known: false, started: 0, deadlines: 0 } }, "none", "no_new_group"],
  [{ kind: "renamed", gains: 0 }, "look_closer", "no_new_group"],
  [{ kind: "split", gains: 0 }, "look_closer", "no_new_group"],
  [{ kind: "changed_back" }, "none", "changed_back"],
  [{ kind: "mapping_changed" }, "none", "mapping_changed"],
  [{ kind: "leaver", gains: 0, deactivated: true }, "remove", "deactivated"],
  [{ kind: "leaver", gains: 0, deactivated: true, impact: { known: false, started: 1, deadlines: 1 } }, "remove", "deactivated"],
  [{ kind: "leaver", gains: 0 }, "look_closer", "not_deactivated"],
  [{ kind: "leaver", gains: 0, deactivated: true, lastGroup: true }, "look_closer", "last_group"],
  [{ kind: "leaver", gains: 0, lastGroup: true }, "look_closer", "last_group"],
  [{ kind: "moved", gains: 0, lastGroup: true }, "look_closer", "last_group"],
  [{ kind: "moved", lastGroup: true }, "look_closer", "last_group"],
  [{ kind: "mapping_changed", lastGroup: true }, "look_closer", "last_group"],
  [{ kind: "added_by_hand", gains: 0, lastGroup: true }, "keep", "added_by_hand"],
  [{ kind: "added_by_hand", gains: 0 }, "keep", "added_by_hand"],
  [{ kind: "added_by_hand", impact: { known: false, started: 1, deadlines: 1 } }, "keep", "added_by_hand"],
];

test.each(rows)("recommends from %j: %s, because of %s", (facts, advice, reason) => {
  expect(recommend({ ...clear, ...facts })).toEqual({ advice, reason });
});

test("recommends a removal only to people with a known impact, a new group, and nothing to lose, or to deactivated leavers", () => {
  const options = [true, false];
  for (const kind of ["renamed", "split", "moved", "changed_back", "leaver", "mapping_changed", "added_by_hand"] as const)
    for (const gains of [0, 1, 2])
      for (const gainsSeen of options)
        for (const deactivated of options)
          for (const known of options)
            for (const started of [0, 1])
              for (const deadlines of [0, 1]) {
                const { advice } = recommend({
                  kind,
                  gains,
                  gainsSeen,
                  deactivated,
                  lastGroup: false,
                  impact: { known, started, deadlines },
                });
                const changedGroup = kind === "renamed" || kind === "split" || kind === "moved";
                const clearOf = gains > 0 && gainsSeen && known && started + deadlines === 0;
                expect(advice === "remove").toBe(kind === "leaver" ? deactivated : changedGroup && clearOf);
              }
});
