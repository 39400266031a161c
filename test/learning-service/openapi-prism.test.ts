import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createClient, type Client } from "../../src/learning-service/client.ts";
import { ENDPOINTS } from "../../src/learning-service/contract/contract.ts";
import { PREFIX } from "../../src/learning-service/contract/endpoint.ts";
import { memoryTokenStore } from "../../src/learning-service/tokens/tokens.ts";
import { createSandbox, type Sandbox } from "../../src/sandbox/sandbox.ts";
import { answer, problemOf, serve, settingsFor, someone, uuidOf } from "./helpers.ts";
import { startPrism, type Judged, type Prism } from "./prism.ts";
import { walkEverything, walkTokens } from "./walk.ts";

let sandbox: Sandbox;
let prism: Prism;
let client: Client;
const secret = { client_id: "walker", client_secret: "keeps it" };

beforeAll(async () => {
  sandbox = await createSandbox({ clients: [{ id: secret.client_id, secret: secret.client_secret }] });
  prism = await startPrism(sandbox.url);
  client = createClient(settingsFor(prism.url, sandbox.refreshToken, { timeout: 30_000 }), { tokens: memoryTokenStore() });
});
afterAll(async () => {
  client?.close();
  await prism?.close();
  await sandbox?.close();
});

const broken = (judged: readonly Judged[]): Judged[] => judged.filter((one) => one.violations.length > 0);

/** What was judged while `work` ran, also when a violation ended it. */
async function during(work: () => Promise<unknown>): Promise<Judged[]> {
  prism.judged.length = 0;
  await work().catch((error: unknown) => {
    if (broken(prism.judged).length === 0) throw error;
  });
  return [...prism.judged];
}

/** Endpoints among the requests, as `METHOD /path/{id}`. */
function endpointsOf(judged: readonly Judged[]): Set<string> {
  const known = ENDPOINTS.map(({ entry }) => ({
    name: `${entry.method} ${entry.path}`,
    method: entry.method,
    path: new RegExp(`^${PREFIX}${entry.path.replace(/\{\w+\}/, "[0-9a-f-]{36}")}$`),
  }));
  const names = judged.map(
    ({ method, path }) => known.find((one) => one.method === method && one.path.test(path.split("?")[0] ?? ""))?.name,
  );
  return new Set(names.filter((name) => name !== undefined));
}

describe("client and sandbox keep to docs/reference/openapi.yaml, as Prism reads it", () => {
  test("in every endpoint but the redirect, with bodies that have all their fields", async () => {
    const judged = await during(async () => {
      await walkEverything(client, sandbox);
      await walkTokens(client, secret, sandbox.issueRefreshToken());
    });
    expect(broken(judged)).toEqual([]);
    expect(judged.filter(({ status }) => status !== 200)).toEqual([]);
    const missed = ENDPOINTS.map(({ entry }) => `${entry.method} ${entry.path}`).filter((name) => !endpointsOf(judged).has(name));
    expect(missed).toEqual(["GET /oauth2/authorize"]);
    // An empty list would say nothing about its items.
    const filled = endpointsOf(judged.filter(({ items }) => (items ?? 0) > 0));
    const lists = ENDPOINTS.filter(({ entry }) => entry.answer === "list").map(({ entry }) => `${entry.method} ${entry.path}`);
    expect(lists.filter((name) => !filled.has(name))).toEqual([]);
  });

  test("in the redirect, which Prism follows itself: the request there, the answer at the sandbox", async () => {
    const arrived: string[] = [];
    const callback = await serve((request, response) => {
      arrived.push(request.url ?? "");
      answer(response, 200, {});
    });
    const query = {
      response_type: "code",
      client_id: secret.client_id,
      redirect_uri: `${callback}/back`,
      state: "s 1",
      scope: "all",
    } as const;
    const judged = await during(() => problemOf(client.oauth2.authorize(query)));
    expect(judged.map(({ path }) => path.split("?")[0])).toEqual([`${PREFIX}/oauth2/authorize`]);
    expect(judged.flatMap(({ violations }) => violations).filter((violation) => !violation.startsWith("response"))).toEqual([]);
    expect(arrived).toEqual([expect.stringMatching(/^\/back\?code=[\w-]+&state=s/)]);

    const direct = createClient(settingsFor(sandbox.url, sandbox.issueRefreshToken()), { tokens: memoryTokenStore() });
    onTestFinished(() => direct.close());
    const { location } = await direct.oauth2.authorize(query);
    expect(location).toMatch(`${callback}/back?code=`);
  });

  test("when lists come in envelopes, groups nested and answers about users empty", async () => {
    sandbox.configure({ shape: "envelope", tree: "nested", nullBodies: true });
    onTestFinished(() => sandbox.configure({ shape: "bare", tree: "flat", nullBodies: false }));
    const judged = await during(async () => {
      const { groups, subscriptions, categories, courses, learningPaths, assignments, reports, classes, skills, users } = client;
      const lists = [groups, subscriptions, categories, courses, learningPaths, assignments.courses, assignments.learningPaths];
      for (const area of [...lists, reports, reports.templates, classes, classes.events]) await area.list().all();
      await groups.tree();
      await skills.search({ query: "a" }).all();
      await users.create({ ...someone, username: "prism" });
    });
    expect(broken(judged)).toEqual([]);
    expect(judged.filter(({ status }) => status !== 200)).toEqual([]);
    expect(judged.filter(({ items }) => (items ?? 0) > 0).length).toBeGreaterThan(12);
  });

  test("in refusals: a removal that is not confirmed, an unknown id, a dead token, a failure", async () => {
    const member = sandbox.users().find(({ group_ids }) => group_ids.length > 1);
    const judged = await during(async () => {
      await problemOf(client.users.update(member?.user_id ?? "", { group_ids: [member?.group_ids[0] ?? ""] }));
      await problemOf(client.groups.get(uuidOf(404)));
      sandbox.killTokens("access");
      await client.groups.list().page();
      sandbox.failNext({ path: "/subscriptions", status: 500 });
      await problemOf(client.subscriptions.list().all());
    });
    expect(broken(judged)).toEqual([]);
    const { status: refused } = judged.find(({ path }) => path.includes(uuidOf(404))) ?? {};
    expect(judged.map(({ status }) => status)).toEqual([412, refused, 401, 200, 200, 500]);
  });
});

describe("Prism sees what is wrong", () => {
  test("in a request: an unknown field, a wrong type, a missing field, a filter that doesn't exist, no token", async () => {
    const judged = await during(async () => {
      const send = (method: string, path: string, body?: object, token = "any") =>
        fetch(`${prism.url}${PREFIX}${path}`, {
          method,
          headers: { "content-type": "application/json", ...(token === "" ? {} : { authorization: `Bearer ${token}` }) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
      await send("POST", "/users", { ...someone, shoe_size: 44 });
      await send("POST", "/users", { ...someone, auto_license: "yes" });
      await send("PUT", `/users/${uuidOf(1)}`, { first_name: "Ada" });
      await send("GET", "/subscriptions?status=sleeping");
      await send("GET", "/groups", undefined, "");
    });
    expect(judged.map(({ status }) => status)).toEqual([422, 422, 422, 422, 401]);
    expect(judged.map(({ violations }) => violations.length > 0)).toEqual([true, true, true, true, true]);
    expect(judged[0]?.violations).toEqual([expect.stringContaining("shoe_size")]);
  });

  test("in an answer: a missing field, a field that isn't listed, null, a status that isn't there", async () => {
    const skill = { id: uuidOf(1), title: "Data" };
    const judged = await during(async () => {
      for (const item of [{ id: uuidOf(1) }, { ...skill, colour: "red" }, { ...skill, level: null }, skill]) {
        sandbox.failNext({ path: "/skills/search", status: 200, body: JSON.stringify([item]) });
        await client.skills
          .search({ query: "data" })
          .page()
          .catch(() => undefined);
      }
      sandbox.failNext({ path: "/skills/search", status: 418 });
      await client.skills
        .search({ query: "data" })
        .page()
        .catch(() => undefined);
    });
    expect(judged.map(({ violations }) => violations.length > 0)).toEqual([true, true, true, false, true]);
  });
});
