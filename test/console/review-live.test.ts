import { afterAll, beforeAll, expect, test } from "vitest";
import type { CauseLine } from "../../src/console/pages/review/cause-book.ts";
import { personId } from "../../src/store/people/people-pages.ts";
import { listUndoing } from "../../src/store/review/decided.ts";
import { findRemoval, listRemovals } from "../../src/store/review/removals.ts";
import { findRun } from "../../src/store/runs/runs.ts";
import { findSendingRun } from "../../src/store/runs/removed.ts";
import { setUser } from "../../src/store/console/users.ts";
import { consoleFor, detailsIn, type Console, type Signed } from "./helpers.ts";

let place: Console;
let reviewer: Signed;

beforeAll(async () => {
  place = await consoleFor();
  reviewer = await place.signIn("reviewer");
});
afterAll(() => place.close());

/** Decides a whole cause and returns the address of the result, to which the message on the list leads. */
async function decideCause(kind: string, verdict: string): Promise<{ id: string; path: string }> {
  const { causes } = await reviewer.json<{ causes: CauseLine[] }>("/review");
  const cause = causes.find((one) => one.kind === kind);
  const form = { causes: `${cause?.id ?? ""}@${cause?.evidence ?? ""}`, verdict, reason: "Checked" };
  const { location } = await reviewer.post("/review/decide", form);
  return { id: cause?.id ?? "", path: detailsIn((await reviewer.get(location ?? "")).text) };
}

const follow = (path: string, visitor = reviewer): Promise<Response> =>
  fetch(`${place.url}${path}/live`, { headers: { cookie: visitor.cookie } });
const stepsIn = (text: string): { words: string; done: number; total: number | null; over: boolean }[] =>
  [...text.matchAll(/event: step\ndata: (.*)\n/g)].map(([, json = ""]) => JSON.parse(json) as never);

test("a result page follows its removals until all are applied, in the reader's language, and then shows it", async () => {
  place.sandbox.failNext({ method: "PUT", path: "/users", times: -1, delayMs: 700 });
  const { path } = await decideCause("renamed", "approved");
  const page = (await reviewer.get(path)).text;
  expect(page).toContain(`data-live="${path}/live"`);
  expect(page).toContain("Applying: 0 of 6 done");
  // Without a script, a link loads the page again.
  expect(page).toContain(`<a href="${path}">Update</a>`);
  await setUser(place.state.db, reviewer.name, { language: "de" });
  const steps = stepsIn(await (await follow(path)).text());
  await setUser(place.state.db, reviewer.name, { language: "en" });
  place.sandbox.clearFaults();
  expect(steps[0]).toMatchObject({ words: "Wird ausgeführt: 0 von 6 erledigt", done: 0, total: 6, over: false });
  expect(steps.at(-1)).toEqual({ words: "Alle 6 Entfernungen sind ausgeführt.", done: 6, total: 6, over: true });
  expect(steps.filter(({ over }) => over)).toHaveLength(1);
  const after = (await reviewer.get(path)).text;
  expect(after).toContain("All 6 removals are applied.");
  expect(after).not.toContain("data-live");
  expect(after).toContain("Already applied: 6 memberships are added back.");
  expect(after).toContain("6 memberships were removed.");
  expect(after).not.toContain("will be removed");

  // Undone: each page says that the memberships are being added back, and offers it no more.
  place.sandbox.failNext({ method: "PUT", path: "/users", times: -1, delayMs: 700 });
  const [, removal = ""] = /href="(\/review\/removals\/[^"]+)">Evidence/.exec(after) ?? [];
  const outcome = path.split("/").at(-1) ?? "";
  expect((await reviewer.post("/review/undo", { outcome, reason: "By mistake", add_back: "yes" })).status).toBe(303);
  const during = (await reviewer.get(path)).text;
  expect(during).toContain("6 memberships are being added back.");
  expect(during.match(/<div>Being added back/g)).toHaveLength(6);
  expect(during).not.toMatch(/were removed|will be removed|Undo 6 removals|are applied/);
  // The page follows them until the end.
  expect(during).toContain(`data-live="${path}/live"`);
  const decision = follow(path).then((answer) => answer.text());
  const one = (await reviewer.get(removal)).text;
  expect(one).toContain("Being added back");
  expect(one).not.toContain('action="/review/add-back"');
  const id = removal.split("/").at(-1) ?? "";
  expect(one).toContain(`data-live="${removal}/live"`);
  const found = await findRemoval(place.state.db, id);
  const person = `/people/${personId(found?.job ?? "", found?.key ?? "")}?removal=${id}`;
  const ofPerson = (await reviewer.get(person)).text;
  expect(ofPerson).toContain(`data-live="${removal}/live"`);
  expect(ofPerson).not.toContain('action="/review/add-back"');
  const back = follow(removal).then((answer) => answer.text());
  const twice = { removal: id, reason: "Twice", add_back: "yes" };
  expect((await reviewer.post("/review/add-back", twice)).status).toBe(400);
  place.sandbox.clearFaults();
  await expect
    .poll(async () => (await reviewer.get(path)).text, { timeout: 20_000 })
    .toContain("This decision was undone or changed since.");
  expect((await reviewer.get(path)).text).toContain("Removed, restored on");
  const followed = stepsIn(await back);
  expect(followed[0]).toEqual({ words: "1 membership is being added back.", done: 0, total: null, over: false });
  expect(followed.at(-1)).toEqual({ words: "1 membership was added back.", done: 1, total: 1, over: true });
  const all = stepsIn(await decision);
  expect(all[0]).toEqual({ words: "6 memberships are being added back.", done: 0, total: null, over: false });
  expect(all.at(-1)).toEqual({ words: "6 memberships were added back.", done: 1, total: 1, over: true });
  // Also if they were added back before the page followed them.
  expect(stepsIn(await (await follow(path)).text())).toEqual([all.at(-1)]);
  expect((await reviewer.get(path)).text).not.toContain("data-live");
  expect((await reviewer.get(person)).text).not.toContain("data-live");
});

test("a result without anything to apply follows nothing, and nobody follows the result of another reviewer", async () => {
  const { path } = await decideCause("added_by_hand", "rejected");
  expect((await reviewer.get(path)).text).not.toContain("<progress");
  expect(stepsIn(await (await follow(path)).text())).toEqual([{ words: "", done: 0, total: 0, over: true }]);
  const colleague = await place.signIn("reviewer");
  expect((await follow(path, colleague)).status).toBe(404);
  expect((await fetch(`${place.url}${path}/live`, { redirect: "manual" })).status).toBe(303);
});

test("a removal that the service refuses now ends the wait, and the page says what follows", async () => {
  place.sandbox.failNext({ method: "PUT", path: "/users", times: -1, status: 400 });
  const { path } = await decideCause("moved", "approved");
  const steps = stepsIn(await (await follow(path)).text());
  place.sandbox.clearFaults();
  const words = "The removal is not applied yet. The next run tries again.";
  expect(steps.at(-1)).toEqual({ words, done: 0, total: 1, over: true });
  expect((await reviewer.get(path)).text).toContain(words);
});

test("undoing a whole run is shown on the pages of its removals while it lasts", async () => {
  const { db } = place.state;
  const operator = await place.signIn("operator");
  // The next run applies the removal that was refused.
  expect((await operator.post("/jobs/nightly/run", {})).status).toBe(303);
  const applied = async () => (await listRemovals(db, { status: ["applied"] })).filter(({ restored }) => restored === null);
  await expect.poll(async () => (await applied()).length, { timeout: 20_000 }).toBe(1);
  const [removal] = await applied();
  const run = (await findSendingRun(db, removal?.id ?? "")) ?? "";
  await expect.poll(async () => (await findRun(db, run))?.status, { timeout: 20_000 }).toBe("completed");
  place.sandbox.failNext({ method: "PUT", path: "/users", times: -1, delayMs: 1000 });
  expect((await operator.post(`/runs/${run}/revert`, { reason: "By mistake", confirm: run })).status).toBe(303);
  expect([...(await listUndoing(db, [removal?.id ?? ""]))]).toEqual([removal?.id]);
  const page = (await reviewer.get(`/review/removals/${removal?.id ?? ""}`)).text;
  expect(page).toContain("Being added back");
  expect(page).not.toContain('action="/review/add-back"');
  place.sandbox.clearFaults();
}, 60_000);
