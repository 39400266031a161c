import { existsSync } from "node:fs";
import { createConnection, type Socket } from "node:net";
import { join } from "node:path";
import { Kysely, PostgresDialect } from "kysely";
import { Problem } from "../../model/problem.ts";
import { holderText, readHolder } from "../lock.ts";
import { migrationNames } from "../migrations.ts";
import { beatOn, newProcessId } from "../processes.ts";
import type { Tables } from "../schema.ts";
import type { State } from "../state.ts";
import { Line } from "./line.ts";
import { PROTOCOL, socketPlace } from "./place.ts";
import { remoteJournal } from "./remote-journal.ts";
import { remoteLocks } from "./remote-locks.ts";
import { RemotePool } from "./remote-pool.ts";

/** So long, in ms, a daemon that is just starting or stopping is waited for. */
const PATIENCE = 10_000;
const LOOK = 100;

/**
 * Opens a state through the process that has it, where that is one that lets others in (`rollcall serve`).
 * `null`: it is not, or it has ended, so that the directory may be free now.
 *
 * @throws Problem `other_version` where the two could misunderstand each other
 */
export async function openThrough(dir: string, command = ""): Promise<State | null> {
  for (const end = performance.now() + PATIENCE; ;) {
    const holder = readHolder(dir);
    const socket = await connect(dir);
    if (socket !== null) return openOver(socket, dir, holderText(holder), command);
    // Between taking the directory and letting others in, the daemon replays and migrates.
    if (holder?.command.startsWith("rollcall serve") !== true || performance.now() > end) return null;
    await new Promise((resolve) => setTimeout(resolve, LOOK));
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
      // Left behind by one that was killed, or nobody listens yet.
      socket.once("error", () => resolve(null));
    });
  } finally {
    place.close();
  }
}

async function openOver(socket: Socket, dir: string, holder: string, command: string): Promise<State> {
  const line = new Line(socket, holder);
  const me = newProcessId();
  const ending = new AbortController();
  const holderEnds = (): void => ending.abort(stopping(holder));
  line.once("ending", holderEnds);
  line.once("gone", holderEnds);
  try {
    await line.ask("hello", { protocol: PROTOCOL, migrations: migrationNames, me });
    const pool = new RemotePool(line);
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) });
    const silence = await beatOn(db, me, command);
    return {
      kind: "embedded",
      dir,
      db,
      pool,
      queuePool: pool,
      redis: null,
      journal: remoteJournal(line),
      locks: remoteLocks(line),
      me,
      alone: false,
      through: { ending: ending.signal, ask: (name) => line.ask("ask", name) },
      close: async () => {
        await silence().catch(() => undefined);
        await line.close();
      },
    };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function stopping(holder: string): Problem {
  return new Problem(
    `Stopped, because the ${holder}, through which this command works, ends. What was in flight has ended, and the rest is kept.`,
    {
      code: "interrupted",
      exit: 1,
      audience: "admin",
      retryable: true,
      next: "Go on with `rollcall runs resume`.",
    },
  );
}
