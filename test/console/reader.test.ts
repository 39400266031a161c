import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildConsole } from "../../src/console/server.ts";
import { consoleParts, cookiesOf, csrfIn, signedIn, SITE, type TestConsole } from "../helpers/console.ts";

let place: TestConsole;
let app: FastifyInstance;

beforeAll(async () => {
  place = await consoleParts({ settings: { language: "es", timeZone: "Europe/Madrid" } });
  app = await buildConsole(place.parts, place.areas);
});

afterAll(async () => {
  await app.close();
  await place.close();
});

interface Asked {
  cookie?: string;
  accept?: string;
}

const get = async (url: string, { cookie, accept }: Asked) =>
  app.inject({
    url,
    headers: {
      host: SITE.host,
      ...(cookie === undefined ? {} : { cookie }),
      ...(accept === undefined ? {} : { "accept-language": accept }),
    },
  });

const langOf = (body: string): string => /<html lang="([^"]+)"/.exec(body)?.[1] ?? "";

async function choose(cookie: string, csrf: string, values: Record<string, string>) {
  const payload = new URLSearchParams({ csrf, back: "/account", ...values }).toString();
  return app.inject({
    method: "POST",
    url: "/reader",
    headers: { host: SITE.host, origin: SITE.origin, cookie, "content-type": "application/x-www-form-urlencoded" },
    payload,
  });
}

describe("the language of a page", () => {
  test("is that of the account, then of the browser, then of the installation", async () => {
    const { cookie, csrf } = await signedIn(place, app, "admin");
    const installation = await get("/account", { cookie, accept: "nl" });
    expect(langOf(installation.body)).toBe("es");
    expect(installation.body).toContain("Cerrar sesión");
    const browser = await get("/account", { cookie, accept: "nl, de-AT;q=0.8, fr;q=0.5" });
    expect(langOf(browser.body)).toBe("de");
    expect(browser.body).toContain("Abmelden");
    const saved = await choose(cookie, await csrf(), { language: "fr", time_zone: "America/New_York" });
    expect([saved.statusCode, saved.headers.location]).toEqual([303, "/account"]);
    const account = await get("/account", { cookie, accept: "de" });
    expect(langOf(account.body)).toBe("fr");
    expect(account.body).toContain("Se déconnecter");
    expect(account.body).toMatch(/<option value="America\/New_York"\s+selected>/);
  });

  test("has times in the time zone of the browser, unless the account has another one", async () => {
    const { cookie, csrf } = await signedIn(place, app, "admin");
    const zoneOf = async (cookies: string): Promise<string> => {
      const { body } = await get("/status", { cookie: cookies, accept: "en" });
      return /<dt>Console started<\/dt>\s*<dd><time[^>]*>[^<]*?(\S+)<\/time>/.exec(body)?.[1] ?? "";
    };
    await choose(cookie, await csrf(), { time_zone: "" });
    const madrid = await zoneOf(cookie);
    const tokyo = await zoneOf(`${cookie}; rollcall-browser-zone=Asia/Tokyo`);
    expect([madrid, tokyo]).toEqual([expect.stringMatching(/^CES?T$/), "GMT+9"]);
    expect(await zoneOf(`${cookie}; rollcall-browser-zone=Mars/Olympus`)).toBe(madrid);
    await choose(cookie, await csrf(), { time_zone: "UTC" });
    expect(await zoneOf(`${cookie}; rollcall-browser-zone=Asia/Tokyo`)).toBe("UTC");
  });

  test("follows the browser again when the account chooses nothing", async () => {
    const { cookie, csrf } = await signedIn(place, app, "viewer");
    await choose(cookie, await csrf(), { language: "fr" });
    await choose(cookie, await csrf(), { language: "" });
    expect(langOf((await get("/account", { cookie, accept: "de" })).body)).toBe("de");
  });

  test("can be chosen before sign-in, for this browser", async () => {
    const page = await get("/sign-in", { accept: "de" });
    expect(langOf(page.body)).toBe("de");
    const chosen = await choose(cookiesOf(page), csrfIn(page.body), { language: "fr" });
    expect(chosen.statusCode).toBe(303);
    expect(langOf((await get("/sign-in", { cookie: cookiesOf(chosen), accept: "de" })).body)).toBe("fr");
  });

  test("chosen before sign-in stays after it, and is shown as chosen", async () => {
    const { cookie } = await signedIn(place, app, "viewer");
    const page = await get("/account", { cookie: `${cookie}; rollcall-language-8423=de`, accept: "fr" });
    expect(langOf(page.body)).toBe("de");
    expect(page.body).toMatch(/<option value="de"\s+selected>/);
  });

  test("is also that of refusals, after a form was read too", async () => {
    const { cookie, csrf } = await signedIn(place, app, "viewer");
    expect(langOf((await get("/users", { cookie, accept: "de" })).body)).toBe("de");
    const token = await csrf();
    await choose(cookie, token, { language: "de" });
    const refused = await choose(cookie, token, { language: "tlh" });
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain("Diese Sprache oder Zeitzone ist nicht bekannt.");
  });

  test("stays English for programs", async () => {
    const { cookie } = await signedIn(place, app, "viewer");
    const answer = await get("/api/v1/nothing", { cookie, accept: "de" });
    expect(answer.json()).toMatchObject({ code: "not_found", message: "There is nothing at this address." });
  });

  test("ignores a cookie with an unknown language or time zone, and refuses them in a form", async () => {
    const { cookie, csrf } = await signedIn(place, app, "viewer");
    const cookies = `${cookie}; rollcall-language-8423=__proto__; rollcall-time_zone-8423=Mars/Olympus`;
    const page = await get("/account", { cookie: cookies, accept: "x".repeat(9000) });
    expect([page.statusCode, langOf(page.body)]).toEqual([200, "es"]);
    const refused = await choose(cookie, await csrf(), { time_zone: "Mars/Olympus" });
    expect(refused.statusCode).toBe(400);
    expect((await get("/account", { cookie })).statusCode).toBe(200);
  });
});
