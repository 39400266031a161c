import type { ChildProcess } from "node:child_process";
import { createServer } from "node:net";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { consoleEnvironment } from "../../src/config/console.ts";
import { workplace, type Workplace } from "../helpers/cli.ts";
import { until } from "../helpers/company.ts";
import { csrfIn } from "../helpers/console.ts";

let place: Workplace;
beforeEach(() => {
  place = workplace();
});
const children: ChildProcess[] = [];
afterEach(async () => {
  // A test that failed leaves none behind.
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await place.remove();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** A console that listens, with all that it printed. */
async function started(port: number, link: boolean): Promise<{ child: ChildProcess; printed: string; log(): string }> {
  const child = await place.start(["serve", "--port", String(port)]);
  children.push(child);
  let printed = "";
  let log = "";
  child.stdout?.on("data", (chunk: Buffer) => (printed += chunk.toString("utf8")));
  child.stderr?.on("data", (chunk: Buffer) => (log += chunk.toString("utf8")));
  await until(() => (link ? /sign-in\/\S+\n/ : /console is at \S+\n/).test(printed));
  return { child, printed, log: () => log };
}

test("the first start prints a link that signs in as administrator, once, and SIGTERM ends it in peace", async () => {
  const port = await freePort();
  const { child, printed, log } = await started(port, true);
  const link = /http:\S+\/sign-in\/\S+/.exec(printed)?.[0] ?? "";
  const page = await fetch(link);
  const cookie = page.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const body = new URLSearchParams({ csrf: csrfIn(await page.text()) });
  const send = () => fetch(link, { method: "POST", redirect: "manual", headers: { cookie, origin: new URL(link).origin }, body });
  const first = await send();
  expect(first.status).toBe(303);
  const session = first.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const users = await fetch(new URL("/users", link), { headers: { cookie: session } });
  expect([users.status, (await users.text()).includes("There are no users yet.")]).toEqual([200, true]);
  expect((await send()).status).toBe(410);
  // A command beside it goes through it; another daemon cannot.
  expect((await place.run(["users", "list", "--json"])).stdout.trim()).toBe("[]");
  expect((await place.run(["serve", "--port", String(await freePort())])).stderr).toContain("is in use by process");
  const end = once(child, "close");
  child.kill("SIGTERM");
  expect((await end)[0]).toBe(0);
  expect(log()).not.toContain(new URL(link).pathname.slice(9));
});

test("with a user there is no link, and the user signs in with the password from standard input", async () => {
  const added = await place.run(["users", "add", "Ana", "--role", "admin", "--password-stdin"], { input: "correct horse battery\n" });
  expect([added.code, added.stdout]).toEqual([0, "ana  admin     password\n"]);
  const port = await freePort();
  const { child, printed } = await started(port, false);
  expect(printed).toBe(`The console is at http://127.0.0.1:${port}\n`);
  const origin = `http://127.0.0.1:${port}`;
  const page = await fetch(`${origin}/sign-in`);
  const cookie = page.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const body = new URLSearchParams({ csrf: csrfIn(await page.text()), name: "ana", password: "correct horse battery", next: "/account" });
  const answer = await fetch(`${origin}/sign-in`, { method: "POST", redirect: "manual", headers: { cookie, origin }, body });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/account"]);
  const end = once(child, "close");
  child.kill("SIGINT");
  expect((await end)[0]).toBe(0);
});

test("what would let strangers in, or serve what there is not, is refused with a sentence", async () => {
  const says = async (...args: string[]) => {
    const { code, stderr } = await place.run(["serve", ...args]);
    return [code, stderr.split("\n")[0]];
  };
  expect(await says("--roles", "worker,console")).toEqual([2, expect.stringContaining("needs others that do the rest")]);
  expect(await says("--roles", "worker,waiter")).toEqual([2, expect.stringContaining("There is no role waiter")]);
  expect(await says("--host", "0.0.0.0")).toEqual([2, expect.stringContaining("under which address")]);
  expect(await says("--host", "0.0.0.0", "--url", "https://rollcall.example.com")).toEqual([
    2,
    expect.stringContaining("Nobody could sign in yet"),
  ]);
  expect(await says("--url", "https://rollcall.example.com")).toEqual([2, expect.stringContaining("Nobody could sign in yet")]);
  expect(await says("--url", "https://x.example/path")).toEqual([2, expect.stringContaining("without a path")]);
  expect(await says("--port", "0")).toEqual([2, expect.stringContaining("--port takes a number")]);
});

test("a password is never an argument, and users are refused with a sentence", async () => {
  const bad = await place.run(["users", "add", "ana", "--role", "admin", "--password-stdin"], { input: "short\n" });
  expect([bad.code, bad.stderr]).toEqual([2, expect.stringContaining("This password cannot be used. Nothing was changed.")]);
  const none = await place.run(["users", "add", "ana", "--role", "admin"]);
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("--password-stdin")]);
  const role = await place.run(["users", "add", "ana", "--role", "king", "--password-stdin"], { input: "correct horse battery\n" });
  expect(role.stderr).toContain("There is no role king.");
  expect((await place.run(["users", "list"])).stdout).toContain("There are no users yet.");
});

test("a token is printed once, listed without it, and revoked", async () => {
  const made = await place.run(["tokens", "create", "reporting", "--role", "viewer", "--expires", "30d"]);
  expect(made.stdout).toMatch(/^rollcall_[\w-]{43}\n$/);
  const [listed] = (await place.run(["tokens", "list", "--json"])).json<{ id: string; name: string }[]>();
  expect(listed).toMatchObject({ name: "reporting", role: "viewer", used_at: null });
  expect(JSON.stringify(listed)).not.toContain(made.stdout.trim());
  expect((await place.run(["tokens", "revoke", listed?.id ?? ""])).code).toBe(0);
  expect((await place.run(["tokens", "list"])).stdout).toContain("There are no tokens.");
  expect((await place.run(["tokens", "create", "x", "--role", "viewer", "--expires", "10y"])).code).toBe(2);
});

describe("the environment of the console", () => {
  const good = {
    ROLLCALL_OIDC_ISSUER: "https://id.example.com",
    ROLLCALL_OIDC_CLIENT_ID: "rollcall",
    ROLLCALL_OIDC_ROLES: "cn=hr,ou=x=reviewer; it=admin",
  };

  test("is read with its defaults", () => {
    expect(consoleEnvironment({})).toEqual({ session: { idle: 3_600_000, longest: 43_200_000 }, trustProxy: [], oidc: null });
    expect(
      consoleEnvironment({ ROLLCALL_OIDC_ISSUER: "http://127.0.0.1:9000", ROLLCALL_OIDC_CLIENT_ID: "x", ROLLCALL_OIDC_ROLES: "a=b=viewer" })
        .oidc,
    ).toEqual({
      issuer: "http://127.0.0.1:9000",
      clientId: "x",
      clientSecret: null,
      claim: "groups",
      scope: "openid profile email",
      roles: [["a=b", "viewer"]],
    });
  });

  test("takes values with commas where semicolons stand in between", () => {
    expect(consoleEnvironment(good).oidc?.roles).toEqual([
      ["cn=hr,ou=x", "reviewer"],
      ["it", "admin"],
    ]);
  });

  test("is refused where it is set up half, or would send secrets in the clear", () => {
    const wrong = [
      { ROLLCALL_OIDC_CLIENT_ID: "x" },
      { ...good, ROLLCALL_OIDC_ISSUER: "http://id.example.com" },
      { ...good, ROLLCALL_OIDC_CLIENT_ID: "" },
      { ...good, ROLLCALL_OIDC_ROLES: "" },
      { ...good, ROLLCALL_OIDC_ROLES: "cn=hr,ou" },
      { ...good, ROLLCALL_OIDC_ROLES: "it=admin", ROLLCALL_OIDC_SCOPE: "profile" },
      { ROLLCALL_TRUST_PROXY: "127.0.0.1, everybody" },
      { ROLLCALL_TRUST_PROXY: "0.0.0.0/0" },
      { ROLLCALL_SESSION_IDLE: "5s" },
      { ROLLCALL_SESSION_LONGEST: "soon" },
    ];
    for (const env of wrong) expect(() => consoleEnvironment(env)).toThrow("Nothing was started.");
  });
});
