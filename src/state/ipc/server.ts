import { chmodSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { State } from "../state.ts";
import { openClientSession, type HostQueries, type ClientSession } from "./client-session.ts";
import { socketPlace } from "./socket-path.ts";

export interface StateServer {
  /** Accepts no new session and waits for the open ones; after `grace` ms they are disconnected. */
  close(grace?: number): Promise<void>;
}

/** How long commands that were asked to stop may take to finish their calls. */
const CLOSE_TIMEOUT_MS = 20_000;
/** A session that is silent this long in a transaction blocks all others and is disconnected. */
const IDLE_TRANSACTION_TIMEOUT_MS = 60_000;

/**
 * Lets commands of other processes use an embedded state that this process has open, over a socket in its directory:
 * they share its pools, locks and journal. `null` where the system or the file system has no such sockets; other
 * commands then report that the state is in use.
 * @param idleTimeout how long a session may be silent in a transaction, in ms
 */
export async function serveState(
  state: State,
  extras: HostQueries,
  idleTimeout = IDLE_TRANSACTION_TIMEOUT_MS,
): Promise<StateServer | null> {
  const place = socketPlace(state.dir);
  if (place === null) return null;
  const sessions = new Set<ClientSession>();
  const server = createServer((socket: Socket) => {
    const session = openClientSession(state, socket, extras, () => sessions.delete(session));
    sessions.add(session);
  });
  try {
    await listenAt(server, place.path, join(state.dir, "socket"));
  } catch {
    place.close();
    return null;
  }
  state.alone = false;
  const idleCheck = setInterval(() => {
    for (const session of sessions) if (session.idleInTransaction() > idleTimeout) void session.disconnect();
  }, idleTimeout / 12).unref();
  return {
    close: async (grace = CLOSE_TIMEOUT_MS) => {
      server.close();
      rmSync(join(state.dir, "socket"), { force: true });
      place.close();
      for (const session of sessions) session.notify("ending");
      const end = performance.now() + grace;
      while (sessions.size > 0 && performance.now() < end) await sleep(20);
      clearInterval(idleCheck);
      await Promise.all([...sessions].map((session) => session.disconnect()));
    },
  };
}

async function listenAt(server: Server, path: string, file: string): Promise<void> {
  // A killed process may have left the file behind: only the holder of the directory's lock listens here.
  rmSync(file, { force: true });
  await new Promise<void>((resolve, reject) => {
    // Also handles later errors: one failed connection must not end the daemon.
    server.on("error", reject);
    server.listen(path, resolve);
  });
  chmodSync(file, 0o600);
}
