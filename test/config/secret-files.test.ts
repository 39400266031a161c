import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, expect, test } from "vitest";
import { originsIn } from "../../src/config/origins.ts";
import { withSecretFiles } from "../../src/config/secret-files.ts";
import { UsageProblem } from "../../src/model/problem.ts";
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

/** What reading the variable says. */
function complaint(env: Record<string, string>, name: string): string {
  try {
    const read = withSecretFiles(env, ".")[name];
    throw new Error(`it was read: ${String(read)}`);
  } catch (error) {
    if (!(error instanceof UsageProblem)) throw error;
    return `${error.message} ${error.next ?? ""}`;
  }
}

test.each<[string, string]>([
  [value, value],
  [`${value}\n`, value],
  [`${value}\r\n`, value],
  [`${value}\n\n`, `${value}\n`],
  [` ${value} `, ` ${value} `],
])("of a file's content %j the value is %j", (content, expected) => {
  expect(withSecretFiles({ TOKEN_FILE: secret(content) }, ".")["TOKEN"]).toBe(expected);
});

test("a file is read when its variable is asked for, and each time anew", () => {
  const file = secret("first");
  const env = withSecretFiles({ TOKEN_FILE: file, OTHER_FILE: "/nowhere/at/all", PLAIN: "x", EMPTY_FILE: "", _FILE: "/x" }, ".");
  expect(env["TOKEN"]).toBe("first");
  writeFileSync(file, "second");
  expect(env["TOKEN"]).toBe("second");
  expect([env["PLAIN"], env["EMPTY"], env["OTHER_FILE"]]).toEqual(["x", undefined, "/nowhere/at/all"]);
  // What is copied for a child process is what was given.
  expect({ ...env }).toEqual({ TOKEN_FILE: file, OTHER_FILE: "/nowhere/at/all", PLAIN: "x", EMPTY_FILE: "", _FILE: "/x" });
});

test("a variable and its file at the same time are a fault; an empty variable counts as none", () => {
  const file = secret(value);
  expect(complaint({ TOKEN: "other-value", TOKEN_FILE: file }, "TOKEN")).toMatch(/TOKEN and TOKEN_FILE are both set/);
  expect(withSecretFiles({ TOKEN: "", TOKEN_FILE: file }, ".")["TOKEN"]).toBe(value);
});

test("a file that cannot be used is named with its variable, and what stands in it is not", () => {
  const dir = folder();
  const wrong: [path: string, says: RegExp][] = [
    [join(dir, "nothing"), /is not there/],
    [dir, /is not a regular file/],
    [secret(""), /is empty/],
    [secret("\n"), /is empty/],
    [secret(Buffer.from([0xff, 0xfe, 0x41])), /not text in UTF-8/],
    [secret(Buffer.concat([Buffer.from(value), Buffer.from([0])])), /not text in UTF-8/],
    [secret(value.repeat(5000)), /larger than 64 KB/],
    [secret(value, 0o604), /every user of the machine.*chmod o-rwx/],
  ];
  for (const [path, says] of wrong) {
    const said = complaint({ TOKEN_FILE: path, TOKEN: "" }, "TOKEN");
    expect(said).toMatch(says);
    expect(said).toContain("TOKEN_FILE");
    expect(said).toContain(path);
    expect(said).not.toContain(value);
  }
  // The group may read it: so Kubernetes hands secrets to a user that is not root.
  expect(withSecretFiles({ TOKEN_FILE: secret(value, 0o440) }, ".")["TOKEN"]).toBe(value);
});

test("a secret that was put where its path belongs is not shown", () => {
  const said = complaint({ TOKEN_FILE: value }, "TOKEN");
  expect(said).toMatch(/TOKEN_FILE takes the path of a file, such as \/run\/secrets\/token/);
  expect(said).not.toContain(value);
});

test("where values come from is said of what the job names and of what Rollcall takes itself, never from comments", () => {
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

test("a job takes its token from a file, `check` says which, and a fault of the file stands at the job's line", async () => {
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
  // The key came from its file: without it nothing opens the tokens.
  const locked = await c.place.run(["sync", "job.yaml"], { env: { LMS_REFRESH_TOKEN_FILE: file } });
  expect(locked.code).toBe(2);
  expect(locked.stderr).toMatch(/ROLLCALL_SECRET_KEY is not set/);

  chmodSync(file, 0o644);
  const open = await c.place.run(["check", "job.yaml"], { env });
  expect(open.code).toBe(2);
  expect(open.stderr).toMatch(/job\.yaml:\d+:\d+: .*LMS_REFRESH_TOKEN_FILE.*every user of the machine/);
  expect(open.stderr).not.toContain(token);
  const both = await c.place.run(["check", "job.yaml"], { env: { ...env, LMS_REFRESH_TOKEN: "x" } });
  expect(both.code).toBe(2);
  expect(both.stderr).toMatch(/LMS_REFRESH_TOKEN and LMS_REFRESH_TOKEN_FILE are both set/);
}, 120_000);
