/** Signals beyond Ctrl-C: those that mean something to Node, and the end of a terminal. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { workplace } from "../helpers/cli.ts";
import { company, people, until, type Company } from "../helpers/company.ts";
import { ended, jobForDaemon } from "../helpers/serving.ts";
import { freePort } from "../helpers/free-port.ts";

interface Watched {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
}

async function watched(c: Company, ...args: string[]): Promise<Watched> {
  const child = await c.place.start(args);
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk: Buffer) => (stdout += chunk.toString("utf8")));
  child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString("utf8")));
  return { child, stdout: () => stdout, stderr: () => stderr };
}

const slowly = { parts: { service: { rate: { per_second: 20, in_flight: 2 } } } };

test("SIGUSR1 opens no debugger, and ends nothing", async () => {
  const c = await company(slowly);
  c.hr(people(10));
  const { child, stdout, stderr } = await watched(c, "sync", "job.yaml", "--json");
  await until(() => c.service.users().length >= 2);
  const closed = once(child, "close");
  child.kill("SIGUSR1");
  const [code] = (await closed) as [number | null];
  expect(stderr()).not.toContain("Debugger");
  expect([code, JSON.parse(stdout())]).toMatchObject([0, { counts: { done: 10 } }]);
});

test("the end of the terminal stops a run as Ctrl-C does, also if it is reported twice", async () => {
  const c = await company(slowly);
  c.hr(people(30));
  const { child, stdout } = await watched(c, "sync", "job.yaml", "--json");
  await until(() => c.service.users().length >= 3);
  const closed = once(child, "close");
  child.kill("SIGHUP");
  child.kill("SIGHUP");
  const [code] = (await closed) as [number | null];
  expect(code).toBe(1);
  const stopped = JSON.parse(stdout()) as { run: string; status: string; counts: Record<string, number> };
  expect(stopped).toMatchObject({ status: "interrupted", counts: { creates: 30, uncertain: 0, done: c.service.users().length } });
  expect(await c.night("runs resume", [stopped.run])).toMatchObject({ code: 0, counts: { done: 30 } });
  expect(c.userCalls("POST")).toHaveLength(30);
});

test("SIGHUP makes the daemon read its job files again, and does not end it while it starts", async () => {
  const c = await company();
  jobForDaemon(c);
  const { child, stderr } = await watched(c, "serve", "--port", String(await freePort()), "--json");
  try {
    await until(() => stderr().includes('"process_started"'));
    child.kill("SIGHUP");
    await until(() => stderr().includes('"process_ready"'));
    expect(stderr()).not.toContain('"job_unusable"');
    c.place.write("jobs/broken.yaml", "name: [");
    child.kill("SIGHUP");
    await until(() => stderr().includes('"job_unusable"'));
    expect(await ended(child, "SIGTERM")).toBe(0);
  } finally {
    child.kill("SIGKILL");
  }
});

/** Sends SIGTERM to the only child of a process, if it has one. */
function terminateChildOf({ pid, exitCode }: ChildProcess): void {
  if (exitCode !== null) return;
  try {
    const [first = ""] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ");
    if (first !== "") process.kill(Number(first), "SIGTERM");
  } catch {
    // It has just ended.
  }
}

/** Within a container, this may be forbidden: then nothing can be the first process of another one. */
const ISOLATED = [[], ["--user", "--map-root-user"]]
  .map((user) => [...user, "--pid", "--fork", "--kill-child"])
  .find((flags) => spawnSync("unshare", [...flags, "true"]).status === 0);

test.skipIf(ISOLATED === undefined)("SIGTERM ends the first process of a container, also one that does not wait for it", async () => {
  const place = workplace();
  onTestFinished(() => place.remove());
  const bin = fileURLToPath(new URL("../../bin/rollcall.js", import.meta.url));
  const command = [process.execPath, bin, "users", "add", "ana", "--role", "admin", "--password-stdin"];
  const child = spawn("unshare", [...(ISOLATED ?? []), ...command], {
    cwd: place.dir,
    env: { PATH: process.env["PATH"] ?? "", HOME: place.dir },
    stdio: ["pipe", "ignore", "ignore"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  // The system ignores those that come before the program handles them.
  const sending = setInterval(() => terminateChildOf(child), 300);
  const [code] = (await once(child, "close").finally(() => clearInterval(sending))) as [number | null];
  expect(code).toBe(143);
});
