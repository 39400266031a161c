import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import type { Signed } from "../console/helpers.ts";

/** On a busy machine a page may take its time. */
const PATIENCE = 30_000;
export const DESK = { width: 1280, height: 800 };
export const PHONE = { width: 360, height: 740 };

/** Someone in front of a browser of their own. */
export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** What must never be: dialogs, errors, violations of the content security policy, requests to elsewhere. */
  faults: string[];
  /** Opens a page of the console; answers the status. */
  open(path: string): Promise<number>;
  close(): Promise<void>;
}

/** A browser without anything of others in it; `as` is signed in already. */
export async function visitor(
  browser: Browser,
  url: string,
  as: Signed | null = null,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({ viewport: DESK, colorScheme: "light", acceptDownloads: true, ...options });
  context.setDefaultTimeout(PATIENCE);
  const faults: string[] = [];
  if (as !== null) await context.addCookies([cookieOf(as, url)]);
  context.on("page", (page) => watch(page, url, faults));
  const page = await context.newPage();
  return {
    context,
    page,
    faults,
    open: (path) => goTo(page, `${url}${path}`),
    close: () => context.close(),
  };
}

/** The page of a run loads itself anew when the run has ended; who goes elsewhere at that moment goes again. */
async function goTo(page: Page, url: string): Promise<number> {
  for (let left = 5; ; left -= 1) {
    try {
      return (await page.goto(url))?.status() ?? 0;
    } catch (error) {
      if (left === 0 || !/interrupted by another navigation|ERR_ABORTED/.test(String(error))) throw error;
      await page.waitForLoadState("networkidle").catch(() => undefined);
    }
  }
}

/** A session as a browser keeps it. */
export function cookieOf({ cookie }: Signed, url: string): { name: string; value: string; url: string } {
  const [name = "", value = ""] = cookie.split("=", 2);
  return { name, value, url };
}

function watch(page: Page, url: string, faults: string[]): void {
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => undefined);
  });
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() !== "error") return;
    // A page that is refused on purpose is no fault; a missing stylesheet or script is.
    const refused = /^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text());
    if (refused && !message.location().url.includes("/assets/")) return;
    faults.push(`error: ${message.text()}`);
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(`${url}/`) && !/^(data|blob|about):/.test(request.url())) faults.push(`request: ${request.url()}`);
  });
}

/** Signs in by the page, with the mouse. */
export async function signInByPage({ page, open }: Visitor, who: Signed): Promise<void> {
  await open("/");
  await page.getByLabel("User name").fill(who.name);
  await page.getByLabel("Password").fill(who.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator("nav a[aria-current=page]", { hasText: "Overview" }).waitFor();
}

const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe finds on the page as it is now, each as rule, place and why. */
export async function axeFinds(page: Page): Promise<string[]> {
  await page.evaluate(`${axe};undefined`);
  return page.evaluate<string[]>(
    `axe.run(document, { runOnly: { type: "tag", values: ${JSON.stringify(tags)} }, rules: { "target-size": { enabled: true } }, resultTypes: ["violations"] }).then(
      ({ violations }) => violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => id + " " + location.pathname + " " + html.slice(0, 200) + " " + failureSummary)))`,
  );
}

const SHIFTS = "rollcall-test-shifts";

/** From now on, remembers what moves by itself on the pages of a browser, also over several loads of a page. */
export async function watchShifts({ context }: Visitor): Promise<void> {
  // The frame of another project's page is not ours.
  await context.addInitScript(`if (self === top) new PerformanceObserver((list) => {
    const known = JSON.parse(sessionStorage.getItem("${SHIFTS}") ?? "[]");
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) known.push(location.pathname + " " + value.toFixed(4) + " " + sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? node?.textContent));
    sessionStorage.setItem("${SHIFTS}", JSON.stringify(known));
  }).observe({ type: "layout-shift", buffered: true })`);
  // People see the page before its script has arrived.
  await context.route("**/assets/console*.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 150));
    await route.continue();
  });
}

/** Returns the layout shifts since the last call. A shift below 0.01 cannot be seen, and is left out. */
export async function shifts(page: Page): Promise<string[]> {
  // Entries arrive with the next frame. A page that loads itself again is asked again.
  const known = (): Promise<string[]> =>
    page.evaluate<string[]>(`new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => {
    const known = JSON.parse(sessionStorage.getItem("${SHIFTS}") ?? "[]");
    sessionStorage.removeItem("${SHIFTS}");
    const total = known.reduce((sum, entry) => sum + Number(entry.split(" ")[1]), 0);
    resolve(total < 0.01 ? [] : known);
  }, 20)))`);
  return known().catch(known);
}

/** The chips that sort a table, where they are above its title. */
async function misplacedSorts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll(".card:has(caption, .title) > .sorts")]
    .filter((chips) => chips.getBoundingClientRect().top < chips.parentElement.querySelector("caption, .title").getBoundingClientRect().bottom)
    .map(({ outerHTML }) => outerHTML.slice(0, 200))`);
}

/** How many pixels the page is wider than the window. */
export async function overflow(page: Page): Promise<number> {
  return page.evaluate<number>("document.documentElement.scrollWidth - document.documentElement.clientWidth");
}

/** What stays in sight while the page scrolls covers something, until someone scrolls on. */
const placeBars = (position: string): string =>
  `for (const bar of document.querySelectorAll(".bar, .banner.decided")) bar.style.position = "${position}"`;

/** Everybody must be able to use the page: at a desk in the light, on a phone in the dark. */
export async function expectGoodPage(page: Page): Promise<void> {
  // A heading can be there before the styles are.
  await page.waitForLoadState("load");
  // What is folded is looked at too.
  await page.evaluate("for (const folded of document.querySelectorAll('details')) folded.open = true");
  await page.evaluate(placeBars("static"));
  await page.setViewportSize(DESK);
  await page.emulateMedia({ colorScheme: "light" });
  expect.soft(await axeFinds(page)).toEqual([]);
  const { pathname } = new URL(page.url());
  expect.soft([pathname, await overflow(page)]).toEqual([pathname, 0]);
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: "dark" });
  expect.soft(await axeFinds(page)).toEqual([]);
  expect.soft([pathname, await overflow(page)]).toEqual([pathname, 0]);
  expect.soft(await misplacedSorts(page)).toEqual([]);
  await page.evaluate(placeBars(""));
  await page.setViewportSize(DESK);
  await page.emulateMedia({ colorScheme: "light" });
}
