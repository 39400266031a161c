import { messageOf } from "../helpers/problems.ts";
import { describe, expect, test } from "vitest";
import { readTokens } from "../../src/learning-service/tokens/token-answer.ts";
import { memoryTokenStore, type StoredTokens } from "../../src/learning-service/tokens/tokens.ts";
import { telemetry } from "../../src/domain/telemetry/telemetry.ts";
import { connectService } from "../../src/session/connect.ts";
import { testClock } from "../helpers/clock.ts";
import { company } from "../helpers/company.ts";
import { answer, clientFor, problemOf, settingsFor } from "./helpers.ts";
import { accessAnswer, recorder } from "./recorder.ts";

const isRefresh = ({ path }: { path: string }): boolean => path === "/oauth2/token/refresh";

/** A service whose refresh answers these texts one after the other, the last one for ever; anything else is an empty list. */
async function refreshing(...texts: string[]) {
  let given = 0;
  const service = await recorder((seen, response) => {
    if (!isRefresh(seen)) return answer(response, 200, []);
    answer(response, 200, texts[Math.min(given++, texts.length - 1)] ?? "");
  });
  const store = memoryTokenStore();
  let now = Date.UTC(2026, 10, 3);
  const clock = { now: () => new Date(now), step: (ms: number) => void (now += ms) };
  const deviations: string[][] = [];
  const logged: unknown[] = [];
  const client = clientFor(settingsFor(service.url, "first"), {
    tokens: store,
    now: clock.now,
    deviation: (_path, fields) => deviations.push([...fields]),
    log: { debug: () => undefined, warn: (fields) => void logged.push(fields) },
  });
  return { ...service, client, store, clock, deviations, logged, used: () => service.requests.filter(isRefresh).map(({ body }) => body) };
}

const json = (change: Record<string, unknown>): string => JSON.stringify(accessAnswer(change));

describe("a refresh answer that deviates a little", () => {
  const hour = 3_600_000;
  test.for<[what: string, text: string, kept: Partial<StoredTokens>, lifetime: number, deviating: string[]]>([
    ["a lifetime as text", json({ access_token_lifetime: "7200000" }), {}, 2 * hour, ["access_token_lifetime"]],
    ["a lifetime as a fraction", json({ access_token_lifetime: 7_200_000.75 }), {}, 2 * hour, ["access_token_lifetime"]],
    ["a fraction as text", json({ access_token_lifetime: "7200000.5" }), {}, 2 * hour, ["access_token_lifetime"]],
    ["a lifetime that cannot be read", json({ access_token_lifetime: "2h" }), {}, 300_000, ["access_token_lifetime"]],
    ["a negative lifetime", json({ access_token_lifetime: -1 }), {}, 300_000, ["access_token_lifetime"]],
    ["no lifetime", json({ access_token_lifetime: undefined }), {}, 300_000, ["access_token_lifetime"]],
    ["expires_in instead of it", json({ access_token_lifetime: undefined, expires_in: 7200 }), {}, 2 * hour, ["access_token_lifetime"]],
    [
      "expires_in as a fraction in a text",
      json({ access_token_lifetime: undefined, expires_in: "7200.5" }),
      {},
      2 * hour + 500,
      ["access_token_lifetime"],
    ],
    [
      "a lifetime of the refresh token that cannot be read",
      json({ refresh_token_lifetime: "never" }),
      { refreshExpiresAt: null },
      hour,
      ["refresh_token_lifetime"],
    ],
    ["no refresh token", json({ refresh_token: undefined }), { refreshToken: "first" }, hour, ["refresh_token"]],
    ["a refresh token that is null", json({ refresh_token: null }), { refreshToken: "first" }, hour, ["refresh_token"]],
    ["an empty refresh token", json({ refresh_token: "" }), { refreshToken: "first" }, hour, ["refresh_token"]],
    ["a refresh token that is a number", json({ refresh_token: 12345 }), { refreshToken: "12345" }, hour, ["refresh_token"]],
    ["no type", json({ access_token_type: undefined }), {}, hour, ["access_token_type"]],
    ["a byte order mark", `\uFEFF${json({})}`, {}, hour, []],
    ["tokens one level down", JSON.stringify({ response: accessAnswer() }), {}, hour, ["body"]],
    ["an end that is cut", json({ z: "cut here" }).slice(0, -6), {}, hour, ["body"]],
  ])("is used: %s", async ([, text, kept, lifetime, deviating]) => {
    const { client, store, clock, deviations, logged, used } = await refreshing(text, json({}));
    expect(await client.groups.list().all()).toEqual([]);
    const stored = await store.load();
    expect(stored).toMatchObject({ accessToken: "fresh", refreshToken: "renewed", ...kept });
    expect(stored?.accessExpiresAt).toBe(clock.now().getTime() + lifetime);
    expect(deviations).toEqual(deviating.length === 0 ? [] : [deviating]);
    expect(logged).toEqual(deviating.length === 0 ? [] : [{ endpoint: "POST /oauth2/token/refresh", fields: deviating }]);
    // The next refresh uses the token that was kept.
    clock.step(lifetime);
    await client.groups.list().all();
    expect(used()).toEqual(['{"refresh_token":"first"}', JSON.stringify({ refresh_token: kept.refreshToken ?? "renewed" })]);
  });

  test("without an access token keeps the new refresh token, says so, and the next call uses it", async () => {
    const { client, store, deviations, used } = await refreshing(json({ access_token: null }), json({}));
    const problem = await problemOf(client.groups.list().all());
    expect(problem).toMatchObject({ code: "answer_unreadable", sent: "no", retryable: true, exit: 5 });
    expect(messageOf(problem)).toContain("Its refresh token was stored");
    expect(await store.load()).toMatchObject({ refreshToken: "renewed" });
    expect(deviations).toEqual([["access_token"]]);
    expect(await client.groups.list().all()).toEqual([]);
    expect(used()).toEqual(['{"refresh_token":"first"}', '{"refresh_token":"renewed"}']);
  });

  test.for([
    "",
    "null",
    "[]",
    "{}",
    "<html>fresh</html>",
    '{"access_token": "fresh", "refresh_tok',
    JSON.stringify({ data: [] }),
    JSON.stringify({ access_token: {}, refresh_token: [] }),
  ])("is lost where nothing safe can be read: %j", async (text) => {
    const { client, store } = await refreshing(text);
    expect(await problemOf(client.groups.list().all())).toMatchObject({ code: "refresh_answer_lost", status: 200, exit: 5 });
    expect(await store.load()).toBeNull();
  });

  test("is no loss for who calls oauth2.refresh by hand", async () => {
    const { client, deviations } = await refreshing(
      json({ access_token_lifetime: "7200000.5", extra: 1 }),
      json({ refresh_token: undefined }),
      json({ access_token: undefined }),
      "{}",
    );
    const refresh = () => client.oauth2.refresh({ refresh_token: "mine" });
    expect(await refresh()).toEqual({ ...accessAnswer(), access_token_lifetime: 7_200_000, extra: 1 });
    expect(await refresh()).toMatchObject({ access_token: "fresh", refresh_token: "mine" });
    expect(await refresh()).toMatchObject({ access_token: "", refresh_token: "renewed" });
    expect(await problemOf(refresh())).toMatchObject({ code: "answer_unreadable", body: {} });
    expect(deviations).toEqual([["access_token_lifetime"], ["refresh_token"], ["access_token"]]);
  });

  test("of client credentials is read in the same way", async () => {
    expect(readTokens('{"access_token":"a","expires_in":"3600.5"}', "standard")).toMatchObject({
      accessToken: "a",
      accessLifetime: 3_600_500,
      deviating: ["expires_in"],
    });
    expect(readTokens('{"access_token":"a","token_type":"Bearer"}', "standard").deviating).toEqual([]);
  });
});

test("a new refresh token that could not be stored is stored before anything else is asked", async () => {
  const { url, requests } = await recorder((seen, response) => answer(response, 200, isRefresh(seen) ? accessAnswer() : []));
  const inner = memoryTokenStore();
  let fails = true;
  const client = clientFor(settingsFor(url, "first"), {
    tokens: {
      ...inner,
      save: async (tokens) => {
        if (fails) throw new Error("the disk is full");
        await inner.save(tokens);
      },
    },
  });
  await expect(client.groups.list().all()).rejects.toThrow("the disk is full");
  fails = false;
  expect(await client.groups.list().all()).toEqual([]);
  expect(await inner.load()).toMatchObject({ refreshToken: "renewed" });
  expect(requests.filter(isRefresh)).toHaveLength(1);
});

test("Rollcall tells its log which field of a token answer deviates, and no value of it", async () => {
  const c = await company();
  const { access_token } = await tokenOf(c.service.url);
  const body = JSON.stringify({ access_token, refresh_token: c.service.issueRefreshToken(), access_token_lifetime: "3600000" });
  c.service.failNext({ path: "refresh$", body, when: "after" });
  const told: { event: string; facts: unknown }[] = [];
  const listen = (message: unknown): void => void told.push(message as { event: string; facts: unknown });
  telemetry().happenings.add(listen);
  await c.look(async (state) => {
    const { client } = connectService(state, settingsFor(c.service.url, c.service.refreshToken), null, { ...testClock(), env: {} });
    expect((await client.groups.list().all()).length).toBeGreaterThan(0);
    client.close();
  });
  telemetry().happenings.delete(listen);
  expect(told.filter(({ event }) => event === "token_answer_deviates").map(({ facts }) => facts)).toEqual([
    { route: "/oauth2/token/refresh", field: "access_token_lifetime" },
    { route: "/oauth2/token/refresh", field: "refresh_token_lifetime" },
    { route: "/oauth2/token/refresh", field: "access_token_type" },
  ]);
  expect(JSON.stringify(told)).not.toContain(access_token);
});

async function tokenOf(url: string): Promise<{ access_token: string }> {
  const form = { grant_type: "client_credentials", client_id: "rollcall", client_secret: "sandbox-secret" };
  const client = clientFor(settingsFor(url, ""));
  return (await client.oauth2.token(form)) as { access_token: string };
}
