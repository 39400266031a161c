import { afterAll, beforeAll, expect, test } from "vitest";
import type { CauseLine } from "../../src/console/pages/review/cause-book.ts";
import { listRemovals } from "../../src/store/review/removals.ts";
import { consoleFor, type Console, type Signed } from "./helpers.ts";

let place: Console;
let me: Signed;

beforeAll(async () => {
  place = await consoleFor();
  me = await place.signIn("reviewer");
});
afterAll(() => place.close());

const WAIT = { timeout: 20_000 };
const open = async (path: string): Promise<string> => (await me.get(path)).text;
const text = (page: string): string => page.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
const causes = async (): Promise<CauseLine[]> => (await me.json<{ causes: CauseLine[] }>("/review")).causes;
const decide = ({ id, evidence }: CauseLine, verdict: string, reason: string) =>
  me.post("/review/decide", { causes: `${id}@${evidence}`, verdict, reason });
const approved = async (): Promise<number> => (await listRemovals(place.state.db, { status: ["approved"] })).length;
/** Returns the row of the recent decisions with this reason, and the sheet that undoes it. */
const decision = async (reason: string): Promise<{ row: string; sheet: string }> => {
  const page = await open("/review/decided");
  const row = page.split("</tr>").find((part) => part.includes(reason)) ?? "";
  const sheet = /popovertarget="(undo-\d+)"/.exec(row)?.[1];
  return { row, sheet: sheet === undefined ? "" : (page.split(`<div class="sheet" id="${sheet}"`)[1] ?? "") };
};

test("the review counts removals in progress, sums up all decisions at the end, and offers one undo at a time", async () => {
  const [moved, ...others] = (await causes()).sort((a, b) => Number(b.kind === "moved") - Number(a.kind === "moved"));
  if (moved?.kind !== "moved") throw new Error("nobody has moved");
  place.sandbox.failNext({ method: "PUT", path: "/users", delayMs: 4000 });
  await decide(moved, "approved", "Moved to Legal");
  await expect.poll(() => open("/review"), WAIT).toContain("1 being removed now");
  await expect.poll(approved, WAIT).toBe(0);
  expect(await open("/review")).not.toContain("being removed now");

  // The address of a cause, as in a mail, leads to the decisions.
  const gone = await me.get(`/review/causes/${moved.id}`);
  expect([gone.status, /<a [^>]*href="\/review\/decided"/.test(gone.text)]).toEqual([200, true]);

  for (const cause of others) await decide(cause, cause.kind === "added_by_hand" ? "rejected" : "approved", "Checked");
  await expect.poll(approved, WAIT).toBe(0);
  const end = text(await open("/review"));
  expect(end).toContain("Nothing needs a decision. 8 of 8 decided: 7 removed and 1 kept.");

  const { row, sheet } = await decision("Moved to Legal");
  expect(text(row)).toContain("1 removed");
  expect(text(sheet)).toMatch(/Undo this decision\? \S.* removed from the group IT /);
  const named = /name="decision" value="([^"]+)"/.exec(sheet)?.[1] ?? "";
  place.sandbox.failNext({ method: "PUT", path: "/users", delayMs: 4000 });
  await me.post("/review/undo", { decision: named, add_back: "ask", reason: "Decided by mistake" });
  let during = "";
  await expect.poll(async () => (during = (await decision("Moved to Legal")).row), WAIT).toContain("1 being added back");
  expect(during).not.toContain("popovertarget");
  await expect.poll(async () => (await decision("Moved to Legal")).row, WAIT).toContain("1 added back");
  expect(text(await open("/review"))).toContain("8 of 8 decided: 6 removed and 2 kept.");
}, 90_000);
