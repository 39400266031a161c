import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BROWSER_TIME, startChromium } from "./chromium.ts";
import { servedPlace, type Place } from "./place.ts";
import { visitor } from "./visitor.ts";

let browser: Browser;
let place: Place;

beforeAll(async () => {
  [browser, place] = await Promise.all([startChromium(), servedPlace({ people: 30 })]);
}, BROWSER_TIME);
afterAll(async () => {
  await browser?.close();
  await place?.close();
});

test("the page of the queues shows a run under way, offers to change nothing, and keeps to its policy", async () => {
  place.hr(place.employees.map((employee) => ({ ...employee, first: `${employee.first} II` })));
  place.sandbox.failNext({ method: "PUT", path: "/users", times: -1, delayMs: 2000 });
  const me = await visitor(browser, place.url, place.people.operator);
  const { page } = me;
  await me.open("/jobs/nightly");
  await page.getByRole("button", { name: "Run now" }).click();
  await page.getByText("Run started.").waitFor();
  await me.open("/status");
  await page.getByRole("link", { name: "Contents of the queues" }).click();
  const operations = page.getByRole("link", { name: /operations-/ }).first();
  await operations.waitFor();
  await operations.click();
  await page.getByText("operationId").first().waitFor();
  expect(page.url()).toContain("/queues/queue/operations-");
  for (const deed of [/add job/i, /retry/i, /promote/i, /clean/i, /obliterate/i, /^pause/i, /empty/i])
    expect([deed.source, await page.getByRole("button", { name: deed }).count()]).toEqual([deed.source, 0]);
  // What the library loads only when it is asked for.
  await page.getByText("Options", { exact: true }).first().click();
  await page.getByText("attempts").first().waitFor();
  await me.open("/queues/job-schedulers");
  await page
    .getByText(/scheduler/i)
    .first()
    .waitFor();
  await me.open("/queues");
  // Full screen, settings, and the links out: the library gives them no names.
  const buttons = page.getByRole("banner").getByRole("listitem").getByRole("button");
  await buttons.nth(1).click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await buttons.nth(2).click();
  await page.getByText("Back to Rollcall").click();
  await page.getByRole("heading", { level: 1, name: "Connection" }).waitFor();
  expect(me.faults).toEqual([]);
  place.sandbox.clearFaults();
  await me.close();
}, 120_000);
