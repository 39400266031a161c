import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addUser, disableUser, enableUser, setRole } from "../../src/actions/access/accounts.ts";
import { createToken } from "../../src/actions/access/tokens.ts";
import type { Role } from "../../src/actions/access/rights.ts";
import { buildConsole } from "../../src/console/server.ts";
import { listAudit } from "../../src/store/audit/audit.ts";
import { findUser } from "../../src/store/console/users.ts";
import { consoleParts, cookiesOf, csrfIn, signedIn, SITE, type TestConsole } from "../helpers/console.ts";

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

interface Answer {
  status: number;
  body: Record<string, unknown>;
  text: string;
}

const good = "four words in a row";
let made = 0;

/** Asks below /api/v1 with the headers of someone; with a body it is a POST. */
async function ask(headers: Record<string, string>, path: string, body?: unknown): Promise<Answer> {
  const answer = await app.inject({
    method: body === undefined ? "GET" : "POST",
    url: `/api/v1${path}`,
    headers: { host: SITE.host, ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  return { status: answer.statusCode, body: answer.json(), text: answer.body };
}

async function machine(role: Role, name = `machine-${(made += 1)}`): Promise<Record<string, string>> {
  const token = { name, role, expiresAt: new Date(Date.now() + 3_600_000), by: "test" };
  return { authorization: `Bearer ${(await createToken(place.parts.state, token, new Date())).token}` };
}

/** A person's session, with the token of a form of it. */
async function person(role: Role): Promise<{ name: string; headers: Record<string, string> }> {
  const { name, cookie, csrf } = await signedIn(place, app, role);
  return { name, headers: { cookie, origin: SITE.origin, "x-csrf-token": await csrf() } };
}

async function user(role: Role = "viewer"): Promise<string> {
  const name = `user-${(made += 1)}`;
  const given = { name, display: name, email: `${name}@acme.example`, role, password: good };
  return (await addUser({ state: place.parts.state, by: "test", now: new Date() }, given)).name;
}

const lastAudit = async () => (await listAudit(place.parts.state.db)).at(-1);

/** Everything that is about users, tokens and sessions, with a body that would do. */
const deeds = (name: string): [path: string, right: "people" | "machines", body: Record<string, unknown>][] => [
  ["/users/add", "people", { name: `${name}-new`, role: "admin", password: good }],
  ["/users/role", "people", { name, role: "admin" }],
  ["/users/password", "people", { name, password: "other words in a row" }],
  ["/users/enable", "people", { name }],
  ["/users/disable", "machines", { name }],
  ["/users/sessions/revoke", "machines", { session: "x" }],
  ["/tokens/create", "people", { name: "another", role: "admin", days: 366 }],
  ["/tokens/revoke", "machines", { id: "T-none" }],
];

test("an administrator does with users as JSON what the page does, and the trail has it", async () => {
  const { headers, name: by } = await person("admin");
  const role = await ask(headers, "/users/add", { name: "Ana.Ruiz", role: "reviewer", password: good, email: "ana@acme.example" });
  expect(role).toMatchObject({ status: 200, body: { added: { name: "ana.ruiz", role: "reviewer" } } });
  expect(await lastAudit()).toMatchObject({ actor: by, action: "user_added", detail: { name: "ana.ruiz", role: "reviewer" } });
  const named = { name: "ana.ruiz" };
  expect(await ask(headers, "/users/role", { ...named, role: "operator" })).toMatchObject({
    body: { user: { ...named, role: "operator" } },
  });
  expect(await lastAudit()).toMatchObject({ actor: by, action: "user_role", detail: { ...named, from: "reviewer", to: "operator" } });
  const before = (await findUser(place.parts.state.db, "ana.ruiz"))?.password_hash;
  expect(await ask(headers, "/users/password", { ...named, password: "other words in a row" })).toMatchObject({ status: 200 });
  expect(await lastAudit()).toMatchObject({ actor: by, action: "user_password", detail: named });
  expect((await findUser(place.parts.state.db, "ana.ruiz"))?.password_hash).not.toBe(before);
  const disabled = await ask(headers, "/users/disable", named);
  expect(disabled.body["user"]).toMatchObject({ disabled_at: expect.stringMatching(/^\d{4}-/) });
  expect(await ask(headers, "/users/enable", named)).toMatchObject({ body: { user: { disabled_at: null } } });
  const { users } = (await ask(headers, "/users")).body as { users: { name: string; email: string }[] };
  expect(users.find(({ name }) => name === "ana.ruiz")).toMatchObject({ role: "operator", email: "ana@acme.example", source: "local" });
});

test.each(["ana@acme.example, spy@evil.example", "Ana <ana@acme.example>", "a@b.example\r\nBcc: c@d.example", "ana"])(
  "the e-mail address of a user is a single address: %j is not",
  async (email) => {
    const { headers } = await person("admin");
    const answer = await ask(headers, "/users/add", { name: "two.addresses", role: "reviewer", password: good, email });
    expect(answer.status).toBe(409);
    expect(JSON.stringify(answer.body)).toContain("must be a single address");
    expect(await findUser(place.parts.state.db, "two.addresses")).toBeUndefined();
  },
);

test("no list and no answer has a hash of a password or a token, or what signs a session's forms", async () => {
  const { headers } = await person("admin");
  const name = await user("admin");
  const quiet = await ask(headers, "/tokens/create", { name: "quiet", role: "viewer", days: 1 });
  const { state } = place.parts;
  const secrets = [
    ...(await state.db.selectFrom("console_user").select("password_hash as it").execute()),
    ...(await state.db.selectFrom("api_token").select("hash as it").execute()),
    ...(await state.db.selectFrom("console_session").select("csrf as it").execute()),
  ].flatMap(({ it }) => (it === null ? [] : [it]));
  expect(secrets.length).toBeGreaterThan(4);
  const said = [await ask(headers, "/users"), await ask(headers, "/tokens"), await ask(headers, "/account")];
  said.push(await ask(headers, "/users/disable", { name }), await ask(headers, "/users/enable", { name }));
  for (const { status, text } of said) {
    expect(status).toBe(200);
    expect(text).not.toContain(String(quiet.body["token"]));
    expect(text).not.toMatch(/argon2|password_hash|csrf/);
    for (const secret of secrets) expect(text).not.toContain(secret);
  }
});

test("a token is shown once, works at once, and ends at once", async () => {
  const { headers, name: by } = await person("admin");
  const created = await ask(headers, "/tokens/create", { name: "reporting", role: "viewer", days: 30 });
  expect(created).toMatchObject({ status: 200, body: { name: "reporting", role: "viewer" } });
  const { id, token, expires_at: until } = created.body as { id: string; token: string; expires_at: string };
  expect(Math.round((Date.parse(until) - Date.now()) / 86_400_000)).toBe(30);
  expect(await lastAudit()).toMatchObject({ actor: by, action: "token_created", detail: { id, role: "viewer" } });
  const bearer = { authorization: `Bearer ${token}` };
  expect(await ask(bearer, "/account")).toMatchObject({
    status: 200,
    body: { name: "reporting", role: "viewer", via: "token", sessions: [] },
  });
  const listed = async () =>
    ((await ask(headers, "/tokens")).body["tokens"] as { id: string; usable: boolean }[]).find((one) => one.id === id);
  expect(await listed()).toMatchObject({ usable: true, revoked_at: null, used_at: expect.stringMatching(/^\d{4}-/) });
  expect(await ask(headers, "/tokens/revoke", { id })).toMatchObject({ body: { revoked: { id, name: "reporting" } } });
  expect(await lastAudit()).toMatchObject({ actor: by, action: "token_revoked", detail: { id } });
  expect((await ask(bearer, "/account")).status).toBe(401);
  expect((await ask(headers, "/tokens/revoke", { id })).status).toBe(404);
  expect(await listed()).toMatchObject({ usable: false });
});

test("sessions are listed and ended: everybody's by an administrator, one's own by oneself", async () => {
  const admin = await person("admin");
  const ana = await person("viewer");
  const ben = await person("viewer");
  const of = async (who: { headers: Record<string, string> }, path: string) =>
    (await ask(who.headers, path)).body["sessions"] as { session: string; user: string; here: boolean }[];
  const [mine] = await of(ana, "/account");
  expect(await of(ana, "/account")).toMatchObject([{ user: ana.name, here: true, via: "password" }]);
  expect(await ask(ben.headers, "/account/sessions/revoke", { session: mine?.session })).toMatchObject({ status: 404 });
  const all = await of(admin, "/users");
  expect(all.filter(({ here }) => here).map((one) => one.user)).toEqual([admin.name]);
  const bens = all.find((one) => one.user === ben.name)?.session;
  expect(await ask(admin.headers, "/users/sessions/revoke", { session: bens })).toMatchObject({ body: { ended: { user: ben.name } } });
  expect(await lastAudit()).toMatchObject({ actor: admin.name, action: "session_revoked", detail: { user: ben.name } });
  expect((await ask(ben.headers, "/account")).status).toBe(401);
  expect(await ask(ana.headers, "/account/sessions/revoke", { session: mine?.session })).toMatchObject({ status: 200 });
  expect((await ask(ana.headers, "/account")).status).toBe(401);
});

test("a token, also an administrator's, removes access and grants none", async () => {
  const name = await user("admin");
  const headers = await machine("admin", name);
  for (const [path, right, body] of deeds(name)) {
    if (path === "/users/disable") continue;
    const { status, body: said } = await ask(headers, path, body);
    expect([path, status, said["code"]]).toEqual(right === "people" ? [path, 403, "person_needed"] : [path, 404, "not_found"]);
  }
  expect(await findUser(place.parts.state.db, `${name}-new`)).toBeUndefined();
  expect(await findUser(place.parts.state.db, name)).toMatchObject({ role: "admin" });
  expect(await ask(headers, "/account/password", { current: good, password: "other words in a row" })).toMatchObject({
    status: 403,
    body: { code: "person_needed" },
  });
  expect(await ask(headers, "/account")).toMatchObject({ body: { name, role: "admin" } });
  // What it may do: the user of its name is disabled, and with that it ends itself.
  expect((await ask(headers, "/users/disable", { name })).status).toBe(200);
  expect((await ask(headers, "/account")).status).toBe(401);
});

test("people and programs that are no administrators are refused each of them", async () => {
  const name = await user();
  for (const role of ["viewer", "reviewer", "operator"] as const) {
    for (const headers of [(await person(role)).headers, await machine(role)]) {
      for (const [path, , body] of deeds(name)) {
        expect([path, (await ask(headers, path, body)).body["code"]]).toEqual([path, "not_allowed"]);
      }
      for (const path of ["/users", "/tokens"]) expect([path, (await ask(headers, path)).status]).toEqual([path, 403]);
      expect((await ask(headers, "/account")).status).toBe(200);
    }
  }
});

test("a session needs the token of its own form, also for JSON; a bearer token needs none", async () => {
  const admin = await person("admin");
  const other = await person("admin");
  const name = await user();
  const { "x-csrf-token": _, ...without } = admin.headers;
  const foreign = { ...without, "x-csrf-token": other.headers["x-csrf-token"] ?? "" };
  for (const headers of [without, foreign, { ...without, "x-csrf-token": "x.y" }]) {
    for (const [path, , body] of [
      ...deeds(name),
      ["/account/password", "people", {}],
      ["/account/sessions/revoke", "people", {}],
    ] as const) {
      expect([path, (await ask(headers, path, body)).body["code"]]).toEqual([path, "form_expired"]);
    }
  }
  expect(await findUser(place.parts.state.db, name)).toMatchObject({ disabled_at: null });
  const elsewhere = { ...admin.headers, origin: "https://evil.example" };
  expect((await ask(elsewhere, "/users/disable", { name })).body["code"]).toBe("other_site");
  expect((await ask(await machine("admin"), "/users/disable", { name })).status).toBe(200);
});

test("one's own password changes with the right one only, ends the other sessions, and guessing has to wait", async () => {
  const name = await user("operator");
  const signIn = async (): Promise<Record<string, string>> => {
    const page = await app.inject({ url: "/sign-in", headers: { host: SITE.host } });
    const form = page.cookies.map((one) => `${one.name}=${one.value}`).join("; ");
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? "";
    const answer = await app.inject({
      method: "POST",
      url: "/sign-in",
      headers: { host: SITE.host, origin: SITE.origin, cookie: form },
      payload: { csrf, name, password: good },
    });
    const cookie = answer.cookies.map((one) => `${one.name}=${one.value}`).join("; ");
    const account = await app.inject({ url: "/account", headers: { host: SITE.host, cookie } });
    return { cookie, origin: SITE.origin, "x-csrf-token": /name="csrf" value="([^"]+)"/.exec(account.body)?.[1] ?? "" };
  };
  const [here, there] = [await signIn(), await signIn()];
  expect((await ask(here, "/account/password", { current: "wrong wrong wrong", password: good })).status).toBe(400);
  expect(await ask(here, "/account/password", { current: good, password: "short" })).toMatchObject({ status: 409 });
  expect(await ask(here, "/account/password", { current: good, password: "other words in a row" })).toMatchObject({ status: 200 });
  expect([(await ask(here, "/account")).status, (await ask(there, "/account")).status]).toEqual([200, 401]);
  const statuses: number[] = [];
  for (let i = 0; i < 12; i += 1)
    statuses.push((await ask(here, "/account/password", { current: `guess ${i} of many`, password: good })).status);
  expect(statuses.at(-1)).toBe(429);
});

const nonsense: readonly unknown[] = [
  null,
  [],
  "text",
  7,
  {},
  { name: ["a"], role: { x: 1 }, password: 12, days: "many", session: 1, id: null },
];

test("a body that is not what it should be changes nothing, and says so", async () => {
  const { headers } = await person("admin");
  const before = await listAudit(place.parts.state.db);
  for (const [path] of [...deeds("x"), ["/account/sessions/revoke"], ["/account/password"]] as const) {
    for (const body of nonsense) {
      const { status, text } = await ask(headers, path, body);
      expect([path, text, status >= 400 && status < 500]).toEqual([path, text, true]);
    }
    const broken = await app.inject({
      method: "POST",
      url: `/api/v1${path}`,
      headers: { host: SITE.host, ...headers, "content-type": "application/json" },
      payload: `{"name": "a`,
    });
    expect([path, broken.statusCode, broken.json()]).toMatchObject([path, 400, { code: "request_unreadable" }]);
  }
  expect(await listAudit(place.parts.state.db)).toEqual(before);
});

test.each([
  ["/users/add", { name: "Ana Ruiz", role: "viewer", password: good }, "user name"],
  ["/users/add", { name: "<script>", role: "viewer", password: good }, "user name"],
  ["/users/add", { name: "ok", role: "root", password: good }, "must be one of"],
  ["/users/add", { name: "ok", role: "viewer", password: "short" }, "password"],
  ["/users/role", { name: "nobody", role: "viewer" }, "no such user"],
  ["/users/disable", { name: "nobody" }, "no such user"],
  ["/tokens/create", { name: "ok", role: "viewer", days: 0 }, "1 to 366 days"],
  ["/tokens/create", { name: "ok", role: "viewer", days: 367 }, "1 to 366 days"],
  ["/tokens/create", { name: "ok", role: "viewer", days: 1.5 }, "1 to 366 days"],
  ["/tokens/create", { name: "ok", role: "viewer", days: "1e1" }, "1 to 366 days"],
  ["/tokens/create", { name: "two words", role: "viewer", days: 1 }, "valid token name"],
  ["/tokens/create", { name: "ok", role: "owner", days: 1 }, "must be one of"],
])("%s with %j is refused with a sentence", async (path, body, sentence) => {
  const { headers } = await person("admin");
  const { status, body: said } = await ask(headers, path, body);
  expect([status >= 400 && status < 500, said["message"]]).toEqual([true, expect.stringContaining(sentence)]);
});

test("a token does no more than the user of its name may at this moment", async () => {
  const { state } = place.parts;
  const now = new Date();
  const name = await user("operator");
  const headers = await machine("operator", name);
  const role = async () => (await ask(headers, "/account")).body["role"];
  const may = async () => (await ask(headers, "/runs/none/cancel", { reason: "test" })).status;
  expect([await role(), await may()]).toEqual(["operator", 404]);
  await setRole({ state, by: "test", now }, name, "viewer");
  expect([await role(), await may()]).toEqual(["viewer", 403]);
  // Nor does a greater role of the user make the token greater.
  await setRole({ state, by: "test", now }, name, "admin");
  expect(await role()).toBe("operator");
  await disableUser({ state, by: "test", now }, name);
  expect((await ask(headers, "/account")).status).toBe(401);
  await enableUser({ state, by: "test", now }, name);
  await setRole({ state, by: "test", now }, name, "viewer");
  expect((await ask(await machine("admin", name), "/account")).body["role"]).toBe("viewer");
});

test("a token under another name does no more than its maker may at this moment", async () => {
  const { state } = place.parts;
  const now = new Date();
  const maker = await user("admin");
  const expiresAt = new Date(now.getTime() + 86_400_000);
  const { token } = await createToken(state, { name: "nightly import", role: "admin", expiresAt, by: maker, via: "session" }, now);
  const role = async () => (await ask({ authorization: `Bearer ${token}` }, "/account")).body["role"];
  expect(await role()).toBe("admin");
  await setRole({ state, by: "test", now }, maker, "viewer");
  expect(await role()).toBe("viewer");
  await disableUser({ state, by: "test", now }, maker);
  expect((await ask({ authorization: `Bearer ${token}` }, "/account")).status).toBe(401);
});

test("a form with a file is refused where none can be sent, because its fields would be lost", async () => {
  const operator = await machine("operator");
  const payload = '--x\r\ncontent-disposition: form-data; name="plan_only"\r\n\r\nyes\r\n--x--\r\n';
  const headers = { host: SITE.host, ...operator, "content-type": "multipart/form-data; boundary=x" };
  const answer = await app.inject({ method: "POST", url: "/api/v1/jobs/nightly/run", headers, payload });
  expect([answer.statusCode, answer.json()]).toMatchObject([400, { message: expect.stringContaining("No file can be sent") }]);
});

test("text that cannot be stored is refused with 400 in any part of a request", async () => {
  const admin = await person("admin");
  const signInPage = await app.inject({ url: "/sign-in", headers: { host: SITE.host } });
  const form = { csrf: csrfIn(signInPage.body), password: "x" };
  const cookie = cookiesOf(signInPage);
  const broken = ["a\u0000b", "\ud800", "\udc00x"];
  for (const name of broken) {
    const payload = JSON.stringify({ ...form, name });
    const headers = { host: SITE.host, origin: SITE.origin, cookie, "content-type": "application/json" };
    const answer = await app.inject({ method: "POST", url: "/sign-in", headers, payload });
    expect([answer.statusCode, answer.body.includes("cannot be stored")]).toEqual([400, true]);
  }
  const typed = await app.inject({
    method: "POST",
    url: "/sign-in",
    headers: { host: SITE.host, origin: SITE.origin, cookie },
    payload: { ...form, name: "a\u0000b" },
  });
  expect(typed.statusCode).toBe(400);

  const routes = place.routes(app).filter(({ url }) => !url.includes("*"));
  expect(routes.length).toBeGreaterThan(80);
  const wrong: unknown[] = [];
  for (const [at, { method, url }] of routes.entries()) {
    // An address of its own for each route, below the limit of requests.
    const remoteAddress = `10.0.0.${at}`;
    const path = url.replaceAll(/:\w+/g, "x");
    const ways: { url: string; payload?: string }[] = [{ url: `${path}?q=a%00b` }, { url: `${path}?a%00b=q` }];
    if (url.includes(":")) ways.push({ url: url.replaceAll(/:\w+/g, "a%00b") });
    if (method !== "GET") {
      for (const text of broken) ways.push({ url: path, payload: JSON.stringify({ reason: text }) });
      ways.push({ url: path, payload: JSON.stringify({ removals: [{ id: broken[1] }] }) }, { url: path, payload: `{"\\ud800":1}` });
    }
    for (const { payload, url: to } of ways) {
      const headers = { host: SITE.host, ...admin.headers, ...(payload === undefined ? {} : { "content-type": "application/json" }) };
      const answer = await app.inject({ method, url: to, headers, remoteAddress, ...(payload === undefined ? {} : { payload }) });
      if (answer.statusCode !== 400) wrong.push([method, to, payload, answer.statusCode]);
    }
  }
  expect(wrong).toEqual([]);
  const nested = await app.inject({
    method: "POST",
    url: "/api/v1/users/role",
    headers: { host: SITE.host, ...admin.headers, "content-type": "application/json" },
    payload: `{"name":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
  });
  expect(nested.statusCode).toBeLessThan(500);
});
