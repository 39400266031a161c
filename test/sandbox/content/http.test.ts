import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { unzipSync } from "fflate";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Sandbox, SandboxOptions } from "../../../src/sandbox/sandbox.ts";
import { createSandbox } from "../../../src/sandbox/sandbox.ts";
import { courseIdOf } from "../../../src/sandbox/seed/courses.ts";
import { startSandbox } from "../../learning-service/helpers.ts";
import { DAY } from "./world.ts";

/** Requests as any program would send them, with a token of their own. */
async function callerOf(sandbox: Sandbox) {
  const base = `${sandbox.url}/integration/v1`;
  const refreshed = await fetch(`${base}/oauth2/token/refresh`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ refresh_token: sandbox.refreshToken }),
  });
  const { access_token } = (await refreshed.json()) as { access_token: string };
  const send = (method: string, path: string, body?: unknown) =>
    fetch(base + path, {
      method,
      headers: { authorization: `Bearer ${access_token}`, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const json = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await send(method, path, body);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  return { send, json };
}

async function start(options: SandboxOptions = {}) {
  const sandbox = await startSandbox(options);
  return { sandbox, ...(await callerOf(sandbox)) };
}

interface Item {
  id: string;
  unassigned_licenses: number;
  title: string;
}

const person = (name: string) => ({ username: name, first_name: name, last_name: "Test", email: `${name}@acme.example` });

describe("over HTTP", () => {
  test("a launch file and a report come as files of their type", async () => {
    const { send, json } = await start();
    const launch = await send("GET", `/courses/${courseIdOf("Phishing")}/launchfile`);
    expect(launch.headers.get("content-type")).toBe("application/zip");
    expect(launch.headers.get("content-disposition")).toContain(`course-${courseIdOf("Phishing")}.zip`);
    expect(Object.keys(unzipSync(new Uint8Array(await launch.arrayBuffer())))).toEqual(["imsmanifest.xml", "index.html"]);
    const [template] = await json<Item[]>("GET", "/reports/templates?search=all%20users");
    const report = await json<Item>("POST", `/reports/templates/${template?.id}/run`);
    const file = await send("GET", `/reports/${report.id}/download`);
    expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(parse(await file.text())).toHaveLength(313);
    const page = await json<unknown[]>("GET", `/reports/${report.id}/data?_start=300&_limit=100`);
    expect(page).toHaveLength(12);
  });

  test("assignments are filtered by repeated parameters, and an unknown id is 412", async () => {
    const { sandbox, send, json } = await start({ seed: "groups" });
    const [a, b] = sandbox.users().map(({ user_id }) => user_id);
    const courses = `course_ids=${courseIdOf("Presenting figures")}&course_ids=${courseIdOf("Spreadsheets I")}`;
    const all = await json<Item[]>("GET", `/assignments/courses?${courses}`);
    expect(all).toHaveLength(8);
    expect(await json<Item[]>("GET", `/assignments/courses?${courses}&user_ids=${a}&user_ids=${b}`)).toHaveLength(1);
    expect((await send("GET", `/assignments/courses?user_ids=${courseIdOf("Phishing")}`)).status).toBe(412);
    expect((await send("DELETE", "/assignments/courses")).status).toBe(412);
    expect(await json("DELETE", `/assignments/courses?user_ids=${b}`)).toEqual({ deleted: 1 });
  });

  test("licences follow the users that take and leave them", async () => {
    const { send, json } = await start();
    const free = async () =>
      (await json<Item[]>("GET", "/subscriptions?status=active")).map(({ unassigned_licenses }) => unassigned_licenses);
    const { user_id } = await json<{ user_id: string }>("POST", "/users", { ...person("ana"), auto_license: true });
    expect(await free()).toEqual([187, 12]);
    const languages = (await json<Item[]>("GET", "/subscriptions"))[1]?.id;
    await json("PUT", `/users/${user_id}`, { user_id, subscription_id: languages });
    expect(await free()).toEqual([188, 11]);
    for (let i = 0; i < 11; i++) await json("POST", "/users", { ...person(`u${i}`), subscription_id: languages });
    expect((await send("POST", "/users", { ...person("late"), subscription_id: languages })).status).toBe(412);
    expect(await free()).toEqual([188, 0]);
    await json("POST", "/users", { ...person("late"), auto_license: true });
    expect(await free()).toEqual([187, 0]);
  });

  test("a new user begins with what was assigned long ago after joining, and gets further with the clock", async () => {
    const { sandbox, json } = await start();
    const users: string[] = [];
    for (let i = 0; i < 12; i++) users.push((await json<{ user_id: string }>("POST", "/users", person(`u${i}`))).user_id);
    const started = async () => {
      const items = await Promise.all(
        users.map((id) => json<{ progress: number; startDate: string }[]>("GET", `/users/${id}/assignments/courses/progress`)),
      );
      return items.flat().filter(({ startDate }) => startDate !== "").length;
    };
    expect(await started()).toBe(0);
    sandbox.advanceClock(30 * DAY);
    expect(await started()).toBeGreaterThan(12);
  });

  test("everything is still there after a restart", async () => {
    const dir = mkdtempSync(join(tmpdir(), "rollcall-http-"));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    const first = await createSandbox({ dir });
    const before = await callerOf(first);
    const course = await before.json<Item>("POST", "/courses", { title: "Ética" });
    await before.json("POST", "/assignments/courses", { course_ids: [course.id], to_all: true });
    await before.json("DELETE", `/courses/${courseIdOf("Phishing")}`);
    await before.json("POST", "/users", { ...person("ana"), auto_license: true });
    const paths = [
      "/courses?_limit=100",
      "/assignments/courses?_limit=100",
      "/assignments/learning_paths?_limit=100",
      "/learning_paths",
      "/subscriptions",
      "/categories/tree",
      "/reports",
      "/reports/templates",
      "/classes/events",
    ];
    const look = async ({ json }: typeof before) => Promise.all(paths.map((path) => json<unknown>("GET", path)));
    const held = await look(before);
    await first.close();
    const second = await startSandbox({ dir });
    expect(await look(await callerOf(second))).toEqual(held);
  });
});
