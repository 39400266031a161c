import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { CauseLine } from "../../src/console/pages/review/cause-book.ts";
import type { ShownRemoval } from "../../src/console/pages/review/removal-data.ts";
import { listAudit } from "../../src/store/audit/audit.ts";
import { setUser } from "../../src/store/console/users.ts";
import { findRemoval, listRemovals } from "../../src/store/review/removals.ts";
import { until } from "../helpers/company.ts";
import { consoleFor, detailsIn, nastyNames, type Console, type Signed } from "./helpers.ts";

let place: Console;
let reviewer: Signed;
let viewer: Signed;

beforeAll(async () => {
  place = await consoleFor();
  reviewer = await place.signIn("reviewer");
  viewer = await place.signIn("viewer");
});
afterAll(() => place.close());

interface Review {
  pending: number;
  causes: CauseLine[];
}
interface CausePage {
  cause: CauseLine;
  removals: ShownRemoval[];
}

const review = (path = "") => reviewer.json<Review>(`/review${path}`);
const causePage = (id: string) => reviewer.json<CausePage>(`/review/causes/${id}`);
const causeOf = async (kind: string): Promise<CauseLine> => {
  const found = (await review()).causes.find((cause) => cause.kind === kind);
  if (found === undefined) throw new Error(`nothing waits of the kind ${kind}`);
  return found;
};
const named = ({ id, evidence_digest: evidence }: ShownRemoval): string => `${id}@${evidence}`;

describe("the review", () => {
  test("shows causes before cases, the largest first, with what each means", async () => {
    const { pending, causes } = await review();
    expect([pending, causes.map(({ kind, people }) => [kind, people])]).toEqual([
      8,
      [
        ["renamed", 6],
        ["moved", 1],
        ["added_by_hand", 1],
      ],
    ]);
    const page = (await reviewer.get("/review")).text;
    expect(page).toContain("8 left");
    expect(page).toContain("“Sales” seems to be renamed to “Sales EMEA”. Remove 6 people from the old group?");
  });

  test("is filtered by the address, and refuses unknown values", async () => {
    const kinds = async (search: string) => (await review(search)).causes.map(({ kind }) => kind);
    expect(await kinds("?kind=added_by_hand")).toEqual(["added_by_hand"]);
    expect(await kinds("?group=departments/sal")).toEqual(["renamed"]);
    expect(await kinds("?group=100%25")).toEqual([]);
    expect(await kinds("?job=nightly&for=nobody")).toHaveLength(3);
    expect(await kinds("?for=me")).toEqual([]);
    expect(await kinds("?age=1")).toEqual([]);
    expect((await reviewer.get("/review?kind=evil")).status).toBe(400);
    expect((await reviewer.get("/review?page=-1")).status).toBe(400);
  });

  test("finds people by a form, and names nobody in an address", async () => {
    const one = await reviewer.post("/review/search", { text: "Ana7" });
    expect(one.location).toMatch(/^\/review\?person=[0-9a-f]{16}$/);
    const page = (await reviewer.get(one.location ?? "")).text;
    expect(page).toContain("Remove from the group IT?");
    expect(page).not.toContain("Remove 6 people");
    const several = await reviewer.post("/review/search", { text: "García" });
    expect([several.status, several.text.includes("&lt;script&gt;")]).toEqual([200, true]);
    expect((await reviewer.get("/review?person=0000000000000000")).status).toBe(404);
  });

  test("shows any name as text", async () => {
    const { id } = await causeOf("renamed");
    for (const path of [`/review/causes/${id}`, `/review/removals/${(await causePage(id)).removals[0]?.id ?? ""}`]) {
      const { text } = await reviewer.get(path);
      expect(text, `page ${path}`).not.toContain("<script>alert");
      // What reorders the text around it is shown by a mark instead.
      expect(text, `page ${path}`).not.toContain("\u202e");
    }
    const page = (await reviewer.get(`/review/causes/${id}`)).text;
    expect(page).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;");
    expect(page).toContain(nastyNames.formula.replaceAll('"', "&quot;"));
  });

  test("offers the lines that keep a renamed group, ready to copy", async () => {
    const { id } = await causeOf("renamed");
    const page = (await reviewer.get(`/review/causes/${id}`)).text;
    expect(page).toContain("groups: [&quot;HR/Departments/Sales&quot;]");
  });
});

describe("a recommendation", () => {
  test("selects nobody about whom something is not known, and names the reason", async () => {
    const { id, recommendation, impact } = await causeOf("renamed");
    expect(recommendation).toMatchObject({ people: 6, remove: 0 });
    expect([impact.known, impact.items_known]).toEqual([false, false]);
    const list = (await reviewer.get("/review")).text;
    expect(list).toContain("Impact not known");
    expect(list).not.toContain("no courses");
    expect(list).not.toMatch(/>Remove \d/);
    const page = (await reviewer.get(`/review/causes/${id}`)).text;
    expect(page.match(/data-pick/g)).toHaveLength(6);
    expect(page).not.toMatch(/data-pick\s+checked/);
  });
});

describe("a decision", () => {
  test("needs the role, a reason, the evidence, and something that it is about", async () => {
    const { id, evidence } = await causeOf("added_by_hand");
    const [removal] = (await causePage(id)).removals;
    const form = { verdict: "rejected", reason: "stays", removals: removal === undefined ? "" : named(removal) };
    expect((await viewer.post("/review/decide", form)).status).toBe(403);
    expect((await viewer.get(`/review/causes/${id}`)).text).not.toContain('action="/review/decide"');
    for (const [change, words] of [
      [{ reason: "  " }, "needs a reason"],
      [{ reason: "\u200B \u2060\u00AD\u2800" }, "needs a reason"],
      [{ verdict: "" }, "verdict</code> is missing"],
      [{ removals: [] }, "No one is selected"],
      [{ removals: removal?.id ?? "" }, "the evidence that it was made on"],
      [{ until: "2027-02-30" }, "clear date"],
    ] as const) {
      const answer = await reviewer.post("/review/decide", { ...form, ...change });
      expect([answer.status, answer.text.includes(words)], `it says ${words}`).toEqual([400, true]);
    }
    const gone = await reviewer.post("/review/decide", { ...form, until: "2020-01-01" });
    expect((await reviewer.get(gone.location ?? "")).text).toContain("is in the past");
    expect((await review()).pending).toBe(8);
    expect(evidence).toMatch(/^[0-9a-f]{64}$/);
  });

  test("on evidence that is another by now is refused, and so is one on a cause that has changed", async () => {
    const { id } = await causeOf("added_by_hand");
    const [removal] = (await causePage(id)).removals;
    const other = await reviewer.post("/review/decide", {
      verdict: "approved",
      reason: "x",
      removals: `${removal?.id ?? ""}@${"0".repeat(64)}`,
    });
    expect((await reviewer.get(other.location ?? "")).text).toContain("The evidence has changed");
    const cause = await reviewer.post("/review/decide", {
      verdict: "approved",
      reason: "x",
      scope: "all",
      cause: `${id}@${"0".repeat(64)}`,
    });
    expect((await reviewer.get(cause.location ?? "")).text).toContain("The cause has changed since you opened it");
    expect((await review()).pending).toBe(8);
    expect((await listAudit(place.state.db)).filter(({ action }) => action.startsWith("removal_approved"))).toEqual([]);
  });

  test("on those that are selected leaves the others, and what is rejected stays with its date", async () => {
    const { id } = await causeOf("renamed");
    const [first, second] = (await causePage(id)).removals;
    if (first === undefined || second === undefined) throw new Error("nothing to tick");
    const { location } = await reviewer.post("/review/decide", {
      scope: "ticked",
      cause: `${id}@${"0".repeat(64)}`,
      removals: [named(first), named(second)],
      verdict: "rejected",
      reason: "Works for both",
      until: "2099-01-31",
    });
    const page = (await reviewer.get(location ?? "")).text;
    expect(page).toContain("2 memberships are kept.");
    const kept = await findRemoval(place.state.db, first.id);
    expect([kept?.status, kept?.decided_by, kept?.decided_how, kept?.keep_until?.toISOString()]).toEqual([
      "rejected",
      reviewer.name,
      "session",
      "2099-01-31T23:59:59.999Z",
    ]);
    expect((await causePage(id)).removals).toHaveLength(4);
    const exceptions = (await reviewer.get("/exceptions")).text;
    expect(exceptions).toContain("Works for both");
    // East of UTC, its last moment is in the night after.
    const cookie = `${reviewer.cookie}; rollcall-browser-zone=Europe/Berlin`;
    for (const path of ["/exceptions", "/audit", "/review/decided", `/review/removals/${first.id}`]) {
      const text = await (await fetch(place.url + path, { headers: { cookie } })).text();
      expect([path, text.includes("31 Jan 2099"), text.includes("1 Feb 2099")]).toEqual([path, true, false]);
    }
  });

  test("by two at once counts once: the second learns who was first, and how", async () => {
    const colleague = await place.signIn("reviewer");
    const { id } = await causeOf("moved");
    const [removal] = (await causePage(id)).removals;
    if (removal === undefined) throw new Error("nothing to decide");
    const form = { verdict: "approved", reason: "Moved to Legal", removals: named(removal) };
    const [one, two] = await Promise.all([reviewer.post("/review/decide", form), colleague.post("/review/decide", form)]);
    const pages = [(await reviewer.get(one.location ?? "")).text, (await colleague.get(two.location ?? "")).text];
    expect(pages.filter((page) => page.includes("1 membership will be removed."))).toHaveLength(1);
    const late = pages.find((page) => page.includes("Nothing was changed.")) ?? "";
    expect(late).toMatch(/already [a-z]+: <?.*reviewer-\d+ decided it on .*in the console \(“Moved to Legal”\)/);
    // One's outcome is nobody else's.
    const [details, other] = pages[0] === late ? [detailsIn(pages[1] ?? ""), reviewer] : [detailsIn(pages[0] ?? ""), colleague];
    expect((await other.get(details)).status).toBe(404);
    const account = place.sandbox.users().find((user) => user["username"] === "p0007@acme.example");
    await until(() => !place.sandbox.requests().every(({ body }) => Reflect.get(Object(body), "confirm_group_removal") !== true));
    const applied = async () => (await findRemoval(place.state.db, removal.id))?.status;
    for (let i = 0; i < 100 && (await applied()) !== "applied"; i += 1) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await applied()).toBe("applied");
    expect(account).toBeDefined();
    expect((await reviewer.get(`/review/removals/${removal.id}`)).text).toContain("Moved to Legal");
  });

  test("on a whole cause decides what was shown, and says what is left", async () => {
    const { id, evidence, people } = await causeOf("renamed");
    expect(people).toBe(4);
    const { location } = await reviewer.post("/review/decide", {
      scope: "all",
      cause: `${id}@${evidence}`,
      verdict: "rejected",
      reason: "A new name only",
    });
    expect((await reviewer.get(location ?? "")).text).toContain("4 memberships are kept");
    const { status, text } = await reviewer.get(`/review/causes/${id}`);
    expect([status, text]).toEqual([200, expect.stringContaining("This cause needs no decision")]);
    expect(await reviewer.json(`/review/causes/${id}`)).toMatchObject({ code: "not_found" });
  });

  test("to keep until a date takes reason and date of its sheet only, and no other button takes them", async () => {
    const [removal] = await listRemovals(place.state.db, { status: ["pending"] });
    const subject = `${removal?.id ?? ""}@${removal?.evidence_digest ?? ""}`;
    const sheet = { removals: subject, more_reason: "Not clear yet", more_until: "2099-01-31", reason: "In the bar" };
    const without = await reviewer.post("/review/decide", { ...sheet, verdict: "rejected_until", more_until: "" });
    expect([without.status, without.text.includes("Choose a date until which")]).toEqual([400, true]);
    const find = async () => (await listRemovals(place.state.db, {})).find(({ id }) => id === removal?.id);
    await reviewer.post("/review/decide", { ...sheet, verdict: "rejected" });
    expect(await find()).toMatchObject({ status: "rejected", decision_reason: "In the bar", keep_until: null });
    await reviewer.post("/review/undo", { removals: removal?.id ?? "", reason: "Once more" });
    await reviewer.post("/review/decide", { ...sheet, verdict: "rejected_until" });
    const end = new Date("2099-01-31T23:59:59.999Z");
    expect(await find()).toMatchObject({ status: "rejected", decision_reason: "Not clear yet", keep_until: end });
    await reviewer.post("/review/undo", { removals: removal?.id ?? "", reason: "Once more" });
  });

  test("can be reassigned with a comment, and commented", async () => {
    const colleague = await place.signIn("reviewer");
    const { id } = await causeOf("added_by_hand");
    const [removal] = (await causePage(id)).removals;
    if (removal === undefined) throw new Error("nothing to hand over");
    const handed = await reviewer.post("/review/hand-over", { removals: named(removal), to: colleague.name, reason: "You know <b>IT</b>" });
    expect(handed.location).toBe(`/review/removals/${removal.id}`);
    const page = (await reviewer.get(handed.location ?? "")).text;
    expect(page).toContain("The removal is reassigned.");
    expect(page).toContain("You know &lt;b&gt;IT&lt;/b&gt;");
    expect((await colleague.json<Review>("/review?for=me")).causes.map((cause) => cause.id)).toEqual([id]);
    expect((await colleague.get("/")).text).toContain("Assigned to you");
    await reviewer.post("/review/comment", { removals: named(removal), reason: "Asked Eva" });
    expect((await reviewer.get(`/review/removals/${removal.id}`)).text).toContain("Asked Eva");
    expect((await reviewer.post("/review/comment", { removals: "R-nothing@00000000", reason: "x" })).status).toBe(400);
    expect((await reviewer.post("/review/hand-over", { removals: named(removal), to: "", reason: "x" })).status).toBe(400);
    expect((await reviewer.post("/review/hand-over", { removals: named(removal), to: "role:viewer", reason: "x" })).status).toBe(409);
    await reviewer.post("/review/hand-over", { removals: named(removal), to: "role:operator", reason: "Who knows IT?" });
    const operator = await place.signIn("operator");
    expect((await operator.json<Review>("/review?for=me")).causes.map((cause) => cause.id)).toEqual([id]);
    expect((await colleague.json<Review>("/review?for=me")).causes).toEqual([]);
    expect((await operator.get(`/review/removals/${removal.id}`)).text).toContain("everyone with the role operator");
  });

  test("stays reassigned if the mail to the reviewer fails, and the page reports it", async () => {
    const colleague = await place.signIn("reviewer");
    await setUser(place.state.db, colleague.name, { email: "colleague@acme.example" });
    const file = join(place.dir, "jobs", "nightly.yaml");
    const text = readFileSync(file, "utf8");
    const mail = { to: ["hr@acme.example"], from: "rollcall@acme.example", smtp: "smtp://127.0.0.1:1" };
    writeFileSync(file, JSON.stringify({ ...(JSON.parse(text) as object), notify: { mail } }));
    onTestFinished(() => writeFileSync(file, text));
    const [removal] = (await causePage((await causeOf("added_by_hand")).id)).removals;
    if (removal === undefined) throw new Error("nothing to reassign");
    const { location } = await reviewer.post("/review/hand-over", { removals: named(removal), to: colleague.name, reason: "Yours?" });
    expect(location).toMatch(/^\/review\/done\//);
    expect((await reviewer.get(location ?? "")).text).toContain("be sent: 127.0.0.1");
    expect(await findRemoval(place.state.db, removal.id)).toMatchObject({ status: "pending", assigned_to: colleague.name });
  });
});
