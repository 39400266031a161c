import { expect, test } from "vitest";
import type { FaultInput } from "../../src/sandbox/faults/faults.ts";
import { check, checking, companyOf, type Result } from "../helpers/check.ts";
import { company, people } from "../helpers/company.ts";
import { answer, serve } from "../learning-service/helpers.ts";

test("reports a working service without any setting to change, and sends only GETs and the token request", async () => {
  const c = await companyOf(3, { shape: "envelope" }, 130);
  const result = await check(c);
  expect(result.code).toBe(0);
  expect(result.service.findings.filter(({ verdict }) => verdict === "fits").map(({ what }) => what)).toEqual([
    "connection",
    "token",
    "groups",
    "lists",
    "tree",
    "members",
    "rules",
    "accounts",
    "subscriptions",
  ]);
  expect(result.of("groups").found).toMatch(/^137 groups, read completely: 2 pages in \d/);
  expect(result).toMatchObject({ rows: 3, usable: 3, joiners: 3, missingGroups: [], ambiguousGroups: [] });
  expect(result.service).toMatchObject({ groups: 137, silentGroups: 0, unknownAccounts: 0, subscriptions: 2, freeLicences: 512 });
  const asked = c.service.requests().map(({ method, path }) => `${method} ${path.replace(/^\/integration\/v1|\?.*$/g, "")}`);
  expect(new Set(asked)).toEqual(new Set(["POST /oauth2/token/refresh", "GET /groups", "GET /subscriptions"]));
  expect(asked.filter((request) => request.startsWith("POST"))).toHaveLength(1);
  expect(c.service.users()).toEqual([]);
  const text = await c.run("check", "job.yaml");
  expect(text.stdout).toMatch(/: OK\n  Connection {5}http.*\n  Token {10}The stored access token/);
  expect(text.stdout).not.toMatch(/Please check|Problem|Not asked/);
}, 120_000);

test("names the settings that no response reveals: group_ids, created_id and update_body", async () => {
  const c = await companyOf(1);
  const unknown = ({ service }: Result) => service.findings.filter(({ verdict }) => verdict === "unknown");
  await checking(c, async (look) => {
    const usual = unknown(await look());
    expect(usual.map(({ settings }) => settings)).toEqual([
      ["service.dialect.group_ids"],
      ["service.dialect.created_id"],
      ["service.dialect.update_body"],
    ]);
    expect(usual.map(({ found }) => found.replace(/.*current setting: /, ""))).toEqual(["array.", "`user_id`, else `id`.", "full."]);
    const changed = unknown(await look({ dialect: { group_ids: "object", created_id: "/data/id", update_body: "changed" } }));
    expect(changed.map(({ found }) => found.replace(/.*current setting: /, ""))).toEqual(["object.", "/data/id.", "changed."]);
  });
  const { stdout } = await c.run("check", "job.yaml");
  // The text names them only.
  expect(stdout).toMatch(/Known only after the first run\n {2}group_ids, created_id, update_body\. If the first run ends/);
  expect(stdout).not.toContain("service.dialect.created_id");
}, 120_000);

test("reports the grant of the token and whether the stored one was used, never shows it, and never requests it twice", async () => {
  const c = await companyOf(1);
  const secrets = [c.service.refreshToken, "sandbox-secret", "wrong-secret"];
  const outputs: unknown[] = [];
  await checking(c, async (look) => {
    expect((await look()).of("token").found).toBe("A new access token, obtained by refresh, is accepted as `Authorization: Bearer …`.");
    secrets.push(c.service.refreshToken);
    const stored = await look();
    expect(stored.of("token")).toMatchObject({
      verdict: "fits",
      found: expect.stringMatching(/^The stored .* the refresh token was not tried/),
    });
    expect(c.service.requests().filter(({ method }) => method === "POST")).toHaveLength(1);
    const client = { grant: "client_credentials", client_id: "rollcall", client_secret: "sandbox-secret" };
    expect((await look({ auth: client })).of("token").found).toMatch(/^A new access token, obtained with client credentials, is accepted/);

    const wrong = await look({ auth: { ...client, client_secret: "wrong-secret" } });
    expect(wrong.code).toBe(5);
    expect(wrong.of("token")).toMatchObject({ verdict: "fails", settings: expect.arrayContaining(["service.auth.client_id"]) });
    outputs.push(stored, wrong);
  });
  const text = (await c.run("check", "job.yaml")).stdout;
  expect(text).toContain("service.auth.client_secret");
  for (const secret of secrets) expect([...outputs, text].some((output) => JSON.stringify(output).includes(secret))).toBe(false);
}, 120_000);

test("names the settings for a refused token or an unknown scheme, and sends no other request", async () => {
  const c = await companyOf(2);
  c.service.killTokens("refresh");
  const refused = await check(c);
  expect(refused).toMatchObject({
    code: 5,
    rows: 2,
    usable: 2,
    joiners: 2,
    missingGroups: null,
    service: { groups: null, subscriptions: null },
  });
  expect(refused.of("token")).toMatchObject({ verdict: "fails", settings: ["service.auth.refresh_token"] });
  expect(refused.of("connection").verdict).toBe("fits");
  for (const what of ["groups", "lists", "tree", "members", "rules", "accounts", "subscriptions"] as const)
    expect(refused.of(what)).toMatchObject({
      verdict: "skipped",
      found: expect.stringMatching(/^Not checked, because the service accepts no token/),
    });
  expect(c.service.requests().map(({ method }) => method)).toEqual(["POST"]);

  const d = await companyOf(2);
  const shown = await check(d, { auth: { refresh_token: d.service.refreshToken, scheme: "Token" } });
  expect(shown.code).toBe(5);
  expect(shown.of("token")).toMatchObject({ verdict: "fails", settings: ["service.auth.header", "service.auth.scheme"] });
  expect(shown.of("token").advice).toContain("`Authorization: Token …`");
  expect(d.service.requests().every(({ path }) => /groups|oauth2/.test(path))).toBe(true);
}, 120_000);

test("names the address, or the refresh token that may be lost, if the token request fails", async () => {
  const c = await companyOf(1);
  await checking(c, async (look) => {
    const elsewhere = await look({ base_url: `${c.service.url}/nowhere` });
    expect(elsewhere.of("token")).toMatchObject({ verdict: "fails", settings: ["service.base_url"] });
    const page = await serve((_request, response) => answer(response, 200, "<html>Welcome</html>"));
    expect((await look({ base_url: page })).of("token")).toMatchObject({
      verdict: "fails",
      settings: ["service.base_url", "service.auth.refresh_token"],
    });
    c.service.failNext({ path: "/oauth2/", reset: true, when: "after" });
    const lost = await look();
    expect(lost.of("token")).toMatchObject({ verdict: "fails", settings: ["service.auth.refresh_token"] });
    c.service.failNext({ path: "/oauth2/", status: 500 });
    const down = await look({ auth: { refresh_token: c.service.issueRefreshToken() } });
    expect(down.of("token").verdict).toBe("fails");
    expect(down.of("token").settings).toBeUndefined();
  });
}, 120_000);

test("reports an unreachable service once, still shows the file, and exits with 5 despite rejected rows", async () => {
  const c = await company();
  c.hr([...people(2), { id: "0004", mail: "broken" }]);
  expect((await check(c)).code).toBe(1);
  c.service.failNext({ path: "/groups", status: 503, retryAfter: 60 });
  const busy = await check(c);
  expect(busy).toMatchObject({ code: 5, rows: 3, usable: 2, rejects: [{ row: 4, code: "invalid_email" }] });
  expect(busy.of("groups").verdict).toBe("fails");
  expect(busy.of("token").verdict).toBe("unknown");
  expect(busy.of("subscriptions")).toMatchObject({ verdict: "skipped", found: "Not checked, because the service does not work properly." });

  await c.service.close();
  const gone = await check(c);
  expect(gone).toMatchObject({ code: 5, rows: 3 });
  expect(gone.of("connection")).toMatchObject({ verdict: "fails", settings: ["service.base_url"] });
  expect(gone.of("token").verdict).toBe("skipped");
  const { stdout, stderr, code } = await c.run("check", "job.yaml");
  expect(code).toBe(5);
  expect(stdout).toContain("row 2: 0001");
  expect(stdout).toContain("Not checked, because the service cannot be reached\n  Token, Groups, Lists,");
  expect(stderr).not.toContain("connection");
  c.place.write("hr.csv", "");
  expect((await c.run("check", "job.yaml")).code).toBe(4);
}, 120_000);

test("names what to change if groups can't be read, and still reads the subscriptions unless the service is in trouble", async () => {
  const c = await companyOf(1);
  const faults: [fault: FaultInput, settings: string[] | undefined, goesOn: boolean][] = [
    [{ status: 302 }, ["service.base_url"], true],
    [{ status: 403 }, ["service.auth.header", "service.auth.scheme"], true],
    [{ status: 404 }, ["service.base_url"], true],
    [{ status: 412 }, ["service.dialect.page_size"], true],
    [{ status: 512 }, ["service.dialect.page_size"], true],
    [{ status: 200, body: '{"groups":[]}' }, undefined, true],
    [{ status: 200, body: "<html>Welcome</html>" }, ["service.base_url"], false],
    [{ status: 429 }, ["service.rate.per_second"], false],
    [{ status: 500 }, undefined, false],
    [{ reset: true, when: "after" }, ["service.timeout", "service.dialect.page_size"], false],
  ];
  await checking(c, async (look) => {
    for (const [fault, settings, goesOn] of faults) {
      const name = JSON.stringify(fault);
      c.service.failNext({ path: "/groups", ...fault });
      const result = await look();
      expect(result.code, `for ${name}`).toBe(5);
      expect(result.of("groups").verdict, `for ${name}`).toBe("fails");
      expect(result.of("groups").settings, `for ${name}`).toEqual(settings);
      expect(result.of("rules").verdict, `for ${name}`).toBe("skipped");
      expect(result.of("subscriptions").verdict, `for ${name}`).toBe(goesOn ? "fits" : "skipped");
    }
    // Both pages of the groups arrive, the short page doesn't.
    c.service.failNext({ path: "/groups", status: 500, nth: 3 });
    const short = await look();
    expect(short.code).toBe(0);
    expect(short.of("lists")).toMatchObject({ verdict: "look", found: expect.stringContaining("could not be read") });
    c.service.failNext({ path: "/subscriptions", status: 403 });
    const without = await look();
    expect(without.code).toBe(0);
    expect(without.of("subscriptions")).toMatchObject({ verdict: "look", found: expect.stringContaining("GET /subscriptions") });
  });
}, 120_000);
