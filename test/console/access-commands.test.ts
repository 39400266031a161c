import { problemOf } from "../helpers/problems.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { consoleEnvironment } from "../../src/config/console.ts";
import { workplace, type Workplace } from "../helpers/cli.ts";

let place: Workplace;
beforeEach(() => {
  place = workplace();
});
afterEach(() => place.remove());

test("what would let strangers in, or serve what there is not, is refused with a sentence", async () => {
  const says = async (...args: string[]) => {
    const { code, stderr } = await place.run(["serve", ...args]);
    return [code, stderr.split("\n")[0]];
  };
  expect(await says("--roles", "worker,console")).toEqual([
    2,
    expect.stringContaining("needs other processes on the same PostgreSQL database"),
  ]);
  expect(await says("--roles", "worker,waiter")).toEqual([
    2,
    expect.stringContaining("--roles must be one of scheduler, worker, console, not worker,waiter"),
  ]);
  expect(await says("--host", "0.0.0.0")).toEqual([2, expect.stringContaining("needs its public address")]);
  expect(await says("--host", "0.0.0.0", "--url", "https://rollcall.example.com")).toEqual([
    2,
    expect.stringContaining("No one could sign in"),
  ]);
  expect(await says("--url", "https://rollcall.example.com")).toEqual([2, expect.stringContaining("No one could sign in")]);
  expect(await says("--host", "0.0.0.0", "--url", "http://rollcall.example.com")).toEqual([
    2,
    expect.stringContaining("isn't https: passwords"),
  ]);
  expect(await says("--host", "0.0.0.0", "--url", "http://rollcall.example.com", "--insecure")).toEqual([
    2,
    expect.stringContaining("No one could sign in"),
  ]);
  expect(await says("--url", "https://x.example/path")).toEqual([2, expect.stringContaining("without a path")]);
  expect(await says("--port", "0")).toEqual([2, expect.stringContaining("--port must be a number")]);
});

test("a password is never an argument, and users are refused with a sentence", async () => {
  const bad = await place.run(["users", "add", "ana", "--role", "admin", "--password-stdin"], { input: "short\n" });
  expect([bad.code, bad.stderr]).toEqual([2, expect.stringContaining("This password cannot be used. Nothing was changed.")]);
  const none = await place.run(["users", "add", "ana", "--role", "admin"]);
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("--password-stdin")]);
  const role = await place.run(["users", "add", "ana", "--role", "king", "--password-stdin"], { input: "correct horse battery\n" });
  expect(role.stderr).toContain("--role must be one of");
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
    expect(consoleEnvironment({})).toEqual({
      session: { idle: 3_600_000, longest: 43_200_000 },
      trustProxy: [],
      language: "en",
      timeZone: "UTC",
      oidc: null,
    });
    const german = consoleEnvironment({ ROLLCALL_LANGUAGE: "de", ROLLCALL_TIME_ZONE: "Europe/Berlin" });
    expect(german).toMatchObject({ language: "de", timeZone: "Europe/Berlin" });
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

  test("takes values with commas that are separated by semicolons", () => {
    expect(consoleEnvironment(good).oidc?.roles).toEqual([
      ["cn=hr,ou=x", "reviewer"],
      ["it", "admin"],
    ]);
  });

  test("is refused where it is set up half, or would send secrets in the clear", async () => {
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
      { ROLLCALL_LANGUAGE: "tlh" },
      { ROLLCALL_TIME_ZONE: "Mars/Olympus" },
    ];
    for (const env of wrong) expect((await problemOf(() => consoleEnvironment(env))).message).toContain("Nothing was started.");
  });
});
