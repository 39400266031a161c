import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import xlsx from "xlsx";
import { csvOf } from "../console/helpers.ts";
import { BROWSER_TIME, startChromium } from "./chromium.ts";
import { servedPlace, type Place } from "./place.ts";
import { expectGoodPage, shifts, visitor, watchShifts } from "./visitor.ts";

let browser: Browser;
let place: Place;

beforeAll(async () => {
  [browser, place] = await Promise.all([startChromium(), servedPlace({ people: 20 })]);
}, BROWSER_TIME);
afterAll(async () => {
  await browser?.close();
  await place?.close();
});

const accountOf = (key: string) => place.sandbox.users().find(({ username }) => username === `p${key}@acme.example`);
const groupsOf = (key: string): string[] => accountOf(key)?.groups ?? [];

/** Everybody gets another first name: a run with something to do, against a service that takes its time. */
function rename(suffix: string): void {
  place.hr(place.employees.map((employee) => ({ ...employee, first: `${employee.first} ${suffix}` })));
  place.sandbox.clearFaults();
  place.sandbox.failNext({ method: "PUT", path: "/users", times: -1, delayMs: 1500 });
}

async function runNow(page: Page): Promise<void> {
  await page.goto(`${place.url}/jobs/nightly`);
  await page.getByRole("button", { name: "Run now" }).click();
  await page.getByText("Run started.").waitFor();
}

test("pages that show the progress of a run are good pages", async () => {
  place.hr(place.employees.map((employee, i) => ({ ...employee, first: i < 8 ? `${employee.first} slow` : employee.first })));
  place.sandbox.failNext({ method: "PUT", path: "/users", times: 8, delayMs: 20_000 });
  const me = await visitor(browser, place.url, place.people.operator);
  const { page } = me;
  await runNow(page);
  const run = new URL(page.url()).pathname;
  for (const path of [run, "/jobs/nightly", "/"]) {
    await me.open(path);
    await page.getByText("In progress").first().waitFor();
    await expectGoodPage(page);
  }
  place.sandbox.clearFaults();
  await me.open(run);
  await page.getByText("Applied", { exact: true }).first().waitFor({ timeout: 60_000 });
  expect(me.faults).toEqual([]);
  await me.close();
});

test("a run is followed live, step by step, and its page shows the end by itself", async () => {
  rename("I");
  const me = await visitor(browser, place.url, place.people.operator);
  const { page } = me;
  await watchShifts(me);
  const streams: string[] = [];
  page.on("request", (request) => void (request.resourceType() === "eventsource" && streams.push(request.url())));
  await runNow(page);
  const words = page.locator("[data-words]");
  await expect.poll(() => words.innerText(), { timeout: 30_000 }).toMatch(/: [1-9]\d* of \d+/);
  expect(await page.locator(".phases .done").allInnerTexts()).toEqual(["Read the file", "Read groups and memberships", "Plan"]);
  expect(await page.locator(".phases [aria-current=step]").innerText()).toBe("Send the changes");
  const steps = new Set<string>();
  // Until the page has loaded itself anew, and there is nothing live any more.
  await expect
    .poll(
      async () => {
        for (const text of await words.allInnerTexts()) steps.add(text);
        return page.getByText("Applied", { exact: true }).count();
      },
      { timeout: 60_000, interval: 50 },
    )
    .toBeGreaterThan(0);
  expect(steps.size).toBeGreaterThan(1);
  expect(streams.length).toBeGreaterThan(0);
  expect(streams.every((stream) => stream.endsWith("/live"))).toBe(true);
  expect(await page.getByRole("progressbar").count()).toBe(0);
  expect(await shifts(page)).toEqual([]);
  expect(me.faults).toEqual([]);
  await me.close();
});

test("the page of a job follows its run, and renews what changed without loading itself again", async () => {
  rename("job");
  const me = await visitor(browser, place.url, place.people.operator);
  const { page } = me;
  await runNow(page);
  const run = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await watchShifts(me);
  await me.open("/jobs/nightly");
  await page.getByRole("heading", { name: "In progress" }).waitFor();
  await page.evaluate("window.sameDocument = true");
  await page.getByRole("heading", { name: "In progress" }).waitFor({ state: "detached", timeout: 60_000 });
  await page.getByRole("row", { name: run }).getByText("Applied", { exact: true }).waitFor();
  expect(await page.evaluate("window.sameDocument")).toBe(true);
  expect(await shifts(page)).toEqual([]);
  expect(me.faults).toEqual([]);
  await me.close();
});

test("without JavaScript the page of a run reloads itself until the run has ended", async () => {
  rename("II");
  const me = await visitor(browser, place.url, place.people.operator, { javaScriptEnabled: false });
  await runNow(me.page);
  await me.page.getByRole("heading", { name: "In progress" }).waitFor();
  await me.page.getByRole("heading", { name: "In progress" }).waitFor({ state: "detached", timeout: 60_000 });
  await me.page.getByText("Applied", { exact: true }).first().waitFor();
  expect(me.faults).toEqual([]);
  await me.close();
});

test("an uploaded file is planned and shown; nothing leaves before someone says so", async () => {
  place.sandbox.clearFaults();
  const me = await visitor(browser, place.url, place.people.operator);
  const { page } = me;
  await me.open("/jobs/nightly");
  const joiner = { id: "0900", first: "Nora", last: "Vidal", department: "IT", status: "Active" };
  await page.getByLabel("File (CSV or workbook)").setInputFiles({
    name: "<b>joiners</b>.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(csvOf([joiner])),
  });
  await page.getByRole("button", { name: "Upload and plan" }).click();
  await page.getByRole("button", { name: "Apply this plan" }).waitFor({ timeout: 60_000 });
  const shown = await page.getByRole("main").innerText();
  expect(shown).toContain("Nora Vidal");
  expect(shown).toContain("No: it has only part of the people, so no one counts as missing");
  expect(accountOf("0900")).toBeUndefined();
  await page.getByRole("button", { name: "Apply this plan" }).click();
  await expect.poll(() => groupsOf("0900"), { timeout: 30_000 }).toEqual(["HR/All staff", "HR/Departments/IT"]);
  expect(me.faults).toEqual([]);
  await me.close();
});

test("a run that a limit holds sends nothing until it is released with a reason", async () => {
  const me = await visitor(browser, place.url, place.people.operator);
  const { page } = me;
  place.policy({ limits: { creates: 100, updates: 100, removals: 100, shrink: 100, deactivations: { percent: 1, at_least: 1 } } });
  const leavers = ["0002", "0003", "0004"];
  place.hr(place.employees.map((employee) => ({ ...employee, status: leavers.includes(employee.id) ? "Left" : employee.status })));
  await runNow(page);
  await page.getByRole("heading", { name: "Let this run continue" }).waitFor({ timeout: 60_000 });
  expect(leavers.map((key) => accountOf(key)?.active)).toEqual([true, true, true]);
  expect(await page.getByRole("main").innerText()).toContain("Setting: policy.limits.deactivations in jobs/nightly.yaml:");
  await page.getByRole("button", { name: /^Apply \d+ changes$/ }).click();
  // Without a reason the browser sends nothing; without a browser the console refuses it.
  expect(await page.evaluate<boolean>("document.activeElement.validity.valueMissing")).toBe(true);
  await page.getByLabel("Reason").first().fill("The office in Porto closes");
  await page.getByRole("button", { name: /^Apply \d+ changes$/ }).click();
  await expect.poll(() => leavers.map((key) => accountOf(key)?.active), { timeout: 30_000 }).toEqual([false, false, false]);
  expect(me.faults).toEqual([]);
  await me.close();
});

test("the reviewer's workbook goes out, is filled in with another library, shows what it would decide, and decides it", async () => {
  const me = await visitor(browser, place.url, place.people.reviewer);
  const { page } = me;
  await me.open("/review");
  const open = () => page.getByText("Decide in a spreadsheet").click();
  await open();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "workbook", exact: true }).click()]);
  expect(download.suggestedFilename()).toMatch(/^pending-removals-\d{4}-\d{2}-\d{2}\.xlsx$/);
  const book = xlsx.read(readFileSync(await download.path()));
  const sheet = book.Sheets["People"] ?? {};
  const rows = xlsx.utils.sheet_to_json<Record<string, string>>(sheet);
  const at = rows.findIndex((row) => row["Key"] === "0006");
  expect(rows[at]?.["Group"]).toBe("HR/Departments/Sales");
  const head = xlsx.utils.sheet_to_json<string[]>(sheet, { header: 1 })[0] ?? [];
  const cell = (name: string): string => xlsx.utils.encode_cell({ c: head.indexOf(name), r: at + 1 });
  xlsx.utils.sheet_add_aoa(sheet, [["remove"]], { origin: cell("Decision") });
  xlsx.utils.sheet_add_aoa(sheet, [["In the workbook, on the train"]], { origin: cell("Reason") });
  const filled = Buffer.from(xlsx.write(book, { type: "array", bookType: "xlsx" }) as ArrayBuffer);
  const hand = async (): Promise<void> => {
    await me.open("/review");
    await open();
    const file = {
      name: "removals (1).xlsx",
      mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      buffer: filled,
    };
    await page.getByLabel("Spreadsheet with decisions").setInputFiles(file);
  };
  await hand();
  await page.getByRole("button", { name: "Upload" }).click();
  await page.getByText("1 removal would be decided.").waitFor();
  expect(groupsOf("0006")).toContain("HR/Departments/Sales");
  await page.getByRole("button", { name: "Remove 1" }).click();
  await page.getByRole("status").filter({ hasText: "1 removal was decided." }).waitFor();
  await expect.poll(() => groupsOf("0006"), { timeout: 30_000 }).not.toContain("HR/Departments/Sales");
  // Handed in once more, it decides nothing twice.
  await hand();
  await page.getByRole("button", { name: "Upload" }).click();
  await page.getByText("0 removals would be decided.").waitFor();
  expect(await page.getByRole("button", { name: "Remove 1" }).count()).toBe(0);
  expect(me.faults).toEqual([]);
  await me.close();
});
