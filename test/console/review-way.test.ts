import { afterAll, beforeAll, expect, test } from "vitest";
import type { CauseLine } from "../../src/console/pages/review/cause-book.ts";
import { setGroupImpact } from "../../src/store/review/impact.ts";
import { listRemovals, type Removal } from "../../src/store/review/removals.ts";
import { consoleFor, type Console, type Signed } from "./helpers.ts";

let place: Console;
let reviewer: Signed;

beforeAll(async () => {
  place = await consoleFor();
  reviewer = await place.signIn("reviewer");
});
afterAll(() => place.close());

const text = (page: string): string =>
  page
    .replaceAll(/<wbr \/>|<\/?bdi>/g, "")
    .replaceAll("&#39;", "'")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");
const open = async (path: string): Promise<string> => (await reviewer.get(path)).text;
const causeOf = async (kind: string): Promise<CauseLine> => {
  const { causes } = await reviewer.json<{ causes: CauseLine[] }>("/review");
  const found = causes.find((cause) => cause.kind === kind);
  if (found === undefined) throw new Error(`there is no cause of the kind ${kind}`);
  return found;
};
const removalsOf = async (kind: string): Promise<Removal[]> => listRemovals(place.state.db, { cause: (await causeOf(kind)).id });
const named = ({ id, evidence_digest: digest }: Removal): string => `${id}@${digest}`;
/** Decides, and returns the address of the list that follows, its page, and the page with the details. */
const decide = async (removals: readonly Removal[], verdict: string): Promise<{ to: string; list: string; details: string }> => {
  const { location } = await reviewer.post("/review/decide", { removals: removals.map(named), verdict, reason: "Checked" });
  const list = await open(location ?? "");
  return { to: location ?? "", list, details: await open(/href="(\/review\/done\/[^"]+)"/.exec(list)?.[1] ?? "") };
};

test("a card of one person leads to the evidence, and says what changed", async () => {
  const { id, removal } = await causeOf("moved");
  const list = await open("/review");
  const card = list.split("<li data-row>").find((part) => part.includes(`q-${id}`)) ?? "";
  expect(card.split(`href="/review/removals/${removal ?? ""}"`)).toHaveLength(3);
  expect(card).not.toContain(`/review/causes/${id}`);
  expect(text(card)).toContain("Department: “IT” → “Legal”");
  // The recommendation is introduced as one, and the button of the same name is tinted.
  expect(text(card)).toContain("Recommended: look closer.");
  expect(card).toContain(`<a class="btn rec" href="/review/removals/${removal ?? ""}"`);
  const page = await open(`/review/removals/${removal ?? ""}`);
  expect(page).toContain('value="approved"');
  // Nothing recommends to remove it, so the button does not stand out. The rule is folded below the reason.
  expect(page).toMatch(/class="btn"\s+name="verdict"\s+value="approved"/);
  const lead = text(/<p class="lead">.*?<\/p>/s.exec(page)?.[0] ?? "").trim();
  expect(lead).toBe("Department changed from “IT” to “Legal”. HR's data no longer puts this person in the group HR/Departments/IT.");
  expect(text(page.split("Rule and row")[1] ?? "")).toMatch(/department\s+gives HR\/Departments\/Legal now/);
  expect(/<ol class="crumbs">.*?<\/ol>/s.exec(page)?.[0]).not.toContain("/review/causes/");
  // The cause itself, as mails and reports link it, is decided without a selection.
  const cause = await open(`/review/causes/${id}`);
  expect(cause).not.toMatch(/type="checkbox" (?:name|data-(?:all|pick))/);
  expect(cause).not.toContain("data-needs");
  expect(cause).toContain(`name="removals" value="${removal ?? ""}@`);
  expect((await causeOf("renamed")).removal).toBeNull();
});

test("the rule that keeps a renamed group is above the people, in words for a reviewer, with the lines folded", async () => {
  const { id } = await causeOf("renamed");
  const page = await open(`/review/causes/${id}`);
  expect(page.indexOf("Ask your administrator")).toBeLessThan(page.indexOf('class="tbl"'));
  expect(page.indexOf("Text for your administrator")).toBeLessThan(page.indexOf('id="alias"'));
  expect(text(page)).toContain("gain HR/Departments/Sales EMEA instead");
  // What HR changed is said once.
  expect(page.split("changed from “Sales” to “Sales EMEA”")).toHaveLength(2);
  expect(page).not.toContain("Department: “Sales” → “Sales EMEA”");
  expect(text(await open(`/review/causes/${(await causeOf("moved")).id}`))).toContain("gains HR/Departments/Legal instead");
});

test("an impact is what the person would lose, and is missing only once", async () => {
  const [removal] = await removalsOf("moved");
  if (removal === undefined) throw new Error("there is none");
  const before = text(await open("/review"));
  expect(before).toContain("Impact not known");
  const { account, group_id: group } = removal;
  const items = [{ kind: "course" as const, id: "c1", name: "First aid", due: null }];
  await setGroupImpact(place.state.db, account, group, { items, complete: true, readAt: new Date() });
  expect(text(await open("/review"))).toMatch(/would lose access to 1 course ?: First aid ?, progress not known/);
  await setGroupImpact(place.state.db, account, group, { items: [], complete: true, readAt: new Date() });
  expect(text(await open("/review"))).toContain("would lose no courses");
});

test("a cause without a recommendation says so without recommending it", async () => {
  const [removal] = await removalsOf("moved");
  const { id = "", evidence } = removal ?? {};
  const evidenceNow = evidence as { gains: string[] };
  const set = (gains: string[], digest: string) =>
    place.state.db
      .updateTable("removal")
      .set({ evidence: JSON.stringify({ ...evidenceNow, gains }), evidence_digest: digest })
      .where("id", "=", id)
      .execute();
  await set([], "f".repeat(64));
  const page = text(await open(`/review/causes/${removal?.cause ?? ""}`));
  expect(page).toContain("No recommendation. The person would get no other group instead, so decide by what changed.");
  expect(page).not.toContain("Recommended");
  await set(evidenceNow.gains, removal?.evidence_digest ?? "");
});

test("the overview counts the cards of the list, and a run says how many of its removals are still pending", async () => {
  const { causes, all } = await reviewer.json<{ causes: CauseLine[]; all: number }>("/review");
  const { removals } = await reviewer.json<{ removals: { causes: number; questions: number } }>("/overview");
  expect(removals).toMatchObject({ causes: causes.length, questions: all });
  expect(text(await open("/"))).toContain(`${all} questions, oldest today`);
  expect(text(await open(`/runs/${place.run}`))).toContain(
    "8 removals of this run need a decision. No one loses a group until someone decides.",
  );
});

test("a decision leads to the list at the next question, and its details lead on until nothing is pending", async () => {
  const renamed = await removalsOf("renamed");
  const cause = renamed[0]?.cause ?? "";
  const [moved, added] = [await causeOf("moved"), await causeOf("added_by_hand")];
  const way = (page: string): string | undefined => /class="btn primary" href="([^"]+)"/.exec(page)?.[1];
  const order = [moved, added].sort((one, other) => (one.id < other.id ? -1 : 1));
  const first = await decide(renamed.slice(0, 4), "rejected");
  // The others of the cause are still pending and were not selected: the next card follows.
  expect(first.to).toBe(`/review#c-${order[0]?.id ?? ""}`);
  expect(first.list).toContain(`<li data-row id="c-${order[0]?.id ?? ""}"`);
  expect(text(first.list)).toContain("4 memberships are kept. 4 of 8 decided, 4 left.");
  expect(text(first.details)).toContain("4 removals are still pending. Next: 2 people moved to the group Sales EMEA.");
  expect(way(first.details)).toBe(`/review/causes/${cause}`);
  const second = await decide(renamed.slice(4), "rejected");
  expect(second.to).toBe(`/review#c-${order[0]?.id ?? ""}`);
  expect(way(second.details)).toBe(`/review/removals/${order[0]?.removal ?? ""}`);
  expect(second.details).toContain('<a class="btn" href="/review">Back to review</a>');
  // The second of the list is decided first: it was the last card, so the list begins again with the one that was left out.
  const third = await decide(await removalsOf(order[1]?.kind ?? ""), "rejected");
  expect(third.to).toBe("/review");
  expect(way(third.details)).toBe(`/review/removals/${order[0]?.removal ?? ""}`);
  expect(text(third.details)).toContain("1 removal is still pending. Next:");
  expect(text(third.list)).toContain("1 needs a decision");
  expect(text(third.list)).toContain("7 active");
  const last = await decide(await removalsOf(order[0]?.kind ?? ""), "approved");
  expect(text(last.list)).toMatch(
    /1 membership will be removed\. 8 of 8 decided, 0 left\. Undo .*Nothing needs a decision\. 8 of 8 decided: 7 kept and 1 (to be )?removed\./,
  );
  expect(text(last.list)).not.toContain("these people");
  expect(text(last.details)).toContain("Nothing else needs a decision.");
  expect(way(last.details)).toBe("/review");

  // What has no effect any more is not offered.
  const applied = order[0]?.removal ?? "";
  await expect
    .poll(async () => (await reviewer.json<{ removal: Removal }>(`/review/removals/${applied}`)).removal.status, { timeout: 20_000 })
    .toBe("applied");
  expect(text(await open(`/runs/${place.run}`))).toContain("8 removals were pending after this run. All of them are decided.");
  // The run of the decisions ends a moment after its last removal.
  const decisions = () => reviewer.json<{ runs: { id: string; counts: Record<string, number> }[] }>("/runs?kind=decisions");
  await expect.poll(async () => (await decisions()).runs.map(({ counts }) => counts["done"])).toEqual([1]);
  const { runs } = await decisions();
  const overview = await open("/");
  expect(text(overview)).toContain("Since then, approved removals of 1 person were applied, the last on");
  expect(overview).toContain(`href="/runs/${runs[0]?.id ?? ""}"`);
  const sent = text(await open(`/runs/${runs[0]?.id ?? ""}`));
  expect(sent).toContain("1 approved removal applied");
  expect(sent).toContain(`Decisions of ${reviewer.name}`);
  expect(sent).not.toContain("schedule");
  const page = await open(`/review/removals/${applied}`);
  expect(page).not.toContain("?stakes=yes");
  expect(text(page)).not.toContain("Today");
  expect(text(page)).toContain("Groups before and after");
  const kept = await open(`/review/removals/${renamed[0]?.id ?? ""}`);
  expect(text(kept)).not.toContain("After the removal");
  expect(kept).not.toContain("?stakes=yes");
});
