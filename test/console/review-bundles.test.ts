import { afterAll, beforeAll, expect, test } from "vitest";
import type { ReviewData } from "../../src/console/pages/review/list-view.ts";
import { listAudit } from "../../src/store/audit/audit.ts";
import { listRemovals, type Removal } from "../../src/store/review/removals.ts";
import { consoleFor, type Console, type Signed } from "./helpers.ts";

let place: Console;
let reviewer: Signed;

/** Ana12 was added to two groups by hand; everything else is about other people. */
beforeAll(async () => {
  place = await consoleFor({
    between: ({ sandbox }) => {
      const account = sandbox.users().find(({ username }) => username === "p0012@acme.example");
      sandbox.addMember("HR/Departments/Sales", String(account?.user_id));
    },
  });
  reviewer = await place.signIn("reviewer");
});
afterAll(() => place.close());

const hers = async (): Promise<Removal[]> => (await listRemovals(place.state.db, {})).filter(({ key }) => key === "0012");
const statuses = async (): Promise<string[]> => (await hers()).map(({ status }) => status);

/** The card of a page that contains a text. */
async function cardWith(text: string, path = "/review"): Promise<string> {
  const cards = (await reviewer.get(path)).text.split(/<li data-row[^>]*>/).slice(1);
  const found = cards.filter((card) => card.includes(text));
  expect(found).toHaveLength(1);
  return found[0] ?? "";
}

/** The fields of the form on a card that has this verdict, as a browser sends them. */
function formOf(card: string, verdict: string): Record<string, string> {
  const form = card.split("<form").find((part) => part.includes(`value="${verdict}"`)) ?? "";
  const fields = [...form.matchAll(/<input\s+type="hidden"\s+name="(?!csrf)([^"]+)"\s+value="([^"]*)"/g)].map(
    ([, name = "", value = ""]) => [name, value],
  );
  return { ...(Object.fromEntries(fields) as Record<string, string>), verdict, reason: "Checked with HR" };
}

test("several causes of one person are one card, and all others stay alone", async () => {
  const { causes, all, pending } = await reviewer.json<ReviewData>("/review");
  expect([causes.map(({ people }) => people).sort(), all, pending]).toEqual([[1, 1, 1, 6], 3, 9]);
  const two = causes.filter(({ kind }) => kind === "added_by_hand");
  expect([two.map(({ name }) => name), new Set(two.map(({ person_id: id }) => id)).size]).toEqual([["Ana12 García", "Ana12 García"], 1]);
  const card = await cardWith("Remove Ana12 García from 2 groups");
  for (const { removal, group } of two) {
    expect(card).toContain(`<a href="/review/removals/${removal ?? ""}"><bdi>HR`);
    expect(card.replaceAll("<wbr />", "")).toContain(group);
  }
  expect(card).toContain("Keep in 2 groups");
  // A filter that leaves one of the causes leaves the ordinary card.
  expect((await reviewer.get("/review?group=Departments/IT")).text).not.toContain("Keep in 2 groups");
  await cardWith("Keep in 2 groups", `/review?person=${two[0]?.person_id ?? ""}`);
});

test("I1: nothing of a card is decided if one of its parts has changed since it was shown, and each part says why", async () => {
  const form = formOf(await cardWith("Keep in 2 groups"), "rejected");
  expect(form).toMatchObject({ together: "yes", causes: expect.stringMatching(/^C-\w+@[0-9a-f]{64},C-\w+@[0-9a-f]{64}$/) as string });
  const [one, other] = await hers();
  const set = (digest: string) =>
    place.state.db
      .updateTable("removal")
      .set({ evidence_digest: digest })
      .where("id", "=", one?.id ?? "")
      .execute();
  await set("f".repeat(64));
  const { location } = await reviewer.post("/review/decide", form);
  const page = (await reviewer.get(location ?? "")).text;
  expect(page).toContain("Nothing was changed.");
  expect(page).toContain("The cause has changed since you opened it");
  expect(page).toContain("Another part of this card has changed since you opened it, so nothing of it was decided.");
  const named = [one, other].map((removal) => `${removal?.id ?? ""}@${removal?.evidence_digest ?? ""}`).join(",");
  const removing = await reviewer.post("/review/decide", { verdict: "approved", reason: "x", removals: named, together: "yes" });
  expect((await reviewer.get(removing.location ?? "")).text).toContain("The evidence has changed since you read it");
  expect(await statuses()).toEqual(["pending", "pending"]);
  await set(one?.evidence_digest ?? "");
});

test("I1: one request decides each part with its own id and evidence", async () => {
  const { location } = await reviewer.post("/review/decide", formOf(await cardWith("Keep in 2 groups"), "rejected"));
  expect((await reviewer.get(location ?? "")).text).toContain("2 memberships are kept.");
  expect(await statuses()).toEqual(["rejected", "rejected"]);
  const recorded = (await listAudit(place.state.db)).filter(({ action }) => action === "removal_rejected");
  const decided = recorded.map(({ detail }) => [Reflect.get(Object(detail), "removal"), Reflect.get(Object(detail), "evidence")]);
  expect(decided.sort()).toEqual((await hers()).map(({ id, evidence_digest: digest }) => [id, digest]).sort());
});
