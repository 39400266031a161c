import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BROWSER_TIME, startChromium } from "./chromium.ts";
import { servedPlace, type Place } from "./place.ts";
import { expectGoodPage, visitor } from "./visitor.ts";

let browser: Browser;
let place: Place;
beforeAll(async () => {
  [browser, place] = await Promise.all([startChromium(), servedPlace()]);
}, BROWSER_TIME);
afterAll(async () => {
  await browser?.close();
  await place?.close();
});

const statuses = ["Aktiv", "Elternzeit", "Ausgeschieden", "Status XY"];
const german = Buffer.from(
  [
    "Personalnummer;Nachname;Vorname;Geschäftliche E-Mail;Abteilung;Standort;Beschäftigungsstatus;Kst.",
    ...Array.from(
      { length: 40 },
      (_, i) => `${100 + i};Groß${i};Jörg;p${i}@acme.de;${["Vertrieb", "IT"][i % 2]};Köln;${statuses[i % 4]};41${i % 3}`,
    ),
  ].join("\r\n"),
  "latin1",
);

test("an administrator sets up a job from a German export without JavaScript, and every step is a good page", async () => {
  const me = await visitor(browser, place.url, place.people.admin);
  // The test looks at the pages by script; the console's own is left out.
  await me.context.route("**/assets/console*.js", (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
  const { page } = me;
  const pictures = process.env["ROLLCALL_TEST_PICTURES"] ?? mkdtempSync(join(tmpdir(), "rollcall-setup-"));
  const next = async (name: string): Promise<void> => {
    await expectGoodPage(page);
    await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.screenshot({ path: join(pictures, `${name}-phone-dark.png`), fullPage: true });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: "light" });
  };
  const press = (name: string): Promise<void> => page.getByRole("button", { name, exact: true }).click();
  const at = (name: string): Promise<void> => page.getByRole("heading", { level: 2, name }).waitFor();
  await me.open("/jobs");
  await page.getByRole("main").getByRole("link", { name: "Set up a job" }).click();
  await next("0-start");
  await page.getByLabel("Export of the HR system").setInputFiles({ name: "mitarbeiter.csv", mimeType: "text/csv", buffer: german });
  await press("Upload");
  await at("1. Upload");
  await next("1-upload");
  await press("Save and continue");
  await at("2. Columns");
  await next("2-columns");
  await press("Save and continue");
  await at("3. Who has left?");
  await press("Save and continue");
  await page.getByRole("alert").waitFor();
  await next("3-left");
  await page
    .getByRole("group", { name: /Status XY/ })
    .getByLabel("Left")
    .check();
  await press("Save and continue");
  await at("4. Key and username");
  await next("4-key");
  await press("Save and continue");
  await at("5. Connection");
  await page.getByLabel("Address of the learning service").fill("http://169.254.169.254/");
  await page.getByLabel("Refresh token").fill("x");
  await press("Connect");
  await page.getByRole("alert").waitFor();
  await next("5-connection");
  await press("Use the practice service instead");
  await at("6. Groups");
  await next("6-groups");
  await press("Save and continue");
  await at("7. Preview");
  await next("7-preview");
  await press("This is right: continue");
  await at("8. First plan");
  await next("8-plan");
  await press("Write the files and make the first plan");
  await at("What next");
  await next("9-next");
  await page
    .locator("#next")
    .getByRole("link", { name: /^\d{8}-/ })
    .click();
  // Without script the page asks again every few seconds, which a browser does only if it has no script at all.
  const apply = page.getByRole("button", { name: "Apply this plan" });
  for (let left = 30; left > 0 && !(await apply.isVisible()); left -= 1) {
    await sleep(1000);
    await page.reload();
  }
  expect(await apply.isVisible()).toBe(true);
  expect(me.faults).toEqual([]);
  await me.close();
  if (process.env["ROLLCALL_TEST_PICTURES"] === undefined) rmSync(pictures, { recursive: true });
}, 280_000);
