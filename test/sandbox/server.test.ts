import { mkdtempSync, rmSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { ENDPOINTS } from "../../src/learning-service/contract/contract.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { uuidOf } from "../learning-service/helpers.ts";
import { openService } from "./helpers.ts";

test("every endpoint is served, and all but the open ones ask for a token", async () => {
  const { fetched, root } = await openService();
  const open: string[] = [];
  for (const { area, name, entry } of ENDPOINTS) {
    const { status } = await fetched(root + entry.path.replace(/\{\w+\}/, uuidOf(1)), entry.method);
    if (status !== 401) open.push(`${area}.${name} ${status}`);
  }
  expect(open).toEqual(["oauth2.token 512", "oauth2.revoke 512", "oauth2.refresh 512", "oauth2.authorize 412"]);
});

describe("a request that is not one of the interface", () => {
  test.for([
    ["an unknown path", "GET", "/teapots", undefined],
    ["a method that the path has not", "PATCH", "/groups", undefined],
    ["an unknown parameter", "GET", "/groups?colour=red", undefined],
    ["a parameter where none is known", "GET", "/groups/tree?search=x", undefined],
    ["a parameter of a write", "POST", "/groups?x=1", { name: "X" }],
    ["a number that is none", "GET", "/groups?_limit=ten", undefined],
    ["a number with a fraction", "GET", "/groups?_start=1.5", undefined],
    ["a filter given twice that takes one value", "GET", "/groups?search=a&search=b", undefined],
    ["a body of the wrong type", "POST", "/groups", [1]],
    ["no body where one is needed", "POST", "/groups", undefined],
    ["a body where none is known", "POST", `/reports/templates/${uuidOf(1)}/run`, { rows: 5 }],
  ] as const)("is 512: %s", async ([, method, path, body]) => {
    const { ask } = await openService();
    const answer = await ask(method, path, { body });
    expect([answer.status, answer.json<{ code: string }>().code]).toEqual([512, "specification_violation"]);
  });

  test("is 512 with a body that is not JSON, or a form instead of JSON, and appears in the log", async () => {
    const { ask, fetched, root, access, sandbox } = await openService();
    const headers = { authorization: `Bearer ${access}`, "content-type": "application/json" };
    const broken = await fetch(`${root}/groups`, { method: "POST", headers, body: '{"name": "X"' });
    expect(broken.status).toBe(512);
    expect(sandbox.requests().at(-1)).toMatchObject({ method: "POST", path: "/integration/v1/groups", body: null, status: 512 });
    expect((await ask("POST", "/groups", { form: { name: "X" } })).status).toBe(512);
    expect((await fetched(`${sandbox.url}/_sandbox/tokens`, "POST", { form: { action: "kill_access" } })).status).toBe(512);
    expect((await ask("GET", "/groups")).status).toBe(200);
  });
});

describe("a value that is not acceptable", () => {
  test.for([
    ["a limit of nothing", "/groups?_limit=0"],
    ["a start before the first", "/groups?_start=-1"],
    ["an id that is no uuid", "/groups/board"],
    ["an id that names nothing", `/courses/${uuidOf(7)}`],
    ["a filter that is no uuid", "/assignments/courses?user_ids=ana"],
    ["a choice that is none", "/subscriptions?status=old"],
  ] as const)("is 412: %s", async ([, path]) => {
    const { ask } = await openService();
    const answer = await ask("GET", path);
    expect([answer.status, answer.json<{ code: string }>().code]).toEqual([412, "invalid_parameters"]);
  });
});

describe("a request", () => {
  test("may carry a body that has no meaning, or say that it has one", async () => {
    const { ask, groupId, root, access } = await openService();
    expect((await ask("DELETE", `/groups/${groupId("Board")}`, { body: { name: "X" } })).status).toBe(200);
    const headers = { authorization: `Bearer ${access}`, "content-type": "application/json" };
    expect((await fetch(`${root}/groups/${groupId("HR/Managers")}`, { method: "DELETE", headers })).status).toBe(200);
    const request = httpRequest(`${root}/groups`, { method: "GET", headers: { ...headers, "content-length": "2" } });
    request.end("{}");
    const [response] = (await once(request, "response")) as [{ statusCode: number; resume(): void }];
    response.resume();
    expect(response.statusCode).toBe(200);
  });

  test("gives a list of values by repetition, with brackets, or with commas", async () => {
    const { ask, groupId } = await openService();
    const ids = [groupId("HR/Teams/Atlas"), groupId("Board").toUpperCase()];
    const course = (await ask("GET", "/courses?_limit=1")).json<{ id: string }[]>()[0]?.id;
    await ask("POST", "/assignments/courses", { body: { course_ids: [course], group_ids: ids } });
    for (const query of [
      ids.map((id) => `group_ids=${id}`).join("&"),
      ids.map((id) => `group_ids[]=${id}`).join("&"),
      `group_ids=${ids.join(",")}`,
    ]) {
      const found = (await ask("GET", `/assignments/courses?${query}&course_ids=${course}`)).json<{ group_id: string }[]>();
      expect(found.map(({ group_id }) => group_id).sort(), `for ${query}`).toEqual(ids.map((id) => id.toLowerCase()).sort());
    }
  });

  test("writes ids in either case", async () => {
    const { ask, groupId, sandbox } = await openService();
    const user = sandbox.addUser({ username: "ana", external_id: "KEEP-Me" });
    const body = { user_id: user.toUpperCase(), external_id: "AbC", group_ids: [groupId("Board").toUpperCase()] };
    expect((await ask("PUT", `/users/${user.toUpperCase()}`, { body })).status).toBe(200);
    expect(sandbox.users().find(({ user_id }) => user_id === user)).toMatchObject({ groups: ["Board"], fields: { external_id: "AbC" } });
    expect((await ask("GET", `/groups/${groupId("Board").toUpperCase()}`)).json()).toMatchObject({ id: groupId("Board") });
  });

  test("needs a living access token, unless the endpoint gives one", async () => {
    const { fetched, root } = await openService();
    expect((await fetched(`${root}/groups`, "GET")).status).toBe(401);
    expect((await fetched(`${root}/groups`, "GET", { headers: { authorization: "Bearer x" } })).status).toBe(401);
    expect((await fetched(`${root}/oauth2/token/refresh`, "POST", { body: { refresh_token: "x" } })).status).toBe(412);
  });

  test("leaves no secret in the log, in its body or in its query", async () => {
    const { ask, fetched, root, sandbox } = await openService();
    const form = {
      grant_type: "authorization_code",
      client_id: "rollcall",
      client_secret: "hush-1",
      code: "hush-2",
      code_verifier: "hush-3",
    };
    await fetched(`${root}/oauth2/token`, "POST", { form });
    await fetched(`${root}/oauth2/token?client_secret=hush-4&%74oken=hush-5&Access_Token=hush-6`, "POST", { form });
    await fetched(`${root}/oauth2/revoke`, "POST", { body: { token: "hush-7", client_id: "rollcall", client_secret: "hush-8" } });
    await fetched(`${root}/oauth2/token/refresh`, "POST", { body: { refresh_token: "hush-9" } });
    await ask("POST", "/users", { body: { username: "x", password: "hush-a", nested: [{ token: "hush-b" }] } });
    await ask("GET", "/groups?search=board&access_token=hush-c");
    const log = sandbox.requests();
    expect(JSON.stringify(log)).not.toContain("hush");
    expect(log[0]?.body).toEqual({ grant_type: "authorization_code", client_id: "rollcall" });
    expect(log.at(-1)?.path).toBe("/integration/v1/groups?search=board&access_token=***");
    const page = (await fetched(`${sandbox.url}/requests`, "GET")).text;
    expect(page).toContain("search=board");
    expect(page).not.toContain("hush");
  });
});

describe("an answer", () => {
  test("of a list has the asked page, in either shape", async () => {
    const { ask, sandbox } = await openService({ shape: "envelope" });
    const ids = sandbox.groups().map(({ id }) => id);
    const page = (await ask("GET", "/groups?_start=20&_limit=10")).json<{ response: { id: string }[]; pagination: object }>();
    expect(page.response.map(({ id }) => id)).toEqual(ids.slice(20, 30));
    const totals = { totalRecords: ids.length, totalPages: Math.ceil(ids.length / 10) };
    expect(page.pagination).toEqual({ ...totals, perPage: 10, start: 20, currentPage: 3 });
    sandbox.configure({ shape: "bare", maxLimit: 7 });
    expect((await ask("GET", "/groups?_limit=50")).json()).toHaveLength(7);
    sandbox.configure({ maxLimit: null });
    expect((await ask("GET", "/groups")).json()).toHaveLength(20);
    expect((await ask("GET", "/courses?_start=1000")).json()).toEqual([]);
  });

  test("of a file says what it is and how it is called", async () => {
    const { root, access, ask } = await openService();
    const course = (await ask("GET", "/courses?_limit=1")).json<{ id: string }[]>()[0]?.id;
    const response = await fetch(`${root}/courses/${course}/launchfile`, { headers: { authorization: `Bearer ${access}` } });
    expect(response.headers.get("content-type")).toBe("application/zip");
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="[\w.-]+\.zip"/);
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe("PK");
  });
});

describe("the clock", () => {
  test("is moved from outside, by a time or to a moment, and stays moved after a restart", async () => {
    const dir = mkdtempSync(join(tmpdir(), "rollcall-clock-"));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    const { admin, ask, sandbox } = await openService({ dir });
    const ahead = async () => {
      const before = Date.now();
      const { offset_ms: offset } = (await admin("GET", "clock")).json<{ offset_ms: number }>();
      expect(sandbox.now().getTime() - offset).toBeGreaterThanOrEqual(before);
      return offset;
    };
    expect(await ahead()).toBe(0);
    await admin("POST", "clock", { advance: "3d" });
    expect(await ahead()).toBe(3 * 86_400_000);
    await admin("POST", "clock", { advance: -1000 });
    await admin("POST", "clock", { advance: "-1.5h" });
    expect(await ahead()).toBe(3 * 86_400_000 - 1000 - 5_400_000);
    const shown = (await admin("POST", "clock", { now: "2031-05-06T07:08:09+02:00" })).json<{ now: string }>();
    expect(shown.now).toMatch(/^2031-05-06T05:08:09/);
    for (const now of ["20310506T070809+02", "2031-05-06T06:08:09+0100", "2031-05-06T05:08:09Z"]) {
      expect((await admin("POST", "clock", { now })).json<{ now: string }>().now).toMatch(/^2031-05-06T05:08:09/);
    }
    for (const body of [
      {},
      { advance: "soon" },
      { now: "today" },
      { now: "2031-05-06T07:08" },
      { advance: 1, now: "2031-05-06T07:08:09Z" },
      { advance: 1e16 },
    ]) {
      expect((await admin("POST", "clock", body)).status, `for ${JSON.stringify(body)}`).toBe(412);
    }
    const subscriptions = (await ask("GET", "/subscriptions")).json<{ status: string }[]>();
    expect(new Set(subscriptions.map(({ status }) => status))).toEqual(new Set(["expired"]));
    await sandbox.close();
    const again = await createSandbox({ dir });
    onTestFinished(() => again.close());
    expect(again.now().getUTCFullYear()).toBe(2031);
  });
});
