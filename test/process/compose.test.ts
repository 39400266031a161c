/** The commands of docker-compose.yml and of the image, as processes on this machine. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { composePlace, listening, withPort, type ComposePlace } from "../compose/place.ts";
import { copiedIntoImage, ourImage, root } from "../helpers/compose.ts";
import { freePort } from "../helpers/free-port.ts";

let place: ComposePlace;
beforeAll(() => {
  place = composePlace();
  return () => place.remove();
});

test("the command line accepts every command of the Compose file, its roles and options", () => {
  const ours = place.processes.filter(({ what, argv }) => what === "command" && argv.includes(join(root, "bin/rollcall.js")));
  expect(ours.map(({ service }) => service)).toEqual(["worker", "scheduler", "console", "sandbox"]);
  for (const { argv } of ours) {
    const { status, stdout } = place.run([...argv, "--help"]);
    expect(status).toBe(0);
    for (const option of argv.filter((word) => word.startsWith("--"))) expect(stdout).toContain(option);
    for (const role of argv.filter((_, i) => argv[i - 1] === "--roles")) expect(["worker", "scheduler", "console"]).toContain(role);
  }
});

test("the image's default command prints the help", () => {
  const { command } = ourImage();
  const { status, stdout } = place.run([process.execPath, join(root, "bin/rollcall.js"), ...command]);
  expect([status, stdout.split("\n")[0]]).toEqual([0, "Usage: rollcall serve [options]"]);
});

test("the sandbox's command starts it, and its health check reports both start and end", async () => {
  const port = await freePort();
  const { argv, environment } = place.found("sandbox", "command");
  const child = place.start(withPort(argv, port), environment);
  expect(await listening(child)).toContain(`:${port}`);
  const check = place.found("sandbox", "healthcheck").argv.map((word) => word.replace(":8425", `:${port}`));
  expect(place.run(check).status).toBe(0);
  expect(existsSync(join(place.dir, "state", "sandbox"))).toBe(true);
  child.kill("SIGTERM");
  await once(child, "exit");
  expect(child.exitCode).toBe(0);
  expect(place.run(check).status).toBe(1);
}, 120_000);

test.each([
  [200, 0],
  [503, 1],
  [302, 1],
])("the image's health check gets %d on the process's port and exits with %d", async (status, code) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(status, { location: "/elsewhere" }).end("{}");
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const { argv, environment } = place.found("worker", "healthcheck");
  expect(environment["ROLLCALL_HEALTH_PORT"]).toMatch(/^\d+$/);
  const [program = "", ...args] = argv;
  const child = spawn(program, args, { env: place.surroundings({ ROLLCALL_HEALTH_PORT: String(port) }), stdio: "ignore" });
  await once(child, "exit");
  expect([child.exitCode, asked]).toEqual([code, ["/readyz"]]);
});

test("a process that does not answer is not healthy", async () => {
  const { status, stderr } = place.run(place.found("scheduler", "healthcheck").argv, { ROLLCALL_HEALTH_PORT: String(await freePort()) });
  expect(status).toBe(1);
  expect(stderr).toMatch(/not ready/);
});

test("Redis gets its password by standard input, runs as process 1, and persists nothing", () => {
  const log = place.recorder("redis-server");
  const { argv } = place.found("redis", "command");
  expect(place.run(["sh", "-n", "-c", argv.at(-1) ?? ""]).status).toBe(0);
  const { status, stderr } = place.run(argv);
  expect([status, stderr]).toEqual([0, ""]);
  const [args = "", configuration = ""] = readFileSync(log, "utf8").split("--\n");
  expect(args).toBe("-\n");
  expect(configuration).toMatch(
    /^requirepass redis_password-value\nmaxmemory 384mb\nmaxmemory-policy noeviction\nsave ""\nappendonly no\n/,
  );
  expect(argv.join(" ")).toContain("exec redis-server");
});

test("the health check of Redis passes the password by its environment only, and accepts nothing but PONG", () => {
  const { argv } = place.found("redis", "healthcheck");
  const log = place.recorder("redis-cli", "echo PONG");
  expect(place.run(argv).status).toBe(0);
  expect(readFileSync(log, "utf8")).toMatch(/^ping\n--\n[\s\S]*auth=redis_password-value\n$/);
  place.recorder("redis-cli", "echo NOAUTH");
  expect(place.run(argv).status).not.toBe(0);
});

test("the health check of PostgreSQL connects over the network that the database serves", () => {
  const log = place.recorder("pg_isready");
  expect(place.run(place.found("postgres", "healthcheck").argv).status).toBe(0);
  expect(readFileSync(log, "utf8")).toMatch(/^--quiet\n--username=rollcall\n--dbname=rollcall\n--host=127\.0\.0\.1\n--\n/);
});

test("the image is complete and may be read-only: it creates a state and plays the demo", () => {
  const copy = join(place.dir, "installed");
  for (const { from, to } of copiedIntoImage()) {
    mkdirSync(dirname(join(copy, to)), { recursive: true });
    if (from === "node_modules") symlinkSync(join(root, from), join(copy, to));
    // The sources run instead of the build output; only the template of a new state is built.
    else if (from === "dist") cpSync(join(root, "dist/state-template.tar.gz"), join(copy, to, "state-template.tar.gz"));
    else cpSync(join(root, from), join(copy, to), { recursive: true });
  }
  cpSync(join(root, "src"), join(copy, "src"), { recursive: true });
  const held = readdirSync(copy).filter((name) => name !== "node_modules");
  execFileSync("chmod", ["-R", "a-w", ...held.map((name) => join(copy, name))]);
  onTestFinished(() => void execFileSync("chmod", ["-R", "u+w", ...held.map((name) => join(copy, name))]));
  const bin = join(copy, "bin/rollcall.js");
  const { status, stderr } = place.run([process.execPath, bin, "runs", "list", "--state", join(place.dir, "own")]);
  expect([status, stderr]).toEqual([0, ""]);
  const locked = execFileSync("find", [join(place.dir, "own", "database"), "!", "-perm", "-u+w"], { encoding: "utf8" });
  expect(locked).toBe("");
  expect(place.run([process.execPath, bin, "schema", "job"]).status).toBe(0);
  const demo = place.run([process.execPath, bin, "demo", "--state", join(place.dir, "play")]);
  expect([demo.status, demo.stderr]).toEqual([0, ""]);
}, 120_000);
