/** The page of the queues: to look at, by those who may, and nothing more. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROLES } from "../../src/console/parts.ts";
import { consoleFor, type Console } from "./helpers.ts";
import { shown } from "./queues.ts";

describe("the page", () => {
  let place: Console;
  beforeAll(async () => {
    place = await consoleFor();
  });
  afterAll(() => place.close());

  const PATHS = [
    "/queues",
    "/queues/board/",
    "/queues/board/api/queues",
    "/queues/board/queue/steps",
    "/queues/board/static/locales/en-GB/messages.json",
  ];

  test("needs a session, and the role operator, with all that it loads", async () => {
    for (const path of PATHS) {
      const answer = await fetch(`${place.url}${path}`, { redirect: "manual" });
      expect([path, answer.status, answer.headers.get("location")]).toEqual([path, 303, `/sign-in?next=${encodeURIComponent(path)}`]);
    }
    for (const role of ROLES) {
      const who = await place.signIn(role);
      const may = role === "operator" || role === "admin";
      for (const path of PATHS) expect([role, path, (await who.get(path)).status]).toEqual([role, path, may ? 200 : 403]);
      expect((await who.get("/status")).text.includes(`href="/queues"`)).toBe(may);
    }
    const token = await place.token("admin");
    const answer = await fetch(`${place.url}/queues/board/api/queues`, {
      redirect: "manual",
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(303);
  });

  test("refuses everything that would change a queue, for any role", async () => {
    const admin = await place.signIn("admin");
    const csrf = /name="csrf" value="([^"]+)"/.exec((await admin.get("/account")).text)?.[1] ?? "";
    const send = async (method: string, path: string): Promise<number> =>
      (
        await fetch(`${place.url}/queues/board/api/queues${path}`, {
          method,
          headers: { cookie: admin.cookie, origin: place.url, "x-csrf-token": csrf, "content-type": "application/json" },
          body: JSON.stringify({ name: "operation", data: { operationId: "x" }, options: {} }),
        })
      ).status;
    const changes = [
      "pause",
      "resume",
      "empty",
      "obliterate",
      "promote",
      "retry/failed",
      "clean/active",
      "x/retry",
      "x/clean",
      "x/promote",
    ];
    for (const change of ["/pause", ...changes.map((one) => `/steps/${one}`)])
      expect([change, await send("PUT", change)]).toEqual([change, 404]);
    expect(await send("POST", "/steps/add")).toBe(404);
    expect(await send("PATCH", "/steps/x/update-data")).toBe(404);
    const [steps] = await shown(admin, "steps");
    expect([steps?.name, steps?.jobs]).toEqual(["steps", []]);
  });

  test("counts jobs in the plural in German", async () => {
    const operator = await place.signIn("operator");
    const file = await operator.get("/queues/board/static/locales/de-DE/messages.json");
    expect(file.text).toContain('"JOBS_COUNT_one": "{{count}} Job"');
    expect(file.text).toContain('"JOBS_COUNT_other": "{{count}} Jobs"');
  });

  test("loads from here only, runs no inline script, and reaches no file but its own", async () => {
    const operator = await place.signIn("operator");
    const page = await operator.get("/queues/board/");
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("default-src 'none';");
    expect(page.text).not.toMatch(/https?:\/\//);
    const scripts = [...page.text.matchAll(/<script defer src="([^"]+)"/g)].map((match) => match[1] ?? "");
    expect(scripts.length).toBeGreaterThan(1);
    for (const script of scripts) {
      const file = await operator.get(`/queues/board/${script}`);
      expect([file.status, file.headers.get("content-type")]).toEqual([200, "text/javascript; charset=utf-8"]);
    }
    for (const path of [
      "/queues/board/static/../index.ejs",
      "/queues/board/static/..%2findex.ejs",
      "/queues/board/static/js/../../../package.json",
      "/queues/board/nothing",
    ])
      expect([path, (await operator.get(path)).status]).toEqual([path, 404]);
    // The other pages are as strict as ever.
    expect((await operator.get("/status")).headers.get("content-security-policy")).toContain("base-uri 'none'");
    expect((await operator.get("/status")).headers.get("content-security-policy")).not.toContain("unsafe-inline");
  });
});
