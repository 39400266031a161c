/** Commands that a daemon runs for other processes, over the socket of its embedded state; here all in one process. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createConnection, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import type { Call, Io } from "../../src/app/io.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import { messages, send, type Given, type Message } from "../../src/daemon/socket/messages.ts";
import { serveCommands, type CommandServer } from "../../src/daemon/socket/serve.ts";
import { listAudit } from "../../src/store/audit/audit.ts";
import { openState, type State } from "../helpers/state.ts";
import { testCall, testIo } from "../helpers/io.ts";

interface Daemon {
  dir: string;
  state: State;
  server: CommandServer;
  /** Runs a command beside the daemon, in a folder of its own. */
  run(argv: readonly string[], given?: Partial<Io> & { input?: string }): Promise<{ code: number; stdout: string; stderr: string }>;
}

const noSandbox = { sandbox: () => Promise.reject(new Error("no sandbox in this test")) };

async function daemon(given: Partial<Call> = {}): Promise<Daemon> {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-daemon-"));
  const state = await openState(join(dir, ".rollcall"), { command: "serve" });
  const server = await serveCommands({ ...testCall(dir), ...given }, state, noSandbox);
  if (server === null) throw new Error("this system has no sockets");
  onTestFinished(async () => {
    await server.close(0);
    await state.close();
    rmSync(dir, { recursive: true, force: true });
  });
  const run: Daemon["run"] = async (argv, callers = {}) => {
    const { io, stdout, stderr } = testIo(dir, callers);
    const code = await runCli(argv, io);
    return { code, stdout: stdout(), stderr: stderr() };
  };
  return { dir, state, server, run };
}

const words = (...argv: string[]): Given => ({
  type: "run",
  argv,
  cwd: tmpdir(),
  isTTY: { stdin: false, stdout: false, stderr: false },
  columns: undefined,
  script: undefined,
  env: {},
});

function connected({ dir }: Daemon): Socket {
  const socket = createConnection(join(dir, ".rollcall", "socket"));
  socket.on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Returns what the daemon answers to one message, or to bytes that are none. */
async function answerTo(to: Daemon, message: object | Buffer): Promise<Message | "ended"> {
  const socket = connected(to);
  if (Buffer.isBuffer(message)) socket.end(message);
  else await send(socket, message as Message);
  for await (const answer of messages(socket)) if (answer.type !== "ready") return answer;
  return "ended";
}

/** Returns how many processes the store knows: the daemon, and commands that run. */
async function processes({ state }: Pick<Daemon, "state">): Promise<number> {
  return (await state.db.selectFrom("process").selectAll().execute()).length;
}

const add = (name: string): string[] => ["users", "add", name, "--role", "viewer", "--password-stdin", "--json"];
const input = "correct horse battery staple\n";

test("a command has its caller's words and streams, and its exit code", async () => {
  const { state, run } = await daemon();
  expect(await run(["runs", "list", "--json"])).toEqual({ code: 0, stdout: "[]\n", stderr: "" });
  expect(await run(add("ana"), { input })).toMatchObject({ code: 0, stderr: "" });
  const listed = await run(["users", "list", "--json"]);
  expect(JSON.parse(listed.stdout)).toMatchObject([{ name: "ana" }]);
  const wrong = await run(["runs", "show", "nothing"]);
  expect(wrong).toMatchObject({ code: 2, stdout: "" });
  expect(wrong.stderr).toMatch(
    /The command ran in process \d+ on .* \(`rollcall serve`, since .*\), with the environment variables of that process\.\n$/,
  );
  // Its process in the store has ended with it.
  expect(await processes({ state })).toBe(1);
});

test("a question is asked on the caller's terminal, with its keys", async () => {
  const { run } = await daemon();
  const modes: boolean[] = [];
  const typed = ["correct horse battery staple\r", "correct horse battery staple\r"];
  const stdin = Object.assign(new Readable({ read: () => undefined }), {
    isTTY: true,
    setRawMode: (on: boolean) => {
      modes.push(on);
      if (on) setTimeout(() => stdin.push(typed.shift() ?? null), 100);
    },
  });
  const isTTY = { stdin: true, stdout: true, stderr: true };
  const added = await run(["users", "add", "ben", "--role", "viewer"], { stdin, isTTY, columns: 80 });
  expect(added).toMatchObject({ code: 0 });
  expect(added.stderr).not.toContain("horse");
  // Two questions, and the terminal is left as it was.
  expect(modes).toContain(true);
  expect(typed).toEqual([]);
  expect(modes.at(-1)).toBe(false);
  expect(JSON.parse((await run(["users", "list", "--json"])).stdout)).toMatchObject([{ name: "ben" }]);
});

test("I1: the actor is who the caller proves to be, never the daemon", async () => {
  const first = await daemon();
  const made = await first.run(["tokens", "create", "machine", "--role", "operator", "--expires", "1d", "--json"]);
  const { token } = JSON.parse(made.stdout) as { token: string };
  await first.server.close();
  const io = testCall(first.dir, { env: { ROLLCALL_TOKEN: token } });
  const server = await serveCommands(io, first.state, noSandbox);
  onTestFinished(() => server?.close(0));
  const stop = (account: string, env: Io["env"]) =>
    first.run(["emergency-stop", `https://${account}.example.com`, "--reason", "Wrong export"], { env });
  const accounts = ["a", "b", "c"];
  for (const account of accounts)
    await first.state.db
      .insertInto("setting")
      .values({
        name: `emergency_stop:https://${account}.example.com`,
        value: JSON.stringify({
          account: `https://${account}.example.com`,
          since: "2026-01-01T00:00:00Z",
          by: "x",
          via: "cli",
          reason: "y",
        }),
      })
      .execute();
  expect((await stop("a", {})).code).toBe(0);
  expect((await stop("b", { ROLLCALL_TOKEN: token })).code).toBe(0);
  expect((await stop("c", { ROLLCALL_TOKEN: "rollcall_wrong" })).stderr).toContain("ROLLCALL_TOKEN");
  const actors = (await listAudit(first.state.db)).filter(({ action }) => action === "emergency_stop").map(({ actor }) => actor);
  expect(actors).toHaveLength(2);
  expect(actors[0]).not.toBe("machine");
  expect(actors[1]).toBe("machine");
});

test("a variable that the daemon lacks is named, and the caller's does not cross", async () => {
  const { dir, run } = await daemon();
  writeFileSync(
    join(dir, "job.yaml"),
    'version: 1\nname: nightly\nmapping: m.yaml\nsource: { file: staff.csv }\nservice: { base_url: "${SERVICE_URL}" }\n',
  );
  const refused = await run(["plan", "job.yaml"], { env: { SERVICE_URL: "https://secret.example.com" } });
  expect(refused).toMatchObject({ code: 2, stdout: "" });
  expect(refused.stderr).toContain("the environment variable SERVICE_URL is not set");
  expect(refused.stderr).toContain("The command ran in process");
  expect(refused.stderr).not.toContain("secret");
});

test("I7: a caller that ends in the middle of its input leaves no half of it, and its command stops", async () => {
  const to = await daemon();
  const socket = connected(to);
  await send(socket, words(...add("half"), "--state", join(to.dir, ".rollcall")));
  for await (const message of messages(socket)) {
    if (message.type !== "read") continue;
    await send(socket, { type: "input", chunk: Buffer.from("correct horse battery sta") });
    break;
  }
  await expect.poll(() => processes(to)).toBe(1);
  expect((await to.run(["users", "list", "--json"])).stdout).toBe("[]\n");
});

test("I10: a caller that ends at a question, or sends garbage after its command, ends neither the daemon nor others", async () => {
  const to = await daemon();
  for (const last of [null, { type: "input", chunk: null }]) {
    const socket = connected(to);
    const isTTY = { stdin: true, stdout: true, stderr: true };
    await send(socket, { ...words("users", "add", "zed", "--role", "viewer", "--state", join(to.dir, ".rollcall")), isTTY });
    for await (const message of messages(socket))
      if (message.type === "keys") {
        await send(socket, last as unknown as Message);
        break;
      }
    await expect.poll(() => processes(to)).toBe(1);
  }
  expect((await to.run(["users", "list", "--json"])).stdout).toBe("[]\n");
});

test("a stranger and invalid data are refused, and nothing is done for them", async () => {
  const to = await daemon();
  for (const stranger of [
    { type: "read" },
    Buffer.from("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    Buffer.from([0, 0, 0, 4, 1, 2, 3, 4]),
    Buffer.alloc(0),
  ])
    expect(await answerTo(to, stranger)).toBe("ended");
  expect((await to.run(["runs", "list", "--json"])).code).toBe(0);
});

test("a daemon of another version is not used, and the command says so", async () => {
  const to = await daemon();
  await to.server.close();
  const path = join(to.dir, ".rollcall", "socket");
  const other = createServer((socket) => void send(socket, { type: "ready", version: "0.0.9" })).listen(path);
  onTestFinished(() => void other.close());
  const refused = await to.run(["runs", "list"]);
  expect(refused).toMatchObject({ code: 2, stdout: "" });
  expect(refused.stderr).toContain("another version of Rollcall");
});

test("a daemon that ends disconnects a command, which says so", async () => {
  const { server, run } = await daemon();
  const asked = Promise.withResolvers<void>();
  const stdin = new Readable({ read: () => asked.resolve() });
  const waiting = run(add("late"), { stdin });
  await asked.promise;
  await server.close(0);
  const { code, stderr } = await waiting;
  expect(code).toBe(2);
  expect(stderr).toMatch(/has ended: process \d+ on .*\. Data stored earlier is kept\./);
});

test("the daemon works without a socket where none can be created", async () => {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-daemon-"));
  const state = await openState(dir);
  // Occupies the socket's path, and cannot be removed like one.
  mkdirSync(join(dir, "socket", "full"), { recursive: true });
  expect(await serveCommands(testCall(dir), state, noSandbox)).toBe(null);
  await state.close();
  rmSync(dir, { recursive: true, force: true });
});
