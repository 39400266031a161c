import { execFileSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { composePlace, listening, withPort } from "../compose/place.ts";
import { root } from "../helpers/compose.ts";
import { freePort } from "../helpers/free-port.ts";
import { postgres, redis } from "../helpers/servers.ts";

test("the commands of worker, scheduler and console start on PostgreSQL and Redis, become ready, and exit with 0 on SIGTERM", async () => {
  const place = composePlace();
  onTestFinished(() => place.remove());
  const [database, queue] = await Promise.all([postgres(), redis()]);
  onTestFinished(async () => {
    await Promise.all([database.close(), queue.close()]);
  });
  const secret = (name: string, value: string): void => {
    rmSync(join(place.dir, "secrets", name));
    writeFileSync(join(place.dir, "secrets", name), `${value}\n`, { mode: 0o400 });
  };
  secret("rollcall_secret_key", "0123456789abcdef0123456789abcdef");
  secret("database_url", await database.database());
  secret("redis_url", queue.url);
  const { argv, environment } = place.found("console", "command");
  const port = await freePort();
  const nobody = place.run(withPort(argv, port), environment);
  expect([nobody.status, nobody.stderr]).toEqual([2, expect.stringMatching(/No one could sign in/)]);
  const bin = join(root, "bin/rollcall.js");
  execFileSync(process.execPath, [bin, "users", "add", "ana", "--role", "admin", "--password-stdin"], {
    cwd: place.dir,
    env: place.surroundings(environment),
    input: "a long enough password of mine\n",
  });
  const started = [place.start(withPort(argv, port), environment)];
  expect(await listening(started[0] as ChildProcess)).toContain("http://localhost:8423");
  // It is reachable by its public address, and by no other name.
  const asked = (host: string) =>
    new Promise((resolve) => get({ port, host: "127.0.0.1", path: "/", headers: { host } }, ({ statusCode }) => resolve(statusCode)));
  expect(await asked("localhost:8423")).toBe(303);
  expect(await asked("elsewhere.example")).toBe(421);
  const healthy = place.found("worker", "healthcheck").argv;
  expect(place.run(healthy, { ROLLCALL_HEALTH_PORT: String(port) })).toMatchObject({ status: 0 });
  for (const service of ["worker", "scheduler"]) {
    const one = place.found(service, "command");
    const health = { ROLLCALL_HEALTH_PORT: String(await freePort()) };
    const child = place.start(one.argv, { ...one.environment, ...health });
    started.push(child);
    expect(await listening(child)).toMatch(new RegExp(`^Running as ${service}\\. Health and metrics are at http`));
    expect(place.run(healthy, health)).toMatchObject({ status: 0 });
  }
  for (const child of started) {
    child.kill("SIGTERM");
    await once(child, "exit");
    expect(child.exitCode).toBe(0);
  }
}, 240_000);
