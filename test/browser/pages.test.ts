import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildConsole } from "../../src/console/server.ts";
import { may } from "../../src/actions/access/rights.ts";
import { ROLES, type Role } from "../../src/actions/access/rights.ts";
import { nastyNames } from "../console/helpers.ts";
import { consoleParts } from "../helpers/console.ts";
import { BROWSER_TIME, startChromium } from "./chromium.ts";
import { servedPlace, type Place } from "./place.ts";
import { axeFinds, DESK, expectGoodPage, overflow, PHONE, shifts, visitor, watchShifts, type Visitor } from "./visitor.ts";

const long = "Ñ".repeat(300);
const hostileGroup = `HR/Departments/<img src=x onerror=alert(2)>`;

let browser: Browser;
let place: Place;
let routes: { method: string; url: string; right: string }[];

/** Every name that should never be more than text stands in a row, a cell, a group or a person of its own. */
beforeAll(async () => {
  [browser, place] = await Promise.all([
    startChromium(),
    servedPlace({
      policy: { approval: { delay: "1h" } },
      between: ({ sandbox, employees }) => {
        sandbox.addGroup(hostileGroup);
        sandbox.addGroup(`HR/Departments/${long}`);
        const [first, second, third, fourth] = employees;
        for (const employee of employees.slice(0, 2)) {
          const account = sandbox.users().find(({ username }) => username === `p${employee.id}@acme.example`);
          sandbox.addMember(hostileGroup, account?.user_id ?? "");
          sandbox.addMember(`HR/Departments/${long}`, account?.user_id ?? "");
        }
        if (first !== undefined) first.last = `=HYPERLINK("https://evil.example";"x")`;
        if (second !== undefined) second.last = long;
        if (third !== undefined) third.department = `"><script>alert(3)</script>`;
        if (fourth !== undefined) fourth.last = `</bdi></li></ul><script>alert(4)</script>`;
        employees.push({ id: "<b>x y</b>", first: "A", last: "B", department: "IT", status: "Active" });
        employees.push({ id: "0800", first: "A", last: "B", department: "IT", status: `<svg onload=alert(5)>${long}` });
      },
    }),
  ]);
  const known = await consoleParts();
  const app = await buildConsole(known.parts, known.areas);
  await app.ready();
  routes = known.routes(app);
  await app.close();
  await known.close();
}, BROWSER_TIME);
afterAll(async () => {
  await browser?.close();
  await place?.close();
});

/** `/runs/20260430-…` as `/runs/:id`: the pattern of the route behind an address. */
function patternOf(address: string): string {
  const { pathname } = new URL(address);
  const found = routes.find(
    ({ method, url }) =>
      method === "GET" && new RegExp(`^${url.replaceAll(/:[a-z]+/gi, "(?!done$|causes$|removals$)[^/]+")}$`).test(pathname),
  );
  return found?.url ?? pathname;
}

/** Neither pages: what machines, browsers and other programs read. */
const noPage = /^\/(api|assets|health|oidc)|export|\/live$|\/report$|\/files\/|\.csv$/;

/** Opens everything that is linked to, two of each kind of page, and looks at each. */
async function walk({ page }: Visitor, look: (page: Page) => Promise<void>): Promise<Set<string>> {
  const seen = new Set<string>();
  const patterns = new Map<string, number>();
  // Only a run with many rejected rows has a link to all of them, and only one on hold for them to its accounts.
  const queue = ["/", `/runs/${place.run}/rejects`, `/runs/${place.run}/accounts`];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const { pathname, search } = new URL(next, place.url);
    const pattern = patternOf(`${place.url}${pathname}`);
    const kind = `${pattern}?${[...new URLSearchParams(search).keys()].join()}`;
    if (noPage.test(pattern) || (patterns.get(kind) ?? 0) >= (search === "" ? 2 : 1)) continue;
    patterns.set(kind, (patterns.get(kind) ?? 0) + 1);
    // What the check before has opened, and another size, move the page before.
    if (seen.size > 1) await page.evaluate("sessionStorage.clear()").catch(() => undefined);
    await page.goto("about:blank");
    await page.setViewportSize(patterns.get(kind) === 1 ? PHONE : DESK);
    const answer = await page.goto(`${place.url}${next}`);
    expect([next, answer?.status()]).toEqual([next, 200]);
    const moved = await shifts(page);
    // A browser that gets no processor time may draw a page in parts. What a page does by itself, it does every time.
    if (moved.length > 0) await page.reload();
    expect.soft(moved.length > 0 ? (await shifts(page)).join("\n") : "").toBe("");
    await look(page);
    const links = await page.evaluate<string[]>("[...document.links].map(({ href }) => href)");
    for (const link of links) if (link.startsWith(place.url)) queue.push(link.slice(place.url.length).split("#")[0] ?? "");
  }
  return new Set([...patterns.keys()].map((kind) => kind.split("?")[0] ?? ""));
}

/** Looking at every page takes minutes on a busy machine. */
const LONG = 600_000;
const press = (page: Page, name: string): Promise<void> => page.getByRole("button", { name, exact: true }).click();

test(
  "names that could do harm are text in what is found and in every decision",
  async () => {
    const me = await visitor(browser, place.url, place.people.admin);
    const { page } = me;
    const find = async (path: string): Promise<void> => {
      await me.open(path);
      await page
        .getByRole("main")
        .getByRole("searchbox", { name: /Name, username/ })
        .fill("a");
      await press(page, "Find");
      await expectGoodPage(page);
    };

    await me.open(`/runs/${place.run}`);
    await page.getByLabel("Find a person in this run").fill("a");
    await press(page, "Find");
    await expectGoodPage(page);
    await me.open("/review");
    await press(page, "Keyboard shortcuts");
    await expectGoodPage(page);
    await find("/people");
    await page.getByRole("searchbox", { name: "Search people, groups and runs" }).first().fill("a");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Search results" }).waitFor();
    await expectGoodPage(page);
    await me.open("/review");
    await page.getByText("Find a person with a pending removal").click();
    await page
      .getByRole("main")
      .getByRole("searchbox", { name: /Name, username/ })
      .fill("a");
    await press(page, "Find");
    await expectGoodPage(page);
    // What people write is as little to be trusted as what HR writes.
    await page.getByRole("link", { name: nastyNames.script }).first().click();
    await expectGoodPage(page);
    await page.locator("article h2 a").first().click();
    await page.locator("input[data-pick]").first().check();
    await page.getByRole("button", { name: /^More: keep until/ }).click();
    await page.getByLabel("Reason or comment").fill(`<script>alert(6)</script> ${long}`);
    await expectGoodPage(page);
    await press(page, "Only comment");
    await expectGoodPage(page);
    await page.getByRole("button", { name: /^More: keep until/ }).click();
    await page.getByLabel("Reason or comment").fill(`</textarea><script>alert(7)</script>`);
    await page.getByLabel("Reassign to").fill(place.colleague.name);
    await press(page, "Reassign");
    await expectGoodPage(page);
    await page.getByRole("button", { name: /^More: keep until/ }).click();
    // Nothing is sent before reason and date are there, and the fields say so.
    await press(page, "Keep until this date");
    await page.getByText("Choose a date.").waitFor();
    await page.getByLabel("Reason or comment").fill(`=cmd|' /C calc'!A0 ${nastyNames.rightToLeft}`);
    await page.getByRole("button", { name: "90 days" }).click();
    await press(page, "Keep until this date");
    await page.getByRole("status").filter({ hasText: "1 membership is kept" }).waitFor();
    await expectGoodPage(page);
    await me.open("/review");
    await page.locator("article h2 a").first().click();
    await page.locator("input[data-pick]").first().check();
    await page.getByLabel("Reason", { exact: true }).fill(`"><img src=x onerror=alert(8)>`);
    await page.getByRole("button", { name: /^Remove( \d+ of \d+| selected people)?$/ }).click();
    await page.getByRole("status").filter({ hasText: "will be removed" }).waitFor();
    await expectGoodPage(page);

    expect(me.faults).toEqual([]);
    await me.close();
  },
  LONG,
);

test(
  "names that could do harm are text on every page, axe finds nothing in either scheme, nothing is wider than a phone, and nothing moves by itself",
  async () => {
    const me = await visitor(browser, place.url, place.people.admin);
    const { page } = me;
    for (const name of ["<i>machine</i>", "reporting"]) {
      await me.open("/tokens");
      await page.getByLabel("Name of the program").fill(name);
      await press(page, "Create");
      await expectGoodPage(page);
    }
    await me.open("/jobs/nightly");
    await press(page, "Plan only, send nothing");
    await page.getByRole("button", { name: "Apply this plan" }).waitFor();

    // The report of a run may load and run nothing at all, not even what looks at pages here.
    expect(await me.open(`/runs/${place.run}/report`)).toBe(200);
    await page.getByText(nastyNames.script).first().waitFor({ state: "attached" });
    // No table is cut at a desk.
    await page.evaluate("for (const folded of document.querySelectorAll('details')) folded.open = true");
    const wider = await page.evaluate<number[]>(
      "[...document.querySelectorAll('.file .flush')].map((box) => box.scrollWidth - box.clientWidth)",
    );
    expect(new Set(wider)).toEqual(new Set([0]));
    await watchShifts(me);
    const walked = await walk(me, expectGoodPage);
    const pages = routes.filter(({ method, url }) => method === "GET" && !noPage.test(url)).map(({ url }) => url);
    // The steps of a setup are in setup.test.ts.
    const byItself = ["/sign-in", "/sign-in/:link", "/signed-out", "/review/done/:id", "/setup/:id", "/setup/:id/:step"];
    expect(pages.filter((url) => !walked.has(url) && !byItself.includes(url))).toEqual([]);
    expect(me.faults).toEqual([]);
    await me.close();
  },
  LONG,
);

test("the checks themselves see what is wrong", async () => {
  const me = await visitor(browser, place.url, place.people.viewer);
  await me.open("/");
  await me.page.evaluate(`document.querySelector("main").insertAdjacentHTML("beforeend",
    "<img src='/assets/nothing' onerror='alert(12)'><p style='width: 900px' class='soft'>x</p><button></button>")`);
  await me.page.evaluate(
    "{ const wide = document.createElement('div'); wide.style.width = '900px'; wide.textContent = 'x'; document.body.append(wide); }",
  );
  await me.page.setViewportSize(PHONE);
  const found = (await axeFinds(me.page)).map((fault) => fault.split(" ")[0]);
  expect(found).toEqual(expect.arrayContaining(["button-name", "image-alt"]));
  expect(await overflow(me.page)).toBeGreaterThan(500);
  await expect.poll(() => me.faults.join()).toContain("Content Security Policy");
  expect(me.faults.join()).toContain("status of 404");
  expect(me.faults.join()).not.toContain("dialog");
  await me.close();
});

test("pages for nobody in particular, and those that refuse, are as good", async () => {
  const me = await visitor(browser, place.url);
  expect(await me.open("/sign-in")).toBe(200);
  await expectGoodPage(me.page);
  // The pressed button differs in each language.
  for (const [name, language] of [
    ["Français", "fr"],
    ["English", "en"],
  ] as const) {
    await me.page.getByRole("button", { name }).click();
    await me.page.locator(`html[lang=${language}]`).waitFor();
    await expectGoodPage(me.page);
  }
  await me.page.getByLabel("User name").fill("<script>alert(9)</script>");
  await me.page.getByLabel("Password").fill("not the password");
  await me.page.getByRole("button", { name: "Sign in" }).click();
  await me.page.getByRole("alert").waitFor();
  await expectGoodPage(me.page);
  expect(await me.open("/sign-in/nothing-of-this-kind")).toBe(410);
  await expectGoodPage(me.page);
  expect(await me.open("/signed-out")).toBe(200);
  await expectGoodPage(me.page);
  await me.context.addCookies([
    { name: place.people.viewer.cookie.split("=")[0] ?? "", value: place.people.viewer.cookie.split("=")[1] ?? "", url: place.url },
  ]);
  expect(await me.open("/review/removals/<script>alert(10)</script>")).toBe(404);
  await expectGoodPage(me.page);
  expect(await me.open("/users")).toBe(403);
  await expectGoodPage(me.page);
  expect(await me.open("/runs?status=<script>alert(11)</script>")).toBe(400);
  await expectGoodPage(me.page);
  expect(me.faults).toEqual([]);
  await me.close();
});

test("each route refuses people with too low a role or none", async () => {
  const stranger = await visitor(browser, place.url);
  await stranger.open("/sign-in");
  const visitors = new Map<Role, Visitor>();
  for (const role of ROLES) visitors.set(role, await visitor(browser, place.url, place.people[role]));
  for (const me of visitors.values()) await me.open("/account");
  const ask = ({ page }: Visitor, method: string, url: string): Promise<number> =>
    page.evaluate<number>(
      `fetch(${JSON.stringify(url.replaceAll(/:[a-z]+/gi, "x"))}, { method: ${JSON.stringify(method)}, redirect: "manual"${method === "GET" ? "" : ", body: new URLSearchParams()"} }).then(({ status, type }) => type === "opaqueredirect" ? 303 : status)`,
    );
  const guarded = routes.filter(({ method, right }) => (method === "GET" || method === "POST") && right !== "anyone");
  expect(guarded.length).toBeGreaterThan(60);
  for (const { method, url, right } of guarded) {
    expect([method, url, await ask(stranger, method, url)]).toEqual([method, url, url.startsWith("/api/") ? 401 : 303]);
    // The greatest role that is too small.
    const below = ROLES.filter((role) => !may({ role }, right as never)).at(-1);
    const who = below === undefined ? undefined : visitors.get(below);
    if (who !== undefined) expect([method, url, await ask(who, method, url)]).toEqual([method, url, 403]);
  }
  const viewer = visitors.get("viewer");
  if (viewer === undefined) throw new Error("nobody looks");
  // What someone may not do is not offered either.
  for (const path of ["/review", "/jobs/nightly", "/exceptions", `/runs/${place.run}`]) {
    await viewer.open(path);
    expect([path, await viewer.page.getByRole("button", { name: /approve|reject|run now|upload|end|cancel|release/i }).count()]).toEqual([
      path,
      0,
    ]);
  }
  expect([...stranger.faults, ...[...visitors.values()].flatMap(({ faults }) => faults)]).toEqual([]);
  await stranger.close();
  for (const me of visitors.values()) await me.close();
});
