import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { postgres, redis } from "../helpers/servers.ts";
import { copiedIntoImage, ourCompose, ourImage, processesOf, root, type Process } from "../helpers/compose.ts";

let dir: string;
let processes: Process[];

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "rollcall-commands-"));
  for (const name of ["secrets", "state", "bin", "jobs"]) mkdirSync(join(dir, name));
  for (const name of Object.keys(ourCompose().secrets)) writeFileSync(join(dir, "secrets", name), `${name}-value`, { mode: 0o400 });
  processes = processesOf(ourCompose(), { secrets: join(dir, "secrets"), state: join(dir, "state") });
  return () => rmSync(dir, { recursive: true, force: true });
});

function found(service: string, what: Process["what"]): Process {
  const one = processes.find((each) => each.service === service && each.what === what);
  if (one === undefined) throw new Error(`${service} has no ${what}`);
  return one;
}

/** What such a process is given, and nothing of this machine. */
function surroundings(environment: Record<string, string>): Record<string, string> {
  return { PATH: `${join(dir, "bin")}:/usr/bin:/bin`, HOME: dir, ...environment };
}

function run([program = "", ...args]: readonly string[], environment: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: dir,
    env: surroundings(environment),
    encoding: "utf8",
    timeout: 50_000,
  });
  return { status, stdout, stderr };
}

/** A program of this name that writes down how it was called. */
function recorder(name: string, prints = ""): string {
  const log = join(dir, `${name}.log`);
  const file = join(dir, "bin", name);
  writeFileSync(file, `#!/bin/sh\n{ printf '%s\\n' "$@"; echo --; [ -t 0 ] || cat; echo "auth=$REDISCLI_AUTH"; } > ${log}\n${prints}\n`);
  chmodSync(file, 0o755);
  return log;
}

async function listening(child: ChildProcess): Promise<string> {
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const [line] = (await Promise.race([
    once(child.stdout ?? child, "data"),
    once(child, "exit").then(() => Promise.reject(new Error(said))),
  ])) as [Buffer];
  return line.toString();
}

function start([program = "", ...args]: readonly string[], environment: Record<string, string>): ChildProcess {
  const child = spawn(program, args, { cwd: dir, env: surroundings(environment), stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  return child;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

function withPort(argv: readonly string[], port: number): string[] {
  const at = argv.indexOf("--port");
  if (at < 0) throw new Error("it names no port");
  return argv.with(at + 1, String(port));
}

test("every service has a health check, and every command is one of ours or of its image", () => {
  const services = Object.keys(ourCompose().services);
  expect(processes.filter(({ what }) => what === "healthcheck").map(({ service }) => service)).toEqual(services);
  // PostgreSQL runs what its image says.
  expect(processes.filter(({ what }) => what === "command").map(({ service }) => service)).toEqual(
    services.filter((name) => name !== "postgres"),
  );
  for (const { argv } of processes) expect(JSON.stringify(argv)).not.toMatch(/\/(app|run\/secrets)\//);
});

test("the command line understands every command of ours, its roles and options", () => {
  const ours = processes.filter(({ what, argv }) => what === "command" && argv.includes(join(root, "src/cli/bin.js")));
  expect(ours.map(({ service }) => service)).toEqual(["worker", "scheduler", "console", "sandbox"]);
  for (const { argv } of ours) {
    const { status, stdout } = run([...argv, "--help"]);
    expect(status).toBe(0);
    for (const option of argv.filter((word) => word.startsWith("--"))) expect(stdout).toContain(option);
    for (const role of argv.filter((_, i) => argv[i - 1] === "--roles")) expect(["worker", "scheduler", "console"]).toContain(role);
  }
});

test("the image's own command says what there is", () => {
  const { command } = ourImage();
  const { status, stdout } = run([process.execPath, join(root, "src/cli/bin.js"), ...command]);
  expect([status, stdout.split("\n")[0]]).toEqual([0, "Usage: rollcall serve [options]"]);
});

test("the sandbox's command starts it, and its health check sees it come and go", async () => {
  const port = await freePort();
  const { argv, environment } = found("sandbox", "command");
  const child = start(withPort(argv, port), environment);
  expect(await listening(child)).toContain(`:${port}`);
  const check = found("sandbox", "healthcheck").argv.map((word) => word.replace(":8425", `:${port}`));
  expect(run(check).status).toBe(0);
  expect(existsSync(join(dir, "state", "sandbox"))).toBe(true);
  child.kill("SIGTERM");
  await once(child, "exit");
  expect(child.exitCode).toBe(0);
  expect(run(check).status).toBe(1);
}, 120_000);

test("the commands of worker, scheduler and console start on PostgreSQL and Redis, are ready, and SIGTERM ends them with 0", async () => {
  const [database, queue] = await Promise.all([postgres(), redis()]);
  onTestFinished(async () => {
    await Promise.all([database.close(), queue.close()]);
  });
  const secret = (name: string, value: string): void => {
    rmSync(join(dir, "secrets", name));
    writeFileSync(join(dir, "secrets", name), `${value}\n`, { mode: 0o400 });
  };
  secret("rollcall_secret_key", "0123456789abcdef0123456789abcdef");
  secret("database_url", await database.database());
  secret("redis_url", queue.url);
  const { argv, environment } = found("console", "command");
  const port = await freePort();
  const nobody = run(withPort(argv, port), environment);
  expect([nobody.status, nobody.stderr]).toEqual([2, expect.stringMatching(/Nobody could sign in yet/)]);
  const bin = join(root, "src/cli/bin.js");
  execFileSync(process.execPath, [bin, "users", "add", "ana", "--role", "admin", "--password-stdin"], {
    cwd: dir,
    env: surroundings(environment),
    input: "a long enough password of mine\n",
  });
  const started = [start(withPort(argv, port), environment)];
  expect(await listening(started[0] as ChildProcess)).toContain("http://localhost:8423");
  // By the address that people use, it is reached; by another name it is not.
  const asked = (host: string) =>
    new Promise((resolve) => get({ port, host: "127.0.0.1", path: "/", headers: { host } }, ({ statusCode }) => resolve(statusCode)));
  expect(await asked("localhost:8423")).toBe(303);
  expect(await asked("elsewhere.example")).toBe(421);
  const healthy = found("worker", "healthcheck").argv;
  expect(run(healthy, { ROLLCALL_HEALTH_PORT: String(port) })).toMatchObject({ status: 0 });
  for (const service of ["worker", "scheduler"]) {
    const one = found(service, "command");
    const health = { ROLLCALL_HEALTH_PORT: String(await freePort()) };
    const child = start(one.argv, { ...one.environment, ...health });
    started.push(child);
    expect(await listening(child)).toMatch(new RegExp(`^Working as ${service}\\. Health and metrics are at http`));
    expect(run(healthy, health)).toMatchObject({ status: 0 });
  }
  for (const child of started) {
    child.kill("SIGTERM");
    await once(child, "exit");
    expect(child.exitCode).toBe(0);
  }
}, 240_000);

test.each([
  [200, 0],
  [503, 1],
  [302, 1],
])("the image's health check meets %d on the process's port and ends with %d", async (status, code) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(status, { location: "/elsewhere" }).end("{}");
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const { argv, environment } = found("worker", "healthcheck");
  expect(environment["ROLLCALL_HEALTH_PORT"]).toMatch(/^\d+$/);
  const [program = "", ...args] = argv;
  const child = spawn(program, args, { env: surroundings({ ROLLCALL_HEALTH_PORT: String(port) }), stdio: "ignore" });
  await once(child, "exit");
  expect([child.exitCode, asked]).toEqual([code, ["/readyz"]]);
});

test("a process that does not answer at all is not healthy", async () => {
  const { status, stderr } = run(found("scheduler", "healthcheck").argv, { ROLLCALL_HEALTH_PORT: String(await freePort()) });
  expect(status).toBe(1);
  expect(stderr).toMatch(/not ready/);
});

test("Redis gets its password by standard input, as process 1, and lasts nothing", () => {
  const log = recorder("redis-server");
  const { argv } = found("redis", "command");
  expect(run(["sh", "-n", "-c", argv.at(-1) ?? ""]).status).toBe(0);
  const { status, stderr } = run(argv);
  expect([status, stderr]).toEqual([0, ""]);
  const [args = "", configuration = ""] = readFileSync(log, "utf8").split("--\n");
  expect(args).toBe("-\n");
  expect(configuration).toMatch(
    /^requirepass redis_password-value\nmaxmemory 384mb\nmaxmemory-policy noeviction\nsave ""\nappendonly no\n/,
  );
  expect(argv.join(" ")).toContain("exec redis-server");
});

test("the health check of Redis shows the password by its environment only, and believes nothing but PONG", () => {
  const { argv } = found("redis", "healthcheck");
  const log = recorder("redis-cli", "echo PONG");
  expect(run(argv).status).toBe(0);
  expect(readFileSync(log, "utf8")).toMatch(/^ping\n--\n[\s\S]*auth=redis_password-value\n$/);
  recorder("redis-cli", "echo NOAUTH");
  expect(run(argv).status).not.toBe(0);
});

test("the health check of PostgreSQL asks over the network that it serves", () => {
  const log = recorder("pg_isready");
  expect(run(found("postgres", "healthcheck").argv).status).toBe(0);
  expect(readFileSync(log, "utf8")).toMatch(/^--quiet\n--username=rollcall\n--dbname=rollcall\n--host=127\.0\.0\.1\n--\n/);
});

test("what the image holds is enough, and may be read-only: a state is made, and the demo plays its night", () => {
  const place = join(dir, "installed");
  for (const { from, to } of copiedIntoImage()) {
    mkdirSync(dirname(join(place, to)), { recursive: true });
    if (from === "node_modules") symlinkSync(join(root, from), join(place, to));
    // The sources run in place of what is built of them; the template of a new state is built alone.
    else if (from === "dist") cpSync(join(root, "dist/state-template"), join(place, to, "state-template"), { recursive: true });
    else cpSync(join(root, from), join(place, to), { recursive: true });
  }
  cpSync(join(root, "src"), join(place, "src"), { recursive: true });
  const held = readdirSync(place).filter((name) => name !== "node_modules");
  execFileSync("chmod", ["-R", "a-w", ...held.map((name) => join(place, name))]);
  onTestFinished(() => void execFileSync("chmod", ["-R", "u+w", ...held.map((name) => join(place, name))]));
  const bin = join(place, "src/cli/bin.js");
  const { status, stderr } = run([process.execPath, bin, "runs", "list", "--state", join(dir, "own")]);
  expect([status, stderr]).toEqual([0, ""]);
  const locked = execFileSync("find", [join(dir, "own", "database"), "!", "-perm", "-u+w"], { encoding: "utf8" });
  expect(locked).toBe("");
  expect(run([process.execPath, bin, "schema", "job"]).status).toBe(0);
  const demo = run([process.execPath, bin, "demo", "--state", join(dir, "play")]);
  expect([demo.status, demo.stderr]).toEqual([0, ""]);
}, 120_000);
