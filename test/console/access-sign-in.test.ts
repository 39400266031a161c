import crypto from "node:crypto";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addUser, disableUser, setPassword, setRole, type Doing } from "../../src/actions/access/accounts.ts";
import { safeNext } from "../../src/console/access/origin.ts";
import { endEarlierLinks, makeSignInLink } from "../../src/console/access/links.ts";
import { localName, plainText, tokenName } from "../../src/actions/access/names.ts";
import { checkPassword, hashPassword, isPasswordAllowed } from "../../src/actions/access/passwords.ts";
import { addressKey, BY_NAME, Throttle } from "../../src/console/access/throttle.ts";
import { actorOfToken, createToken } from "../../src/actions/access/tokens.ts";
import { uploadName } from "../../src/console/access/upload.ts";
import { buildConsole } from "../../src/console/server.ts";
import { listAudit } from "../../src/store/audit/audit.ts";
import { revokeToken } from "../../src/store/console/api-tokens.ts";
import { findUser, setUser } from "../../src/store/console/users.ts";
import { consoleParts, cookiesOf, csrfIn, signedIn, SITE, type TestConsole } from "../helpers/console.ts";

const PASSWORD = "correct horse battery";

let place: TestConsole;
let app: FastifyInstance;

beforeAll(async () => {
  place = await consoleParts();
  app = await buildConsole(place.parts, place.areas);
  for (const name of ["ana", "bo", "carla", "dora"]) {
    await addUser(
      { state: place.parts.state, by: "test", now: new Date() },
      { name, display: name, email: null, role: "reviewer", password: PASSWORD },
    );
  }
});
afterAll(async () => {
  await app.close();
  await place.close();
});

/** The password as an earlier version stored it, at a lower cost. */
function cheapHash(): string {
  const nonce = Buffer.alloc(16, 7);
  const hash = crypto.argon2Sync("argon2id", { message: PASSWORD, nonce, memory: 8192, passes: 1, parallelism: 1, tagLength: 32 });
  const unpadded = (bytes: Buffer): string => bytes.toString("base64").replaceAll("=", "");
  return `$argon2id$v=19$m=8192,t=1,p=1$${unpadded(nonce)}$${unpadded(hash)}`;
}

const get = (url: string, cookie = "") => app.inject({ url, headers: { host: SITE.host, ...(cookie === "" ? {} : { cookie }) } });
const post = (url: string, cookie: string, payload: Record<string, string>, remoteAddress = "127.0.0.1") =>
  app.inject({ method: "POST", url, headers: { host: SITE.host, origin: SITE.origin, cookie }, payload, remoteAddress });

async function signIn(name: string, password: string, { next = "", cookie = "", from = "127.0.0.1" } = {}) {
  const page = await get("/sign-in", cookie);
  const jar = [cookie, cookiesOf(page)].filter((one) => one !== "").join("; ");
  return post("/sign-in", jar, { csrf: csrfIn(page.body), name, password, next }, from);
}

const sessionIn = (answer: { cookies: readonly { name: string; value: string }[] }): string =>
  cookiesOf({ cookies: answer.cookies.filter(({ name }) => name.includes("session")) });

describe("a sign-in with a password", () => {
  test("opens a session whose cookie scripts cannot read and other sites cannot send", async () => {
    const answer = await signIn("  ANA ", PASSWORD, { next: "/account" });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "/account"]);
    const cookie = answer.cookies.find(({ name }) => name === "rollcall-session-8423");
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
    expect((await get("/account", sessionIn(answer))).body).toContain("<bdi>ana</bdi>, reviewer");
  });

  test("says the same for a wrong password, a name that is not there and one that is disabled", async () => {
    await disableUser({ state: place.parts.state, by: "test", now: new Date() }, "dora");
    const answers = [];
    for (const [name, password] of [
      ["bo", "wrong"],
      ["nobody", PASSWORD],
      ["dora", PASSWORD],
      ["", ""],
      ["x".repeat(100_000), PASSWORD],
    ] as const) {
      answers.push(await signIn(name, password, { from: "10.0.0.1" }));
    }
    const shown = answers.map(({ statusCode, body }) => [statusCode, /role="alert">([^<]+)</.exec(body)?.[1]]);
    expect(new Set(shown.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(shown[0]).toEqual([401, "Name or password is wrong, or the account is disabled."]);
    expect(place.log()).not.toContain("nobody");
  });

  test("ends the session that the browser had, and takes no session id from outside", async () => {
    const first = sessionIn(await signIn("ana", PASSWORD));
    const second = sessionIn(await signIn("ana", PASSWORD, { cookie: first }));
    // Who is signed in already is sent on without a form; so sign in over the old cookie by hand.
    expect(second).toBe("");
    const account = await get("/account", first);
    const again = await post("/sign-in", first, { csrf: csrfIn(account.body), name: "ana", password: PASSWORD, next: "" });
    expect(sessionIn(again)).not.toBe(first);
    expect((await get("/account", first)).statusCode).toBe(303);
    const fixed = `rollcall-session-8423=${"A".repeat(43)}`;
    expect(sessionIn(await signIn("ana", PASSWORD, { cookie: fixed }))).not.toContain("A".repeat(43));
    expect((await get("/account", fixed)).statusCode).toBe(303);
  });

  test("redirects to pages of this site only", async () => {
    for (const next of [
      "//evil.example",
      "https://evil.example",
      "/\\evil.example",
      "/%5c%5cevil.example/../..//evil.example",
      "javascript:alert(1)",
      "/a\r\nSet-Cookie: x=1",
    ]) {
      const answer = await signIn("ana", PASSWORD, { next });
      const target = new URL(answer.headers.location ?? "", SITE.origin);
      expect([next, target.origin, answer.headers["set-cookie"]?.toString().includes("x=1")]).toEqual([next, SITE.origin, false]);
    }
    expect(safeNext("/review?cause=C-1", SITE.origin)).toBe("/review?cause=C-1");
    expect(safeNext("/..//evil.example", SITE.origin)).not.toMatch(/^\/\/|^\/\\/);
  });

  test("waits longer and longer after wrong passwords, for the name from everywhere and for the address", async () => {
    const statuses = [];
    for (let i = 0; i < 7; i += 1) statuses.push((await signIn("carla", "wrong", { from: `10.1.0.${i}` })).statusCode);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    const right = await signIn("carla", PASSWORD, { from: "10.2.0.1" });
    expect([right.statusCode, right.headers["retry-after"]]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    expect((await signIn("bo", PASSWORD, { from: "10.2.0.1" })).statusCode).toBe(303);
    place.pass(61_000);
    expect((await signIn("carla", PASSWORD, { from: "10.2.0.1" })).statusCode).toBe(303);
    const many = [];
    for (let i = 0; i < 21; i += 1) many.push((await signIn(`guess${i}`, "x", { from: "10.3.0.1" })).statusCode);
    expect(many.at(-1)).toBe(429);
  });

  test("stores the password again if it was stored at a lower cost", async () => {
    const { db } = place.parts.state;
    const weak = (await hashPassword(PASSWORD)).replace("m=19456", "m=19455");
    expect(await checkPassword(PASSWORD, weak)).toEqual({ right: false, outdated: false });
    await setUser(db, "bo", { password_hash: cheapHash() });
    expect((await signIn("bo", PASSWORD, { from: "10.4.0.1" })).statusCode).toBe(303);
    expect((await findUser(db, "bo"))?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test("whose form is of another browser is refused", async () => {
    const mine = await get("/sign-in");
    const theirs = await get("/sign-in");
    const answer = await post("/sign-in", cookiesOf(mine), { csrf: csrfIn(theirs.body), name: "ana", password: PASSWORD, next: "" });
    expect(answer.statusCode).toBe(403);
  });
});

describe("a session", () => {
  test("ends when it is revoked, and is good for nothing then", async () => {
    const stolen = await signedIn(place, app, "reviewer");
    expect((await get("/account", stolen.cookie)).statusCode).toBe(200);
    const page = await get("/account", stolen.cookie);
    const session = /name="session" value="([0-9a-f]{64})"/.exec(page.body)?.[1] ?? "";
    expect((await post("/account/sessions/revoke", stolen.cookie, { csrf: csrfIn(page.body), session })).statusCode).toBe(303);
    expect((await get("/account", stolen.cookie)).headers.location).toMatch(/^\/sign-in/);
  });

  test("of someone else cannot be revoked by naming it", async () => {
    const victim = await signedIn(place, app, "reviewer");
    const session = /name="session" value="([0-9a-f]{64})"/.exec((await get("/account", victim.cookie)).body)?.[1] ?? "";
    const other = await signedIn(place, app, "operator");
    expect((await post("/account/sessions/revoke", other.cookie, { csrf: await other.csrf(), session })).statusCode).toBe(404);
    expect((await get("/account", victim.cookie)).statusCode).toBe(200);
  });

  test("ends unused after its idle time, and used after its longest", async () => {
    const idle = await signedIn(place, app, "viewer");
    place.pass(3_599_000);
    expect((await get("/account", idle.cookie)).statusCode).toBe(200);
    place.pass(3_601_000);
    expect((await get("/account", idle.cookie)).statusCode).toBe(303);
    const used = await signedIn(place, app, "viewer");
    for (let hour = 0; hour < 13; hour += 0.9) {
      await get("/account", used.cookie);
      place.pass(0.9 * 3_600_000);
    }
    expect((await get("/account", used.cookie)).statusCode).toBe(303);
  });

  test("is not found by a cookie that was changed, cut or made up", async () => {
    const { cookie } = await signedIn(place, app, "viewer");
    for (const wrong of [
      cookie.slice(0, -1),
      `${cookie}x`,
      `${cookie.slice(0, -4)}AAAA`,
      "rollcall-session-8423=",
      "rollcall-session-8423=%00",
    ]) {
      expect((await get("/account", wrong)).statusCode).toBe(303);
    }
  });

  test("ends with a new password, and signing out ends only itself", async () => {
    const one = sessionIn(await signIn("ana", PASSWORD, { from: "10.5.0.1" }));
    const two = sessionIn(await signIn("ana", PASSWORD, { from: "10.5.0.1" }));
    await post("/sign-out", two, { csrf: csrfIn((await get("/account", two)).body) });
    expect([(await get("/account", one)).statusCode, (await get("/account", two)).statusCode]).toEqual([200, 303]);
    await setPassword({ state: place.parts.state, by: "test", now: new Date() }, "ana", "another long password");
    expect((await get("/account", one)).statusCode).toBe(303);
  });

  test("of https is bound to this host by its cookie's name", async () => {
    const secure = await consoleParts({ url: "https://rollcall.example.com", settings: { loopback: false } });
    const server = await buildConsole(secure.parts, secure.areas);
    const page = await server.inject({ url: "/sign-in", headers: { host: "rollcall.example.com" } });
    expect(page.cookies.map(({ name, secure: only }) => [name, only])).toEqual([["__Host-rollcall-form", true]]);
    expect(page.headers["strict-transport-security"]).toBe("max-age=31536000");
    expect((await server.inject({ url: "/sign-in", headers: { host: "127.0.0.1:8423" } })).statusCode).toBe(421);
    expect((await server.inject({ url: "/sign-in", headers: { host: "rollcall.example.com:443" } })).statusCode).toBe(200);
    await server.close();
    await secure.close();
  });
});

describe("a one-time link", () => {
  test("lets in once, by its form, and looking at it uses nothing up", async () => {
    const path = new URL(await makeSignInLink(place.parts.state, SITE.origin, place.parts.now())).pathname;
    const page = await get(path);
    await get(path);
    const first = await post(path, cookiesOf(page), { csrf: csrfIn(page.body) });
    expect([first.statusCode, first.headers.location]).toEqual([303, "/"]);
    expect((await get("/users", sessionIn(first))).statusCode).toBe(200);
    const second = await post(path, cookiesOf(page), { csrf: csrfIn(page.body) });
    expect([second.statusCode, sessionIn(second)]).toEqual([410, ""]);
    await endEarlierLinks(place.parts.state, place.parts.now());
    expect((await get("/users", sessionIn(first))).statusCode).toBe(303);
  });

  test("ends after 15 minutes", async () => {
    const path = new URL(await makeSignInLink(place.parts.state, SITE.origin, place.parts.now())).pathname;
    const page = await get(path);
    place.pass(15 * 60_000 + 1);
    expect((await post(path, cookiesOf(page), { csrf: csrfIn(page.body) })).statusCode).toBe(410);
  });
});

describe("an API token", () => {
  const create = (lasts: number, name = "robot") =>
    createToken(
      place.parts.state,
      { name, role: "operator", expiresAt: new Date(place.parts.now().getTime() + lasts), by: "test" },
      place.parts.now(),
    );

  test("names its actor until it expires or is revoked, or its user is disabled", async () => {
    const { token, id } = await create(60_000);
    expect(await actorOfToken(place.parts, token)).toMatchObject({ name: "robot", role: "operator", via: "token", proof: "token" });
    expect(await actorOfToken(place.parts, `${token.slice(0, -1)}!`)).toBeNull();
    place.pass(60_001);
    expect(await actorOfToken(place.parts, token)).toBeNull();
    const revoked = await create(60_000);
    await revokeToken(place.parts.state.db, revoked.id, place.parts.now());
    expect(await actorOfToken(place.parts, revoked.token)).toBeNull();
    expect(await actorOfToken(place.parts, (await create(60_000, "dora")).token)).toBeNull();
    expect(id).toMatch(/^T-/);
  });

  test("is shown once, and the database cannot tell it", async () => {
    const admin = await signedIn(place, app, "admin");
    const made = await post("/tokens/create", admin.cookie, { csrf: await admin.csrf(), name: "vault", role: "viewer", days: "90" });
    const token = /rollcall_[\w-]{43}/.exec(made.body)?.[0] ?? "";
    expect((await actorOfToken(place.parts, token))?.name).toBe("vault");
    expect((await get("/tokens", admin.cookie)).body).not.toContain(token);
    const rows = await place.parts.state.db.selectFrom("api_token").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token.slice(9));
  });
});

test("the last administrator can neither be disabled nor lose the role", async () => {
  const { state } = place.parts;
  await state.db.updateTable("console_user").set({ role: "viewer" }).execute();
  await addUser({ state, by: "test", now: new Date() }, { name: "root", display: "", email: null, role: "admin", password: PASSWORD });
  await expect(disableUser({ state, by: "test", now: new Date() }, "root")).rejects.toThrow("console_user.is_last_administrator");
});

test("a sign-in with the old password, sent while the password changes, leaves no session", async () => {
  const doing = { state: place.parts.state, by: "root", via: "session", now: new Date() } as const;
  await addUser(doing, { name: "leaked", display: "", email: null, role: "viewer", password: PASSWORD });
  // Stored at a lower cost, so each sign-in stores it again.
  await setUser(doing.state.db, "leaked", { password_hash: cheapHash() });
  const page = await get("/sign-in");
  const payload = { csrf: csrfIn(page.body), next: "/", name: "leaked", password: PASSWORD };
  const headers = { host: SITE.host, origin: SITE.origin, cookie: cookiesOf(page) };
  const change = setPassword(doing, "leaked", "another horse battery");
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => app.inject({ method: "POST", url: "/sign-in", headers, payload, remoteAddress: "10.9.9.9" })),
  );
  await change;
  const after = await Promise.all(answers.map(async (answer) => (await get("/account", cookiesOf(answer))).statusCode));
  expect(after).toEqual([303, 303, 303, 303]);
  const signIns = (await listAudit(doing.state.db)).filter(({ actor, action }) => actor === "leaked" && action === "signed_in");
  expect(signIns).toEqual([]);
  const stored = (await findUser(doing.state.db, "leaked"))?.password_hash ?? null;
  expect((await checkPassword("another horse battery", stored)).right).toBe(true);
});

test("two administrators who disable or demote each other at the same moment leave one", async () => {
  const { state } = place.parts;
  for (const second of [(doing: Doing) => disableUser(doing, "root"), (doing: Doing) => setRole(doing, "root", "viewer")]) {
    await state.db.deleteFrom("console_user").where("role", "=", "admin").execute();
    for (const name of ["root", "second"])
      await addUser({ state, by: "test", now: new Date() }, { name, display: "", email: null, role: "admin", password: PASSWORD });
    const results = await Promise.allSettled([
      disableUser({ state, by: "root", now: new Date() }, "second"),
      second({ state, by: "second", now: new Date() }),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    await state.db.deleteFrom("console_user").where("name", "in", ["root", "second"]).execute();
  }
});

test("names that look like others cannot be local users'", () => {
  expect(localName("  Ana.Ruiz ")).toBe("ana.ruiz");
  expect(localName("ＡＮＡ")).toBe("ana");
  for (const wrong of ["аna", "ana\u200d", "ana ruiz", "", "-ana", "a".repeat(65), "ana\r\nx", "ana@x", "ı"])
    expect([wrong, localName(wrong)]).toEqual([wrong, null]);
  expect(tokenName("Ana@Example.com")).toBe("ana@example.com");
  expect(plainText(" Ana\u202e\r\nRuiz\u0000 ", 100)).toBe("Ana Ruiz");
});

test("a password is neither short, nor the name, nor one letter", async () => {
  for (const wrong of ["short", "ana-ruiz-maria", "aaaaaaaaaaaaaaaa", "x".repeat(257)])
    expect([wrong, await isPasswordAllowed(wrong, "ana-ruiz-maria")]).toEqual([wrong, false]);
  for (const good of [PASSWORD, "x7Kq!mmZ82ab", "drei Hunde im Garten", "a horse ".repeat(32)])
    expect([good, await isPasswordAllowed(good, "ana")]).toEqual([good, true]);
});

test("a common password, a sequence or a repetition is refused", async () => {
  const common = ["123456789012", "987654321098", "password1234", "Password123!", "P@ssw0rd2024", "qwertyuiop12", "1q2w3e4r5t6y"];
  const parted = ["1234 5678 9012", "1.2.3.4.5.6.7.8.9", "pass-word-12345", "rollcall2026", "RollcallRollcall"];
  for (const wrong of [...common, ...parted, "abcdefghijkl", "abcabcabcabc", "letmein12345", "hunter2hunter2", "anaruiz123456"])
    expect([wrong, await isPasswordAllowed(wrong, "anaruiz")]).toEqual([wrong, false]);
  const { state } = place.parts;
  const user = { name: "gus", display: "", email: null, role: "viewer", password: "123456789012" } as const;
  await expect(addUser({ state, by: "test", now: new Date() }, user)).rejects.toThrow("console_user.password_is_weak");
  expect(await findUser(state.db, "gus")).toBeUndefined();
});

test("a thousand attempts at once are no way round the wait", () => {
  const throttle = new Throttle(BY_NAME);
  let allowed = 0;
  for (let i = 0; i < 1000; i += 1) {
    if (throttle.wait("ana", 0) > 0) continue;
    throttle.count("ana", 0);
    allowed += 1;
  }
  expect(allowed).toBe(5);
  expect(throttle.wait("ana", 3_600_001)).toBe(0);
});

test("of IPv6 a network is one address", () => {
  expect(addressKey("2001:db8:0:1:aaaa::1")).toBe(addressKey("2001:db8::1:bbbb:0:0:2"));
  expect(addressKey("2001:db8:0:1::1")).not.toBe(addressKey("2001:db8:0:2::1"));
  expect(addressKey("::ffff:10.0.0.1")).toBe("10.0.0.1");
});

test("the name of a file that someone sends is a name and nothing else", () => {
  expect(uploadName("../../etc/passwd")).toBe("passwd");
  expect(uploadName("C:\\exports\\März 2026.XLSX")).toBe("März 2026.xlsx");
  expect(uploadName(".bashrc")).toBe("bashrc");
  expect(uploadName("a\u0000b\r\n.csv")).toBe("a_b__.csv");
  expect(uploadName("..")).toBe("file");
});
