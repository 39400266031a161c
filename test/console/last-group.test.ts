import { afterAll, beforeAll, expect, test } from "vitest";
import type { CauseLine } from "../../src/console/pages/review/cause-book.ts";
import type { ReviewData } from "../../src/console/pages/review/list-view.ts";
import { listRemovals } from "../../src/store/review/removals.ts";
import { consoleFor, type Console, type Signed } from "./helpers.ts";

let place: Console;
let reviewer: Signed;
let leavers: CauseLine[];

/** Two people have left: their accounts are deactivated, and all their groups are pending removals. */
beforeAll(async () => {
  place = await consoleFor({
    policy: { leavers: { groups: "review" } },
    between: ({ employees }) => {
      for (const employee of employees.slice(-2)) employee.status = "Left";
    },
  });
  reviewer = await place.signIn("reviewer");
  const { causes } = await reviewer.json<ReviewData>("/review");
  leavers = causes.filter(({ kind }) => kind === "leaver");
}, 60_000);
afterAll(() => place.close());

const text = (page: string): string =>
  page
    .replaceAll(/<wbr \/>|<\/?(?:bdi|code)>/g, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&#39;", "'")
    .replaceAll(/\s+/g, " ");

test("a card does not preselect the removal of the last group, and names the next step", async () => {
  expect(leavers.length).toBeGreaterThan(1);
  for (const { recommendation, recommended, people } of leavers) {
    expect(recommendation.reasons).toEqual([{ advice: "look_closer", reason: "last_group", people }]);
    expect(recommended).toEqual([]);
  }
  const cause = leavers.find(({ people }) => people === 2);
  const list = (await reviewer.get("/review")).text;
  const card = list.split("<li data-row").find((part) => part.includes(`q-${cause?.id ?? ""}`)) ?? "";
  expect(text(card)).toContain("Recommended: look closer. 2 would be left without any group.");
  expect(card).not.toContain(`approved-${cause?.id ?? ""}`);
  const page = (await reviewer.get(`/review/causes/${cause?.id ?? ""}`)).text;
  expect(page.match(/data-pick/g)).toHaveLength(2);
  expect(page).not.toMatch(/data-pick\s+checked/);
  const [one] = await listRemovals(place.state.db, { cause: cause?.id ?? "", status: ["pending"] });
  expect(text((await reviewer.get(`/review/removals/${one?.id ?? ""}`)).text)).toContain(
    "Recommended: look closer. This is the person's last group, and the learning service can't represent a person without groups. Set policy.park to a group for such people, or keep the membership.",
  );
});

test("after a refused removal of a last group, the result page asks another question", async () => {
  const single = leavers.find(({ people, name }) => people === 1 && name !== null);
  const [one] = await listRemovals(place.state.db, { cause: single?.id ?? "", status: ["pending"] });
  const theirs = await listRemovals(place.state.db, { key: one?.key ?? "", status: ["pending"] });
  const removals = theirs.map(({ id, evidence_digest: digest }) => `${id}@${digest}`);
  const { location } = await reviewer.post("/review/decide", { removals, verdict: "approved", reason: "Left" });
  const page = text((await reviewer.get(location ?? "")).text);
  expect(page).toContain("This is the person's last group");
  expect(page).toContain("still pending. Next:");
  expect(page).not.toContain(`Next: ${single?.question ?? ""}`);
  expect((await listRemovals(place.state.db, { key: one?.key ?? "", status: ["pending"] })).length).toBe(removals.length);
});
