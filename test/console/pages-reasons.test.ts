import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { CauseLine } from "../../src/console/pages/review/cause-book.ts";
import { fittingReasons, suggestedReason } from "../../src/console/pages/review/reasons.ts";
import { setGroupImpact } from "../../src/store/review/impact.ts";
import { listRemovals } from "../../src/store/review/removals.ts";
import { consoleFor, detailsIn, type Console, type Signed } from "./helpers.ts";

let place: Console;
let reviewer: Signed;

beforeAll(async () => {
  place = await consoleFor();
  reviewer = await place.signIn("reviewer");
});
afterAll(() => place.close());

const causeIn = async (of: Signed, kind: string): Promise<CauseLine> => {
  const found = (await of.json<{ causes: CauseLine[] }>("/review")).causes.find((cause) => cause.kind === kind);
  if (found === undefined) throw new Error(`there is no cause of the kind ${kind}`);
  return found;
};
/** The reason in the field of a sheet, and the reasons that it offers. */
const sheetOf = (page: string, id: string): { value: string | undefined; offered: string[] } => {
  const sheet = page.split(`<div class="sheet" id="${id}"`)[1]?.split(/<\/form>|type="date"/)[0] ?? "";
  const input = /<input[^>]*name="reason"[^>]*>/.exec(sheet)?.[0] ?? "";
  return {
    value: / value="([^"]*)"/.exec(input)?.[1],
    offered: [...sheet.matchAll(/<button class="btn chip" type="button" value="([^"]*)"/g)].map(([, reason]) => reason ?? ""),
  };
};

test("a recommended decision has a fitting reason in its field, and any other only offers one", async () => {
  const [moved, added] = [await causeIn(reviewer, "moved"), await causeIn(reviewer, "added_by_hand")];
  const page = (await reviewer.get("/review")).text;
  expect(sheetOf(page, `rejected-${added.id}`)).toEqual({
    value: "Added by hand in the learning service",
    // The only reason is in the field already.
    offered: [],
  });
  expect(sheetOf(page, `rejected-${moved.id}`)).toEqual({
    value: undefined,
    offered: ["Impact not fully known", "The group is still needed"],
  });
  // Someone can be removed against the advice, with a reason of the reviewer.
  expect(sheetOf(page, `approved-${moved.id}`)).toEqual({ value: undefined, offered: ["Moved to Legal"] });
  // The field of the bar serves both decisions, so it starts empty.
  const removal = (await reviewer.get(`/review/removals/${moved.removal ?? ""}`)).text;
  expect(/<input\s+id="reason"[^>]*>/.exec(removal)?.[0]).not.toContain(" value=");
  expect(removal).toMatch(/value="Moved to Legal"[^]*value="The group is still needed"/);
});

test("the reason to remove is in the field once removing is recommended, but not where two people must approve", async () => {
  const know = async (of: Console): Promise<void> => {
    const [removal] = (await listRemovals(of.state.db, { status: ["pending"] })).filter(({ group_path: path }) => path.endsWith("/IT"));
    if (removal === undefined) throw new Error("there is none");
    await setGroupImpact(of.state.db, removal.account, removal.group_id, { items: [], complete: true, readAt: new Date() });
  };
  await know(place);
  const { id } = await causeIn(reviewer, "moved");
  expect(sheetOf((await reviewer.get("/review")).text, `approved-${id}`)).toEqual({ value: "Moved to Legal", offered: [] });
  const strict = await consoleFor({ policy: { approval: { four_eyes: true } } });
  try {
    await know(strict);
    const me = await strict.signIn("reviewer");
    const { id: theirs } = await causeIn(me, "moved");
    expect(sheetOf((await me.get("/review")).text, `approved-${theirs}`)).toEqual({ value: undefined, offered: ["Moved to Legal"] });
  } finally {
    await strict.close();
  }
});

test("recent reasons are offered for the same action and kind of cause only, without those that name another person's group", async () => {
  const fact = { kind: "value_changed", verdict: "approved" } as const;
  const recent = [
    { reason: "Moved to Sales", ...fact },
    { reason: "“Sales” is called “Sales EMEA” now", ...fact },
    { reason: "Is Manager is now “No”", ...fact },
    { reason: "Agreed with HR", ...fact },
    { reason: "Stays until the fair", ...fact, verdict: "rejected" as const },
    { reason: "Left for good reasons", ...fact, kind: "leaver" },
  ];
  expect(fittingReasons(recent, "moved", "approved")).toEqual(["Agreed with HR"]);
  expect(fittingReasons(recent, "moved", "rejected")).toEqual(["Stays until the fair"]);
  expect(fittingReasons(recent, "moved", null)).toEqual(["Agreed with HR", "Stays until the fair"]);
  expect(fittingReasons(recent, "leaver", "approved")).toEqual(["Left for good reasons"]);
  const cells = [{ column: "Is Manager", before: "Yes", now: "No" }];
  const facts = { kind: "moved", group: "HR/Managers", gains: [], cells, advice: [] };
  expect(suggestedReason(facts, "approved")).toBe("Is Manager is now “No”");
  // A value that is not shown is not in a reason either.
  const hidden = [{ column: "Grade", before: "(not shown)", now: "(not shown)", changed: true }];
  expect(suggestedReason({ ...facts, cells: hidden }, "approved")).toBe("HR's data changed");
});

test("a reason is never added by the server", async () => {
  const { id, evidence } = await causeIn(reviewer, "added_by_hand");
  const answer = await reviewer.post("/review/decide", { causes: `${id}@${evidence}`, verdict: "rejected", reason: "" });
  expect([answer.status, answer.text.includes("This needs a reason.")]).toEqual([400, true]);
});

test("a check of the impact says whether it found anything new", async () => {
  const { removal } = await causeIn(reviewer, "moved");
  const path = `/review/removals/${removal ?? ""}?stakes=yes`;
  expect((await reviewer.get(path)).text).toContain("Checked just now");
  expect((await reviewer.get(path)).text).toContain("Checked just now: nothing has changed.");
  expect((await reviewer.get(`/review/removals/${removal ?? ""}`)).text).not.toContain("Checked just now");
});

test("the search finds a managed group without pending removals, and its page says who is in it", async () => {
  const found = await reviewer.post("/search", { text: "depártments legal" });
  expect(found.text).toContain("HR/<mark>Departments</mark>/<mark>Legal</mark>");
  const link = /href="(\/groups\/[^"]+)"/.exec(found.text)?.[1] ?? "";
  const page = (await reviewer.get(link)).text;
  expect(page).toContain('Managed by <a href="/jobs/nightly">');
  expect(page).toContain("Ana7");
  expect(page).not.toContain("Removals from this group");
  const { all, accounts } = await reviewer.json<{ all: number; accounts: number }>(link);
  expect([all, accounts]).toEqual([4, 4]);
  // A group that people leave shows who, and leads to the decision.
  const sales = (await reviewer.post("/search", { text: "HR/Departments/Sales" })).text;
  const groups = [...sales.matchAll(/href="(\/groups\/[^"]+)"/g)].map(([, path]) => path ?? "");
  const pages = await Promise.all(groups.map(async (path) => (await reviewer.get(path)).text));
  const old = pages.find((text) => text.includes("Removals from this group")) ?? "";
  expect(old).toContain('href="/review?group=HR%2FDepartments%2FSales"');
  expect((await reviewer.get("/groups/acme/00000000-0000-4000-8000-000000000000")).status).toBe(404);
});

test("a removal that the service does not accept says why, until it is applied", async () => {
  const other = await consoleFor();
  onTestFinished(() => other.close());
  const me = await other.signIn("reviewer");
  const { causes } = await me.json<{ causes: CauseLine[] }>("/review");
  const cause = causes.find(({ kind }) => kind === "moved");
  other.sandbox.failNext({ method: "PUT", path: "/users", times: 1, status: 403 });
  const form = { scope: "all", cause: `${cause?.id ?? ""}@${cause?.evidence ?? ""}`, verdict: "approved", reason: "Moved" };
  const { location } = await me.post("/review/decide", form);
  const { text: message } = await me.get(location ?? "");
  type Approved = { removals: { id: string; last_failure: string | null }[] };
  const why = async (): Promise<string> => (await me.json<Approved>("/review/approved")).removals[0]?.last_failure ?? "";
  await expect.poll(why, { timeout: 20_000 }).toContain("403");
  const [removal] = (await me.json<Approved>("/review/approved")).removals;
  for (const path of [`/review/removals/${removal?.id ?? ""}`, "/review/approved", detailsIn(message), `/review/causes/${cause?.id ?? ""}`])
    expect([path, (await me.get(path)).text]).toEqual([path, expect.stringContaining(await why())]);
});
