import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { secretHash } from "../../src/actions/access/secrets.ts";
import { BROWSER_TIME, startChromium } from "./chromium.ts";
import { servedPlace, type Place } from "./place.ts";
import { cookieOf, signInByPage, visitor, type Visitor } from "./visitor.ts";

let browser: Browser;
let place: Place;

beforeAll(async () => {
  [browser, place] = await Promise.all([startChromium(), servedPlace()]);
}, BROWSER_TIME);
afterAll(async () => {
  await browser?.close();
  await place?.close();
});

/** Someone has signed in, and someone else has got hold of the cookie. */
async function stolen(): Promise<{ owner: Visitor; thief: Visitor; end(): Promise<void> }> {
  const owner = await visitor(browser, place.url);
  await signInByPage(owner, place.people.reviewer);
  const thief = await visitor(browser, place.url);
  await thief.context.addCookies(await owner.context.cookies());
  expect([await thief.open("/review"), await headingOf(thief)]).toEqual([200, "Pending removals"]);
  return {
    owner,
    thief,
    end: async () => {
      expect([...owner.faults, ...thief.faults]).toEqual([]);
      await owner.close();
      await thief.close();
    },
  };
}

const headingOf = ({ page }: Visitor): Promise<string> => page.getByRole("heading", { level: 1 }).innerText();

/** A page that is open already: its form is filled in, and the session ends before it is sent. */
async function fillIn({ page, open }: Visitor): Promise<() => Promise<void>> {
  await open("/review");
  await page.getByRole("link", { name: /^The group “Sales” seems to be renamed/ }).click();
  await page.locator("input[data-pick]").first().check();
  await page.getByLabel("Reason", { exact: true }).fill("Mine now");
  return () => page.getByRole("button", { name: /^Remove( \d+ of \d+| selected people)?$/ }).click();
}

/** Nobody is let in any more, and what was sent has done nothing. */
async function expectRefused(who: Visitor, send: () => Promise<void>): Promise<void> {
  await send();
  await who.page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  for (const path of ["/", "/review", "/account", "/people"]) {
    await who.open(path);
    expect([path, await headingOf(who)]).toEqual([path, "Sign in"]);
  }
  const status = await who.page.evaluate<number>("fetch('/api/v1/review').then(({ status }) => status)");
  expect(status).toBe(401);
  const { causes } = await place.people.viewer.json<{ causes: { people: number }[] }>("/review");
  expect(Math.max(...causes.map(({ people }) => people))).toBe(6);
}

test("a stolen session ends for the thief when its owner signs out", async () => {
  const { owner, thief, end } = await stolen();
  const send = await fillIn(thief);
  await owner.page.getByRole("button", { name: /^Account of/ }).click();
  await owner.page.getByRole("button", { name: "Sign out" }).click();
  await owner.page.getByText("Sign in").first().waitFor();
  await expectRefused(thief, send);
  await end();
});

test("a session is revoked from “My sessions” on another computer, and refused from then on", async () => {
  const { owner, thief, end } = await stolen();
  const home = await visitor(browser, place.url);
  await signInByPage(home, place.people.reviewer);
  const send = await fillIn(thief);
  await home.page.getByRole("button", { name: /^Account of/ }).click();
  await home.page.getByRole("link", { name: "My account" }).click();
  // Which of them was stolen nobody can tell: all but the one of this computer end.
  const others = home.page.getByRole("row").filter({ hasText: "password" }).filter({ hasNotText: "this one" });
  for (let left = await others.count(); left > 0; left -= 1) {
    await others.first().getByRole("button", { name: "End" }).click();
    await expect.poll(() => others.count()).toBe(left - 1);
  }
  await expectRefused(thief, send);
  await owner.open("/review");
  expect(await headingOf(owner)).toBe("Sign in");
  expect(home.faults).toEqual([]);
  await home.open("/review");
  expect(await headingOf(home)).toBe("Pending removals");
  await home.close();
  await end();
});

test("a session that is too old, or was left alone for too long, is refused, also after a new start of the console", async () => {
  const { owner, thief, end } = await stolen();
  const send = await fillIn(thief);
  const idle = await visitor(browser, place.url, place.colleague);
  await idle.open("/account");
  const ids = [...(await owner.context.cookies()), cookieOf(place.colleague, place.url)]
    .filter(({ name }) => name.startsWith("rollcall-session"))
    .map(({ value }) => secretHash(value));
  expect(ids).toHaveLength(2);
  await place.asleep(async ({ db }) => {
    const [old = "", left = ""] = ids;
    const past = new Date(Date.now() - 3_700_000);
    await db.updateTable("console_session").set({ expires_at: past }).where("id_hash", "=", old).execute();
    await db.updateTable("console_session").set({ seen_at: past }).where("id_hash", "=", left).execute();
  });
  // A page waits for nobody's session but its own: this one goes on over the new start.
  expect((await place.people.viewer.get("/review")).status).toBe(200);
  await expectRefused(thief, send);
  await idle.open("/review");
  expect(await headingOf(idle)).toBe("Sign in");
  await idle.close();
  await end();
});

test("after a refused form the sign-in leads to a page, and does nothing of what the form wanted", async () => {
  const { owner, end } = await stolen();
  const send = await fillIn(owner);
  await owner.context.clearCookies();
  await send();
  await owner.page.getByLabel("User name").fill(place.people.reviewer.name);
  await owner.page.getByLabel("Password").fill(place.people.reviewer.password);
  await owner.page.getByRole("button", { name: "Sign in" }).click();
  await owner.page.locator("nav a[aria-current=page]", { hasText: "Overview" }).waitFor();
  await owner.page.getByRole("heading", { name: /8 removals need a decision/ }).waitFor();
  const { pending } = await place.people.viewer.json<{ pending: number }>("/review");
  expect(pending).toBe(8);
  await end();
});
