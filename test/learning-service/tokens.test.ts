import { messageOf, nextOf } from "../helpers/problems.ts";
import { describe, expect, test } from "vitest";
import type { StoredTokens, TokenStore } from "../../src/learning-service/tokens/tokens.ts";
import { configuredDigest } from "../../src/learning-service/tokens/grant.ts";
import { memoryTokenStore } from "../../src/learning-service/tokens/tokens.ts";
import { answer, clientFor, problemOf, serve, settingsFor, startSandbox, someone } from "./helpers.ts";
import { testClock } from "../helpers/clock.ts";

const refreshes = (requests: readonly { path: string }[]) => requests.filter(({ path }) => path.includes("oauth2")).length;
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));

function stored(change: Partial<StoredTokens> = {}): StoredTokens {
  return {
    accessToken: "old",
    refreshToken: "dead",
    accessExpiresAt: Date.now() + 1e6,
    refreshExpiresAt: Date.now() + 1e6,
    configured: configuredDigest({ refreshToken: "other", client: null }),
    ...change,
  };
}

describe("the access token", () => {
  test("is fetched once for twenty calls at the same time", async () => {
    const sandbox = await startSandbox({ seed: "groups" });
    const client = clientFor(settingsFor(sandbox.url, sandbox.refreshToken));
    await Promise.all(Array.from({ length: 20 }, () => client.subscriptions.list().all()));
    expect(refreshes(sandbox.requests())).toBe(1);
  });

  test("is refreshed before it expires, so that no call is refused, and the rotated token is used for it", async () => {
    const clock = testClock();
    const sandbox = await startSandbox({ seed: "empty", tokens: { access: 2000 }, now: clock.now });
    const store = memoryTokenStore();
    const client = clientFor(settingsFor(sandbox.url, sandbox.refreshToken), { tokens: store, now: clock.now });
    for (let i = 0; i < 4; i++) {
      await client.subscriptions.list().all();
      clock.step(700);
    }
    expect(sandbox.requests().every(({ status }) => status === 200)).toBe(true);
    expect(refreshes(sandbox.requests())).toBeGreaterThan(1);
    expect((await store.load())?.refreshToken).toBe(sandbox.refreshToken);
  });

  test("that dies early is refreshed once, for all calls that it fails, and each is sent again", async () => {
    const sandbox = await startSandbox({ seed: "empty" });
    const client = clientFor(settingsFor(sandbox.url, sandbox.refreshToken));
    await client.subscriptions.list().all();
    sandbox.killTokens("access");
    sandbox.clearRequests();
    await Promise.all(Array.from({ length: 20 }, () => client.subscriptions.list().all()));
    expect(refreshes(sandbox.requests())).toBe(1);
  });

  test("that is still refused after a refresh ends as unauthorized, without a loop", async () => {
    const sandbox = await startSandbox({ seed: "empty" });
    const client = clientFor(settingsFor(sandbox.url, sandbox.refreshToken));
    sandbox.failNext({ path: "/subscriptions", status: 401, times: -1 });
    expect((await problemOf(client.subscriptions.list().all())).code).toBe("unauthorized");
    expect(sandbox.requests()).toHaveLength(4);
  });

  test("that another process has just refreshed is used instead of refreshing again", async () => {
    const sandbox = await startSandbox({ seed: "empty" });
    const store = memoryTokenStore();
    const settings = settingsFor(sandbox.url, sandbox.refreshToken);
    const [one, two] = [clientFor(settings, { tokens: store }), clientFor(settings, { tokens: store })];
    await Promise.all([one.subscriptions.list().page(), two.subscriptions.list().page()]);
    expect(refreshes(sandbox.requests())).toBe(1);
    sandbox.killTokens("access");
    await Promise.all([one.subscriptions.list().page(), two.subscriptions.list().page()]);
    expect(refreshes(sandbox.requests())).toBe(2);
  });

  test("goes into the header and scheme of the settings", async () => {
    let seen: unknown;
    const url = await serve((request, response) => {
      seen = request.headers["x-api-token"];
      answer(response, 200, {});
    });
    const settings = {
      ...settingsFor(`${url}/base/`, "first"),
      auth: { refreshToken: "first", client: null, header: "X-Api-Token", scheme: "" },
    };
    await clientFor(settings, {
      tokens: memoryTokenStore(stored({ configured: configuredDigest({ refreshToken: "first", client: null }) })),
    }).users.create(someone);
    expect(seen).toBe("old");
  });
});

describe("the refresh token", () => {
  test("that was changed in the job file beats the stored one", async () => {
    const sandbox = await startSandbox({ seed: "empty" });
    const store = memoryTokenStore(stored());
    await clientFor(settingsFor(sandbox.url, sandbox.refreshToken), { tokens: store }).subscriptions.list().all();
    expect((await store.load())?.refreshToken).toBe(sandbox.refreshToken);
  });

  test("that is stored is used, not the configured one that is long dead", async () => {
    const sandbox = await startSandbox({ seed: "empty" });
    const store = memoryTokenStore(
      stored({
        refreshToken: sandbox.refreshToken,
        accessExpiresAt: Date.now() - 1,
        configured: configuredDigest({ refreshToken: "dead", client: null }),
      }),
    );
    await clientFor(settingsFor(sandbox.url, "dead"), { tokens: store }).subscriptions.list().all();
    expect(refreshes(sandbox.requests())).toBe(1);
  });

  test("is stored before the access token is used", async () => {
    const sandbox = await startSandbox({ seed: "empty" });
    const inner = memoryTokenStore();
    const store: TokenStore = {
      ...inner,
      async save(tokens) {
        await sleep(50);
        expect(sandbox.requests()).toHaveLength(1);
        await inner.save(tokens);
      },
    };
    await clientFor(settingsFor(sandbox.url, sandbox.refreshToken), { tokens: store }).subscriptions.list().all();
    expect(sandbox.requests().length).toBeGreaterThan(1);
  });

  test("that is refused ends with exit 5 and says what to do, without the token", async () => {
    const sandbox = await startSandbox({ seed: "empty" });
    const problem = await problemOf(clientFor(settingsFor(sandbox.url, "a-refused-token")).subscriptions.list().all());
    expect(problem).toMatchObject({ code: "credentials_refused", exit: 5, retryable: false, audience: "admin" });
    expect(nextOf(problem)).toMatch(/refresh token.*job file.*environment variable/);
    expect(JSON.stringify([messageOf(problem), nextOf(problem), problem.serverMessage])).not.toContain("a-refused-token");
  });

  test("that is stored is hidden too when the service repeats it", async () => {
    const url = await serve((_request, response) => answer(response, 412, { message: "unknown: kept-in-the-store" }));
    const store = memoryTokenStore(
      stored({
        refreshToken: "kept-in-the-store",
        accessExpiresAt: 0,
        configured: configuredDigest({ refreshToken: "first", client: null }),
      }),
    );
    const problem = await problemOf(clientFor(settingsFor(url, "first"), { tokens: store }).groups.list().all());
    expect(problem).toMatchObject({ code: "credentials_refused", serverMessage: "unknown: (refresh_token)" });
    expect(messageOf(problem)).not.toContain("kept-in-the-store");
  });

  test.for(["lost", "unreadable"])("whose answer was %s may be dead: exit 5 says so", async (how) => {
    const sandbox = await startSandbox({ seed: "empty" });
    sandbox.failNext({ path: "refresh$", when: "after", ...(how === "lost" ? { reset: true } : { body: '{"access_token": "x' }) });
    const client = clientFor(settingsFor(sandbox.url, sandbox.refreshToken));
    expect(await problemOf(client.subscriptions.list().all())).toMatchObject({ code: "refresh_answer_lost", exit: 5 });
    expect((await problemOf(client.subscriptions.list().all())).code).toBe("credentials_refused");
  });

  test("survives a stop in the middle of a refresh, because that answer is still waited for and stored", async () => {
    const sandbox = await startSandbox({ seed: "empty" });
    const stop = new AbortController();
    const store = memoryTokenStore();
    const client = clientFor(settingsFor(sandbox.url, sandbox.refreshToken), { tokens: store, signal: stop.signal });
    sandbox.failNext({ path: "refresh$", when: "after", delayMs: 100 });
    const running = problemOf(client.subscriptions.list().all());
    await sleep(50);
    stop.abort();
    expect(await running).toMatchObject({ code: "stopped", sent: "no" });
    expect((await store.load())?.refreshToken).toBe(sandbox.refreshToken);
  });

  test("is not judged by a service that cannot be reached or is busy", async () => {
    const sandbox = await startSandbox({ seed: "empty" });
    sandbox.failNext({ path: "refresh$", status: 503 });
    const client = clientFor(settingsFor(sandbox.url, sandbox.refreshToken));
    expect(await problemOf(client.subscriptions.list().all())).toMatchObject({ code: "unavailable", retryable: true });
    expect(await client.subscriptions.list().all()).toHaveLength(4);
  });
});
