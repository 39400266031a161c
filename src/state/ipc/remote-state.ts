import { fact, type Fact } from "../../domain/facts/fact.ts";
import { existsSync } from "node:fs";
import { createConnection, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, PostgresDialect } from "kysely";
import { Problem } from "../../domain/problem.ts";
import { holderFact, readHolder } from "../lock.ts";
import { migrationNames } from "../../store/schema/migrations.ts";
import { startHeartbeat, newProcessId } from "../../store/schedule/processes.ts";
import type { Tables } from "../../store/schema/tables.ts";
import type { State } from "../state.ts";
import { Connection } from "./connection.ts";
import { PROTOCOL, socketPlace } from "./socket-path.ts";
import { remoteLocks } from "./remote-locks.ts";
import { RemotePool } from "./remote-pool.ts";
import type { Journal, JournalEntry } from "../journal/journal.ts";
import type { JournalDamage } from "../journal/journal-lines.ts";

/** How long to wait, in ms, for a daemon that is starting or stopping. */
const CONNECT_TIMEOUT_MS = 10_000;
/** How long for the note of the holder, in ms: it is written directly after the lock. */
const NOTE_TIMEOUT_MS = 2000;
const POLL_INTERVAL_MS = 100;

/**
 * Opens a state through the process that has it open, if that process serves others (`rollcall serve`). `null`: it does
 * not, or it has ended and the directory may be free now.
 * @throws Problem `other_version` where the two processes could misunderstand each other
 */
export async function openThrough(dir: string, command = ""): Promise<State | null> {
  const start = performance.now();
  for (let looks = 1; ; looks += 1) {
    const holder = readHolder(dir);
    const socket = await connect(dir);
    if (socket !== null) return openOver(socket, dir, holderFact(holder), command);
    // After locking the directory, the daemon replays and migrates before it serves others. Directly after it, the
    // note of the holder is still empty, or names the holder before.
    const mayServe = holder?.command.startsWith("rollcall serve") ?? true;
    const wait = holder === null ? NOTE_TIMEOUT_MS : CONNECT_TIMEOUT_MS;
    if (performance.now() > start + wait || (!mayServe && looks > 1)) return null;
    await sleep(POLL_INTERVAL_MS);
  }
}

async function connect(dir: string): Promise<Socket | null> {
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

async function openOver(socket: Socket, dir: string, holder: Fact, command: string): Promise<State> {
  const line = new Connection(socket, holder);
  const processId = newProcessId();
  const ending = new AbortController();
  const holderEnds = (): void => ending.abort(stopping(holder));
  line.once("ending", holderEnds);
  line.once("gone", holderEnds);
  try {
    await line.ask("hello", { protocol: PROTOCOL, migrations: migrationNames, processId });
    const pool = new RemotePool(line);
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) });
    const stopHeartbeat = await startHeartbeat(db, processId, command);
    return {
      kind: "embedded",
      dir,
      db,
      pool,
      queuePool: pool,
      redis: null,
      unencrypted: [],
      journal: remoteJournal(line),
      locks: remoteLocks(line),
      processId,
      alone: false,
      lost: new Set(),
      hostProcess: { ending: ending.signal, ask: (name) => line.ask("ask", name) },
      close: async () => {
        await stopHeartbeat().catch(() => undefined);
        await line.close();
      },
    };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function stopping(holder: Fact): Problem {
  return new Problem(fact("holder.stops", { holder }), {
    code: "interrupted",
    exit: 1,
    audience: "admin",
    retryable: true,
    next: fact("advice.continue_run", { run: null }),
  });
}

/** The journal of a state that another process has open and writes to. */
function remoteJournal(line: Connection): Journal {
  return {
    kept: true,
    append: async (entry) => {
      await line.ask("journal.append", entry);
    },
    read: async (offset) =>
      (await line.ask("journal.read", offset)) as { entries: JournalEntry[]; end: number; damage: JournalDamage | null },
    rewrite: async (change, settling = false) => {
      const before = (await line.ask("journal.hold", settling)) as JournalEntry[];
      let after: JournalEntry[] | null = null;
      try {
        after = await change(before);
      } finally {
        // `null` leaves the journal unchanged.
        await line.ask("journal.replace", after);
      }
    },
    // Two processes that number entries at the same time would fork the chain.
    appendAudits: async (entries, at) => {
      await line.ask("audit", entries, at);
    },
    close: async () => undefined,
  };
}
