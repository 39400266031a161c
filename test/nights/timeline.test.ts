import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { answerCard } from "../../src/console/pages/people/timeline-view.ts";
import { sentenceHtml } from "../../src/console/pages/sentence.ts";
import { asReader } from "../../src/reporting/locales/reader.ts";
import { pageAuditEvents } from "../../src/reporting/history/audit-events.ts";
import { loadTimeline } from "../../src/reporting/history/timeline.ts";
import { decidedImpact, decidedImpactText, decidedItems } from "../../src/reporting/removals/decided-impact.ts";
import { impactsNow } from "../../src/review/decided-impact.ts";
import { appendAudit } from "../../src/store/audit/audit.ts";
import { setGroupImpact } from "../../src/store/review/impact.ts";
import { listRemovals } from "../../src/store/review/removals.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { usualGroups, type Row } from "../helpers/team-company.ts";
import { ben, inDepartment, inside } from "../review/inside.ts";

const sales = "HR/Departments/Sales";

test("a person's timeline goes from HR's cell to the rule, the decision, the request and the undo", async () => {
  const here = await inside();
  const { acme, state } = here;
  await here.night(inDepartment("Sales", "kim", "lee"));
  const night = await here.night(inDepartment("Marketing", "kim", "lee"));
  const pending = await here.removal("kim", sales);
  const at = new Date();
  const item = (kind: "course" | "learning path", id: string) => ({ kind, id, name: id, due: null });
  const items = [item("course", "c1"), item("course", "c2"), item("learning path", "p1")];
  await setGroupImpact(state.db, pending.account, pending.group_id, { items, complete: true, readAt: at });
  expect(await here.approve([pending, await here.removal("lee", sales)], ben)).toEqual([]);
  expect(acme.groupsOf("kim")).not.toContain(sales);
  const { account } = await here.removal("kim", sales, "applied");
  const before = await loadTimeline(state.db, { account, job: "nightly", key: "kim" });
  expect(before.lost).toMatchObject([
    {
      group: sales,
      restored: null,
      impact: { courses: 2, learning_paths: 1, as_of: at.toISOString() },
      approvals: [{ by: "ben", via: "session", reason: "as the test says" }],
    },
  ]);
  const card = answerCard("Kim", before.lost, null, { ben: "Ben Ruiz" })?.text.replaceAll(/<[^>]+>/g, "");
  // First what happened, when and why; then who approved it.
  expect(card).toMatch(
    /Kim was removed from the group “HR\/Departments\/Sales” on [^]*Department changed[^]*Approved by\s*Ben Ruiz \(ben\), in the console/,
  );
  expect(card).toMatch(/Impact\s*2 courses and 1 learning path as of /);
  expect(before.lost[0]?.answer).toMatch(/^ben approved the removal from the group “HR\/Departments\/Sales” on .* in the console\.$/);
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
  expect(texts).toMatch(/Rule \w+ \(.*:\d+\) no longer gives the group “HR\/Departments\/Sales”\./);
  expect(texts).toContain("ben approved the removal from the group “HR/Departments/Sales”.");
  expect(texts).toContain("Removed from the group “HR/Departments/Sales”. The learning service confirmed it.");
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
  expect(trail.events[2]?.text).toMatch(/^ben approved removing \S+ .*and .* from the group “HR\/Departments\/Sales”\.$/);
  const german = asReader(
    { language: "de", locale: "de", timeZone: "UTC" },
    () => trail.events[2] && sentenceHtml(trail.events[2].sentence).text,
  );
  expect(german).toMatch(/ hat genehmigt, <a href="\/people\/.* und <a .* aus der Gruppe <b>.* zu entfernen\.$/);
  expect((await pageAuditEvents(state.db, { group: sales }, 30)).events).toHaveLength(3);
  expect((await pageAuditEvents(state.db, { key: "lee" }, 30)).events.map(({ entries }) => entries)).toEqual([1, 2, 1]);
  expect((await pageAuditEvents(state.db, { key: "nobody" }, 30)).events).toEqual([]);
});

test("the answer says what the group gave when it was decided, or that this is not known", async () => {
  const impact = { courses: 1, learning_paths: 0, as_of: "2026-04-30T02:30:00.000Z" };
  expect([decidedImpact(impact), decidedImpact(undefined), decidedImpact({ courses: "1" })]).toEqual([impact, null, null]);
  const items = [{ kind: "course" as const, name: "First aid", due: "2026-12-15" }];
  expect(decidedImpact({ ...impact, items: [...items, { kind: "exam", name: "x", due: null }] })).toEqual({ ...impact, items });
  expect(decidedItems({ ...impact, courses: 3, items })).toEqual(["First aid (course, due 15 Dec 2026)", "2 more"]);
  expect([impact, { ...impact, courses: 0 }, null].map(decidedImpactText)).toEqual(["1 course", "no courses", "impact not known"]);
  const here = await inside();
  await here.night(inDepartment("Sales", "kim"));
  await here.night(inDepartment("Marketing", "kim"));
  const removal = await here.removal("kim", sales);
  const read = { items: [], complete: false, readAt: new Date() };
  // An incomplete or old reading does not say that nothing is lost.
  await setGroupImpact(here.state.db, removal.account, removal.group_id, read);
  expect(await impactsNow(here.state.db, [removal], new Date())).toEqual(new Map());
  await setGroupImpact(here.state.db, removal.account, removal.group_id, { ...read, complete: true, readAt: new Date("2026-01-01") });
  expect(await impactsNow(here.state.db, [removal], new Date("2026-02-01"))).toEqual(new Map());
  await here.approve([removal], ben);
  const { lost } = await loadTimeline(here.state.db, { account: removal.account, job: "nightly", key: "kim" });
  expect(lost.map((one) => one.impact)).toEqual([null]);
  const due = { kind: "course" as const, id: "c1", name: "First aid", due: "2026-12-15" };
  await setGroupImpact(here.state.db, removal.account, removal.group_id, { items: [due], complete: true, readAt: new Date() });
  const known = (await impactsNow(here.state.db, [removal], new Date())).get(removal.id);
  expect(known).toMatchObject({ courses: 1, items: [{ kind: "course", name: "First aid", due: "2026-12-15" }] });
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
  expect(all.events.map(({ text }) => text).at(-1)).toBe("ana kept 9 people in the group “HR/Departments/Sales”.");
  const first = await pageAuditEvents(state.db, {}, 2);
  const second = await pageAuditEvents(state.db, { before: first.older ?? 0 }, 2);
  expect([...first.events, ...second.events].map(({ seq }) => seq)).toEqual(all.events.map(({ seq }) => seq));
  expect(second.older).toBeNull();
});

test("people of two service accounts who share a key have separate histories", async () => {
  const here = await inside();
  const { acme, state } = here;
  const other = await createSandbox({ seed: "empty" });
  onTestFinished(() => other.close());
  for (const group of usualGroups) other.addGroup(group);
  acme.job();
  const job = readFileSync(`${acme.place.dir}/jobs/nightly.yaml`, "utf8");
  const moveTo = (name: string): void => {
    const text = job.replace("name: nightly", `name: ${name}`);
    const there = text.replace(acme.sandbox.url, other.url).replace(/refresh_token: "[^"]+"/, `refresh_token: "${other.refreshToken}"`);
    acme.place.write("jobs/nightly.yaml", name === "nightly" ? job : there);
  };
  const lost: Record<string, string> = {};
  for (const name of ["nightly", "branch"]) {
    moveTo(name);
    const first = name === "nightly" ? "Kim" : "Max";
    const row = (department: string): Row[] => inDepartment(department, "kim").map((one) => ({ ...one, first }));
    await here.night(row("Sales"));
    const night = await here.night(row("Marketing"));
    const [removal, ...others] = await listRemovals(state.db, { job: name, key: "kim", status: ["pending"] });
    expect(others).toEqual([]);
    if (removal === undefined) throw new Error("no removal");
    await here.approve([removal], { ...ben, name: `reviewer of ${name}` });
    await here.revert(night.id);
    lost[name] = removal.account;
    const detail = { key: "kim", reason: "named" };
    for (const more of [{ account: removal.account }, { job: name }, { run: night.id }])
      await appendAudit(state, { actor: `writer of ${name}`, action: "exception_ended", detail: { ...detail, ...more } }, new Date());
  }
  await appendAudit(state, { actor: "somebody", action: "exception_ended", detail: { key: "kim" } }, new Date());

  const actions = ["removal_approved", "removal_answer", "run_reverted", "exception_ended", "exception_ended", "exception_ended"];
  for (const [name, account] of Object.entries(lost)) {
    const { events } = await loadTimeline(state.db, { account, job: name, key: "kim" });
    const recorded = events.filter(({ audit }) => audit !== null);
    expect(recorded.map(({ kind }) => kind)).toEqual(actions);
    const trail = await pageAuditEvents(state.db, { key: "kim", account }, 30);
    expect(trail.events.map(({ action }) => action)).toEqual(actions.toReversed());
    for (const { actor } of [...recorded, ...trail.events])
      expect([null, "rollcall", "ben", `reviewer of ${name}`, `writer of ${name}`]).toContain(actor);
  }
  // Entries name the person of their account; one that names only a run says the key.
  const named = (await pageAuditEvents(state.db, { action: "exception_ended" }, 30)).events;
  expect(named.map(({ actor, text }) => [actor, text.replace(/^.* of (\S+( Tester)?) in .*$/, "$1")])).toEqual([
    ["somebody", "kim"],
    ["writer of branch", "kim"],
    ["writer of branch", "Max Tester"],
    ["writer of branch", "Max Tester"],
    ["writer of nightly", "kim"],
    ["writer of nightly", "Kim Tester"],
    ["writer of nightly", "Kim Tester"],
  ]);
});

test("an entry that names no account belongs to the only account that knows the key", async () => {
  const here = await inside();
  const { state } = here;
  await here.night(inDepartment("Sales", "kim"));
  const { account } = await state.db.selectFrom("link").select("account").where("key", "=", "kim").executeTakeFirstOrThrow();
  await appendAudit(state, { actor: "ana", action: "exception_ended", detail: { key: "kim" } }, new Date());
  const known = (await loadTimeline(state.db, { account, job: "nightly", key: "kim" })).events.map(({ kind }) => kind);
  expect(known).toEqual(["account_created", "joined", "exception_ended"]);
  expect((await pageAuditEvents(state.db, { key: "kim", account: "https://other.example" }, 30)).events).toEqual([]);
});
