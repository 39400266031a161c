import { chmodSync, realpathSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { Call, Io } from "../../app/io.ts";
import { version } from "../../app/version.ts";
import { newProcessId, startHeartbeat } from "../../store/schedule/processes.ts";
import type { Host, State } from "../../state/state.ts";
import { CALLERS_VARIABLES } from "./variables.ts";
import { messages, send, type Given, type Message } from "./messages.ts";
import { socketPlace } from "./place.ts";

export interface CommandServer {
  /** Accepts no new command, asks the running ones to stop and waits for them; after `grace` ms they are disconnected. */
  close(grace?: number): Promise<void>;
}

/** The connection of one caller. */
interface Session {
  socket: Socket;
  stop: AbortController;
  /** The caller has sent its command. */
  begun: boolean;
}

/** How long commands that were asked to stop may take to finish their calls. */
const CLOSE_TIMEOUT_MS = 20_000;
const CHUNK_BYTES = 1 << 20;

/**
 * Runs commands of other processes on the embedded state that this process has open, over a socket in its directory.
 * They have this process's variables, and their caller's words, directory, streams and token. `null` where the system or
 * the file system has no such sockets; other commands then report that the state is in use.
 */
export async function serveCommands(io: Call, state: State, host: Host): Promise<CommandServer | null> {
  const place = socketPlace(state.dir);
  if (place === null) return null;
  const running = new Map<Promise<void>, Session>();
  const server = createServer((socket) => {
    const session = { socket, stop: new AbortController(), begun: false };
    const done = serveOne({ io, state, host }, session)
      // The store may be unavailable.
      .catch(() => void socket.destroy())
      .finally(() => running.delete(done));
    running.set(done, session);
  });
  try {
    await listenAt(server, place.path, join(state.dir, "socket"));
  } catch {
    place.close();
    return null;
  }
  return {
    close: async (grace = CLOSE_TIMEOUT_MS) => {
      server.close();
      rmSync(join(state.dir, "socket"), { force: true });
      place.close();
      for (const { socket, stop, begun } of running.values())
        if (begun) stop.abort();
        else socket.destroy();
      await Promise.race([Promise.all(running.keys()), sleep(grace, undefined, { ref: false })]);
      for (const { socket } of running.values()) socket.destroy();
    },
  };
}

async function listenAt(server: Server, path: string, file: string): Promise<void> {
  // A killed process may have left the file behind: only the holder of the directory's lock listens here.
  rmSync(file, { force: true });
  const listening = Promise.withResolvers<void>();
  // Also handles later errors: one failed connection must not end the daemon.
  server.on("error", listening.reject);
  server.listen(path, listening.resolve);
  await listening.promise;
  chmodSync(file, 0o600);
}

/** Runs the command of one connection. It is asked to stop when its caller ends. */
async function serveOne(place: { io: Call; state: State; host: Host }, session: Session): Promise<void> {
  const { socket, stop } = session;
  // The end of its messages reports it.
  socket.on("error", () => undefined);
  const incoming = messages(socket);
  await send(socket, { type: "ready", version: version() });
  const { value: given } = (await incoming.next()) as { value: Message | undefined };
  if (given?.type !== "run") return void socket.destroy();
  session.begun = true;
  const stdin = inputOf(socket, given);
  void follow(incoming, stdin, stop, given.isTTY.stdin).catch(() => void socket.destroy());
  const code = await place.io.run(given.argv, ioOf(place, socket, given, stdin, stop.signal));
  await send(socket, { type: "end", code });
  socket.end();
}

async function follow(incoming: AsyncGenerator<Message>, stdin: Readable, stop: AbortController, terminal: boolean): Promise<void> {
  for await (const message of incoming) {
    if (message.type === "input") stdin.push(message.chunk);
    // A question that nobody can answer any more would wait forever.
    if (message.type === "stop" || (message.type === "input" && message.chunk === null && terminal)) stop.abort();
  }
  stop.abort();
  // Half of a file must not count as a file.
  stdin.destroy();
}

function inputOf(socket: Socket, { isTTY }: Given): Readable {
  const stdin = new Readable({ read: () => void send(socket, { type: "read" }) });
  // Nobody may listen: most commands read nothing.
  stdin.on("error", () => undefined);
  const setRawMode = (single: boolean): void => void send(socket, { type: "keys", single });
  return isTTY.stdin ? Object.assign(stdin, { isTTY: true, setRawMode }) : stdin;
}

function outputTo(socket: Socket, stream: "stdout" | "stderr", { isTTY, columns }: Given): Writable {
  const write = async (chunk: Buffer): Promise<void> => {
    for (let at = 0; at < chunk.length; at += CHUNK_BYTES)
      await send(socket, { type: "output", stream, chunk: chunk.subarray(at, at + CHUNK_BYTES) });
  };
  const output = new Writable({ write: (chunk: Buffer, _encoding, done) => void write(chunk).then(() => done()) });
  return isTTY[stream] ? Object.assign(output, { isTTY: true, columns }) : output;
}

function ioOf(
  { io, state, host }: { io: Call; state: State; host: Host },
  socket: Socket,
  given: Given,
  stdin: Readable,
  signal: AbortSignal,
): Io {
  const { cwd, isTTY, columns, script } = given;
  return {
    cwd,
    env: environmentOf(io, given),
    secretsFrom: io.cwd,
    stdin,
    stdout: outputTo(socket, "stdout", given),
    stderr: outputTo(socket, "stderr", given),
    isTTY,
    columns,
    signal,
    now: io.now,
    sleep: io.sleep,
    timer: io.timer,
    script,
    served: true,
    openState: async (dir, { command = "" }) => {
      // The caller has chosen the daemon of the state that it named.
      if (realpathSync(dir) !== realpathSync(state.dir)) throw new Error("another state");
      return guest(state, host, command);
    },
  };
}

/** Returns the daemon's variables, but the caller's token, never the daemon's: the caller is who it proves to be. */
function environmentOf({ env }: Call, given: Given): Io["env"] {
  const theirs = CALLERS_VARIABLES.flatMap((name) => [name, `${name}_FILE`]);
  const ours = Object.entries(env).filter(([name]) => !theirs.includes(name));
  return { ...Object.fromEntries(ours), ...given.env };
}

/** Returns the same state for one command: with its own process in the store, so that its work is recovered when it ends. */
async function guest(state: State, host: Host, command: string): Promise<State> {
  const processId = newProcessId();
  return { ...state, processId, host, close: await startHeartbeat(state.db, processId, command) };
}
