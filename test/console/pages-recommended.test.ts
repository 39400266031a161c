import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import type { CauseLine } from "../../src/console/pages/review/cause-book.ts";
import type { ShownRemoval } from "../../src/console/pages/review/removal-data.ts";
import type { ReviewData } from "../../src/console/pages/review/list-view.ts";
import { setGroupImpact, setPersonImpact } from "../../src/store/review/impact.ts";
import { listRemovals, type Removal } from "../../src/store/review/removals.ts";
import { consoleFor, type Console, type Signed } from "./helpers.ts";

let place: Console;
let reviewer: Signed;
let cause: CauseLine;
let people: Removal[];

const first = async (): Promise<CauseLine> => {
  const found = (await reviewer.json<ReviewData>("/review")).causes.find(({ kind }) => kind === "renamed");
  if (found === undefined) throw new Error("no renamed cause is pending");
  return found;
};
const progress = (status: string, percent: number) => ({
  progress: { courses: { c1: { status, percent, due: null } }, paths: {} },
  readAt: place.clock.now(),
});

/** Six people whose department was renamed have the new group. Five have not started its course, one has. */
beforeAll(async () => {
  place = await consoleFor();
  reviewer = await place.signIn("reviewer");
  const { db } = place.state;
  people = (await listRemovals(db, { status: ["pending"] })).filter(({ group_path: group }) => group === "HR/Departments/Sales");
  await sql`INSERT INTO membership (account, group_id, user_id)
    SELECT r.account, g.id, r.user_id FROM removal r JOIN service_group g ON g.account = r.account AND g.path = 'HR/Departments/Sales EMEA'
    WHERE r.status = 'pending' ON CONFLICT DO NOTHING`.execute(db);
  for (const [i, { account, user_id: user, group_id: group }] of people.entries()) {
    const items = [{ kind: "course" as const, id: "c1", name: "Selling to Retail", due: null }];
    await setGroupImpact(db, account, group, { items, complete: true, readAt: place.clock.now() });
    await setPersonImpact(db, account, user, i === 3 ? progress("in_progress", 35) : progress("not_started", 0));
  }
  cause = await first();
}, 60_000);
afterAll(() => place.close());

test("the card's button covers exactly the recommended people, and the others come first, unselected", async () => {
  expect(cause.recommendation).toMatchObject({ people: 6, remove: 5 });
  const list = (await reviewer.get("/review")).text;
  expect(list).toContain("Remove 5 of 6");
  expect(list).toMatch(/1 course<\/b>: <bdi>Selling to Retail<\/bdi><bdi>, 1 person has started one/);
  expect(list).toContain("0 of 8 decided");
  const started = people[3]?.id ?? "";
  expect(cause.recommended?.map((one) => one.split("@")[0])).not.toContain(started);
  const page = (await reviewer.get(`/review/causes/${cause.id}`)).text;
  expect(page.match(/data-pick\s+checked/g)).toHaveLength(5);
  const { removals } = await reviewer.json<{ removals: ShownRemoval[] }>(`/review/causes/${cause.id}`);
  expect(removals.map(({ recommendation }) => recommendation?.reason)).toEqual([
    "course_started",
    ...Array.from({ length: 5 }, () => "has_new_group"),
  ]);
});

test("a person whose recommendation has changed is refused with a sentence, and the others are decided", async () => {
  const { db } = place.state;
  const [one] = people;
  if (one === undefined) throw new Error("nobody is pending");
  await setPersonImpact(db, one.account, one.user_id, progress("in_progress", 10));
  const form = { verdict: "approved", reason: "Department renamed", removals: cause.recommended?.join(",") ?? "", recommended: "all" };
  const answer = await reviewer.post("/review/decide", form);
  const outcome = (await reviewer.get(answer.location ?? "")).text;
  expect(outcome).toContain("4 memberships will be removed");
  expect(outcome).toContain("The recommendation has changed since you opened the page");
  const left = (await listRemovals(db, { status: ["pending"], cause: cause.id })).map(({ id }) => id).sort();
  expect(left).toEqual([one.id, people[3]?.id ?? ""].sort());
  const list = (await reviewer.get("/review")).text;
  expect(list).toContain("4 of 8 decided");
  // The recent reason is offered for removing, and nowhere else.
  expect(list.match(/class="btn chip" type="button" value="Department renamed"/g)).toHaveLength(1);
});

test("a person whom the reviewer selects by hand is decided against the recommendation", async () => {
  const started = people[3];
  if (started === undefined) throw new Error("nobody is pending");
  const removals = `${started.id}@${started.evidence_digest.slice(0, 12)}`;
  const answer = await reviewer.post("/review/decide", { verdict: "approved", reason: "Agreed with her", removals, recommended: "" });
  expect((await reviewer.get(answer.location ?? "")).text).toContain("1 membership will be removed");
});

test("a request that names two groups of people is refused", async () => {
  const { id, evidence } = await reviewer.json<ReviewData>("/review").then(({ causes }) => causes[0] ?? cause);
  const answer = await reviewer.post("/review/decide", {
    verdict: "approved",
    reason: "x",
    scope: ["all", "recommended"],
    cause: `${id}@${evidence}`,
  });
  expect([answer.status, answer.text.includes("Choose one group of people")]).toEqual([400, true]);
});
