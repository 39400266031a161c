import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cookieName } from "../../src/console/access/sessions.ts";
import { buildConsole } from "../../src/console/server.ts";
import { consoleParts, cookiesOf, signedIn, SITE, type TestConsole } from "../helpers/console.ts";

let place: TestConsole;
let app: FastifyInstance;

beforeAll(async () => {
  place = await consoleParts();
  app = await buildConsole(place.parts, place.areas);
});

afterAll(async () => {
  await app.close();
  await place.close();
});

type Visitor = Awaited<ReturnType<typeof signedIn>>;

const get = async (url: string, cookie: string) => app.inject({ url, headers: { host: SITE.host, cookie } });

async function post(url: string, { cookie, csrf }: Visitor, values: Record<string, string>) {
  return app.inject({
    method: "POST",
    url,
    headers: { host: SITE.host, origin: SITE.origin, cookie, "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({ csrf: await csrf(), ...values }).toString(),
  });
}

/** Disables a user, and returns the cookie with the message for the next page. */
async function disabled(admin: Visitor): Promise<string> {
  const { name } = await signedIn(place, app, "viewer");
  const answer = await post("/users/disable", admin, { name });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, "/users"]);
  return cookiesOf(answer);
}

const banner = (body: string): string =>
  /<div class="banner good"[^]*?<\/div>/
    .exec(body)?.[0]
    .replaceAll(/<[^>]+>/g, "")
    .trim() ?? "";

test("the page after an action says once what happened, also after another redirect", async () => {
  const admin = await signedIn(place, app, "admin");
  const flash = await disabled(admin);
  const cookie = `${admin.cookie}; ${flash}`;
  const detour = await get("/sign-in", cookie);
  expect([detour.statusCode, detour.cookies]).toEqual([303, []]);
  const shown = await get("/users", cookie);
  expect(banner(shown.body)).toMatch(/^viewer-\d+ is disabled\. All sessions and tokens of this name have ended\.$/);
  expect(shown.cookies).toMatchObject([{ name: cookieName(SITE.origin, "flash"), value: "" }]);
  expect(banner((await get("/users", admin.cookie)).body)).toBe("");
});

test("the message is in the language of the page that shows it", async () => {
  const admin = await signedIn(place, app, "admin");
  const saved = await post("/reader", admin, { language: "de", back: "/account" });
  const shown = await get("/account", `${admin.cookie}; ${cookiesOf(saved)}`);
  expect(banner(shown.body)).toBe("Sprache und Zeitzone gespeichert.");
});

test("nothing that was not signed for this session is shown", async () => {
  const [admin, other] = [await signedIn(place, app, "admin"), await signedIn(place, app, "admin")];
  const flash = await disabled(admin);
  const [name = "", value = ""] = flash.split("=", 2);
  const [text = "", signature = ""] = value.split(".");
  const forged = Buffer.from(JSON.stringify(["user_disabled", { name: "Pay at evil.example" }])).toString("base64url");
  for (const wrong of [`${forged}.${signature}`, `${forged}.`, forged, `${text}.${signature.slice(1)}`, ".", "%00", ""]) {
    const page = await get("/users", `${admin.cookie}; ${name}=${wrong}`);
    expect([wrong, page.statusCode, banner(page.body), page.body.includes("evil.example")]).toEqual([wrong, 200, "", false]);
  }
  expect(banner((await get("/users", `${other.cookie}; ${flash}`)).body)).toBe("");
  expect((await get("/sign-in", flash)).body).not.toContain("is disabled");
  expect(banner((await get("/users", `${admin.cookie}; ${flash}`)).body)).toContain("is disabled");
});

test("an address cannot make a page say that something was done", async () => {
  const admin = await signedIn(place, app, "admin");
  for (const url of ["/account?changed=password", "/exceptions?done=ended", "/identities?done=moved", "/users?flash=user_disabled"]) {
    expect([url, banner((await get(url, admin.cookie)).body)]).toEqual([url, ""]);
  }
});
