import { afterAll, beforeAll, expect, test } from "vitest";
import { causesText } from "../../src/cli/view/causes.ts";
import type { Job } from "../../src/domain/settings.ts";
import { digest } from "../../src/notify/compose.ts";
import { pendingSummary } from "../../src/notify/pending.ts";
import { asReader } from "../../src/reporting/locales/reader.ts";
import { bundleCauses, bundleQuestion } from "../../src/reporting/removals/bundles.ts";
import { byCause } from "../../src/reporting/removals/pending-removals.ts";
import { personId } from "../../src/store/people/people-pages.ts";
import { listRemovals } from "../../src/store/review/removals.ts";
import { testCall } from "../helpers/io.ts";
import { now, policy, waitingPlace, type WaitingPlace } from "./waiting-removals.ts";

let place: WaitingPlace;

/** Ana loses two groups by two causes; Bo and Cy lose one by one cause, and Di another one. */
beforeAll(async () => {
  place = await waitingPlace();
  await place.add([
    { key: "7", name: "Ana Ruiz", cause: "C-00000001", group_path: "HR/Sales" },
    { key: "8", name: "Bo", cause: "C-00000002", group_path: "HR/Office" },
    { key: "9", name: "Cy", cause: "C-00000002", group_path: "HR/Office" },
    { key: "7", name: "Ana Ruiz", cause: "C-00000003", group_path: "HR/Sales Iberia", group_id: "g-3" },
    { key: "6", name: "Di", cause: "C-00000004", group_path: "HR/Legal", group_id: "g-4" },
  ]);
});
afterAll(() => place.close());

const job = { name: "nightly", policy, service: { account: "acme" } } as Job;

test("only causes with the same only person are shown together, at the place of the first", () => {
  const causes = ["a1", "many", "b", "a2", "also many"].map((id) => ({ id, person: /^[ab]/.exec(id)?.[0] ?? null }));
  const bundles = bundleCauses(causes, ({ id, person }) => (id.includes("many") ? null : person));
  expect(bundles.map((bundle) => bundle.map(({ id }) => id))).toEqual([["a1", "a2"], ["many"], ["b"], ["also many"]]);
});

test("the question names the person, the move and the groups, in the language of its reader", () => {
  const part = (group: string, kind: "moved" | "leaver", gains: string[]) => ({
    kind,
    group,
    gains: gains.map((path) => ({ group: path })),
  });
  const two = [part("HR/Sales", "moved", ["HR/Support"]), part("HR/Sales Iberia", "moved", ["HR/Support"])];
  expect(bundleQuestion({ name: "Ana Ruiz", causes: two })).toBe(
    "Ana Ruiz moved to the group Support. Remove from 2 groups: Sales and Sales Iberia?",
  );
  const left = ["a", "b", "c", "d", "e", "f"].map((name) => part(`HR/${name}`, "leaver", []));
  expect(bundleQuestion({ name: "Bo", causes: left })).toBe("Bo left the company. Remove from 6 groups: a, b, c, d and 2 more?");
  const mixed = [part("HR/Sales", "moved", ["HR/Support"]), part("HR/Clubs", "leaver", [])];
  expect(bundleQuestion({ name: "Ana Ruiz", causes: mixed })).toBe("Remove Ana Ruiz from 2 groups: Sales and Clubs?");
  const german = { language: "de", locale: "de", timeZone: "UTC" } as const;
  expect(asReader(german, () => bundleQuestion({ name: "Ana Ruiz", causes: mixed }))).toBe(
    "Ana Ruiz aus 2 Gruppen entfernen: Sales und Clubs?",
  );
});

test("the command line prints them under their common question, with the command that decides all of them", async () => {
  const removals = await listRemovals(place.state.db, { status: ["pending"] });
  const text = causesText(testCall("/"), byCause(removals), []);
  expect(text).toContain("Ana Ruiz moved to the group IT. Remove from 2 groups: Sales and Sales Iberia?\n");
  expect(text).toContain('Decide about all of them: rollcall review approve --cause C-00000001 C-00000003 --reason "…"');
  expect(text.match(/Decide about all of them/g)).toHaveLength(1);
  for (const n of [1, 2, 3, 4]) expect(text).toContain(`C-0000000${n}  `);
});

test("the digest has one line and one link for them, without the name where the job does not ask for names", async () => {
  const attention = await pendingSummary(place.state.db, job, now);
  const listed = (people: boolean) => {
    const [block] = digest(attention, { job, console: "https://rollcall.example", people }, null).blocks;
    return block !== undefined && "list" in block ? (block.list ?? []) : [];
  };
  const link = `https://rollcall.example/review?person=${personId("nightly", "7")}`;
  expect(listed(true).map((item) => item.link)).toEqual([
    "https://rollcall.example/review/causes/C-00000002",
    "https://rollcall.example/review/causes/C-00000004",
    link,
  ]);
  expect(listed(true)[2]).toMatchObject({
    text: "Ana Ruiz moved to the group IT. Remove from 2 groups: Sales and Sales Iberia?",
    note: "No recommendation to remove.",
  });
  expect(listed(false)[2]).toEqual({
    link,
    text: "Remove 1 person from the groups HR/Sales and HR/Sales Iberia? (Data changed)",
    note: "No recommendation to remove.",
  });
});
