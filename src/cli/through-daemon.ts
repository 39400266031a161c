import { existsSync } from "node:fs";
import { createConnection, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pTimeout from "p-timeout";
import { stateDirectory } from "../app/with-state.ts";
import { printError } from "../app/output.ts";
import type { Call } from "../app/io.ts";
import { version } from "../app/version.ts";
import { databasePlace } from "../config/environment.ts";
import { messages, send, type Message } from "../daemon/socket/messages.ts";
import { socketPlace } from "../daemon/socket/place.ts";
import { CALLERS_VARIABLES } from "../daemon/socket/variables.ts";
import { fact, inTurn, type Fact } from "../domain/facts/fact.ts";
import { EXIT, Problem, type ExitCode } from "../domain/problem.ts";
import { holderFact, isLocked, readHolder } from "../state/lock.ts";
import { refuseOtherOwner } from "../state/owner.ts";

/** How long to wait, in ms, for a daemon that is starting or stopping. */
const START_TIMEOUT_MS = 10_000;
/** How long for its first answer: one that is stuck leaves the command to find the state in use. */
const ANSWER_TIMEOUT_MS = 10_000;
const POLL_INTERVAL_MS = 100;

/**
 * Runs a command in the daemon that has the embedded state open, with the streams of this process. `null`: there is no
 * such daemon.
 * @throws Problem `other_version`, `state_of_other_user`; `holder_ended` if the daemon ends before the command
 */
export async function throughDaemon(argv: readonly string[], call: Call): Promise<ExitCode | 0 | null> {
  if (databasePlace(call.env) !== null) return null;
  const dir = stateDirectory(call, call.givenState === null ? {} : { state: call.givenState });
  const socket = await connectTo(dir);
  if (socket === null) return null;
  const holder = holderFact(readHolder(dir));
  // The end of its messages reports it.
  socket.on("error", () => undefined);
  try {
    // Root could connect, and would act as the daemon's user.
    refuseOtherOwner(dir);
    return await relay(argv, call, socket, holder);
  } finally {
    socket.destroy();
  }
}

async function relay(argv: readonly string[], call: Call, socket: Socket, holder: Fact): Promise<ExitCode | 0 | null> {
  const incoming = messages(socket);
  const first = await pTimeout(incoming.next(), { milliseconds: ANSWER_TIMEOUT_MS, fallback: () => null });
  if (first === null) return null;
  if (first.done === true) throw ended(holder);
  if (first.value.type !== "ready" || first.value.version !== version()) throw otherVersion();
  const { cwd, isTTY, columns, script, signal } = call;
  const env = Object.fromEntries(CALLERS_VARIABLES.flatMap((name) => (call.env[name] === undefined ? [] : [[name, call.env[name]]])));
  await send(socket, { type: "run", argv, cwd, isTTY, columns, script, env });
  const stop = (): void => void send(socket, { type: "stop" });
  signal.addEventListener("abort", stop);
  try {
    return await untilEnd(incoming, call, socket, holder);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

async function untilEnd(incoming: AsyncGenerator<Message>, call: Call, socket: Socket, holder: Fact): Promise<ExitCode | 0> {
  const input = call.stdin.iterator({ destroyOnReturn: false });
  for await (const message of incoming) {
    if (message.type === "end") {
      if (message.code === EXIT.configuration) await sayWhere(call, holder);
      return message.code as ExitCode | 0;
    }
    await answer(message, call, socket, input);
  }
  throw ended(holder);
}

async function answer(message: Message, call: Call, socket: Socket, input: AsyncIterator<Buffer>): Promise<void> {
  if (message.type === "output") await new Promise((done) => call[message.stream].write(message.chunk, done));
  else if (message.type === "read") void give(socket, input);
  else if (message.type === "keys" && "setRawMode" in call.stdin) (call.stdin as NodeJS.ReadStream).setRawMode(message.single);
}

/** Sends the next part of standard input. One that cannot be read ends the command: half a file must not count as a file. */
async function give(socket: Socket, input: AsyncIterator<Buffer>): Promise<void> {
  try {
    const { done, value } = await input.next();
    await send(socket, { type: "input", chunk: done === true ? null : Buffer.from(value) });
  } catch {
    socket.destroy();
  }
}

/** Connects to the daemon of a state, and waits for one that is starting: it replays its journal before it listens. */
async function connectTo(dir: string): Promise<Socket | null> {
  const end = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    const socket = await connectOnce(dir);
    if (socket !== null) return socket;
    const holder = readHolder(dir);
    const starts = holder === null || holder.command.startsWith("rollcall serve");
    if (!starts || performance.now() > end || !isLocked(dir)) return null;
    await sleep(POLL_INTERVAL_MS);
  }
}

async function connectOnce(dir: string): Promise<Socket | null> {
  if (!existsSync(join(dir, "socket"))) return null;
  const place = socketPlace(dir);
  if (place === null) return null;
  try {
    return await new Promise<Socket | null>((resolve) => {
      const socket = createConnection(place.path);
      socket.once("connect", () => resolve(socket));
      // Either a killed process left the file behind, or nothing listens yet.
      socket.once("error", () => resolve(null));
    });
  } finally {
    place.close();
  }
}

/** A variable or a file may be missing there. */
async function sayWhere(call: Call, holder: Fact): Promise<void> {
  const { factText } = await import("../reporting/fact-text.ts");
  printError(call, factText(fact("holder.ran_command", { holder })));
}

function ended(holder: Fact): Problem {
  return new Problem(fact("holder.has_ended", { holder }), {
    code: "holder_ended",
    exit: EXIT.configuration,
    audience: "admin",
    retryable: true,
    next: inTurn(fact("advice.run_again", {}), fact("advice.resume_interrupted", { run: null })),
  });
}

function otherVersion(): Problem {
  return new Problem(fact("holder.has_other_version", {}), {
    code: "other_version",
    exit: EXIT.configuration,
    audience: "admin",
    retryable: true,
    next: fact("advice.restart_serve", {}),
  });
}
