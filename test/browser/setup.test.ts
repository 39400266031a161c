import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BROWSER_TIME, startChromium } from "./chromium.ts";
import { germanExport } from "./german-export.ts";
import { servedPlace, type Place } from "./place.ts";
import { expectGoodPage, signInByPage, visitor, type Visitor } from "./visitor.ts";

let browser: Browser;
let place: Place;
beforeAll(async () => {
  [browser, place] = await Promise.all([startChromium(), servedPlace()]);
}, BROWSER_TIME);
afterAll(async () => {
  await browser?.close();
  await place?.close();
});

/** Answers every question, from the upload to the plan. `look` is called on each page. */
async function setUp({ page, open }: Visitor, file: string, look: (name: string) => Promise<void>): Promise<void> {
  const press = (name: string): Promise<void> => page.getByRole("button", { name, exact: true }).click();
  const at = (name: string): Promise<void> => page.getByRole("heading", { level: 2, name }).waitFor();
  await open("/jobs");
  await page.getByRole("main").getByRole("link", { name: "Set up a job" }).click();
  await look("0-start");
  await page.getByLabel("Export of the HR system").setInputFiles(germanExport(file));
  await press("Upload");
  await at("1. Upload");
  if (file.endsWith(".xlsx")) await page.getByLabel("Sheet").selectOption("Personal");
  await look("1-upload");
  await press("Save and continue");
  if (file.endsWith(".xlsx")) {
    await page.getByText("The first rows of the file").waitFor();
    await press("Save and continue");
  }
  await at("2. Columns");
  await look("2-columns");
  await press("Save and continue");
  await at("3. Who has left?");
  await press("Save and continue");
  await page.getByRole("alert").waitFor();
  await look("3-left");
  await page
    .getByRole("group", { name: /Status XY/ })
    .getByRole("radio", { name: /^No they/ })
    .check();
  await press("Save and continue");
  await at("4. Key and username");
  await look("4-key");
  await press("Save and continue");
  await at("5. Connection");
  await page.getByLabel("Address of the learning service").fill("http://169.254.169.254/");
  await page.getByLabel("Refresh token").fill("x");
  await press("Connect");
  await page.getByRole("alert").waitFor();
  await look("5-connection");
  await press("Use the practice service instead");
  await at("6. Groups");
  await look("6-groups");
  await press("Save and continue");
  await at("7. Preview");
  await look("7-preview");
  await press("This is right: continue");
  await at("8. First plan");
  await look("8-plan");
  await press("Write the files and make the first plan");
  await at("What next");
  await look("9-next");
  await page
    .locator("#next [data-part=first-run]")
    .getByRole("link", { name: /^\d{8}-/ })
    .click();
}

test("every step of a setup is a good page", async () => {
  const me = await visitor(browser, place.url, place.people.admin);
  // The test looks at the pages by script; the console's own is left out.
  await me.context.route("**/assets/console*.js", (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
  const { page } = me;
  const pictures = process.env["ROLLCALL_TEST_PICTURES"] ?? mkdtempSync(join(tmpdir(), "rollcall-setup-"));
  await setUp(me, "mitarbeiter.csv", async (name) => {
    await expectGoodPage(page);
    await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.screenshot({ path: join(pictures, `${name}-phone-dark.png`), fullPage: true });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: "light" });
  });
  expect(me.faults).toEqual([]);
  await me.close();
  if (process.env["ROLLCALL_TEST_PICTURES"] === undefined) rmSync(pictures, { recursive: true });
}, 280_000);

test("without JavaScript: from the sign-in and the upload to a first plan that can be applied", async () => {
  const me = await visitor(browser, place.url, null, { javaScriptEnabled: false });
  await signInByPage(me, place.people.admin);
  const seen: string[] = [];
  await setUp(me, "personal.csv", async (name) => void seen.push(name));
  expect(seen).toHaveLength(10);
  // The page reloads itself until the plan is there.
  await me.page.getByRole("button", { name: "Apply this plan" }).waitFor({ timeout: 60_000 });
  expect(me.faults).toEqual([]);
  await me.close();
}, 180_000);

test("with JavaScript, from a workbook with two sheets: the page of the job follows the first plan", async () => {
  const me = await visitor(browser, place.url, place.people.admin);
  await setUp(me, "stammdaten.xlsx", async () => undefined);
  await me.page.getByRole("button", { name: "Apply this plan" }).waitFor({ timeout: 60_000 });
  expect(me.faults).toEqual([]);
  await me.close();
}, 180_000);
