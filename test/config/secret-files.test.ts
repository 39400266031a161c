import { messageOf, nextOf } from "../helpers/problems.ts";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, expect, test } from "vitest";
import { originsIn } from "../../src/config/origins.ts";
import { withSecretFiles } from "../../src/config/secret-files.ts";
import { UsageProblem } from "../../src/domain/problem.ts";
import { company, people } from "../helpers/company.ts";

const value = "geheim-3f0e6f0e";

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-secrets-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

function secret(content: string | Buffer, mode = 0o600, dir = folder()): string {
  const file = join(dir, "secret");
  writeFileSync(file, content, { mode });
  chmodSync(file, mode);
  return file;
}

/** Returns the message of reading the variable. */
function complaint(env: Record<string, string>, name: string): string {
  try {
    const read = withSecretFiles(env, ".")[name];
    throw new Error(`it was read: ${String(read)}`);
  } catch (error) {
    if (!(error instanceof UsageProblem)) throw error;
    return `${messageOf(error)} ${nextOf(error)}`;
  }
}

test.each<[string, string]>([
  [value, value],
  [`${value}\n`, value],
  [`${value}\r\n`, value],
  [`${value}\n\n`, `${value}\n`],
  [` ${value} `, ` ${value} `],
])("the file content %j gives the value %j", (content, expected) => {
  expect(withSecretFiles({ TOKEN_FILE: secret(content) }, ".")["TOKEN"]).toBe(expected);
});

test("a file is read on each access of its variable", () => {
  const file = secret("first");
  const env = withSecretFiles({ TOKEN_FILE: file, OTHER_FILE: "/nowhere/at/all", PLAIN: "x", EMPTY_FILE: "", _FILE: "/x" }, ".");
  expect(env["TOKEN"]).toBe("first");
  writeFileSync(file, "second");
  expect(env["TOKEN"]).toBe("second");
  expect([env["PLAIN"], env["EMPTY"], env["OTHER_FILE"]]).toEqual(["x", undefined, "/nowhere/at/all"]);
  // A copy for a child process has only the original variables.
  expect({ ...env }).toEqual({ TOKEN_FILE: file, OTHER_FILE: "/nowhere/at/all", PLAIN: "x", EMPTY_FILE: "", _FILE: "/x" });
});

test("a variable together with its file is a fault; an empty variable counts as unset", () => {
  const file = secret(value);
  expect(complaint({ TOKEN: "other-value", TOKEN_FILE: file }, "TOKEN")).toMatch(/TOKEN and TOKEN_FILE are both set/);
  expect(withSecretFiles({ TOKEN: "", TOKEN_FILE: file }, ".")["TOKEN"]).toBe(value);
});

test("an unusable file is reported with its variable, without its content", () => {
  const dir = folder();
  const wrong: [path: string, says: RegExp][] = [
    [join(dir, "nothing"), /does not exist/],
    [dir, /is not a regular file/],
    [secret(""), /is empty/],
    [secret("\n"), /is empty/],
    [secret(Buffer.from([0xff, 0xfe, 0x41])), /not text in UTF-8/],
    [secret(Buffer.concat([Buffer.from(value), Buffer.from([0])])), /not text in UTF-8/],
    [secret(value.repeat(5000)), /larger than 64 KB/],
    [secret(value, 0o604), /every user of this machine.*chmod o-rwx/],
  ];
  for (const [path, says] of wrong) {
    const said = complaint({ TOKEN_FILE: path, TOKEN: "" }, "TOKEN");
    expect(said).toMatch(says);
    expect(said).toContain("TOKEN_FILE");
    expect(said).toContain(path);
    expect(said).not.toContain(value);
  }
  // Group-readable: Kubernetes gives secrets to a non-root user this way.
  expect(withSecretFiles({ TOKEN_FILE: secret(value, 0o440) }, ".")["TOKEN"]).toBe(value);
});

test("a secret set in place of its path is not shown", () => {
  const said = complaint({ TOKEN_FILE: value }, "TOKEN");
  expect(said).toMatch(/Set TOKEN_FILE to the path of a file, such as \/run\/secrets\/token/);
  expect(said).not.toContain(value);
});

test("origins are listed for the variables of the job and of Rollcall itself, not for those in comments", () => {
  const file = secret(value);
  const env = withSecretFiles({ A: "x", B_FILE: file, ROLLCALL_SECRET_KEY_FILE: "/run/secrets/key" }, ".");
  const text = "name: n\n# ${COMMENT}\nservice: { base_url: '${A}/api', auth: { token: '${B}', client: '$${NOT}' }, more: '${C}' }\n";
  expect(originsIn(text, env)).toEqual([
    { name: "A", from: "variable" },
    { name: "B", from: "file", file },
    { name: "C", from: null },
    { name: "ROLLCALL_SECRET_KEY", from: "file", file: "/run/secrets/key" },
  ]);
});

test("a job reads its token from a file, `check` shows which, and a fault of the file is reported at the job's line", async () => {
  const c = await company();
  c.hr(people(2));
  const job = JSON.parse(c.place.read("job.yaml")) as { service: { auth: { refresh_token: string } } };
  const token = job.service.auth.refresh_token;
  job.service.auth.refresh_token = "${LMS_REFRESH_TOKEN}";
  c.place.write("job.yaml", JSON.stringify(job, null, 1));
  const file = secret(`${token}\n`);
  const key = secret("0123456789abcdef0123456789abcdef\n");
  const env = { LMS_REFRESH_TOKEN_FILE: file, ROLLCALL_SECRET_KEY_FILE: key };

  const checked = await c.place.run(["check", "job.yaml"], { env });
  expect(checked.code).toBe(0);
  expect(checked.stdout).toContain(`LMS_REFRESH_TOKEN: the file ${file}`);
  expect(checked.stdout).not.toContain(token);
  const night = await c.place.run(["sync", "job.yaml", "--json"], { env });
  expect(night.code).toBe(0);
  expect(c.service.users()).toHaveLength(2);
  // The key came from its file; the tokens can't be decrypted without it.
  const locked = await c.place.run(["sync", "job.yaml"], { env: { LMS_REFRESH_TOKEN_FILE: file } });
  expect(locked.code).toBe(2);
  expect(locked.stderr).toMatch(/ROLLCALL_SECRET_KEY is not set/);

  chmodSync(file, 0o644);
  const open = await c.place.run(["check", "job.yaml"], { env });
  expect(open.code).toBe(2);
  expect(open.stderr).toMatch(/job\.yaml:\d+:\d+: .*LMS_REFRESH_TOKEN_FILE.*every user of this machine/);
  expect(open.stderr).not.toContain(token);
  const both = await c.place.run(["check", "job.yaml"], { env: { ...env, LMS_REFRESH_TOKEN: "x" } });
  expect(both.code).toBe(2);
  expect(both.stderr).toMatch(/LMS_REFRESH_TOKEN and LMS_REFRESH_TOKEN_FILE are both set/);
}, 120_000);
