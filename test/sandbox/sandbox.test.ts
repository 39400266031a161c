import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { companyPeople } from "../../src/sandbox/seed/people.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { clientFor, problemOf, settingsFor, startSandbox } from "../learning-service/helpers.ts";
import { testClock } from "../helpers/clock.ts";

function scratch(): string {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-sandbox-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const post = (url: string, body: unknown) =>
  fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

describe("the seed", () => {
  test("is the same company of 300 every time", () => {
    const people = companyPeople();
    expect(people).toEqual(companyPeople());
    expect(people).toHaveLength(300);
    for (const field of ["employeeId", "email", "userId"] as const) expect(new Set(people.map((person) => person[field])).size).toBe(300);
    expect(people.every(({ employeeId }) => /^\d{5}$/.test(employeeId))).toBe(true);
    expect(people.some(({ employeeId }) => employeeId.startsWith("00"))).toBe(true);
    expect(people.some(({ lastName }) => lastName.includes("'")) && people.some(({ lastName }) => lastName.includes("-"))).toBe(true);
  });

  test("holds people that HR knows nothing about, and memberships given by hand", async () => {
    const sandbox = await startSandbox();
    const users = sandbox.users();
    expect(users).toHaveLength(312);
    expect(sandbox.groups().length).toBeGreaterThan(38);
    const known = new Set(companyPeople().map(({ userId }) => userId));
    const foreign = users.filter(({ user_id }) => !known.has(user_id));
    expect(foreign.filter(({ groups }) => groups.includes("HR/All staff"))).toHaveLength(2);
    expect(users.filter(({ user_id, groups }) => known.has(user_id) && groups.some((path) => !path.startsWith("HR/")))).toHaveLength(15);
  });
});

describe("the state directory", () => {
  test("brings back users, memberships and tokens after a restart", async () => {
    const dir = scratch();
    const first = await createSandbox({ dir, seed: "groups" });
    const client = clientFor(settingsFor(first.url, first.refreshToken));
    await client.users.create({
      username: "eva",
      first_name: "Eva",
      last_name: "Puig",
      email: "eva@acme.example",
      group_ids: [first.groups()[1]?.id ?? ""],
    });
    const [users, groups, token] = [first.users(), first.groups(), first.refreshToken];
    await first.close();
    const second = await startSandbox({ dir });
    expect(second.users()).toEqual(users);
    expect(second.groups().map((group) => ({ ...group, user_ids: group.user_ids.toSorted() }))).toEqual(
      groups.map((group) => ({ ...group, user_ids: group.user_ids.toSorted() })),
    );
    expect(second.refreshToken).toBe(token);
  });

  test("loses no answered request to kill -9, and drops a line that was cut", async () => {
    const dir = scratch();
    const script = `const { createSandbox } = await import(${JSON.stringify(join(import.meta.dirname, "../../src/sandbox/sandbox.ts"))});
      const s = await createSandbox({ dir: ${JSON.stringify(dir)}, seed: "groups" }); console.log(JSON.stringify([s.url, s.refreshToken]));`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    const [url, token] = JSON.parse(line.toString()) as [string, string];
    const client = clientFor(settingsFor(url, token));
    for (let i = 0; i < 20; i++)
      await client.users.create({ username: `u${i}`, first_name: "U", last_name: "V", email: `u${i}@acme.example` });
    child.kill("SIGKILL");
    await once(child, "exit");
    appendFileSync(join(dir, "sandbox.jsonl"), '{"t":"user","id":"half');
    const again = await startSandbox({ dir });
    expect(again.users().filter(({ username }) => /^u\d+$/.test(username))).toHaveLength(20);
    again.addUser({ username: "later" });
    await again.close();
    expect((await startSandbox({ dir })).users().some(({ username }) => username === "later")).toBe(true);
  });
});

describe("tokens", () => {
  test("a refresh token dies when it is used, and an access token when its time is over", async () => {
    const clock = testClock();
    const sandbox = await startSandbox({ seed: "empty", tokens: { access: 3000 }, now: clock.now });
    const token = sandbox.refreshToken;
    const refresh = () => post(`${sandbox.url}/integration/v1/oauth2/token/refresh`, { refresh_token: token });
    const first = (await (await refresh()).json()) as { access_token: string; access_token_lifetime: number };
    expect(first.access_token_lifetime).toBe(3000);
    expect((await refresh()).status).toBe(412);
    const list = () => fetch(`${sandbox.url}/integration/v1/groups`, { headers: { authorization: `Bearer ${first.access_token}` } });
    expect((await list()).status).toBe(200);
    clock.step(3050);
    expect((await list()).status).toBe(401);
    expect((await fetch(`${sandbox.url}/integration/v1/groups`)).status).toBe(401);
  });
});

describe("the admin interface", () => {
  test("shows the state and the requests, and changes memberships, settings and tokens from outside", async () => {
    const sandbox = await startSandbox({ seed: "groups" });
    const client = clientFor(settingsFor(sandbox.url, sandbox.refreshToken));
    const user = sandbox.users()[0]?.user_id ?? "";
    expect((await post(`${sandbox.url}/_sandbox/members`, { group: "Board", user_id: user, action: "add" })).status).toBe(200);
    const state = (await (await fetch(`${sandbox.url}/_sandbox/state`)).json()) as { users: { user_id: string; groups: string[] }[] };
    expect(state.users.find(({ user_id }) => user_id === user)?.groups).toContain("Board");
    await post(`${sandbox.url}/_sandbox/settings`, { shape: "envelope", maxLimit: 20 });
    expect(await client.groups.list().all()).toHaveLength(sandbox.groups().length);
    const requests = (await (await fetch(`${sandbox.url}/_sandbox/requests`)).json()) as { path: string }[];
    expect(requests.filter(({ path }) => path.startsWith("/integration/v1/groups"))).toHaveLength(3);
    expect((await post(`${sandbox.url}/_sandbox/settings`, { shape: "round" })).status).toBe(412);
  });

  test("makes the next request fail before or after its effect", async () => {
    const sandbox = await startSandbox({ seed: "empty" });
    const client = clientFor(settingsFor(sandbox.url, sandbox.refreshToken));
    const user = (name: string) => ({ username: name, first_name: "A", last_name: "B", email: `${name}@acme.example` });
    await post(`${sandbox.url}/_sandbox/faults`, { method: "POST", path: "/users$", status: 500, when: "before" });
    expect((await problemOf(client.users.create(user("one")))).code).toBe("server_error");
    sandbox.failNext({ method: "POST", path: /\/users$/, status: 500, when: "after" });
    expect((await problemOf(client.users.create(user("two")))).code).toBe("server_error");
    sandbox.failNext({ method: "POST", path: /\/users$/, reset: true, when: "after" });
    expect((await problemOf(client.users.create(user("three")))).sent).toBe("maybe");
    expect(sandbox.users().map(({ username }) => username)).toEqual(["two", "three"]);
  });
});

test("subscriptions are filtered by status, and an unknown status is 412", async () => {
  const sandbox = await startSandbox({ seed: "empty" });
  const client = clientFor(settingsFor(sandbox.url, sandbox.refreshToken));
  expect(await client.subscriptions.list().all()).toHaveLength(4);
  expect((await client.subscriptions.list({ status: "active" }).all()).map(({ status }) => status)).toEqual(["active", "active"]);
  expect((await problemOf(client.subscriptions.list({ status: "old" as never }).all())).status).toBe(412);
});
