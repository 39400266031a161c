import { once } from "node:events";
import { get } from "node:http";
import { describe, expect, test } from "vitest";
import { parseFault } from "../../src/cli/commands/setup/sandbox.ts";
import { problemOf } from "../helpers/problems.ts";
import { openService } from "./helpers.ts";

const person = (username: string) => ({ username, first_name: "A", last_name: "B", email: `${username}@acme.example` });

async function open() {
  const service = await openService({ seed: "empty" });
  const create = (name: string) => service.ask("POST", "/users", { body: person(name) });
  return { ...service, create, names: () => service.sandbox.users().map(({ username }) => username) };
}

describe("what goes wrong", () => {
  test("latency delays the answer and nothing else", async () => {
    const { sandbox, ask } = await open();
    sandbox.failNext({ delayMs: 80 });
    const began = performance.now();
    expect((await ask("GET", "/groups")).status).toBe(200);
    expect(performance.now() - began).toBeGreaterThanOrEqual(75);
  });

  test.for([
    [429, "before", []],
    [503, "before", []],
    [500, "before", []],
    [500, "after", ["ana"]],
  ] as const)("a %i %s the effect", async ([status, when, names]) => {
    const service = await open();
    service.sandbox.failNext({ method: "POST", path: "/users$", status, when, retryAfter: 7 });
    const answer = await service.create("ana");
    expect(answer.status).toBe(status);
    expect(answer.headers.get("retry-after")).toBe("7");
    expect(service.names()).toEqual(names);
    expect(service.sandbox.requests().at(-1)?.status).toBe(status);
  });

  test.for([
    ["before", []],
    ["after", ["ana"]],
  ] as const)("a connection that is reset %s the effect", async ([when, names]) => {
    const service = await open();
    service.sandbox.failNext({ method: "POST", reset: true, when });
    await expect(service.create("ana")).rejects.toThrow("fetch failed");
    expect(service.names()).toEqual(names);
    expect(service.sandbox.requests().at(-1)?.status).toBeNull();
  });

  test("half of an answer announces the whole of it", async () => {
    const { sandbox, ask, root, access } = await openService();
    const whole = Buffer.byteLength((await ask("GET", "/groups")).text);
    sandbox.failNext({ half: true });
    const request = get(`${root}/groups`, { headers: { authorization: `Bearer ${access}` } });
    const [response] = (await once(request, "response")) as [import("node:http").IncomingMessage];
    let received = 0;
    response.on("data", (chunk: Buffer) => (received += chunk.length));
    await expect(once(response, "end")).rejects.toThrow("aborted");
    expect(response.headers["content-length"]).toBe(String(whole));
    expect(received).toBe(whole >> 1);
  });

  test("half of an answer is sent after the effect", async () => {
    const service = await open();
    service.sandbox.failNext({ method: "POST", half: true });
    await expect(service.create("ana")).rejects.toThrow("terminated");
    expect(service.names()).toEqual(["ana"]);
  });

  test("an access token that expires is refused from then on, and others are not", async () => {
    const service = await open();
    const other = await service.accessToken();
    service.sandbox.failNext({ expireToken: true });
    expect((await service.create("ana")).status).toBe(401);
    expect((await service.create("ana")).status).toBe(401);
    expect((await service.ask("GET", "/groups", { headers: { authorization: `Bearer ${other}` } })).status).toBe(200);
    expect(service.names()).toEqual([]);
  });

  test("a null body takes the place of a success only", async () => {
    const service = await open();
    service.sandbox.failNext({ method: "POST", nullBody: true, times: 2 });
    expect((await service.create("ana")).text).toBe("null");
    expect((await service.create("ana")).json()).toMatchObject({ code: "invalid_parameters" });
    expect(service.names()).toEqual(["ana"]);
  });

  test("one list in another shape, and one that ignores where it should start", async () => {
    const { sandbox, ask } = await openService();
    const groups = sandbox.groups();
    sandbox.failNext({ shape: "envelope" });
    expect((await ask("GET", "/groups?_limit=5")).json()).toMatchObject({ pagination: { totalRecords: groups.length, perPage: 5 } });
    sandbox.failNext({ ignoreStart: true });
    const firstOf = async () => (await ask("GET", "/groups?_start=5&_limit=1")).json<{ id: string }[]>()[0]?.id;
    expect(await firstOf()).toBe(groups[0]?.id);
    expect(await firstOf()).toBe(groups[5]?.id);
    sandbox.configure({ shape: "envelope" });
    sandbox.failNext({ shape: "bare" });
    expect((await ask("GET", "/groups")).json()).toBeInstanceOf(Array);
  });

  test("a body as it is, and nothing at all where only the request is waited for", async () => {
    const { sandbox, ask } = await open();
    sandbox.failNext({ path: "/groups" });
    sandbox.failNext({ path: "/groups", when: "after", body: "<html>ok</html>" });
    expect((await ask("GET", "/groups")).text).toBe("[]");
    expect((await ask("GET", "/groups")).text).toBe("<html>ok</html>");
  });
});

describe("which requests", () => {
  /** The statuses of so many requests, one after the other. */
  async function statuses(service: Awaited<ReturnType<typeof open>>, count: number): Promise<number[]> {
    const seen: number[] = [];
    for (let i = 0; i < count; i++) seen.push((await service.ask("GET", "/groups")).status);
    return seen;
  }

  test("only those of a method and a path", async () => {
    const service = await open();
    service.sandbox.failNext({ method: "post", path: /\/users$/, status: 503 });
    expect(await statuses(service, 1)).toEqual([200]);
    expect((await service.create("ana")).status).toBe(503);
    expect((await service.create("ana")).status).toBe(200);
  });

  test("as many as times says, and all with -1", async () => {
    const service = await open();
    service.sandbox.failNext({ status: 503, times: 2 });
    expect(await statuses(service, 3)).toEqual([503, 503, 200]);
    service.sandbox.failNext({ status: 500, times: -1 });
    expect(await statuses(service, 3)).toEqual([500, 500, 500]);
    service.sandbox.clearFaults();
    expect(await statuses(service, 1)).toEqual([200]);
  });

  test("only the nth, or every nth", async () => {
    const service = await open();
    service.sandbox.failNext({ status: 503, nth: 3 });
    expect(await statuses(service, 5)).toEqual([200, 200, 503, 200, 200]);
    service.sandbox.failNext({ status: 500, every: 2 });
    expect(await statuses(service, 5)).toEqual([200, 500, 200, 500, 200]);
  });

  test("the nth stays the nth when other faults take requests before it, and waits where two come due at once", async () => {
    const service = await open();
    service.sandbox.failNext({ status: 500, nth: 2 });
    service.sandbox.failNext({ status: 503 });
    service.sandbox.failNext({ status: 504, nth: 2 });
    expect(await statuses(service, 4)).toEqual([503, 500, 504, 200]);
  });

  test("a share of them, the same ones for the same seed", async () => {
    const runs = [];
    for (const seed of [7, 7, 8]) {
      const service = await open();
      service.sandbox.failNext({ status: 503, share: 0.3, seed });
      runs.push(await statuses(service, 60));
    }
    expect(runs[0]).toEqual(runs[1]);
    expect(runs[0]).not.toEqual(runs[2]);
    const failed = runs[0]?.filter((status) => status === 503).length ?? 0;
    expect(failed).toBeGreaterThan(8);
    expect(failed).toBeLessThan(30);
  });

  test("none outside of the interface", async () => {
    const service = await open();
    service.sandbox.failNext({ status: 503, times: -1 });
    expect((await service.admin("GET", "state")).status).toBe(200);
    expect((await service.fetched(service.sandbox.url, "GET")).status).toBe(200);
  });
});

describe("a fault from another process", () => {
  test("can be set, read and cleared", async () => {
    const { admin, ask } = await open();
    expect((await admin("POST", "faults", { path: "/groups", status: 503, nth: 2 })).status).toBe(200);
    expect((await ask("GET", "/groups")).status).toBe(200);
    expect((await admin("GET", "faults")).json()).toMatchObject([{ path: "\\/groups", status: 503, nth: 2, seen: 1 }]);
    await admin("DELETE", "faults");
    expect((await ask("GET", "/groups")).status).toBe(200);
  });

  test.for([
    ["an unknown field", { staus: 500 }, 512],
    ["a status that is none", { status: 99 }, 412],
    ["a path that is no regular expression", { path: "(" }, 412],
    ["a share above 1", { share: 2 }, 412],
    ["a switch that is a text", { half: "yes" }, 512],
  ] as const)("is refused with %s", async ([, body, status]) => {
    const { admin } = await open();
    expect((await admin("POST", "faults", body)).status).toBe(status);
    expect((await admin("GET", "faults")).json()).toEqual([]);
  });
});

describe("a fault as text", () => {
  test("has the same keys, and switches need no value", () => {
    expect(parseFault("status=500,when=after,share=0.05,seed=7,path=/users,method=POST")).toMatchObject({
      status: 500,
      when: "after",
      share: 0.05,
      seed: 7,
      path: "/users",
      method: "POST",
    });
    expect(parseFault("half, expireToken=true, retryAfter=2")).toMatchObject({ half: true, expireToken: true, retryAfter: "2" });
    expect(parseFault('path=/users/.{1,3},body={"a":1,"b":2}')).toMatchObject({ path: "/users/.{1,3}", body: '{"a":1,"b":2}' });
  });

  test.for([
    ["staus=500", "--fault: unknown key `staus`; did you mean `status`?"],
    ["status=abc", "--fault: `status` must be a number"],
    ["share=1.5", "--fault: `share` must be at most 1"],
    ["nth=0", "--fault: `nth` must be at least 1"],
    ["when=later", "--fault: `when` must be one of before, after"],
    ["path=(", "--fault: `path` must be a regular expression"],
    ["half,half", "--fault: half: this key is listed twice; keep one of them"],
    ["", "--fault: unknown key ``; allowed here: method, path, times"],
  ] as const)("%j is refused in words", async ([spec, words]) => {
    expect((await problemOf(() => parseFault(spec))).message).toContain(words);
  });
});
