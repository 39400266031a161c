import { fact } from "../../src/domain/facts/fact.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listAudit } from "../../src/store/audit/audit.ts";
import { findLink, listLinks } from "../../src/store/identities/links.ts";
import { leaveUnlinked, noteEvidence } from "../../src/store/identities/intents.ts";
import { rememberSeen } from "../../src/store/directory/directory.ts";
import { consoleFor, type Console, type Signed } from "./helpers.ts";
import { openIntent } from "../helpers/open-intent.ts";

const stranger = "3f0e6f0e-5d1c-4a55-9f0a-6f3e0c7b1d11";
const other = "3f0e6f0e-5d1c-4a55-9f0a-6f3e0c7b1d12";

let place: Console;
let operator: Signed;

beforeAll(async () => {
  place = await consoleFor({ people: 6 });
  operator = await place.signIn("operator");
  const { state } = place;
  const intent = { account: "acme", job: "nightly", username: "new@acme.example", digest: "d", groups: [], named: [] };
  await openIntent(state, { ...intent, operation: "r-1", key: "0500" }, new Date());
  await leaveUnlinked(state, "r-1", fact("unconfirmed.no_id", {}), new Date());
  await noteEvidence(state.db, "r-1", { reason: fact("unconfirmed.several_accounts", {}), candidates: [stranger], others: [] });
  await openIntent(state, { ...intent, operation: "r-2", key: "0501" }, new Date());
  await rememberSeen(state.db, "acme", [stranger, other], 1);
});
afterAll(() => place.close());

const link = (form: Record<string, string>) => operator.post("/identities/link", { operation: "r-1", reason: "Looked it up", ...form });

test("what nobody knows the outcome of is shown with all that there is to go by", async () => {
  const page = (await operator.get("/identities")).text;
  expect(page).toContain("More than one new account is in exactly its groups.");
  expect(page).toContain(stranger);
  const viewer = await place.signIn("viewer");
  expect((await viewer.post("/identities/link", { operation: "r-1", user_id: stranger, reason: "x" })).status).toBe(403);
});

test("nothing is linked that anything speaks against", async () => {
  const [linked] = await listLinks(place.state.db, "acme");
  for (const [form, words] of [
    [{ user_id: "not-a-uuid" }, "expected a UUID"],
    [{ user_id: "" }, "Choose an account"],
    [{ user_id: stranger, reason: " " }, "needs a reason"],
    [{ user_id: linked?.user_id ?? "" }, "is already linked to"],
    [{ user_id: "3f0e6f0e-5d1c-4a55-9f0a-6f3e0c7b1d99" }, "never seen in any group"],
    [{ user_id: other }, "not a candidate for this person"],
    [{ operation: "r-2", user_id: stranger }, "may still be in flight"],
    [{ operation: "r-9", user_id: stranger }, "no such create"],
  ] as const) {
    const answer = await link(form);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.text).toContain(words);
  }
  expect(await findLink(place.state.db, "acme", "0500")).toBeUndefined();
});

test("each account without an owner is shown with a button for each create that may have made it, and a form for another person", async () => {
  const [head = "", form = ""] = (await operator.get("/identities")).text.split("New accounts without an owner");
  expect(head).not.toContain(stranger);
  const box = form.split("Accounts we couldn&#39;t confirm")[0] ?? "";
  expect(box).toContain(stranger);
  expect(box).toMatch(/<button name="operation" value="r-1">.*0500 · new@acme\.example/s);
  expect(box).toContain("It belongs to another person…");
  expect((await operator.post("/identities/link", { user_id: stranger, reason: "x" })).text).toContain("of which person the account is");
  const unsure = await operator.post("/identities/link", { user_id: stranger, job: "nightly", key: "0777", reason: "x" });
  expect([unsure.status, unsure.text]).toEqual([409, expect.stringContaining("may also be the account of 0500")]);
  expect(await findLink(place.state.db, "acme", "0777")).toBeUndefined();
  const page = await place.signIn("viewer");
  expect((await page.get("/identities")).text).not.toContain('name="operation"');
});

test("a matching account is linked once, by the first person, and the trail has the reason", async () => {
  const answers = await Promise.all([link({ user_id: stranger }), link({ user_id: stranger })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
  expect(await findLink(place.state.db, "acme", "0500")).toMatchObject({ user_id: stranger, source: "by hand" });
  const entries = (await listAudit(place.state.db)).filter(({ action }) => action === "identity_linked");
  expect(entries.map(({ actor, detail }) => [actor, Reflect.get(Object(detail), "reason")])).toEqual([[operator.name, "Looked it up"]]);
  expect((await operator.get("/identities")).text).not.toContain("More than one new account is in exactly its groups.");
});
