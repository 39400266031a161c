import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BROWSER_TIME, startChromium } from "./chromium.ts";
import { servedPlace, type Place } from "./place.ts";
import { DESK, overflow, PHONE, visitor } from "./visitor.ts";

let browser: Browser;
let place: Place;

beforeAll(async () => {
  [browser, place] = await Promise.all([startChromium(), servedPlace({ people: 30 })]);
}, BROWSER_TIME);
afterAll(async () => {
  await browser?.close();
  await place?.close();
});

test("the page of the queues shows a run under way inside the console, offers to change nothing, and keeps to its policy", async () => {
  place.hr(place.employees.map((employee) => ({ ...employee, first: `${employee.first} II` })));
  place.sandbox.failNext({ method: "PUT", path: "/users", times: -1, delayMs: 2000 });
  const me = await visitor(browser, place.url, place.people.operator);
  const { page } = me;
  await me.open("/jobs/nightly");
  await page.getByRole("button", { name: "Run now" }).click();
  await page.getByText("Run started.").waitFor();
  await me.open("/status");
  await page.getByRole("link", { name: "Contents of the queues" }).click();
  const board = page.frameLocator("iframe");
  const operations = board.getByRole("link", { name: /operations-/ }).first();
  await operations.waitFor();
  await operations.click();
  await board.getByText("operationId").first().waitFor();
  expect(page.frames().map((frame) => frame.url())).toContainEqual(expect.stringContaining("/queues/board/queue/operations-"));
  for (const deed of [/add job/i, /retry/i, /promote/i, /clean/i, /obliterate/i, /^pause/i, /empty/i])
    expect([deed.source, await board.getByRole("button", { name: deed }).count()]).toEqual([deed.source, 0]);
  // What the library loads only when it is asked for.
  await board.getByText("Options", { exact: true }).first().click();
  await board.getByText("attempts").first().waitFor();
  // Full screen, settings, and the links out: the library gives them no names.
  const buttons = board.getByRole("banner").getByRole("listitem").getByRole("button");
  await buttons.nth(1).click();
  await board.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await board.getByRole("dialog").waitFor({ state: "hidden" });
  // Alone, the library's page would have no way back.
  await me.open("/queues/board/job-schedulers");
  expect(new URL(page.url()).pathname).toBe("/queues");
  await board.getByRole("banner").waitFor();
  for (const viewport of [DESK, PHONE]) {
    await page.setViewportSize(viewport);
    expect(await overflow(page)).toBe(0);
  }
  await page.setViewportSize(DESK);
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Connection" }).click();
  await page.getByRole("heading", { level: 1, name: "Connection" }).waitFor();
  expect(me.faults).toEqual([]);
  place.sandbox.clearFaults();
  await me.close();
}, 120_000);
