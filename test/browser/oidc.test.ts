import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openIdProvider, type OpenIdProvider } from "../helpers/openid-provider.ts";
import { BROWSER_TIME, startChromium } from "./chromium.ts";
import { servedPlace, type Place } from "./place.ts";
import { expectGoodPage, visitor, type Visitor } from "./visitor.ts";

let browser: Browser;
let provider: OpenIdProvider;
let place: Place;

beforeAll(async () => {
  provider = await openIdProvider();
  const env = {
    ROLLCALL_OIDC_ISSUER: provider.issuer,
    ROLLCALL_OIDC_CLIENT_ID: provider.clientId,
    ROLLCALL_OIDC_CLIENT_SECRET: provider.clientSecret,
    ROLLCALL_OIDC_ROLES: "hr-reviewers=reviewer,it=admin",
  };
  [browser, place] = await Promise.all([startChromium(), servedPlace({}, env)]);
}, BROWSER_TIME);
afterAll(async () => {
  await browser?.close();
  await place?.close();
  await provider?.close();
});

/** Nothing else may be wrong; that the provider is asked is what it is for. */
const faultsOf = ({ faults }: Visitor): string[] => faults.filter((fault) => !fault.startsWith(`request: ${provider.issuer}/`));

test("by an identity provider: to the page that was asked for, with the role of the claim, and out again", async () => {
  provider.person = { sub: "u1", groups: ["hr-reviewers"], preferred_username: "ana.ruiz@example.com", name: "Ana Ruiz" };
  const me = await visitor(browser, place.url);
  const { page } = me;
  await me.open("/review");
  await expectGoodPage(page);
  await page.getByRole("link", { name: /identity provider|Sign in with/i }).click();
  await page.getByRole("heading", { level: 1, name: "Pending removals" }).waitFor();
  await page.getByRole("link", { name: /^The group “Sales” seems to be renamed/ }).click();
  await page.getByRole("checkbox", { name: "Ana4" }).click();
  await page.getByLabel("Reason", { exact: true }).fill("She stays in both");
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  await page.getByRole("status").filter({ hasText: "1 membership is kept" }).waitFor();
  const { entries } = await place.people.viewer.json<{ entries: { action: string; actor: string }[] }>("/audit");
  expect(entries[0]).toMatchObject({ action: "removal_rejected", actor: "ana.ruiz@example.com" });
  expect(await me.open("/users")).toBe(403);
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect.poll(async () => (await me.context.request.get(`${place.url}/api/v1/account`)).status()).toBe(401);
  expect(faultsOf(me)).toEqual([]);
  await me.close();
});

test("a person without a role at the provider is refused with a reason", async () => {
  provider.person = { sub: "u2", groups: ["everybody"] };
  const me = await visitor(browser, place.url);
  const { page } = me;
  await me.open("/");
  await page.getByRole("link", { name: /identity provider|Sign in with/i }).click();
  await page.getByText("none of your groups has a role in Rollcall").waitFor();
  await expectGoodPage(page);
  await me.open("/review");
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  expect(faultsOf(me)).toEqual([]);
  await me.close();
});
