import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { csvOf } from "../console/helpers.ts";
import { BROWSER_TIME, startChromium } from "./chromium.ts";
import { servedPlace, type Place } from "./place.ts";
import { expectGoodPage, visitor } from "./visitor.ts";

let browser: Browser;
let place: Place;

beforeAll(async () => {
  [browser, place] = await Promise.all([startChromium(), servedPlace({ people: 8 })]);
}, BROWSER_TIME);
afterAll(async () => {
  await browser?.close();
  await place?.close();
});

test("someone with a new key keeps the account: seen on the page, moved by mouse, and the next run makes no second one", async () => {
  writeFileSync(join(place.dir, "hr.csv"), csvOf(place.employees).replace('"0007"', '"9007"').replace('"0008"', '"9008"'));
  const { operator } = place.people;
  const accounts = place.sandbox.users().length;
  const me = await visitor(browser, place.url, operator);
  const { page } = me;
  await me.open("/jobs/nightly");
  await page.getByRole("button", { name: "Run now" }).click();
  await page.getByText("Run started.").waitFor();
  await expect.poll(async () => (await operator.json<{ held: unknown[] }>("/identities")).held.length, { timeout: 60_000 }).toBe(2);
  await expect.poll(async () => (await operator.json<{ running: unknown[] }>("/status")).running, { timeout: 30_000 }).toEqual([]);
  await me.open("/identities");
  await expectGoodPage(page);
  await me.open("/identities");
  const moved = page.getByRole("region", { name: "9007 is blocked" });
  // The forms do what the commands in the stored reason do.
  expect(await moved.innerText()).toContain("0007 is not in this file.");
  expect(await moved.innerText()).not.toContain("rollcall identities");
  await moved.getByText("They are one person…").click();
  await moved.getByLabel("that of 0007").check();
  await moved.getByLabel("I compared both records and am sure").check();
  await moved.getByLabel("How do you know?").first().fill("HR has changed the numbers");
  await moved.getByRole("button", { name: "Move the account" }).click();
  await page.getByRole("status").filter({ hasText: "belongs to the other key now" }).waitFor();
  await page.getByText("has an account by now").waitFor();
  await expectGoodPage(page);
  await me.open("/jobs/nightly");
  await page.getByRole("button", { name: "Run now" }).click();
  await expect
    .poll(async () => (await operator.json<{ runs: { status: string; rows: number }[] }>("/runs")).runs.map(({ status }) => status), {
      timeout: 60_000,
    })
    .toEqual(["completed", "completed", "completed", "completed"]);
  const { held } = await operator.json<{ held: { key: string }[] }>("/identities");
  expect(held.map(({ key }) => key)).toEqual(["9008"]);
  expect(place.sandbox.users()).toHaveLength(accounts);
  expect(me.faults).toEqual([]);
  await me.close();
});

test("users and tokens are managed by mouse, and a new token is shown this once", async () => {
  const me = await visitor(browser, place.url, place.people.admin);
  const { page } = me;
  await me.open("/users");
  await page.getByRole("button", { name: `Disable ${place.colleague.name}` }).click();
  await page.getByRole("button", { name: `Enable ${place.colleague.name}` }).waitFor();
  expect((await place.colleague.get("/review")).status).toBe(303);
  await expectGoodPage(page);
  await me.open("/tokens");
  await page.getByLabel(/^Name of the program/).fill("reporting");
  await page.getByRole("button", { name: "Create" }).click();
  const token = await page.locator(".secret").innerText();
  const answer = await fetch(`${place.url}/api/v1/account`, { headers: { authorization: `Bearer ${token}` } });
  expect(await answer.json()).toMatchObject({ name: "reporting", role: "viewer" });
  await expectGoodPage(page);
  await page.getByRole("link", { name: "Done" }).click();
  await page.getByRole("button", { name: "Revoke reporting" }).waitFor();
  expect(await page.content()).not.toContain(token);
  await expectGoodPage(page);
  expect(me.faults).toEqual([]);
  await me.close();
});
