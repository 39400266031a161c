import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { FastifyInstance, InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { route } from "../../src/console/access/route.ts";
import { field } from "../../src/console/access/form.ts";
import { csrfField } from "../../src/console/access/csrf.ts";
import { createToken } from "../../src/actions/access/tokens.ts";
import { buildConsole } from "../../src/console/server.ts";
import { html } from "../../src/reporting/html/html.ts";
import { setUser } from "../../src/store/console/users.ts";
import { layout, sendPage } from "../../src/console/layout.ts";
import { consoleParts, signedIn, SITE, type TestConsole } from "../helpers/console.ts";

let place: TestConsole;
let app: FastifyInstance;

beforeAll(async () => {
  place = await consoleParts();
  app = await buildConsole(place.parts, [
    ...place.areas,
    (server) => {
      route(server, {
        method: "GET",
        url: "/form",
        right: "look",
        handler: async (request, reply) =>
          sendPage(reply, layout({ title: "Form", request, content: html`<form>${csrfField(request)}</form>` })),
      });
      route(server, { method: "POST", url: "/do", right: "decide", handler: async (request) => ({ by: request.actor.name }) });
      route(server, {
        method: "POST",
        url: "/api/v1/do",
        right: "decide",
        handler: async (request) => ({ by: request.actor.name, via: request.actor.via }),
      });
      route(server, {
        method: "POST",
        url: "/send",
        right: "run",
        upload: { bytes: 1000 },
        handler: async (request) => ({
          note: field(request, "note"),
          name: request.upload?.name,
          text: request.upload === null ? null : readFileSync(request.upload.path, "utf8"),
        }),
      });
      route(server, { method: "GET", url: "/fails", right: "look", handler: async () => Promise.reject(new Error("secret of row 7")) });
    },
  ]);
});
afterAll(async () => {
  await app.close();
  await place.close();
});

const post = (url: string, options: Partial<InjectOptions> = {}) =>
  app.inject({ method: "POST", url, ...options, headers: { host: SITE.host, origin: SITE.origin, ...options.headers } });

describe("a request", () => {
  test("without a session is sent to the sign-in, and comes back to where it wanted", async () => {
    const answer = await app.inject({ url: "/form?x=1", headers: { host: SITE.host } });
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe("/sign-in?next=%2Fform%3Fx%3D1");
  });

  test("without a session is refused as JSON below /api/", async () => {
    const answer = await post("/api/v1/do");
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ code: "sign_in_needed" });
  });

  test("with too small a role is refused, on a page and as JSON", async () => {
    const viewer = await signedIn(place, app, "viewer");
    const page = await post("/do", { headers: { cookie: viewer.cookie }, payload: { csrf: await viewer.csrf() } });
    expect(page.statusCode).toBe(403);
    expect(page.body).toContain("This needs the role reviewer; yours is viewer.");
    const { token } = await createToken(
      place.parts.state,
      { name: "bot", role: "viewer", expiresAt: new Date(Date.now() + 60_000), by: "t" },
      new Date(),
    );
    const api = await post("/api/v1/do", { headers: { authorization: `Bearer ${token}` } });
    expect([api.statusCode, api.json<{ code: string }>().code]).toEqual([403, "not_allowed"]);
  });

  test("that changes something needs the token of the form", async () => {
    const reviewer = await signedIn(place, app, "reviewer");
    const other = await signedIn(place, app, "reviewer");
    const send = async (csrf?: string) =>
      (await post("/do", { headers: { cookie: reviewer.cookie }, ...(csrf === undefined ? {} : { payload: { csrf } }) })).statusCode;
    expect(await send()).toBe(403);
    expect(await send("x.y")).toBe(403);
    expect(await send(await other.csrf())).toBe(403);
    expect(await send(await reviewer.csrf())).toBe(200);
  });

  test("from another site is refused, with the right token too", async () => {
    const reviewer = await signedIn(place, app, "reviewer");
    const csrf = await reviewer.csrf();
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ]) {
      const answer = await post("/do", { headers: { cookie: reviewer.cookie, ...headers }, payload: { csrf } });
      expect([headers, answer.statusCode, answer.body.includes("not sent from a page of Rollcall")]).toEqual([headers, 403, true]);
    }
  });

  test("under another name is not answered", async () => {
    for (const host of ["evil.example", "127.0.0.1.evil.example", "localhost@evil.example", "[::1]:1/x"]) {
      expect([host, (await app.inject({ url: "/form", headers: { host } })).statusCode]).toEqual([host, 421]);
    }
    for (const host of ["localhost:9000", "127.0.0.1", "[::1]:8423", SITE.host]) {
      expect([host, (await app.inject({ url: "/form", headers: { host } })).statusCode]).toEqual([host, 303]);
    }
  });

  test("with a token counts below /api/ only, without the token of a form, and never beside a session", async () => {
    const { token } = await createToken(
      place.parts.state,
      { name: "machine", role: "reviewer", expiresAt: new Date(Date.now() + 60_000), by: "t" },
      new Date(),
    );
    const headers = { authorization: `Bearer ${token}` };
    expect((await post("/api/v1/do", { headers })).json()).toEqual({ by: "machine", via: "token" });
    expect((await post("/do", { headers })).headers.location).toBe("/sign-in");
    const reviewer = await signedIn(place, app, "reviewer");
    expect((await post("/api/v1/do", { headers: { cookie: reviewer.cookie, authorization: "Bearer wrong" } })).statusCode).toBe(401);
  });

  test("that meets a defect says its number and nothing of the error, in the log neither", async () => {
    const viewer = await signedIn(place, app, "viewer");
    const answer = await app.inject({ url: "/fails?name=Ana", headers: { host: SITE.host, cookie: viewer.cookie } });
    expect(answer.statusCode).toBe(500);
    expect(answer.body).toContain("A defect of Rollcall");
    expect(answer.body + place.log()).not.toContain("secret of row 7");
    expect(place.log()).toContain('"route":"/fails"');
    expect(place.log()).not.toContain("Ana");
  });
});

describe("every answer", () => {
  test("says what browsers may do with it", async () => {
    const { headers } = await app.inject({ url: "/sign-in", headers: { host: SITE.host } });
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none';style-src 'self';script-src 'self';img-src 'self' data:;connect-src 'self';frame-src 'self';form-action 'self';frame-ancestors 'none';base-uri 'none'",
    );
    expect(headers["x-frame-options"]).toBe("DENY");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["referrer-policy"]).toBe("same-origin");
    expect(headers["strict-transport-security"]).toBeUndefined();
  });

  test("of an asset is the asset or nothing, for any path", async () => {
    const page = await app.inject({ url: "/sign-in", headers: { host: SITE.host } });
    const served = [...page.body.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);
    const types = await Promise.all(
      served.slice(0, 3).map(async (url) => (await app.inject({ url, headers: { host: SITE.host } })).headers["content-type"]),
    );
    expect(types).toEqual(["image/svg+xml", "text/css; charset=utf-8", "text/javascript; charset=utf-8"]);
    for (const path of [
      "../../package.json",
      "..%2f..%2fpackage.json",
      "%2e%2e%2fserver.ts",
      "__proto__",
      "constructor",
      "console.css%00",
      "%ff",
    ]) {
      const { statusCode } = await app.inject({ url: `/assets/${path}`, headers: { host: SITE.host } });
      expect([path, statusCode === 400 || statusCode === 404]).toEqual([path, true]);
    }
  });
});

describe("a file that is sent", () => {
  const send = (cookie: string, csrf: string, content: string) => {
    const form = new Map([
      ["csrf", csrf],
      ["note", "yes"],
    ]);
    const parts = [...form].map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
    const file = `--b\r\nContent-Disposition: form-data; name="file"; filename="../../evil.csv"\r\nContent-Type: text/csv\r\n\r\n${content}\r\n--b--\r\n`;
    return post("/send", { headers: { cookie, "content-type": "multipart/form-data; boundary=b" }, payload: parts.join("") + file });
  };
  const left = (): string[] => (existsSync(place.parts.uploads) ? readdirSync(place.parts.uploads) : []);

  test("comes with the fields of its form, lies where only we choose, and is deleted after the answer", async () => {
    const operator = await signedIn(place, app, "operator");
    const answer = await send(operator.cookie, await operator.csrf(), "a;b");
    expect(answer.json()).toEqual({ note: "yes", name: "evil.csv", text: "a;b" });
    await expect.poll(left).toEqual([]);
  });

  test("is refused and deleted without the token of the form, and when it is too large", async () => {
    const operator = await signedIn(place, app, "operator");
    expect((await send(operator.cookie, "x.y", "a;b")).statusCode).toBe(403);
    expect((await send(operator.cookie, await operator.csrf(), "x".repeat(1001))).statusCode).toBe(413);
    const reviewer = await signedIn(place, app, "reviewer");
    expect((await send(reviewer.cookie, await reviewer.csrf(), "a;b")).statusCode).toBe(403);
    await expect.poll(left).toEqual([]);
  });
});

test("a route without a right fails at start", async () => {
  await expect(buildConsole(place.parts, [(server) => void server.get("/open", async () => "oops")])).rejects.toThrow(
    "/open names no right",
  );
});

test("no route of the console is reached without the right that it names", async () => {
  const routes = place.routes(app);
  expect(routes.length).toBeGreaterThan(8);
  for (const { method, url, right } of routes.filter((one) => one.right !== "anyone")) {
    const address = url.replaceAll(/:\w+/g, "x");
    const answer = await app.inject({ method, url: address, headers: { host: SITE.host, origin: SITE.origin } });
    const refused = answer.statusCode === 401 || (answer.statusCode === 303 && String(answer.headers.location).startsWith("/sign-in"));
    expect([method, url, refused]).toEqual([method, url, true]);
    if (right === "look" || right === "own account") continue;
    const viewer = await signedIn(place, app, "viewer");
    const small = await app.inject({ method, url: address, headers: { host: SITE.host, origin: SITE.origin, cookie: viewer.cookie } });
    expect([method, url, small.statusCode]).toEqual([method, url, 403]);
  }
});

test("a user who is disabled, or has another role, is so on the next request", async () => {
  const reviewer = await signedIn(place, app, "reviewer");
  const send = async () =>
    (await post("/do", { headers: { cookie: reviewer.cookie }, payload: { csrf: await reviewer.csrf() } })).statusCode;
  expect(await send()).toBe(200);
  await setUser(place.parts.state.db, reviewer.name, { role: "viewer" });
  expect(await send()).toBe(403);
  await setUser(place.parts.state.db, reviewer.name, { role: "admin", disabled_at: new Date() });
  expect((await app.inject({ url: "/form", headers: { host: SITE.host, cookie: reviewer.cookie } })).statusCode).toBe(303);
});
