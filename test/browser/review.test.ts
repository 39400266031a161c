import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BROWSER_TIME, startChromium } from "./chromium.ts";
import { servedPlace, type Place } from "./place.ts";
import { signInByPage, visitor } from "./visitor.ts";

let browser: Browser;
let place: Place;

beforeAll(async () => {
  [browser, place] = await Promise.all([startChromium(), servedPlace()]);
}, BROWSER_TIME);
afterAll(async () => {
  await browser?.close();
  await place?.close();
});

const sales = "HR/Departments/Sales";
const groupsOf = (key: string): string[] => place.sandbox.users().find(({ username }) => username === `p${key}@acme.example`)?.groups ?? [];
const confirmed = (): number =>
  place.sandbox.requests().filter(({ body }) => Reflect.get(Object(body), "confirm_group_removal") === true).length;
/** Until the service no longer has the membership. */
async function gone(key: string, group: string): Promise<void> {
  await expect.poll(() => groupsOf(key), { timeout: 30_000 }).not.toContain(group);
}
/** The keys of those who are still in a group. */
const stillIn = (group: string): string[] => {
  const members = place.sandbox.users().filter(({ groups }) => groups.includes(group));
  return members.map(({ username }) => username.slice(1, 5)).sort();
};

/** Presses Tab until the focus is on what the selector names, and sees that the focus can be seen. */
async function tabTo(page: Page, selector: string): Promise<void> {
  const is = `document.activeElement?.matches(${JSON.stringify(selector)}) === true`;
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press("Tab");
    if (!(await page.evaluate<boolean>(is))) continue;
    expect([selector, await page.evaluate<string>("getComputedStyle(document.activeElement).outlineStyle")]).toEqual([selector, "solid"]);
    return;
  }
  throw new Error(`no number of Tab reaches ${selector}`);
}

test("by mouse: from the sign-in to the membership that is gone in the service", async () => {
  const me = await visitor(browser, place.url);
  const { page } = me;
  const mover = place.employees.find(
    ({ id }) => groupsOf(id).includes("HR/Departments/IT") && groupsOf(id).includes("HR/Departments/Legal"),
  );
  const key = mover?.id ?? "";
  await signInByPage(me, place.people.reviewer);
  await me.open("/review");
  await page.getByRole("link", { name: /^Ana7 .*moved to the group Legal/ }).click();
  await page.getByText("Rule and row").click();
  await page.getByText("row 8 of hr.csv").waitFor();
  await page.getByText("Department: “IT” → “Legal”").first().waitFor();
  expect(confirmed()).toBe(0);
  await page.getByLabel("Reason", { exact: true }).fill("Moved to Legal on Monday");
  place.sandbox.failNext({ method: "PUT", path: "/users", times: -1, delayMs: 1500 });
  await page.getByRole("button", { name: /^Remove( \d+ of \d+| selected people)?$/ }).click();
  await page.getByRole("status").filter({ hasText: "1 membership will be removed." }).waitFor();
  await page.getByRole("link", { name: "Details" }).click();
  await page.getByText("Applying: 0 of 1 done").waitFor();
  const row = page.getByRole("row").filter({ hasText: "Ana7" });
  await row.getByText("Approved, not applied yet").waitFor();
  await page.evaluate(
    "window.shifts = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shifts += entry.value; }).observe({ type: 'layout-shift' });",
  );
  // The same page says so by itself, and nothing on it moves.
  await page.getByText("The removal is applied.").waitFor();
  await row.getByText("Removed", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Add back and ask again" }).waitFor();
  expect(await page.evaluate("window.shifts")).toBe(0);
  place.sandbox.clearFaults();
  await gone(key, "HR/Departments/IT");
  expect(groupsOf(key)).toEqual(["HR/All staff", "HR/Departments/Legal"]);
  expect(confirmed()).toBe(1);
  await page
    .getByRole("table")
    .getByRole("link", { name: /^Evidence/ })
    .click();
  await page.waitForURL(/\/R-/);
  await expect
    .poll(async () => {
      await page.reload();
      return page.getByText("Removed", { exact: true }).count();
    })
    .toBe(1);
  await page.getByText(place.people.reviewer.name).first().waitFor();
  expect(me.faults).toEqual([]);
  await me.close();
});

test("the bar stays where it is: typing does not scroll, what has the focus is above it, and the field itself says what is missing", async () => {
  const me = await visitor(browser, place.url, place.people.reviewer);
  const { page } = me;
  await page.setViewportSize({ width: 1280, height: 480 });
  await me.open("/review");
  await page.getByRole("link", { name: /^The group “Sales” seems to be renamed/ }).click();
  const reason = page.getByLabel("Reason", { exact: true });
  await page.evaluate(
    "window.bubbles = 0; addEventListener('invalid', (event) => { if (!event.defaultPrevented) window.bubbles += 1; }, true)",
  );
  await page.getByRole("checkbox", { name: /^Select Ana4/ }).check();
  const bar = page.getByRole("group", { name: "Decision" });
  const covered = async (): Promise<boolean> => {
    const [box, top] = await Promise.all([page.locator(":focus").boundingBox(), bar.boundingBox()]);
    return box === null || top === null || box.y + box.height > top.y + 1;
  };
  await page.getByRole("checkbox", { name: /^Select Ana4/ }).focus();
  for (let i = 0; i < 4; i += 1) {
    await page.keyboard.press("Tab");
    if (!(await bar.locator(":focus").count())) expect(await covered()).toBe(false);
  }
  await page.evaluate("scrollTo(0, 60)");
  await reason.click();
  const before = await page.evaluate<number>("scrollY");
  await page.keyboard.type("Renamed");
  expect(await page.evaluate<number>("scrollY")).toBe(before);
  await reason.fill("");
  await page.getByRole("button", { name: /^Remove \d+ of \d+$/ }).click();
  await page.getByText("Enter a reason. It is shown in the audit trail.").first().waitFor();
  expect(await page.evaluate("[document.activeElement.id, window.bubbles].join()")).toBe("reason,0");
  expect(me.faults).toEqual([]);
  await me.close();
});

test("a printed page has no navigation and no controls, and no empty page before a long card", async () => {
  const me = await visitor(browser, place.url, place.people.reviewer);
  const { page } = me;
  await me.open("/review");
  await page.getByRole("link", { name: /^The group “Sales” seems to be renamed/ }).click();
  await page.getByRole("group", { name: "Decision" }).waitFor();
  await page.emulateMedia({ media: "print" });
  const shown = page.locator(".skip, .top, .side, .bar, .pager, .check").filter({ visible: true });
  expect(await shown.count()).toBe(0);
  await me.open("/audit");
  // One entry a line: without the raw data, and beginning below the title.
  const pdf = await page.pdf({ format: "A4" });
  expect(pdf.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(1);
  expect(me.faults).toEqual([]);
  await me.close();
});

test("a card opens with the focus in its reason, and the page without", async () => {
  const me = await visitor(browser, place.url, place.people.reviewer);
  const { page } = me;
  await me.open("/review");
  expect(await page.evaluate("document.activeElement === document.body")).toBe(true);
  await page.getByRole("button", { name: /^Keep/ }).first().click();
  await expect.poll(() => page.evaluate("document.activeElement.name")).toBe("reason");
  expect(me.faults).toEqual([]);
  await me.close();
});

test("a usual decision is two clicks without typing, leads to the next question, and is undone as a whole", async () => {
  const me = await visitor(browser, place.url, place.people.reviewer);
  const { page } = me;
  await me.open("/review");
  await page.getByRole("button", { name: /^Keep ?: Someone added/ }).click();
  const reason = page.locator("[popover]:popover-open input[name=reason]");
  expect(await reason.inputValue()).toBe("Added by hand in the learning service");
  await page.locator("[popover]:popover-open .btn.primary").click();
  const said = page.getByRole("status").filter({ hasText: /1 membership is kept\. \d of 8 decided/ });
  await said.waitFor();
  await said.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "HR's data was wrong" }).click();
  expect(await reason.inputValue()).toBe("HR's data was wrong");
  await page.locator("[popover]:popover-open .btn.primary").click();
  await page.getByRole("status").filter({ hasText: "1 decision to keep was undone" }).waitFor();
  // The effect: this removal needs a decision again.
  await page.getByRole("heading", { level: 1, name: /^Remove .* from / }).waitFor();
  await page.getByText("Needs a decision").waitFor();
  await me.open("/review");
  // A reason of the bar is one click, too.
  await page.getByRole("link", { name: /^The group “Sales” seems to be renamed/ }).click();
  await page.getByRole("button", { name: "“Sales” is called “Sales EMEA” now", exact: true }).click();
  expect(await page.getByLabel("Reason", { exact: true }).inputValue()).toBe("“Sales” is called “Sales EMEA” now");
  expect(me.faults).toEqual([]);
  await me.close();
});

test("on a phone, every filter is in sight, and the search shows its focus", async () => {
  const me = await visitor(browser, place.url, place.people.reviewer, { viewport: { width: 390, height: 844 } });
  const { page } = me;
  await me.open("/review");
  for (const box of await page.locator(".filters :is(input, select, .btn)").all()) {
    const { x = -1, width = 0 } = (await box.boundingBox()) ?? {};
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(390);
  }
  await tabTo(page, "[popovertarget=find]");
  // A ring outside would be below the next button.
  expect(await page.evaluate("parseInt(getComputedStyle(document.activeElement).outlineOffset)")).toBeLessThan(0);
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("q2");
  expect(me.faults).toEqual([]);
  await me.close();
});

test("by keyboard only: the same, with keys of one letter and the help that names them", async () => {
  const me = await visitor(browser, place.url);
  const { page } = me;
  const { reviewer } = place.people;
  const key = place.employees.at(-1)?.id ?? "";
  expect(groupsOf(key)).toContain("HR/Departments/IT");
  await me.open("/review");
  await tabTo(page, "input[name=name]");
  await page.keyboard.type(reviewer.name);
  await tabTo(page, "input[name=password]");
  await page.keyboard.type(reviewer.password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Pending removals" }).waitFor();
  await page.keyboard.press("Tab");
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to content");
  await page.keyboard.press("Enter");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Keyboard" }).waitFor({ state: "hidden" });
  // Down to the cause that someone made by hand, wherever it stands.
  const here = (): Promise<string> => page.evaluate<string>("document.activeElement.closest('[data-row]')?.textContent ?? ''");
  for (let i = 0; i < 10 && !(await here()).includes("added manually"); i += 1) await page.keyboard.press("j");
  expect(await here()).toContain("added manually");
  await page.keyboard.press("o");
  await page.getByRole("heading", { level: 1, name: /^Remove .* from the group IT\?$/ }).waitFor();
  await page.keyboard.press("r");
  expect(await page.evaluate("document.activeElement.name")).toBe("reason");
  await page.keyboard.type("He was there for a test; j, k and x are only letters here");
  await tabTo(page, "button[value=approved]");
  await page.keyboard.press("Enter");
  await page.getByRole("status").filter({ hasText: "1 membership will be removed." }).waitFor();
  await gone(key, "HR/Departments/IT");
  expect(me.faults).toEqual([]);
  await me.close();
});

test("of two reviewers at once the second learns who was first, how and when, and nothing is done twice", async () => {
  const one = await visitor(browser, place.url, place.people.reviewer);
  const two = await visitor(browser, place.url, place.colleague);
  const before = confirmed();
  for (const { page, open } of [one, two]) {
    await open("/review");
    await page.getByRole("link", { name: /^The group “Sales” seems to be renamed/ }).click();
    await page.getByRole("checkbox", { name: "Ana4" }).click();
  }
  await one.page.getByLabel("Reason", { exact: true }).fill("Sales has another name");
  await one.page.getByRole("button", { name: /^Remove( \d+ of \d+| selected people)?$/ }).click();
  await one.page.getByText("1 membership will be removed.").waitFor();
  await two.page.getByLabel("Reason", { exact: true }).fill("She stays");
  await two.page.getByRole("button", { name: "Keep", exact: true }).click();
  await two.page.getByText("Nothing was changed.").waitFor();
  const said = await two.page.getByRole("main").innerText();
  expect(said).toContain(`${place.people.reviewer.name} decided it on`);
  expect(said).toContain("in the console (“Sales has another name”)");
  await gone("0004", sales);
  expect(confirmed() - before).toBe(1);
  expect([...one.faults, ...two.faults]).toEqual([]);
  await one.close();
  await two.close();
});

test("without JavaScript: a whole cause, from the sign-in to the memberships that are gone in the service", async () => {
  const me = await visitor(browser, place.url, null, { javaScriptEnabled: false });
  const { page } = me;
  await signInByPage(me, place.people.reviewer);
  await page
    .getByRole("link", { name: /^Pending removals/ })
    .first()
    .click();
  await page.getByRole("link", { name: /^The group “Sales” seems to be renamed/ }).click();
  const waiting = await page.locator("input[data-pick]").count();
  expect(waiting).toBe(stillIn(sales).length);
  // A suggested reason needs the script, so its button isn't there.
  expect(await page.locator("[data-js]:visible").count()).toBe(0);
  // No one is selected yet, so nothing may be decided.
  await page.getByLabel("Reason", { exact: true }).fill("Renamed to Sales EMEA");
  await page.getByRole("button", { name: /^Remove( \d+ of \d+| selected people)?$/ }).click();
  await page.getByText("No one is selected. Nothing was decided.").waitFor();
  await page.goBack();
  await page.getByRole("checkbox", { name: `All ${waiting} people of this cause` }).check();
  await page.getByLabel("Reason", { exact: true }).fill("Renamed to Sales EMEA");
  await page.getByRole("button", { name: /^Remove( \d+ of \d+| selected people)?$/ }).click();
  await page.getByText(`${waiting} memberships will be removed.`).waitFor();
  await expect.poll(() => stillIn(sales), { timeout: 30_000 }).toEqual([]);
  expect(stillIn("HR/Departments/Sales EMEA")).toHaveLength(6);
  await page.getByText("Nothing needs a decision.").waitFor();
  expect(me.faults).toEqual([]);
  await me.close();
});
