import { afterAll, beforeAll, expect, test } from "vitest";
import { read, utils, write } from "xlsx";
import type { CauseLine } from "../../src/console/pages/review/cause-book.ts";
import { listAudit } from "../../src/store/audit/audit.ts";
import { revertRemovals } from "../../src/pipeline/pipeline.ts";
import { listExceptions } from "../../src/store/review/exceptions.ts";
import { findRemoval, listRemovals } from "../../src/store/review/removals.ts";
import { personId } from "../../src/store/people/people-pages.ts";
import { findRun, newRunId } from "../../src/store/runs/runs.ts";
import { insertRunRequest } from "../../src/store/schedule/run-requests.ts";
import { listApplied } from "../../src/store/runs/removed.ts";
import { ben, inDepartment, inside } from "../review/inside.ts";
import { consoleFor, type Console, type Signed } from "./helpers.ts";

const sales = "HR/Departments/Sales";

let place: Console;
let reviewer: Signed;

beforeAll(async () => {
  place = await consoleFor({ policy: { approval: { delay: "1h", two_above: 3 } } });
  reviewer = await place.signIn("reviewer");
});
afterAll(() => place.close());

const causes = async () => (await reviewer.json<{ causes: CauseLine[] }>("/review")).causes;
const statuses = async (cause: string) => (await listRemovals(place.state.db, { cause })).map(({ status }) => status);

test("an approval before its time is undone from its result page", async () => {
  const cause = (await causes()).find(({ kind }) => kind === "moved");
  const form = { scope: "all", cause: `${cause?.id ?? ""}@${cause?.evidence ?? ""}`, verdict: "approved", reason: "Moved" };
  const { location } = await reviewer.post("/review/decide", form);
  const page = (await reviewer.get(location ?? "")).text;
  expect(page).toContain("1 membership will be removed.");
  expect(page).toContain("Undo this decision?");
  expect((await reviewer.get("/review/approved")).text).toContain("Ana7");
  const outcome = /name="outcome" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const undone = await reviewer.post("/review/undo", { outcome, reason: "Too early" });
  expect((await reviewer.get(undone.location ?? "")).text).toContain("1 decision to remove was undone");
  expect(await statuses(cause?.id ?? "")).toEqual(["pending"]);
});

test("a decision to keep is undone from its result page, which names the effect, and the removal is pending again", async () => {
  const cause = (await causes()).find(({ kind }) => kind === "added_by_hand");
  const form = { causes: `${cause?.id ?? ""}@${cause?.evidence ?? ""}`, verdict: "rejected", reason: "Still needed", until: "2099-01-31" };
  const { location } = await reviewer.post("/review/decide", form);
  const page = (await reviewer.get(location ?? "")).text;
  expect(page).toContain("the removal needs a decision again");
  expect(await statuses(cause?.id ?? "")).toEqual(["rejected"]);
  const outcome = /name="outcome" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const undone = await reviewer.post("/review/undo", { outcome, reason: "Wrong person" });
  const [kept] = await listRemovals(place.state.db, { cause: cause?.id ?? "" });
  expect(undone.location).toBe(`/review/removals/${kept?.id ?? ""}`);
  expect((await reviewer.get(undone.location ?? "")).text).toContain("1 decision to keep was undone");
  const [removal] = await listRemovals(place.state.db, { cause: cause?.id ?? "" });
  expect(removal).toMatchObject({ status: "pending", decided_by: null, decision_reason: null, keep_until: null });
  const actions = (await listAudit(place.state.db)).map(({ action }) => action);
  expect(actions.filter((action) => action.startsWith("rejection"))).toEqual(["rejection_undone"]);
  const again = await reviewer.post("/review/undo", { removals: removal?.id ?? "", reason: "Twice" });
  expect((await reviewer.get(again.location ?? "")).text).toContain("there is nothing to undo");
});

test("a cause above the policy's number waits for a second reviewer, and the first may not be the second", async () => {
  const cause = (await causes()).find(({ kind }) => kind === "renamed");
  const form = { scope: "all", cause: `${cause?.id ?? ""}@${cause?.evidence ?? ""}`, verdict: "approved", reason: "Renamed" };
  const first = (await reviewer.get((await reviewer.post("/review/decide", form)).location ?? "")).text;
  expect(first).toContain("Another reviewer is needed");
  expect(new Set(await statuses(cause?.id ?? ""))).toEqual(new Set(["pending"]));
  const again = (await reviewer.get((await reviewer.post("/review/decide", form)).location ?? "")).text;
  expect(again).toContain("has already approved this removal");
  expect((await reviewer.get(`/review/causes/${cause?.id ?? ""}`)).text).toContain("Another reviewer is needed");
  const second = await place.signIn("reviewer", "oidc");
  const counted = (await second.get((await second.post("/review/decide", form)).location ?? "")).text;
  expect(counted).toContain("6 memberships will be removed.");
  expect(new Set(await statuses(cause?.id ?? ""))).toEqual(new Set(["approved"]));
});

test("the workbook goes out and comes back, first only to look at", async () => {
  const answer = await fetch(`${place.url}/review/export?format=xlsx`, { headers: { cookie: reviewer.cookie } });
  expect(answer.headers.get("content-disposition")).toContain(".xlsx");
  const workbook = read(await answer.arrayBuffer());
  const people = workbook.Sheets[workbook.SheetNames[2] ?? ""] ?? {};
  const rows = [
    ["keep", "Stays until the fair", "2099-01-31"],
    ["keep", "Stays"],
    ["perhaps", "Ask HR"],
  ];
  utils.sheet_add_aoa(people, rows, { origin: "A2" });
  const bytes = write(workbook, { type: "array", bookType: "ods" }) as ArrayBuffer;
  const csrf = /name="csrf" value="([^"]+)"/.exec((await reviewer.get("/review")).text)?.[1] ?? "";
  const body = new FormData();
  body.append("csrf", csrf);
  body.append("dry_run", "yes");
  body.append("file", new Blob([bytes]), "pending.ods");
  const back = await fetch(`${place.url}/review/workbook`, {
    method: "POST",
    headers: { cookie: reviewer.cookie, origin: place.url },
    body,
  });
  const page = await back.text();
  expect([back.status, page.includes("2 removals would be decided.")]).toEqual([200, true]);
  // The page says what each row becomes.
  const decisions = [...page.matchAll(/<td role="cell" data-label="Decision"[^>]*>(.*?)<\/td>/gs)];
  expect(decisions.map(([, cell = ""]) => cell.replaceAll(/<[^>]*>/g, "").trim())).toEqual(["Kept until 31 Jan 2099", "Keep"]);
  expect(page).toMatch(/of its \d+ rows, \d+ have no decision, and 1 decision cannot be read\./);
  expect(page).toContain("“perhaps” is not a decision.");
  expect(page).toContain("Keep 2");
  // No line of the mapping and no folder of the server.
  expect([page, ...workbook.SheetNames.map((name) => utils.sheet_to_csv(workbook.Sheets[name] ?? {}))].join("")).not.toMatch(
    /\.yaml|\/jobs\/|uploads/,
  );
  // The button applies the preview: once, and for this reviewer only.
  const form = { workbook: /name="workbook" value="([^"]+)"/.exec(page)?.[1] ?? "" };
  const other = await place.signIn("reviewer");
  expect((await other.post("/review/workbook", form)).text).toContain("This preview is over.");
  expect((await reviewer.post("/review/workbook", form)).text).toContain("2 removals were decided.");
  const kept = (await listRemovals(place.state.db, { status: ["rejected"] })).filter(({ decided_how: how }) => how === "workbook");
  expect(kept).toHaveLength(2);
  expect((await reviewer.post("/review/workbook", form)).text).toContain("This preview is over.");
  await reviewer.post("/review/undo", {
    removals: kept.map(({ id, evidence_digest: digest }) => `${id}@${digest}`).join(","),
    reason: "x",
  });
});

test("an applied removal names the run that sent it, and is undone alone: with a reason, once, for this person and group only", async () => {
  const other = await consoleFor();
  try {
    const me = await other.signIn("reviewer");
    const { causes: listed } = await me.json<{ causes: CauseLine[] }>("/review");
    const cause = listed.find(({ kind }) => kind === "moved");
    await me.post("/review/decide", {
      scope: "all",
      cause: `${cause?.id ?? ""}@${cause?.evidence ?? ""}`,
      verdict: "approved",
      reason: "Moved",
    });
    const [removal] = await listRemovals(other.state.db, { cause: cause?.id ?? "" });
    const path = `/review/removals/${removal?.id ?? ""}`;
    await expect
      .poll(async () => (await listRemovals(other.state.db, { cause: cause?.id ?? "" })).map(({ status }) => status), { timeout: 20_000 })
      .toEqual(["applied"]);
    const { sent_by_run: run } = await me.json<{ sent_by_run: string }>(path);
    expect(run).not.toBe(other.run);
    expect((await me.get(path)).text).toContain(`<a href="/runs/${run}"`);
    expect(await listApplied(other.state.db, run)).toMatchObject([{ id: removal?.id }]);

    const membersNow = (): string[][] => other.sandbox.users().map(({ groups }) => [...groups].sort());
    const before = membersNow();
    const person = `/people/${personId(removal?.job ?? "", removal?.key ?? "")}`;
    for (const page of [path, person]) expect((await me.get(page)).text).toContain('action="/review/add-back"');
    const viewer = await other.signIn("viewer");
    for (const page of [path, person]) expect((await viewer.get(page)).text).not.toContain("/review/add-back");
    const form = { removal: removal?.id ?? "", reason: "Still helps IT", add_back: "yes" };
    expect((await viewer.post("/review/add-back", form)).status).toBe(403);
    expect((await me.post("/review/add-back", { ...form, csrf: "x" })).status).toBe(403);
    expect((await me.post("/review/add-back", { ...form, reason: " " })).text).toContain("needs a reason");
    const pending = (await listRemovals(other.state.db, { status: ["pending"] }))[0];
    expect((await me.post("/review/add-back", { ...form, removal: pending?.id ?? "" })).status).toBe(400);
    const { location } = await me.post("/review/add-back", form);
    expect((await me.get(location ?? "")).text).toContain("This run adds the membership back. It stays without an end date.");
    const revert = location?.split("/").at(-1) ?? "";
    await expect.poll(async () => (await findRun(other.state.db, revert))?.status, { timeout: 20_000 }).toBe("completed");
    const changed = membersNow().filter((groups, i) => String(groups) !== String(before[i]));
    expect(changed).toEqual([
      [
        ...(before.find((groups) => changed[0]?.every((one) => groups.includes(one) || one === removal?.group_path)) ?? []),
        removal?.group_path,
      ].sort(),
    ]);
    const [entry, ...others] = (await listAudit(other.state.db)).filter(({ action }) => action === "run_reverted");
    expect([entry?.actor, others]).toEqual([me.name, []]);
    expect(entry?.detail).toMatchObject({ removal: removal?.id, reason: "Still helps IT", memberships: [{ key: removal?.key }] });
    expect((await me.get(person)).text).toContain("undid the removal from");
    for (const page of [path, person]) expect((await me.get(page)).text).not.toContain('action="/review/add-back"');
    expect((await me.post("/review/add-back", form)).status).toBe(400);
  } finally {
    await other.close();
  }
});

test("a decision leads back to the list with its filter, and to its details; a refused one shows why", async () => {
  const cause = (await causes()).find(({ people, kind }) => people === 1 && kind !== "added_by_hand");
  const form = { scope: "all", cause: `${cause?.id ?? ""}@${cause?.evidence ?? ""}`, verdict: "approved", reason: "Moved" };
  const { location } = await reviewer.post("/review/decide", { ...form, back: "/review?kind=moved" });
  expect(location).toMatch(/^\/review\?kind=moved(#c-C-[0-9a-f]{8})?$/);
  const list = (await reviewer.get("/review")).text;
  expect(list).toContain("1 membership will be removed.");
  const details = /<a href="(\/review\/done\/[^"]+)">Details<\/a>/.exec(list)?.[1] ?? "";
  expect((await reviewer.get(details)).text).toContain("Undo the removal");
  // Nothing was changed: the page that says why.
  const nothing = (await reviewer.post("/review/decide", form)).location ?? "";
  expect(nothing).toMatch(/^\/review\/done\//);
  expect((await reviewer.get(nothing)).text).toMatch(/<h1><bdi>Nothing decided/);
  for (const back of ["https://evil.example", "//evil.example", "/review?x=\r\nset-cookie", "/reviewer?x=1"]) {
    const added = (await causes()).find(({ kind }) => kind === "added_by_hand");
    const keep = { causes: `${added?.id ?? ""}@${added?.evidence ?? ""}`, verdict: "rejected", reason: "Stays", back };
    expect((await reviewer.post("/review/decide", keep)).location).toMatch(/^\/review(#c-C-[0-9a-f]{8})?$/);
    const [removal] = await listRemovals(place.state.db, { cause: added?.id ?? "" });
    await reviewer.post("/review/undo", { removals: removal?.id ?? "", reason: "Once more" });
  }
});

test("a whole decision is undone after it was applied: exactly its people are added back, in one run", async () => {
  const other = await consoleFor();
  try {
    const me = await other.signIn("reviewer");
    const { db } = other.state;
    const renamed = (await listRemovals(db, { status: ["pending"] })).filter(({ group_path: path }) => path.endsWith("/Sales"));
    const named = (some: typeof renamed) => some.map(({ id, evidence_digest: digest }) => `${id}@${digest}`);
    const decide = (some: typeof renamed, reason: string) =>
      me.post("/review/decide", { removals: named(some), verdict: "approved", reason });
    const membersOf = (path: string) => other.sandbox.users().filter(({ groups }) => groups.includes(path)).length;
    const path = renamed[0]?.group_path ?? "";
    await decide(renamed.slice(0, 2), "The first two");
    await decide(renamed.slice(2), "The others");
    await expect.poll(() => membersOf(path), { timeout: 20_000 }).toBe(0);
    await expect.poll(async () => (await listRemovals(db, { status: ["approved"] })).length, { timeout: 20_000 }).toBe(0);

    const { decisions } = await me.json<{ decisions: { reason: string; applied: number; removal: string; at: string }[] }>(
      "/review/decided",
    );
    expect(decisions.map(({ reason, applied }) => [reason, applied])).toEqual([
      ["The others", renamed.length - 2],
      ["The first two", 2],
    ]);
    const page = (await me.get("/review/decided")).text;
    expect(page).toContain("Already applied: 2 memberships are added back.");
    const viewer = await other.signIn("viewer");
    expect((await viewer.get("/review/decided")).text).not.toContain("/review/undo");
    const { removal = "", at = "" } = decisions[1] ?? {};
    const form = { decision: `${removal}@${at}`, add_back: "yes", reason: "Decided by mistake" };
    expect((await viewer.post("/review/undo", form)).status).toBe(403);
    expect((await me.post("/review/undo", { ...form, reason: " " })).status).toBe(400);
    expect((await me.post("/review/undo", { ...form, decision: `${removal}@2020-01-01T00:00:00.000Z` })).status).toBe(400);
    // Without the consent that the page gives, nothing that is applied comes back.
    const without = await me.post("/review/undo", { ...form, add_back: "" });
    expect((await me.get(without.location ?? "")).text).toContain("Nothing was undone.");
    // The next page is the one that shows the effect.
    const { location: effect } = await me.post("/review/undo", form);
    const undone = (await me.get(effect ?? "")).text;
    expect(effect).toMatch(/^\/review\/done\//);
    expect(undone).toContain("2 memberships are being added back and stay without an end date.");
    for (const { id } of renamed.slice(0, 2)) expect(undone).toContain(`/review/removals/${id}`);
    await expect.poll(() => membersOf(path), { timeout: 20_000 }).toBe(2);
    await expect
      .poll(async () => (await listRemovals(db, {})).flatMap(({ id, restored }) => (restored === null ? [] : [id])), { timeout: 20_000 })
      .toEqual(renamed.slice(0, 2).map(({ id }) => id));
    const [entry, ...others] = (await listAudit(db)).filter(({ action }) => action === "run_reverted");
    expect([entry?.actor, others]).toEqual([me.name, []]);
    expect(entry?.detail).toMatchObject({ removals: renamed.slice(0, 2).map(({ id }) => id), reason: "Decided by mistake" });
    expect((await me.get("/review/decided")).text).toContain("2 added back");
    expect((await me.get("/audit")).text).toContain("adds the memberships back");
  } finally {
    await other.close();
  }
});

test("I1: a membership that is added back to be asked about again is removed only after a new decision", async () => {
  const here = await inside();
  await here.night(inDepartment("Sales", "kim"));
  await here.night(inDepartment("Marketing", "kim"));
  const removal = await here.removal("kim", sales);
  expect(await here.approve([removal])).toEqual([]);
  expect(here.acme.groupsOf("kim")).not.toContain(sales);
  const request = { by: ben, reason: "Not sure", askAgain: true };
  await here.with(({ session, connect }) => revertRemovals(session, connect, [removal.id], request));
  expect(here.acme.groupsOf("kim")).toContain(sales);
  const [exception] = await listExceptions(here.state.db);
  expect(exception?.until).toBeInstanceOf(Date);
  // While the exception lasts, a run keeps the membership; then it asks, and sends nothing by itself.
  await here.night(inDepartment("Marketing", "kim"));
  await expect(here.removal("kim", sales)).rejects.toThrow("no pending removal");
  await here.state.db
    .updateTable("exception")
    .set({ until: new Date("2020-01-01") })
    .execute();
  here.acme.sandbox.clearRequests();
  await here.night(inDepartment("Marketing", "kim"));
  const again = await here.removal("kim", sales);
  expect([again.status, again.id === removal.id]).toEqual(["pending", false]);
  expect(here.acme.confirmed()).toEqual([]);
  expect(here.acme.groupsOf("kim")).toContain(sales);
}, 60_000);

test("I10: a membership to be asked about again is added back even if it takes longer than an hour", async () => {
  const here = await inside();
  const { acme, state } = here;
  await here.night(inDepartment("Sales", "kim"));
  await here.night(inDepartment("Marketing", "kim"));
  const removal = await here.removal("kim", sales);
  await here.approve([removal]);
  const previous = newRunId(new Date());
  const request = { by: ben, reason: "Not sure", askAgain: true };
  const stop = new Error("the process is gone");
  const revert = { id: removal.id, run: previous, job: removal.job, job_file: `${acme.place.dir}/jobs/nightly.yaml` };
  await insertRunRequest(state.db, { ...revert, kind: "revert", detail: "{}", by_name: "ben", at: new Date() });
  await expect(
    here.with(({ session }) => revertRemovals(session, () => Promise.reject(stop), [removal.id], { ...request, id: previous })),
  ).rejects.toBe(stop);
  // More than an hour passes, with a run of the job that would end exceptions.
  await state.db
    .updateTable("exception")
    .set({ until: new Date("2020-01-01") })
    .execute();
  await here.night(inDepartment("Marketing", "kim"));
  const { memberships } = await here.with(({ session, connect }) =>
    revertRemovals(session, connect, [removal.id], { ...request, previous }),
  );
  expect(memberships).toMatchObject([{ key: "kim", group: sales, status: "added" }]);
  expect(acme.groupsOf("kim")).toContain(sales);
  const [exception] = await listExceptions(state.db);
  expect(exception?.until?.getTime()).toBeGreaterThan(Date.now());
}, 60_000);

test("I1: nobody is added back to be asked about again where the policy removes without asking", async () => {
  const approval = { group_removals: { auto: { groups: ["HR/Departments/Sales"], max_per_run: 1 } } };
  const other = await consoleFor({ policy: approval });
  try {
    const me = await other.signIn("reviewer");
    const { db } = other.state;
    const [removal] = (await listRemovals(db, { status: ["pending"] })).filter(({ group_path: path }) => path.endsWith("/Sales"));
    const id = removal?.id ?? "";
    await me.post("/review/decide", { removals: `${id}@${removal?.evidence_digest ?? ""}`, verdict: "approved", reason: "Moved" });
    await expect.poll(async () => (await findRemoval(db, id))?.status, { timeout: 20_000 }).toBe("applied");
    const asked = await me.post("/review/add-back", { removal: id, reason: "Not sure", add_back: "ask" });
    expect([asked.status, asked.text.includes("removes people from")]).toEqual([409, true]);
    expect(await listRemovals(db, { status: ["applied"] })).toMatchObject([{ id, restored: null }]);
    expect((await me.post("/review/add-back", { removal: id, reason: "Stays", add_back: "yes" })).status).toBe(303);
  } finally {
    await other.close();
  }
}, 60_000);
