import { messageOf, nextOf } from "../helpers/problems.ts";
import { describe, expect, test } from "vitest";
import type { AuthSettings } from "../../src/domain/settings.ts";
import type { ClientDeps } from "../../src/learning-service/client.ts";
import { configuredDigest } from "../../src/learning-service/tokens/grant.ts";
import { memoryTokenStore, type StoredTokens } from "../../src/learning-service/tokens/tokens.ts";
import { answer, clientFor, clientOf, problemOf, serve, settingsFor, startSandbox, uuidOf } from "./helpers.ts";
import { recorder, type Seen } from "./recorder.ts";
import { testClock } from "../helpers/clock.ts";

type Credentials = NonNullable<AuthSettings["client"]>;

const credentials: Credentials = { id: "hr sync", secret: "s3cret:/+%&", authentication: "body", scope: null };

function clientWith(url: string, change: Partial<Credentials> = {}, deps: Partial<ClientDeps> = {}) {
  const settings = settingsFor(url, "");
  return clientFor({ ...settings, auth: { ...settings.auth, client: { ...credentials, ...change } } }, deps);
}

const isToken = ({ path }: Seen): boolean => path === "/oauth2/token";

/** A service with client credentials whose `n`th token is `token-n`; anything else answers an empty list. */
async function granting(
  token: (n: number) => object = () => ({ expires_in: 3600 }),
  accepts: (authorization: string) => boolean = () => true,
) {
  let given = 0;
  const service = await recorder((seen, response) => {
    if (isToken(seen)) {
      given += 1;
      return answer(response, 200, { access_token: `token-${given}`, token_type: "Bearer", ...token(given) });
    }
    return accepts(seen.headers.authorization ?? "") ? answer(response, 200, []) : answer(response, 401, { message: "expired" });
  });
  const tokens = (): number => service.requests.filter(isToken).length;
  return { ...service, tokens };
}

describe("client credentials", () => {
  test("go out as a form, and the token that they bring is used", async () => {
    const { url, requests } = await granting();
    expect(await clientWith(url).groups.list().all()).toEqual([]);
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /oauth2/token", "GET /groups"]);
    const [token, list] = requests;
    expect(token?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
    expect(token?.headers.authorization).toBeUndefined();
    expect(Object.fromEntries(new URLSearchParams(token?.body))).toEqual({
      grant_type: "client_credentials",
      client_id: credentials.id,
      client_secret: credentials.secret,
    });
    expect(list?.headers.authorization).toBe("Bearer token-1");
  });

  test("go out as HTTP Basic, form-encoded first as RFC 6749 says, where the setting says so", async () => {
    const { url, requests } = await granting();
    await clientWith(url, { authentication: "basic", scope: "users groups" }).groups.list().all();
    const { headers, body } = requests[0] ?? { headers: {}, body: "" };
    const [kind, pair = ""] = headers.authorization?.split(" ") ?? [];
    expect(kind).toBe("Basic");
    const [id, secret, ...rest] = Buffer.from(pair, "base64").toString().split(":");
    const decoded = [id, secret].map((part) => new URLSearchParams(`x=${part}`).get("x"));
    expect({ decoded, rest }).toEqual({ decoded: [credentials.id, credentials.secret], rest: [] });
    expect(body).toBe("grant_type=client_credentials&scope=users+groups");
  });

  test.for<[string, object, number]>([
    ["as RFC 6749 has it, in seconds", { expires_in: 1800, refresh_token: "unwanted" }, 1_800_000],
    [
      "like the documented refresh, in milliseconds",
      { access_token_lifetime: 1_800_000, access_token_type: "Bearer", refresh_token: "unwanted", refresh_token_lifetime: 5 },
      1_800_000,
    ],
    ["without a lifetime, which then counts as five minutes", {}, 300_000],
  ])("may be answered %s, and no refresh token is kept", async ([, token, lifetime]) => {
    const { url } = await granting(() => token);
    const store = memoryTokenStore();
    const before = Date.now();
    await clientWith(url, {}, { tokens: store }).groups.list().all();
    const stored = await store.load();
    expect(stored).toMatchObject({ accessToken: "token-1", refreshToken: null, refreshExpiresAt: null });
    expect((stored?.accessExpiresAt ?? 0) - before).toBeGreaterThanOrEqual(lifetime);
    expect((stored?.accessExpiresAt ?? 0) - before).toBeLessThan(lifetime + 5000);
    expect(JSON.stringify(stored)).not.toMatch(/unwanted|s3cret/);
  });

  test("are asked once for many callers at the same time", async () => {
    const { url, tokens } = await granting();
    const client = clientWith(url);
    await Promise.all(Array.from({ length: 30 }, () => client.groups.list().page()));
    expect(tokens()).toBe(1);
  });

  test("are asked again before the token expires, so that no call is refused", async () => {
    const { url, requests, tokens } = await granting(() => ({ access_token_lifetime: 300, access_token_type: "Bearer" }));
    const clock = testClock();
    const client = clientWith(url, {}, { now: clock.now });
    for (let i = 0; i < 4; i++) {
      await client.groups.list().page();
      clock.step(150);
    }
    expect(tokens()).toBeGreaterThan(1);
    expect(requests.filter((seen) => !isToken(seen)).map(({ headers }) => headers.authorization)).toContain(`Bearer token-${tokens()}`);
  });

  test("are asked again after a 401, once for all calls that it meets, and each call is sent once more", async () => {
    let dead = "";
    const { url, tokens } = await granting(undefined, (authorization) => authorization !== dead);
    const client = clientWith(url);
    await client.groups.list().page();
    dead = "Bearer token-1";
    await Promise.all(Array.from({ length: 20 }, () => client.groups.list().page()));
    expect(tokens()).toBe(2);
  });

  test("that bring a token which is refused at once end as unauthorized, without a loop", async () => {
    const { url, requests } = await granting(undefined, () => false);
    expect((await problemOf(clientWith(url).groups.list().all())).code).toBe("unauthorized");
    expect(requests).toHaveLength(4);
  });

  test.for([400, 401, 403, 412, 422])("that are refused with %i end with exit 5 and name the settings, not the secret", async (status) => {
    const { url, requests } = await recorder((_seen, response) =>
      answer(response, status, { error: "invalid_client", error_description: `${credentials.secret} is wrong` }),
    );
    const problem = await problemOf(clientWith(url).groups.list().all());
    expect(problem).toMatchObject({ code: "credentials_refused", exit: 5, status, retryable: false, audience: "admin", sent: "yes" });
    expect(nextOf(problem)).toMatch(/service\.auth\.client_id and client_secret.*client_authentication \(body or basic\)/);
    expect(problem.serverMessage).toContain("is wrong");
    expect([messageOf(problem), problem.serverMessage, nextOf(problem)].join()).not.toContain(credentials.secret);
    expect(requests).toHaveLength(1);
  });

  test("whose answer is lost can be requested again: no token is invalid, and the call itself was not sent", async () => {
    let cut = true;
    const service = await recorder((seen, response) => {
      if (!isToken(seen)) return answer(response, 200, []);
      if (cut) return void response.socket?.destroy();
      return answer(response, 200, { access_token: "second", token_type: "Bearer", expires_in: 60 });
    });
    const client = clientWith(service.url);
    expect(await problemOf(client.groups.list().all())).toMatchObject({ code: "answer_lost", retryable: true, sent: "no" });
    cut = false;
    expect(await client.groups.list().all()).toEqual([]);
  });

  test("wait like any call when the service is busy", async () => {
    let busy = true;
    const { url } = await recorder((seen, response) => {
      if (!isToken(seen)) return answer(response, 200, []);
      if (!busy) return answer(response, 200, { access_token: "a", token_type: "Bearer" });
      busy = false;
      return answer(response, 503, {}, { "retry-after": "1" });
    });
    const client = clientWith(url);
    const began = performance.now();
    expect(await problemOf(client.groups.list().all())).toMatchObject({
      code: "unavailable",
      retryable: true,
      sent: "no",
      retryAfterMs: 1000,
    });
    await client.groups.list().all();
    expect(performance.now() - began).toBeGreaterThan(900);
  });

  test.for([{ hello: "world" }, [], null, { access_token: "", token_type: "Bearer" }])(
    "that are answered with %j are unreadable, and the problem says what else there is",
    async (body) => {
      const { url } = await recorder((_seen, response) => answer(response, 200, body));
      const problem = await problemOf(clientWith(url).groups.list().all());
      expect(problem).toMatchObject({ code: "answer_unreadable", exit: 5, sent: "no" });
      expect(nextOf(problem)).toContain("grant: refresh");
    },
  );

  test("use what is stored as long as it lives, and not what other credentials or another scope brought", async () => {
    const { url, tokens } = await granting();
    const stored = (client: Credentials): StoredTokens => ({
      accessToken: "kept",
      refreshToken: null,
      accessExpiresAt: Date.now() + 1e6,
      refreshExpiresAt: null,
      configured: configuredDigest({ refreshToken: "", client }),
    });
    await clientWith(url, {}, { tokens: memoryTokenStore(stored(credentials)) })
      .groups.list()
      .page();
    expect(tokens()).toBe(0);
    for (const other of [{ secret: "other" }, { id: "other" }, { scope: "groups" }]) {
      const before = tokens();
      await clientWith(url, other, { tokens: memoryTokenStore(stored(credentials)) })
        .groups.list()
        .page();
      expect(tokens()).toBe(before + 1);
    }
  });

  test.for(["body", "basic"] as const)(
    "are accepted by the sandbox, with whose token everything can be asked (%s)",
    async (authentication) => {
      const { id, secret } = credentials;
      const sandbox = await startSandbox({ seed: "groups", clients: [{ id, secret }] });
      const client = clientWith(sandbox.url, { authentication });
      expect((await client.groups.list().all()).length).toBeGreaterThan(0);
      expect(await client.oauth2.userinfo()).toMatchObject({ sub: id });
      const wrong = clientWith(sandbox.url, { authentication, secret: "other" });
      expect(await problemOf(wrong.groups.list().all())).toMatchObject({ code: "credentials_refused", status: 401 });
    },
  );

  test.for(["body", "basic"] as const)("are shown with a revocation and a request for tokens (%s)", async (authentication) => {
    const { id, secret } = credentials;
    const sandbox = await startSandbox({ seed: "groups", clients: [{ id, secret }] });
    const store = memoryTokenStore();
    const client = clientWith(sandbox.url, { authentication }, { tokens: store });
    const { sub } = (await client.oauth2.userinfo()) as { sub: string };
    expect(sub).toBe(id);
    const token = (await store.load())?.accessToken ?? "";
    expect(await client.oauth2.revoke({ token })).toEqual({});
    sandbox.clearRequests();
    // It is dead: the next call needs another.
    await client.oauth2.userinfo();
    expect(sandbox.requests().some(({ status }) => status === 401)).toBe(true);
    expect(await client.oauth2.token({ grant_type: "client_credentials" })).toMatchObject({ token_type: "Bearer" });
  });

  test("are not added to a form that names a client itself", async () => {
    const { url, requests } = await recorder((_seen, response) => answer(response, 200, {}));
    const client = clientWith(url, { authentication: "basic" });
    await client.oauth2.revoke({ token: "t", client_id: "other", client_secret: "o" });
    await clientOf(url).oauth2.revoke({ token: "t" });
    expect(requests.map(({ headers, body }) => [headers.authorization, body])).toEqual([
      [undefined, "token=t&client_id=other&client_secret=o"],
      [undefined, "token=t"],
    ]);
  });

  test("bring a token that can be given back, after which the next call gets another by itself", async () => {
    const { id, secret } = credentials;
    const sandbox = await startSandbox({ seed: "groups", clients: [{ id, secret }] });
    const store = memoryTokenStore();
    const client = clientWith(sandbox.url, {}, { tokens: store });
    await client.oauth2.userinfo();
    const token = (await store.load())?.accessToken ?? "";
    await client.oauth2.revoke({ token, client_id: id, client_secret: secret });
    expect(await client.oauth2.userinfo()).toMatchObject({ sub: id });
    expect((await store.load())?.accessToken).not.toBe(token);
  });
});

describe("the OAuth area by hand", () => {
  test("writes tokens and revocations as forms, without an access token", async () => {
    const { url, requests } = await recorder((_seen, response) => answer(response, 200, ""));
    const { oauth2 } = clientOf(url);
    await oauth2.token({ grant_type: "authorization_code", code: "a b+c", redirect_uri: "https://acme.example/?x=1&y" });
    expect(await oauth2.revoke({ token: "old/+=", token_type_hint: "refresh_token" })).toBeNull();
    expect(requests.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))).toEqual([
      { grant_type: "authorization_code", code: "a b+c", redirect_uri: "https://acme.example/?x=1&y" },
      { token: "old/+=", token_type_hint: "refresh_token" },
    ]);
    for (const { headers } of requests) {
      expect(headers["content-type"]).toBe("application/x-www-form-urlencoded");
      expect(headers.authorization).toBeUndefined();
    }
  });

  test.for(["", "OK", "{}", '"revoked"'])("takes a revocation that is answered with 200 and %j for done (RFC 7009, 2.2)", async (said) => {
    const { url } = await recorder((_seen, response) => answer(response, 200, said));
    expect(await clientOf(url).oauth2.revoke({ token: "x" })).toEqual({ "": null, OK: "OK", "{}": {}, '"revoked"': "revoked" }[said]);
  });

  test("does not take a page for the answer of a change", async () => {
    const { url } = await recorder((_seen, response) => answer(response, 200, "\n<!doctype html><title>Log in</title>"));
    expect(await problemOf(clientOf(url).groups.delete(uuidOf(1)))).toMatchObject({ code: "answer_unreadable" });
    expect(await problemOf(clientOf(url).groups.get(uuidOf(1)))).toMatchObject({ code: "answer_unreadable" });
  });

  const question = {
    response_type: "code",
    client_id: "hr",
    redirect_uri: "https://acme.example/back?a=1",
    state: "x y",
    scope: undefined,
  };

  test("returns the target of authorize without following it", async () => {
    const location = "https://acme.example/back?a=1&code=abc&state=x+y";
    const { url, requests } = await recorder((_seen, response) => answer(response, 302, "", { location }));
    expect(await clientOf(url).oauth2.authorize(question)).toEqual({ location });
    expect(requests.map(({ path, query }) => [path, Object.fromEntries(query)])).toEqual([
      ["/oauth2/authorize", { response_type: "code", client_id: "hr", redirect_uri: question.redirect_uri, state: "x y" }],
    ]);
  });

  test("answers an empty place where authorize shows a page instead, and a problem where it refuses", async () => {
    const page = await serve((_request, response) => response.writeHead(200, { "content-type": "text/html" }).end("<form>"));
    expect(await clientOf(page).oauth2.authorize(question)).toEqual({ location: "" });
    const refusing = await serve((_request, response) => answer(response, 412, { error: "invalid_request" }));
    expect(await problemOf(clientOf(refusing).oauth2.authorize(question))).toMatchObject({ code: "invalid_parameters", status: 412 });
  });

  test("builds the address of authorize without a request", async () => {
    const { url, requests } = await recorder();
    const address = new URL(clientOf(`${url}/lms/`).oauth2.authorizeUrl(question));
    expect(`${address.origin}${address.pathname}`).toBe(`${url}/lms/integration/v1/oauth2/authorize`);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      response_type: "code",
      client_id: "hr",
      redirect_uri: question.redirect_uri,
      state: "x y",
    });
    expect(requests).toEqual([]);
  });

  test("shows its access token for userinfo", async () => {
    const { url, requests } = await recorder((_seen, response) => answer(response, 200, { sub: uuidOf(1) }));
    expect(await clientOf(url).oauth2.userinfo()).toEqual({ sub: uuidOf(1) });
    expect(requests[0]?.headers.authorization).toBe("Bearer access");
  });
});
