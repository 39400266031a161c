import { expect, test } from "vitest";
import { pageAuditEvents } from "../../src/reporting/history/audit-events.ts";
import { loadTimeline } from "../../src/reporting/history/timeline.ts";
import { ben, inDepartment, inside } from "./inside.ts";

const sales = "HR/Departments/Sales";

test("a person's timeline goes from HR's cell to the rule, the decision, the request and the undo", async () => {
  const here = await inside();
  const { acme, state } = here;
  await here.night(inDepartment("Sales", "kim", "lee"));
  const night = await here.night(inDepartment("Marketing", "kim", "lee"));
  expect(await here.approve([await here.removal("kim", sales), await here.removal("lee", sales)], ben)).toEqual([]);
  expect(acme.groupsOf("kim")).not.toContain(sales);
  const { account } = await here.removal("kim", sales, "applied");
  const before = await loadTimeline(state.db, { account, job: "nightly", key: "kim" });
  expect(before.lost).toMatchObject([
    { group: sales, restored: null, approvals: [{ by: "ben", via: "session", reason: "as the test says" }] },
  ]);
  expect(before.lost[0]?.answer).toMatch(/^ben approved the removal from “HR\/Departments\/Sales” on .* in the console\.$/);
  const reverted = await here.revert(night.id);

  const { events, lost } = await loadTimeline(state.db, { account, job: "nightly", key: "kim" });
  expect(events.map(({ kind }) => kind)).toEqual([
    "account_created",
    "joined",
    "hr_changed",
    "rule_ended",
    "removal_found",
    "joined",
    "removal_approved",
    "removal_answer",
    "run_reverted",
    "added_back",
  ]);
  const texts = events.map(({ text }) => text).join("\n");
  expect(texts).toMatch(/HR changed Department: “Sales” → “Marketing”, row 2 of .*\.csv\./);
  expect(texts).toMatch(/Rule \w+ \(.*:\d+\) no longer gives “HR\/Departments\/Sales”\./);
  expect(texts).toContain("ben approved the removal from “HR/Departments/Sales”.");
  expect(texts).toContain("Removed from “HR/Departments/Sales”. The learning service confirmed it.");
  expect(texts).toContain(`ben undid run ${night.id}: the membership in`);
  expect(events.filter(({ audit }) => audit !== null).map(({ actor, reason }) => [actor, reason])).toEqual([
    ["ben", "as the test says"],
    [null, null],
    ["ben", "a mistake in HR"],
  ]);
  expect(lost[0]?.restored).toMatchObject({ run: reverted.run.id, by: "ben", reason: "a mistake in HR" });

  // The trail has an event for each decision, not for each person.
  const trail = await pageAuditEvents(state.db, {}, 30);
  expect(trail.events.map(({ action, entries }) => [action, entries])).toEqual([
    ["run_reverted", 1],
    ["removal_answer", 4],
    ["removal_approved", 2],
  ]);
  expect(trail.events[2]?.text).toMatch(/^ben approved removing \S+ .*and .* from “HR\/Departments\/Sales”\.$/);
  expect((await pageAuditEvents(state.db, { group: sales }, 30)).events).toHaveLength(3);
  expect((await pageAuditEvents(state.db, { key: "lee" }, 30)).events.map(({ entries }) => entries)).toEqual([1, 2, 1]);
  expect((await pageAuditEvents(state.db, { key: "nobody" }, 30)).events).toEqual([]);
});

test("a decision on many people is one event, and pages of events follow each other without gaps", async () => {
  const here = await inside();
  const { state } = here;
  const everybody = Array.from({ length: 12 }, (_, i) => `p${i + 1}`);
  await here.night(inDepartment("Sales", ...everybody));
  await here.night(inDepartment("Marketing", ...everybody));
  const removals = await Promise.all(everybody.map((key) => here.removal(key, sales)));
  await here.decide(removals.slice(0, 9), "rejected");
  for (const removal of removals.slice(9)) await here.decide([removal], "rejected", ben);
  const all = await pageAuditEvents(state.db, {}, 30);
  expect(all.older).toBeNull();
  expect(all.events.map(({ text }) => text).at(-1)).toBe("ana kept 9 people in “HR/Departments/Sales”.");
  const first = await pageAuditEvents(state.db, {}, 2);
  const second = await pageAuditEvents(state.db, { before: first.older ?? 0 }, 2);
  expect([...first.events, ...second.events].map(({ seq }) => seq)).toEqual(all.events.map(({ seq }) => seq));
  expect(second.older).toBeNull();
});
