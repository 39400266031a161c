import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { refuseUnencrypted, valuesOf } from "../../src/console/access/oidc.ts";
import { buildConsole } from "../../src/console/server.ts";
import { listAudit } from "../../src/store/audit/audit.ts";
import { findUser, insertUser, listUsers, setUser } from "../../src/store/console/users.ts";
import { consoleParts, cookiesOf, SITE, type TestConsole } from "../helpers/console.ts";
import { openIdProvider, type OpenIdProvider } from "../helpers/openid-provider.ts";

let provider: OpenIdProvider;
let place: TestConsole;
let app: FastifyInstance;

beforeAll(async () => {
  provider = await openIdProvider();
  const { issuer, clientId, clientSecret } = provider;
  const oidc = {
    issuer,
    clientId,
    clientSecret,
    claim: "groups",
    scope: "openid profile email",
    roles: { "hr-reviewers": "reviewer", it: "admin" } as const,
  };
  place = await consoleParts({ settings: { oidc } });
  app = await buildConsole(place.parts, place.areas);
});
afterAll(async () => {
  await app.close();
  await place.close();
  await provider.close();
});
beforeEach(() => {
  provider.person = { sub: "u1", groups: ["hr-reviewers", "everybody"], preferred_username: "ana.ruiz@example.com", name: "Ana Ruiz" };
  provider.spoil = null;
  provider.foreignKey = false;
  provider.userinfo = {};
});

const get = (url: string, cookie = "") => app.inject({ url, headers: { host: SITE.host, ...(cookie === "" ? {} : { cookie }) } });

async function begin(next = "/account") {
  const started = await get(`/oidc/start?next=${encodeURIComponent(next)}`);
  return { cookie: cookiesOf(started), authorization: started.headers.location ?? "" };
}

async function comeBack(change: (back: URL) => void = () => undefined) {
  const { cookie, authorization } = await begin();
  const back = new URL(await provider.signIn(authorization));
  change(back);
  return get(`${back.pathname}${back.search}`, cookie);
}

async function refused(answer: ReturnType<typeof comeBack>): Promise<void> {
  const { statusCode, body, cookies } = await answer;
  expect(statusCode).toBe(401);
  expect(body).toContain("did not succeed");
  expect(cookies.filter(({ name, value }) => name.includes("session") && value !== "")).toEqual([]);
}

test("a person with a role at the provider gets in with it, and to the requested page", async () => {
  const answer = await comeBack();
  expect([answer.statusCode, answer.headers.location]).toEqual([303, "/account"]);
  const page = await get("/account", cookiesOf(answer));
  expect(page.body).toContain("<bdi>ana.ruiz@example.com</bdi>, reviewer");
  expect((await listAudit(place.parts.state.db)).at(-1)).toMatchObject({
    actor: "ana.ruiz@example.com",
    action: "signed_in",
    detail: { via: "oidc" },
  });
});

test("the greatest of several roles counts, and another role at the next sign-in", async () => {
  provider.person = { ...provider.person, groups: ["hr-reviewers", "it"] };
  await comeBack();
  expect((await findUser(place.parts.state.db, "ana.ruiz@example.com"))?.role).toBe("admin");
  provider.person = { ...provider.person, groups: "hr-reviewers" };
  await comeBack();
  expect((await findUser(place.parts.state.db, "ana.ruiz@example.com"))?.role).toBe("reviewer");
});

test("a person without a role is refused with a sentence", async () => {
  provider.person = { sub: "u2", groups: ["everybody"] };
  const answer = await comeBack();
  expect(answer.statusCode).toBe(403);
  expect(answer.body).toContain("none of your groups has a role in Rollcall");
});

test("roles that only the userinfo endpoint tells count too", async () => {
  provider.person = { sub: "u3", email: "bo@example.com" };
  provider.userinfo = { groups: ["it"] };
  expect((await comeBack()).statusCode).toBe(303);
});

test("an answer with another state is refused", async () => {
  await refused(comeBack((back) => back.searchParams.set("state", "x".repeat(43))));
});

test("an answer for another browser is refused", async () => {
  const mine = await begin();
  const theirs = await begin();
  const back = new URL(await provider.signIn(theirs.authorization));
  await refused(get(`${back.pathname}${back.search}`, mine.cookie));
  await refused(get(`${back.pathname}${back.search}`));
});

test("an ID token with another nonce, for another audience, expired, of another issuer or signed by another key is refused", async () => {
  const wrongs: OpenIdProvider["spoil"][] = [
    (claims) => ({ ...claims, nonce: "another" }),
    (claims) => ({ ...claims, nonce: undefined }),
    (claims) => ({ ...claims, aud: "another-client" }),
    (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 600, iat: Math.floor(Date.now() / 1000) - 900 }),
    (claims) => ({ ...claims, iss: "https://evil.example" }),
  ];
  for (const spoil of wrongs) {
    provider.spoil = spoil;
    await refused(comeBack());
  }
  provider.spoil = null;
  provider.foreignKey = true;
  await refused(comeBack());
});

test("a code is good once", async () => {
  const { cookie, authorization } = await begin();
  const back = new URL(await provider.signIn(authorization));
  const path = `${back.pathname}${back.search}`;
  expect((await get(path, cookie)).statusCode).toBe(303);
  await refused(get(path, cookie));
});

test("a sign-in that took longer than ten minutes begins again", async () => {
  const { cookie, authorization } = await begin();
  const back = new URL(await provider.signIn(authorization));
  place.pass(11 * 60_000);
  await refused(get(`${back.pathname}${back.search}`, cookie));
});

test("what the browser carried was touched: refused", async () => {
  const { cookie, authorization } = await begin();
  const back = new URL(await provider.signIn(authorization));
  const [name = "", value = ""] = cookie.split("=");
  await refused(get(`${back.pathname}${back.search}`, `${name}=${value.slice(0, -2)}${value.endsWith("AA") ? "BB" : "AA"}`));
});

test("nobody takes a name that someone else has, or one that looks like it", async () => {
  const { db } = place.parts.state;
  const local = {
    name: "carla",
    display: "Carla",
    email: null,
    source: "local",
    subject: null,
    password_hash: null,
    role: "admin",
    created_at: new Date(),
    disabled_at: null,
  };
  await insertUser(db, local);
  provider.person = { sub: "u4", groups: ["hr-reviewers"], preferred_username: "carla" };
  await comeBack();
  provider.person = { sub: "u5", groups: ["hr-reviewers"], preferred_username: "cаrla" };
  await comeBack();
  const names = (await listUsers(db))
    .filter(({ subject }) => subject?.endsWith("|u4") === true || subject?.endsWith("|u5") === true)
    .map(({ name }) => name);
  expect(names.toSorted()).toEqual([expect.stringMatching(/^carla\+[0-9a-f]{12}$/), expect.stringMatching(/^oidc-[0-9a-f]{12}$/)]);
  expect((await findUser(db, "carla"))?.role).toBe("admin");
});

test("a user disabled here is refused, even with a role at the provider", async () => {
  await comeBack();
  await setUser(place.parts.state.db, "ana.ruiz@example.com", { disabled_at: new Date() });
  const answer = await comeBack();
  expect([answer.statusCode, answer.body.includes("This account is disabled in Rollcall.")]).toEqual([403, true]);
  await setUser(place.parts.state.db, "ana.ruiz@example.com", { disabled_at: null });
});

test("after signing out one can sign out of the provider too", async () => {
  const answer = await get("/oidc/sign-out");
  expect(answer.headers.location).toContain(`${provider.issuer}/end?`);
  expect(answer.headers.location).toContain(encodeURIComponent(`${SITE.origin}/signed-out`));
});

test("a claim may be a text, a list, named like a path, or lie deeper", () => {
  expect(valuesOf({ role: "a" }, "role")).toEqual(["a"]);
  expect(valuesOf({ realm_access: { roles: ["a", 7, "b"] } }, "realm_access.roles")).toEqual(["a", "b"]);
  expect(valuesOf({ "https://example.com/roles": ["a"] }, "https://example.com/roles")).toEqual(["a"]);
  expect(valuesOf({}, "constructor.name")).toEqual([]);
});

test("addresses of a provider without encryption are refused, but for this machine", () => {
  const local = { issuer: "http://127.0.0.1:1", token_endpoint: "http://127.0.0.1:1/token", jwks_uri: "https://id.example.com/keys" };
  expect(() => refuseUnencrypted(local)).not.toThrow();
  for (const name of ["token_endpoint", "userinfo_endpoint", "jwks_uri"])
    expect(() => refuseUnencrypted({ ...local, [name]: "http://id.example.com/x" }), `for ${name}`).toThrow(`a ${name} without encryption`);
});
