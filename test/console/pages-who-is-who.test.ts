import { fact } from "../../src/domain/facts/fact.ts";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listAudit } from "../../src/store/audit/audit.ts";
import { markUnconfirmed, leaveUnlinked, listUnconfirmedIntents } from "../../src/store/identities/intents.ts";
import { findLink } from "../../src/store/identities/links.ts";
import { consoleFor, csvOf, type Console, type Signed } from "./helpers.ts";
import { openIntent } from "../helpers/open-intent.ts";

let place: Console;
let operator: Signed;

interface Held {
  key: string;
  code: string;
  settled: string | null;
  alike: { key: string; user_id: string }[];
}

beforeAll(async () => {
  place = await consoleFor({ people: 8 });
  operator = await place.signIn("operator");
  // Two people come under other keys, with the e-mail addresses of before: 0007 and 0008 are gone from the file.
  const text = csvOf(place.employees)
    .replace('"0007"', '"9007"')
    .replace('"0008"', '"9008"')
    .replace('"0006"', '"0016"')
    .replace("p0006@", "p0016@");
  writeFileSync(join(place.dir, "hr.csv"), text);
  const { location } = await operator.post("/jobs/nightly/run", {});
  const ended = async (): Promise<boolean> => {
    const { run } = await operator.json<{ run: { status: string } | null }>(location ?? "");
    const { running } = await operator.json<{ running: unknown[] }>("/status");
    return run?.status === "completed" && running.length === 0;
  };
  for (let i = 0; i < 600 && !(await ended()); i += 1) await new Promise((resolve) => setTimeout(resolve, 50));
}, 120_000);
afterAll(() => place.close());

const held = async () => (await operator.json<{ held: Held[] }>("/identities")).held;
const trail = async () => (await listAudit(place.state.db)).at(-1);
const about = (key: string, others: string[] = []) => ({ job: "nightly", key, others, reason: "Asked the manager" });

test("people who may have an account already are compared with its owner, field by field", async () => {
  expect(await held()).toMatchObject([
    { key: "9007", code: "same_person", settled: null, alike: [{ key: "0007" }] },
    { key: "9008", code: "same_person", settled: null, alike: [{ key: "0008" }] },
  ]);
  const page = (await operator.get("/identities")).text;
  for (const words of ["They are one person…", "They are different people…", "p0007@acme.example", "as sent to the service"])
    expect(page).toContain(words);
  expect((await operator.get("/")).text).toContain("2 people are blocked.");
  const viewer = await (await place.signIn("viewer")).get("/identities");
  expect(viewer.text).not.toContain("They are one person…");
});

test("nothing is moved, retried or told apart that anything speaks against", async () => {
  const reviewer = await place.signIn("reviewer");
  const before = await listAudit(place.state.db);
  for (const [path, form, words] of [
    ["retry", { ...about("9007", ["0007"]), reason: " " }, "needs a reason"],
    ["retry", about("9007"), "state changed after you opened the page"],
    ["retry", about("9007", ["0008"]), "state changed after you opened the page"],
    ["retry", about("0001"), "is linked to"],
    ["retry", about("nobody"), "nothing to retry"],
    ["retry", { ...about("9007", ["0007"]), job: "other" }, "no run of a job other"],
    ["move", { ...about("9007"), from: "" }, "which key has the account"],
    ["move", { ...about("9007"), from: "9008" }, "has no account"],
    ["move", { ...about("0001"), from: "0002" }, "is already linked to"],
    ["move", { ...about("0001"), from: "0001" }, "Both keys are the same"],
    ["move", { ...about("9999"), from: "0007" }, "is in no file"],
    ["move", { ...about("9008"), from: "0001" }, "is still in the last file"],
  ] as const) {
    const answer = await operator.post(`/identities/${path}`, form);
    expect([path, form, answer.status >= 400, answer.text]).toEqual([path, form, true, expect.stringContaining(words)]);
  }
  for (const path of ["retry", "move"]) expect((await reviewer.post(`/identities/${path}`, about("9007", ["0007"]))).status).toBe(403);
  expect(await listAudit(place.state.db)).toEqual(before);
});

test("one person under another key keeps the account, once; the trail says who knew and how", async () => {
  const before = await findLink(place.state.db, "acme", "0007");
  const form = { ...about("9007"), from: "0007", sure: "yes" };
  const answers = await Promise.all([operator.post("/identities/move", form), operator.post("/identities/move", form)]);
  expect((await operator.get("/identities")).text).toContain("belongs to the other key now");
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
  expect(await findLink(place.state.db, "acme", "0007")).toBeUndefined();
  expect(await findLink(place.state.db, "acme", "9007")).toMatchObject({ user_id: before?.user_id });
  expect(await trail()).toMatchObject({
    actor: operator.name,
    action: "identity_moved",
    detail: { key: "9007", from: "0007", user_id: before?.user_id, reason: "Asked the manager", via: "session" },
  });
  expect((await held())[0]).toMatchObject({ key: "9007", settled: "linked" });
});

test("two people are told apart once, by a machine as well", async () => {
  const token = await place.token("operator");
  const retry = async () =>
    fetch(`${place.url}/api/v1/identities/retry`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(about("9008", ["0008"])),
    });
  expect(await (await retry()).json()).toEqual({ key: "9008", retried: [], distinct_from: ["0008"] });
  expect(await trail()).toMatchObject({ action: "people_distinguished", detail: { key: "9008", others: ["0008"], via: "token" } });
  expect((await held())[1]).toMatchObject({ key: "9008", settled: "distinct" });
});

test("a create counts as not having happened only where someone says that there is no account, or that it was deleted", async () => {
  const { state } = place;
  const intent = { account: "acme", job: "nightly", username: "new@acme.example", digest: "d", groups: [], named: [] };
  const longAgo = new Date(Date.now() - 120_000);
  for (const [operation, key] of [
    ["t-1", "0701"],
    ["t-2", "0702"],
    ["t-3", "0703"],
  ] as const)
    await openIntent(state, { ...intent, operation, key }, longAgo);
  await markUnconfirmed(state.db, "t-1", fact("unconfirmed.answer_not_recorded", {}), longAgo);
  await leaveUnlinked(state, "t-2", fact("unconfirmed.no_id", {}), new Date());
  const retry = (key: string, operations: string, more: Record<string, string> = {}) =>
    operator.post("/identities/retry", { ...about(key), operations, ...more });
  expect((await retry("0701", "t-1")).text).toContain("the next run makes a second one");
  expect((await retry("0701", "t-2", { sure: "yes" })).text).toContain("state changed after you opened the page");
  expect((await retry("0702", "t-2", { sure: "yes" })).text).toContain("The service accepted the creation of 0702");
  expect((await retry("0703", "t-3", { sure: "yes", deleted: "yes" })).text).toContain("may be on its way");
  expect(await listUnconfirmedIntents(state.db, "acme")).toHaveLength(3);
  expect((await retry("0701", "t-1", { sure: "yes" })).location).toBe("/identities");
  expect((await operator.get("/identities")).text).toContain("The next run creates the account.");
  expect(await trail()).toMatchObject({
    action: "create_retried",
    detail: { key: "0701", status: "uncertain", forced: false, via: "session" },
  });
  expect((await retry("0702", "t-2", { deleted: "yes" })).status).toBe(303);
  expect(await trail()).toMatchObject({ action: "create_retried", detail: { key: "0702", status: "unlinked", forced: true } });
  expect((await listUnconfirmedIntents(state.db, "acme")).map(({ key }) => key)).toEqual(["0703"]);
});
