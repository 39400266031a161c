import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BROWSER_TIME, startChromium } from "./chromium.ts";
import { servedPlace, type Place } from "./place.ts";
import { expectGoodPage, visitor, type Visitor } from "./visitor.ts";

let browser: Browser;
let place: Place;

beforeAll(async () => {
  [browser, place] = await Promise.all([startChromium(), servedPlace({ policy: { approval: { delay: "1h" } } })]);
}, BROWSER_TIME);
afterAll(async () => {
  await browser?.close();
  await place?.close();
});

const sales = "HR/Departments/Sales";
const membersOf = (group: string): number => place.sandbox.users().filter(({ groups }) => groups.includes(group)).length;
const confirmed = (): number =>
  place.sandbox.requests().filter(({ body }) => Reflect.get(Object(body), "confirm_group_removal") === true).length;

/** Opens the cause of those who lose Sales, and approves all of it. */
async function approveAll({ page, open }: Visitor, reason: string): Promise<void> {
  await open("/review");
  await page.getByRole("link", { name: /^The group “Sales” seems to be renamed/ }).click();
  await page.getByRole("checkbox", { name: "Select all 6 people" }).check();
  await page.getByLabel("Reason", { exact: true }).fill(reason);
  await page.getByRole("button", { name: /^Remove( \d+ of \d+| selected people)?$/ }).click();
}

test("an approval within its grace time is undone, from the result and from the removal; nothing is sent", async () => {
  const me = await visitor(browser, place.url, place.people.reviewer);
  const { page } = me;
  await approveAll(me, "Renamed to Sales EMEA");
  await page.getByText("6 memberships will be removed.").waitFor();
  await page.getByRole("link", { name: "Details" }).click();
  await page.getByLabel("Reason for undoing").fill("HR says that it was a mistake");
  await page.getByRole("button", { name: "Undo 6 removals" }).click();
  await page.getByRole("status").filter({ hasText: "6 decisions to remove were undone" }).waitFor();
  await expectGoodPage(page);
  await me.open("/review");
  await page.getByRole("link", { name: /^The group “Sales” seems to be renamed/ }).waitFor();
  // And one alone, later, found again among those that were approved.
  await page.getByRole("link", { name: /^Ana7 .*moved to the group Legal/ }).click();
  await page.getByLabel("Reason", { exact: true }).fill("Moved");
  await page.getByRole("button", { name: /^Remove( \d+ of \d+| selected people)?$/ }).click();
  await page.getByText("1 membership will be removed.").waitFor();
  await me.open("/review/approved");
  await page
    .getByRole("row")
    .filter({ hasText: "Ana7" })
    .getByRole("link", { name: /^Evidence/ })
    .click();
  await page.getByLabel("Reason for undoing").fill("Only next week");
  await page.getByRole("button", { name: "Undo the removal" }).click();
  await page.getByRole("status").filter({ hasText: "1 decision to remove was undone" }).waitFor();
  await me.open("/review/approved");
  expect(await page.getByRole("row").filter({ hasText: "Ana7" }).count()).toBe(0);
  expect([membersOf(sales), confirmed()]).toEqual([6, 0]);
  expect(me.faults).toEqual([]);
  await me.close();
});

test("above the policy's number a cause is applied only when a second person has approved it as well", async () => {
  place.policy({ approval: { delay: "0s", two_above: 3 } });
  const one = await visitor(browser, place.url, place.people.reviewer);
  const two = await visitor(browser, place.url, place.colleague);
  await approveAll(one, "Renamed to Sales EMEA");
  await one.page.getByText("Your 6 approvals are saved. Nothing is removed before another reviewer approves too.").waitFor();
  expect(await one.page.getByText("Nothing was changed.").count()).toBe(0);
  // The same question is not the next one.
  expect(await one.page.getByRole("main").innerText()).not.toContain("“Sales” seems to be renamed");
  await one.page.getByText("Another reviewer is needed").first().waitFor();
  await expectGoodPage(one.page);
  await one.open("/review");
  await one.page.getByText("6 approved by you; another reviewer is needed").waitFor();
  await approveAll(one, "Renamed, I said");
  await one.page.getByText("has already approved this removal").first().waitFor();
  expect([membersOf(sales), confirmed()]).toEqual([6, 0]);
  // The second sees what the first has said before deciding.
  await two.open("/review");
  await two.page.getByText("6 approved by one reviewer; another reviewer is needed").waitFor();
  await two.page.getByRole("link", { name: /^The group “Sales” seems to be renamed/ }).click();
  await two.page.getByText(`${place.people.reviewer.name} approved 6 of 6 removals on`).waitFor();
  expect(await two.page.getByText("Another reviewer is needed").count()).toBe(1);
  const cause = new URL(two.page.url()).pathname;
  await expectGoodPage(two.page);
  await two.page
    .getByRole("link", { name: /^Evidence/ })
    .first()
    .click();
  await two.page.getByText(`${place.people.reviewer.name} approved this removal on`).waitFor();
  await expectGoodPage(two.page);
  await approveAll(two, "HR told me too");
  await two.page.getByText("6 memberships will be removed.").waitFor();
  await expect.poll(() => membersOf(sales), { timeout: 30_000 }).toBe(0);
  expect(membersOf("HR/Departments/Sales EMEA")).toBe(6);
  // Links in mails still lead to it.
  expect(await one.open(cause)).toBe(200);
  await one.page.getByRole("heading", { level: 1, name: "This cause needs no decision" }).waitFor();
  expect(
    await one.page
      .getByRole("row")
      .filter({ hasText: `${place.colleague.name}, in the console` })
      .count(),
  ).toBe(6);
  await expectGoodPage(one.page);
  const { entries } = await place.people.viewer.json<{ entries: { action: string; actor: string }[] }>("/audit?action=removal_approved");
  expect(new Set(entries.map(({ actor }) => actor))).toContain(place.colleague.name);
  expect([...one.faults, ...two.faults]).toEqual([]);
  await one.close();
  await two.close();
});
