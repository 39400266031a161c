import { messageOf, nextOf } from "../helpers/problems.ts";
import { describe, expect, test } from "vitest";
import { requestBudget } from "../../src/learning-service/http/budget.ts";
import { createClient, type Client } from "../../src/learning-service/client.ts";
import { ENDPOINTS, type NamedEndpoint } from "../../src/learning-service/contract/contract.ts";
import { memoryTokenStore } from "../../src/learning-service/tokens/tokens.ts";
import { answer, clientFor, clientOf, problemOf, serve, settingsFor, someone, uuidOf } from "./helpers.ts";
import { accessAnswer, recorder, storeAtHand } from "./recorder.ts";

const id = uuidOf(7);

/** The answers of the documented endpoints that answer one thing; everything else may be any JSON. */
const answers: Readonly<Record<string, unknown>> = {
  "oauth2.refresh": accessAnswer(),
  "users.create": null,
  "users.update": null,
  "contentProviders.get": { id, account_id: id, code: "c", name: "n" },
  "learningPaths.get": { learning_path_id: id },
  "reports.templates.get": {
    id: "t",
    account_id: "a",
    type: "t",
    format: "csv",
    lang: "en",
    date_insert: "d",
    date_update: "d",
    Record_Creation_Date: "d",
    columns: {},
    reportType: "users",
    titleFormat: {},
    run_parameters: {},
  },
};

type Method = (...args: unknown[]) => unknown;

function methodOf(client: Client, { area, name }: NamedEndpoint): Method {
  let node: unknown = client;
  for (const part of [area, ...name.split(".")]) node = Reflect.get(node as object, part);
  return node as Method;
}

/** Reads what a method answers, whatever kind of endpoint it is. */
async function outcomeOf(entry: NamedEndpoint["entry"], result: unknown): Promise<unknown> {
  if (entry.answer === "list") return (result as ReturnType<Client["groups"]["list"]>).page();
  if (entry.answer === "file") return (await (result as ReturnType<Client["reports"]["download"]>)).stream.resume();
  return result;
}

describe("a method", () => {
  test.for(ENDPOINTS.map((named) => [`${named.area}.${named.name}`, named] as const))(
    "%s takes the id, then the body, then the query, and sends its endpoint's request",
    async ([name, named]) => {
      const { entry } = named;
      const { url, requests } = await recorder((_seen, response) =>
        entry.answer === "redirect"
          ? answer(response, 302, "", { location: "https://acme.example/back?code=1" })
          : answer(response, 200, entry.answer === "list" ? [] : (answers[name] ?? { any: ["JSON", 1] })),
      );
      const body = entry.encoding === "form" ? { token: "Ñ &=+", hint: undefined } : { name: "Ñ", nested: { list: [1] } };
      const args = [
        ...(entry.pathParams === undefined ? [] : [id]),
        ...(entry.body === undefined ? [] : [body]),
        ...(entry.query === undefined ? [] : [{ probe: "a b&c" }]),
      ];
      await outcomeOf(entry, methodOf(clientOf(url), named)(...args));
      expect(requests).toHaveLength(1);
      const [seen] = requests;
      expect(`${seen?.method} ${seen?.path}`).toBe(`${entry.method} ${entry.path.replace(/\{\w+\}/, id)}`);
      expect(seen?.query).toEqual(entry.query === undefined ? [] : [["probe", "a b&c"]]);
      expect(seen?.headers.authorization).toBe(entry.open === true ? undefined : "Bearer access");
      if (entry.body === undefined) {
        expect(seen?.body).toBe("");
        expect(seen?.headers["content-type"]).toBeUndefined();
      } else if (entry.encoding === "form") {
        expect(seen?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
        expect(seen?.body).toBe("token=%C3%91+%26%3D%2B");
      } else {
        expect(seen?.headers["content-type"]).toBe("application/json");
        expect(JSON.parse(seen?.body ?? "")).toEqual(name === "users.update" ? { ...body, user_id: id } : body);
      }
    },
  );

  test("of a search takes what is looked for, and then the part of the list", async () => {
    const { url, requests } = await recorder();
    await clientOf(url).skills.search({ query: "sql", lang: "en" }, { _start: 40, _limit: 10 }).page();
    expect(requests).toMatchObject([
      {
        method: "POST",
        query: [
          ["_start", "40"],
          ["_limit", "10"],
        ],
        body: '{"query":"sql","lang":"en"}',
      },
    ]);
  });

  test("of a search repeats its body for each page", async () => {
    const all = Array.from({ length: 25 }, (_, n) => ({ id: uuidOf(n), title: `skill ${n}` }));
    const { url, requests } = await recorder(({ query }, response) => {
      const { _start, _limit } = Object.fromEntries(query);
      answer(response, 200, all.slice(Number(_start), Number(_start) + Number(_limit)));
    });
    expect(
      await clientOf(url, { dialect: { pageSize: 10 } })
        .skills.search({ query: "s" })
        .all(),
    ).toEqual(all);
    expect(requests.map(({ body }) => body)).toEqual(Array.from({ length: requests.length }, () => '{"query":"s"}'));
  });

  test("without an id is a TypeError even where the types were passed by", async () => {
    const { url, requests } = await recorder();
    const call = clientOf(url).groups.delete as unknown as () => Promise<unknown>;
    expect(call).toThrow(new TypeError("DELETE /groups/{group_id} needs group_id"));
    expect(requests).toEqual([]);
  });

  test("exists for every endpoint, and accessing it sends nothing", async () => {
    const { url, requests } = await recorder();
    const client = clientOf(url);
    expect(ENDPOINTS.map((named) => typeof methodOf(client, named))).toEqual(ENDPOINTS.map(() => "function"));
    expect(ENDPOINTS).toHaveLength(57);
    // Only reading a list asks for it.
    client.groups.list();
    expect(requests).toEqual([]);
  });
});

describe("contentProviders.get", () => {
  test.for<[Parameters<Client["contentProviders"]["get"]>[1], [string, string][]]>([
    [{ _limit: { offset: 20, count: 40 } }, [["_limit", "20-40"]]],
    [{ _limit: "0-5" }, [["_limit", "0-5"]]],
    [{ _limit: 5 }, [["_limit", "5"]]],
    [{ _limit: "5" }, [["_limit", "5"]]],
    [
      { name: "Acme", _limit: { offset: 0, count: 1 } },
      [
        ["name", "Acme"],
        ["_limit", "0-1"],
      ],
    ],
    [undefined, []],
  ])("with %j sends its part as <offset>-<count>", async ([query, expected]) => {
    const { url, requests } = await recorder((_seen, response) => answer(response, 200, answers["contentProviders.get"]));
    expect(await clientOf(url).contentProviders.get(id, query)).toMatchObject({ code: "c" });
    expect(requests.map((seen) => seen.query)).toEqual([expected]);
  });
});

describe("contentProviders.get", () => {
  test.for<unknown>(["1-0", "0-0", 0, "0", -1, 1.5, "5-", "-5", "all", "", null, { offset: 0, count: 0 }, { offset: -1, count: 5 }])(
    "with the _limit %j is a TypeError and sends nothing",
    async (_limit) => {
      const { url, requests } = await recorder();
      await expect(clientOf(url).contentProviders.get(id, { _limit } as object)).rejects.toThrow(TypeError);
      expect(requests).toEqual([]);
    },
  );
});

describe("group_ids", () => {
  const [a, b] = [uuidOf(1), uuidOf(2)];
  test.for<["array" | "object", unknown, unknown]>([
    ["array", [a, b], [a, b]],
    ["object", [a, b], { [a]: true, [b]: true }],
    ["array", [], []],
    ["object", [], {}],
    // As the service wants it already, written by someone without types.
    ["object", { [a]: true }, { [a]: true }],
    ["array", { [a]: true }, { [a]: true }],
  ])("with the dialect %s: %j is sent as %j", async ([groupIds, given, expected]) => {
    const { url, requests } = await recorder((_seen, response) => answer(response, 200, "null"));
    const client = clientOf(url, { dialect: { groupIds } });
    const body = { ...someone, group_ids: given as string[] };
    await client.users.create(body);
    await client.users.update(id, body);
    expect(requests.map((seen) => (JSON.parse(seen.body) as { group_ids: unknown }).group_ids)).toEqual([expected, expected]);
    expect(body.group_ids).toBe(given);
  });

  test("that are left out stay left out", async () => {
    const { url, requests } = await recorder((_seen, response) => answer(response, 200, "null"));
    await clientOf(url, { dialect: { groupIds: "object" } }).users.update(id, { city: "Vigo" });
    expect(JSON.parse(requests[0]?.body ?? "")).toEqual({ city: "Vigo", user_id: id });
  });
});

describe("an answer of 302", () => {
  test.for<[string, (client: Client) => Promise<unknown>]>([
    ["one thing", (client) => client.groups.get(id)],
    ["a list", (client) => client.groups.list().all()],
    ["a file", (client) => client.reports.download(id)],
    ["a change", (client) => client.users.create(someone)],
  ])("instead of %s is unexpected_status, and is not followed", async ([, call]) => {
    const { url, requests } = await recorder((_seen, response) => answer(response, 302, "", { location: "/integration/v1/groups" }));
    expect(await problemOf(call(clientOf(url)))).toMatchObject({ code: "unexpected_status", status: 302, retryable: false });
    expect(requests).toHaveLength(1);
  });

  test.for<[location: string, shown: string | null]>([
    ["/integration/v1/elsewhere?token=abc#x", "It redirects to /integration/v1/elsewhere."],
    ["https://user:pass@new.example/login?next=someone@acme.example", "It redirects to https://new.example/login."],
    [`https://new.example/groups/${id}`, "It redirects to https://new.example/groups/(id)."],
    ["https://new.example/someone", "It redirects to https://new.example/(username)."],
    ["", null],
  ])("to %j names its target, without secrets and personal data", async ([location, shown]) => {
    const { url } = await recorder((_seen, response) => answer(response, 302, "", location === "" ? {} : { location }));
    const problem = await problemOf(clientOf(url).users.create(someone));
    if (shown === null) expect(messageOf(problem)).not.toContain("It leads");
    else expect(messageOf(problem)).toContain(shown);
    expect(messageOf(problem)).not.toMatch(/token|pass|acme|#x/);
    if (shown !== null) expect(nextOf(problem)).toContain("Redirects are not followed");
  });
});

describe("the address of a client", () => {
  test.for(["/integration/v1", "/integration/v1/", "/base/integration/v1", "/base/integration/v1//", "/base/"])(
    "that ends in %s leads to the same endpoints as one without the prefix",
    async (end) => {
      const seen: string[] = [];
      const url = await serve((request, response) => {
        seen.push(request.url ?? "");
        answer(response, 200, []);
      });
      await clientOf(`${url}${end}`).groups.get(id);
      expect(seen).toEqual([`${end.startsWith("/base") ? "/base" : ""}/integration/v1/groups/${id}`]);
    },
  );

  test.for(["https://lms.example.com/?tenant=1", "https://lms.example.com/#top", "https://user:word@lms.example.com"])(
    "%s is a TypeError",
    (baseUrl) => {
      expect(() => createClient({ baseUrl, auth: { refreshToken: "r" } }, { tokens: memoryTokenStore() })).toThrow(TypeError);
    },
  );
});

describe("a client", () => {
  test.for(["", "lms.example.com", "ftp://lms.example.com", "sandbox"])("of the address %j is a TypeError at once", (baseUrl) => {
    expect(() => createClient({ baseUrl, auth: { refreshToken: "r" } }, { tokens: memoryTokenStore() })).toThrow(TypeError);
  });

  test("needs no more than an address and a refresh token", async () => {
    const { url, requests } = await recorder((seen, response) =>
      answer(response, 200, seen.path === "/oauth2/token/refresh" ? accessAnswer() : []),
    );
    const client = createClient({ baseUrl: `${url}///`, auth: { refreshToken: "first" } }, { tokens: memoryTokenStore() });
    expect(await client.groups.list().all()).toEqual([]);
    client.close();
    expect(requests.map(({ method, path, query, headers, body }) => [method, path, query, headers.authorization, body])).toEqual([
      ["POST", "/oauth2/token/refresh", [], undefined, '{"refresh_token":"first"}'],
      [
        "GET",
        "/groups",
        [
          ["_start", "0"],
          ["_limit", "100"],
        ],
        "Bearer fresh",
        "",
      ],
    ]);
  });

  test("that is asked to wait makes every client of the same budget wait", async () => {
    let first = true;
    const { url } = await recorder((_seen, response) => {
      if (!first) return answer(response, 200, []);
      first = false;
      return answer(response, 429, {}, { "retry-after": "1" });
    });
    const budget = requestBudget({ perSecond: 1000, inFlight: 8 });
    const another = () => clientFor(settingsFor(url, "first"), { tokens: storeAtHand(), budget });
    const [one, two] = [another(), another()];
    const began = performance.now();
    expect(await problemOf(one.groups.list().page())).toMatchObject({ code: "rate_limited", retryAfterMs: 1000 });
    await two.groups.list().page();
    expect(performance.now() - began).toBeGreaterThan(900);
  });

  test("tells its log endpoint and status, and nothing of what was sent", async () => {
    const { url } = await recorder();
    const logged: unknown[] = [];
    const log = { debug: (fields: object, message: string) => void logged.push({ ...fields, message }) };
    const client = clientFor(settingsFor(url, "first"), { tokens: storeAtHand(), log });
    await client.users.progress(id, { progress_status: "passed" }).page();
    expect(logged).toEqual([
      { endpoint: "GET /users/{user_id}/assignments/courses/progress", status: 200, message: "the learning service answered" },
    ]);
  });

  test("that was closed keeps no connection, and can be used again", async () => {
    const sockets = new Set<unknown>();
    const url = await serve((request, response) => {
      sockets.add(request.socket);
      answer(response, 200, []);
    });
    const client = clientOf(url);
    await client.groups.list().page();
    await client.groups.list().page();
    expect(sockets.size).toBe(1);
    client.close();
    await client.groups.list().page();
    expect(sockets.size).toBe(2);
  });
});
