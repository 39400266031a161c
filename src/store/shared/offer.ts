import { chmodSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import type { State } from "../state.ts";
import { openGuest, type Extras, type Guest } from "./guest.ts";
import { socketPlace } from "./place.ts";

export interface Offer {
  /** Lets nobody in any more, and waits for those who are in: so long, in ms, then they are sent away. */
  close(grace?: number): Promise<void>;
}

/** Commands that are asked to stop finish the calls that are under way; longer than this, in ms, nobody waits for them. */
const GRACE = 20_000;
/** A guest that has begun a transaction and says nothing for so long, in ms, keeps everybody else waiting: it has to go. */
const SILENT = 60_000;

/**
 * Lets commands of other processes work on an embedded state that this process has open, over a socket in its directory:
 * they see the same pools, locks and journal. `null` where the system, or the file system, has no such sockets: then
 * they are told who has the state.
 * @param silent how long a guest may say nothing in the middle of a transaction, in ms
 */
export async function offerState(state: State, extras: Extras, silent = SILENT): Promise<Offer | null> {
  const place = socketPlace(state.dir);
  if (place === null) return null;
  const guests = new Set<Guest>();
  const server = createServer((socket: Socket) => {
    const guest = openGuest(state, socket, extras, () => guests.delete(guest));
    guests.add(guest);
  });
  try {
    await listenAt(server, place.path, join(state.dir, "socket"));
  } catch {
    place.close();
    return null;
  }
  state.alone = false;
  const looking = setInterval(() => {
    for (const guest of guests) if (guest.idleInTransaction() > silent) void guest.sendAway();
  }, silent / 12).unref();
  return {
    close: async (grace = GRACE) => {
      server.close();
      rmSync(join(state.dir, "socket"), { force: true });
      place.close();
      for (const guest of guests) guest.tell("ending");
      const end = performance.now() + grace;
      while (guests.size > 0 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
      clearInterval(looking);
      await Promise.all([...guests].map((guest) => guest.sendAway()));
    },
  };
}

async function listenAt(server: Server, path: string, file: string): Promise<void> {
  // Left behind by a process that was killed: whoever has the lock of the directory is the only one to listen here.
  rmSync(file, { force: true });
  await new Promise<void>((resolve, reject) => {
    // Later ones too: one connection that cannot be taken must not end the daemon.
    server.on("error", reject);
    server.listen(path, resolve);
  });
  chmodSync(file, 0o600);
}
