import { afterAll, beforeAll, expect, test } from "vitest";
import { personId } from "../../src/store/people/people-pages.ts";
import { consoleFor, type Console, type Signed } from "./helpers.ts";

let place: Console;
let operator: Signed;
const page = `/people/${personId("nightly", "0003")}`;
const active = () => place.sandbox.users().find(({ username }) => username === "p0003@acme.example")?.active;
const form = (text: string) => text.includes(`action="${page}/deactivate"`);

beforeAll(async () => {
  place = await consoleFor({ people: 6 });
  operator = await place.signIn("operator");
}, 120_000);
afterAll(() => place.close());

const untilActive = async (wanted: boolean): Promise<void> => {
  for (let i = 0; i < 600 && active() !== wanted; i += 1) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(active()).toBe(wanted);
};

test("only who may start runs is offered to deactivate an account, and a reason is needed", async () => {
  expect(form((await operator.get(page)).text)).toBe(true);
  const reviewer = await place.signIn("reviewer");
  expect(form((await reviewer.get(page)).text)).toBe(false);
  expect((await reviewer.post(`${page}/deactivate`, { reason: "Dismissed" })).status).toBe(403);
  expect((await operator.post(`${page}/deactivate`, { reason: " " })).text).toContain("needs a reason");
  expect(active()).toBe(true);
  expect(await operator.json("/people")).toEqual({ deactivated: [] });
});

test("the page deactivates the account, shows who did it, and is listed as overdue until the undo", async () => {
  const { location } = await operator.post(`${page}/deactivate`, { reason: "Dismissed today", key: "0001", job: "nightly" });
  expect(location).toMatch(/^\/runs\//);
  await untilActive(false);
  const { text } = await operator.get(page);
  for (const words of ["Dismissed today", operator.name, "Undo: reactivate the account"]) expect(text).toContain(words);
  expect(form(text)).toBe(false);
  expect((await operator.get("/")).text).not.toContain("deactivated by hand");
  expect((await operator.get("/people")).text).toContain("Waiting for HR&#39;s file");
  await place.state.db
    .updateTable("urgent_deactivation")
    .set({ at: new Date(Date.now() - 4 * 86_400_000) })
    .execute();
  expect((await operator.get("/")).text).toContain("1 account was deactivated by hand more than three days ago");
  expect((await operator.get("/people")).text).toContain("Overdue: active in HR&#39;s file");
  expect(await operator.json(page)).toMatchObject({ urgent: { key: "0003", overdue: true, closed: true, by: operator.name } });
  await operator.post(`${page}/reactivate`, { reason: "Another person" });
  await untilActive(true);
  expect(await operator.json(page)).toMatchObject({ urgent: null });
});
