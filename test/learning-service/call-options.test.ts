import { describe, expect, test } from "vitest";
import type { Client } from "../../src/learning-service/client.ts";
import { contract, ENDPOINTS } from "../../src/learning-service/contract/contract.ts";
import type { HookRequest, Hooks } from "../../src/learning-service/hooks.ts";
import { memoryTokenStore } from "../../src/learning-service/tokens/tokens.ts";
import { answer, clientFor, clientOf, problemOf, settingsFor, someone, uuidOf } from "./helpers.ts";
import { accessAnswer, recorder, storeAtHand } from "./recorder.ts";

const id = uuidOf(7);
const isRefresh = ({ path }: { path: string }): boolean => path === "/oauth2/token/refresh";
/** Lets pending work run. */
const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 20));

describe("the headers of a call", () => {
  test.for<[string, (client: Client, options: { headers: Record<string, string> }) => Promise<unknown>]>([
    ["one thing", (client, options) => client.groups.get(id, options)],
    ["a list", (client, options) => client.groups.list({ search: "s" }, options).all()],
    ["a list without a query", (client, options) => client.groups.list(undefined, options).page()],
    ["a search", (client, options) => client.skills.search({ query: "s" }, {}, options).all()],
    ["a create", (client, options) => client.users.create(someone, options)],
    ["an update", (client, options) => client.users.update(id, { city: "Vigo" }, options)],
    ["a deletion", (client, options) => client.assignments.courses.delete({ user_ids: [id] }, options)],
    ["a revocation", (client, options) => client.oauth2.revoke({ token: "t" }, options)],
    ["call", (client, options) => client.call(contract.groups.get, { params: { group_id: id } }, options)],
  ])("go out with %s, beside the client's own, and with no other call", async ([, call]) => {
    const { url, requests } = await recorder((_seen, response) => answer(response, 200, []));
    const client = clientOf(url);
    await call(client, { headers: { "X-Tenant": "acme" } }).catch(() => undefined);
    await client.groups.list().page();
    expect(requests.map(({ headers }) => headers["x-tenant"])).toEqual([...requests.slice(1).map(() => "acme"), undefined]);
    expect(requests.at(-1)?.headers.authorization).toBe("Bearer access");
  });

  test.for<[string, Record<string, unknown>]>([
    ["replace the access token", { Authorization: "Bearer other" }],
    ["replace the header of the token in the settings", { "x-api-token": "other" }],
    ["replace the content type", { "content-type": "text/plain" }],
    ["begin another request", { "x-a": "1\r\nx-b: 2" }],
    ["have an impossible name", { "x a": "1" }],
    ["have no text", { "x-a": undefined }],
  ])("that %s are a TypeError before anything is sent, without the value", async ([, headers]) => {
    const { url, requests } = await recorder();
    const settings = settingsFor(url, "first");
    const client = clientFor({ ...settings, auth: { ...settings.auth, header: "X-Api-Token" } });
    const error: unknown = await client.groups.get(id, { headers: headers as Record<string, string> }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).not.toMatch(/other|x-b/);
    expect(requests).toEqual([]);
  });

  test("are in no message", async () => {
    const { url } = await recorder((_seen, response) => answer(response, 412, { message: "the key k3y-value is unknown" }));
    const problem = await problemOf(clientOf(url).groups.get(id, { headers: { "x-gateway-key": "k3y-value" } }));
    expect(problem.serverMessage).toBe("the key (x-gateway-key) is unknown");
  });
});

describe("the timeout of a call", () => {
  test("is that of this call only", async () => {
    const { url } = await recorder((seen, response) => {
      if (seen.path.startsWith("/groups")) setTimeout(() => answer(response, 200, { ok: true }), 45);
    });
    const client = clientOf(url, { timeout: 300_000 });
    expect(await problemOf(client.courses.get(id, { timeout: 30 }))).toMatchObject({ code: "answer_lost", sent: "maybe" });
    expect(await client.groups.get(id)).toEqual({ ok: true });
  });

  test.for([0, -1, Number.NaN, Number.POSITIVE_INFINITY])("of %d is a TypeError", async (timeout) => {
    const { url, requests } = await recorder();
    await expect(clientOf(url).groups.get(id, { timeout })).rejects.toThrow(TypeError);
    expect(requests).toEqual([]);
  });
});

describe("the signal of a call", () => {
  test("that is aborted already sends nothing, not even for a token", async () => {
    const { url, requests } = await recorder();
    const client = clientFor(settingsFor(url, "first"));
    const options = { signal: AbortSignal.abort() };
    const calls = [
      () => client.groups.get(id, options),
      () => client.groups.list({}, options).all(),
      () => client.users.create(someone, options),
    ];
    for (const call of calls) expect(await problemOf(call())).toMatchObject({ code: "stopped", sent: "no" });
    expect(requests).toEqual([]);
  });

  test("ends the call under way, and no other", async () => {
    const stop = new AbortController();
    const { url } = await recorder((seen, response) => {
      if (seen.method === "POST") return stop.abort();
      setTimeout(() => answer(response, 200, { ok: true }), 40);
    });
    const client = clientOf(url);
    const other = client.groups.get(id);
    expect(await problemOf(client.users.create(someone, { signal: stop.signal }))).toMatchObject({ code: "stopped", sent: "maybe" });
    expect(await other).toEqual({ ok: true });
  });

  test("ends a call that waits for its turn, and leaves the turn to the next", async () => {
    const first = Promise.withResolvers<void>();
    const { url, requests } = await recorder((seen, response) => void first.promise.then(() => answer(response, 200, { at: seen.path })));
    const client = clientFor({ ...settingsFor(url, "first"), rate: { perSecond: 1000, inFlight: 1 } }, { tokens: storeAtHand() });
    const running = client.groups.get(id);
    const stop = new AbortController();
    const waiting = problemOf(client.courses.get(id, { signal: stop.signal }));
    const next = client.categories.get(id);
    await settle();
    stop.abort();
    expect(await waiting).toMatchObject({ code: "stopped", sent: "no" });
    first.resolve();
    await Promise.all([running, next]);
    expect(requests.map(({ path }) => path)).toEqual([`/groups/${id}`, `/categories/${id}`]);
  });

  test("ends the wait for a token, which is still stored", async () => {
    const held = Promise.withResolvers<void>();
    const { url, requests } = await recorder((seen, response) => {
      if (!isRefresh(seen)) return answer(response, 200, { ok: true });
      void held.promise.then(() => answer(response, 200, accessAnswer()));
    });
    const store = memoryTokenStore();
    const client = clientFor(settingsFor(url, "first"), { tokens: store });
    const stop = new AbortController();
    const stopped = problemOf(client.groups.get(id, { signal: stop.signal }));
    await settle();
    stop.abort();
    expect(await stopped).toMatchObject({ code: "stopped", sent: "no" });
    held.resolve();
    expect(await client.courses.get(id)).toEqual({ ok: true });
    expect(await store.load()).toMatchObject({ refreshToken: "renewed" });
    expect(requests.filter(isRefresh)).toHaveLength(1);
  });

  test("beside that of the client: either ends the call", async () => {
    for (const which of ["call", "client"] as const) {
      const [call, whole] = [new AbortController(), new AbortController()];
      const { url } = await recorder(() => (which === "call" ? call : whole).abort());
      const client = clientFor(settingsFor(url, "first"), { tokens: storeAtHand(), signal: whole.signal });
      expect(await problemOf(client.groups.get(id, { signal: call.signal }))).toMatchObject({ code: "stopped", sent: "maybe" });
    }
  });

  test("ends a list between two pages, and a download in its middle", async () => {
    const stop = new AbortController();
    const { url, requests } = await recorder((seen, response) => {
      if (seen.path.endsWith("/download")) return void response.writeHead(200).write("some");
      answer(response, 200, [{ id: uuidOf(requests.length) }, { id: uuidOf(100 + requests.length) }]);
    });
    const client = clientOf(url, { dialect: { pageSize: 2 } });
    const seen: unknown[] = [];
    const reading = async (): Promise<void> => {
      for await (const page of client.groups.list({}, { signal: stop.signal }).pages()) {
        seen.push(page);
        if (seen.length === 2) stop.abort();
      }
    };
    expect(await problemOf(reading())).toMatchObject({ code: "stopped", sent: "no" });
    expect(seen).toHaveLength(2);
    const end = new AbortController();
    const { stream } = await client.reports.download(id, { signal: end.signal });
    end.abort();
    expect(await problemOf(stream.toArray())).toMatchObject({ code: "stopped" });
  });
});

describe("hooks", () => {
  async function hooked(hooks: Hooks, status = 200) {
    const service = await recorder((seen, response) =>
      answer(response, isRefresh(seen) ? 200 : status, isRefresh(seen) ? accessAnswer() : [], { "x-limit": "9" }),
    );
    const warnings: string[] = [];
    const log = { debug: () => undefined, warn: (_fields: object, message: string) => void warnings.push(message) };
    return { ...service, warnings, client: clientFor(settingsFor(service.url, "first"), { hooks, log }) };
  }

  test("see every request and its answer, tokens among them, and no token and no secret", async () => {
    const asked: HookRequest[] = [];
    const answered: string[] = [];
    const { client, url } = await hooked(
      {
        beforeRequest: (request) => void asked.push(request),
        afterResponse: ({ status, headers, ms }, { endpoint }) =>
          void answered.push(`${endpoint} ${status} ${String(headers["x-limit"])} ${ms >= 0}`),
      },
      412,
    );
    await problemOf(client.users.update(id, { city: "Vigo" }, { headers: { "x-tenant": "acme" } }));
    await settle();
    const base = `${url}/integration/v1`;
    expect(asked).toEqual([
      { endpoint: "POST /oauth2/token/refresh", method: "POST", url: `${base}/oauth2/token/refresh`, body: null, headers: {} },
      {
        endpoint: "PUT /users/{user_id}",
        method: "PUT",
        url: `${base}/users/${id}`,
        body: JSON.stringify({ city: "Vigo", user_id: id }),
        headers: { "x-tenant": "acme" },
      },
    ]);
    expect(answered).toEqual(["POST /oauth2/token/refresh 200 9 true", "PUT /users/{user_id} 412 9 true"]);
  });

  test("may add headers, also later, which are hidden in messages", async () => {
    const { client, requests } = await hooked({
      beforeRequest: async (request) => {
        await Promise.resolve();
        request.headers["x-signature"] = `${request.method} ${request.body?.length ?? 0}`;
      },
    });
    await client.groups.list().page();
    expect(requests.map(({ headers }) => headers["x-signature"])).toEqual(["POST 0", "GET 0"]);
    const { url } = await recorder((seen, response) => answer(response, 412, { message: `bad ${String(seen.headers["x-key"])}` }));
    const hooks: Hooks = { beforeRequest: ({ headers }) => void (headers["x-key"] = "s1gned") };
    expect(await problemOf(clientFor(settingsFor(url, "f"), { tokens: storeAtHand(), hooks }).groups.get(id))).toMatchObject({
      serverMessage: "bad (x-key)",
    });
  });

  test("that throw before a request, or set a header of the client's own, send nothing", async () => {
    const thrown = new Error("not today");
    const { client, requests } = await hooked({
      beforeRequest: () => {
        throw thrown;
      },
    });
    await expect(client.users.create(someone)).rejects.toBe(thrown);
    const other = await hooked({ beforeRequest: ({ headers }) => void (headers["Authorization"] = "mine") });
    await expect(other.client.users.create(someone)).rejects.toThrow(TypeError);
    expect([...requests, ...other.requests]).toEqual([]);
    // The turn that was not used is free again.
    const again = await hooked({ beforeRequest: () => undefined });
    expect(await again.client.groups.list().all()).toEqual([]);
  });

  test.for(["at once", "later"] as const)("that throw %s after an answer do not lose the answer", async (when) => {
    const { client, warnings } = await hooked({
      afterResponse: () => {
        if (when === "later") return Promise.reject(new Error("no"));
        throw new Error("no");
      },
    });
    expect(await client.groups.list().all()).toEqual([]);
    await settle();
    expect(warnings.length).toBeGreaterThan(0);
    expect(warnings[0]).toContain("the answer is still used");
  });

  test("that never end after an answer hold nothing up", async () => {
    const { client } = await hooked({ afterResponse: () => new Promise<void>(() => undefined) });
    expect(await client.groups.list().all()).toEqual([]);
  });
});

test("every method takes the options after its other arguments", async () => {
  const { url, requests } = await recorder((_seen, response) => answer(response, 500, {}));
  const client = clientOf(url);
  for (const { area, name, entry } of ENDPOINTS) {
    let node: unknown = client;
    for (const part of [area, ...name.split(".")]) node = Reflect.get(node as object, part);
    const args = [
      ...(entry.pathParams === undefined ? [] : [id]),
      ...(entry.body === undefined ? [] : [{ name: "n" }]),
      ...(entry.query === undefined ? [] : [{ probe: "x" }]),
      { headers: { "x-at": `${area}.${name}` } },
    ];
    const called = (node as (...all: unknown[]) => unknown)(...args);
    await problemOf(entry.answer === "list" ? (called as ReturnType<Client["groups"]["list"]>).page() : (called as Promise<unknown>));
  }
  expect(requests.map(({ headers }) => headers["x-at"])).toEqual(ENDPOINTS.map(({ area, name }) => `${area}.${name}`));
});
