import type { Socket } from "node:net";
import { EXIT, Problem } from "../../model/problem.ts";
import { appendAudits } from "../audit.ts";
import type { JournalEntry, NewAuditEntry } from "../journal.ts";
import { migrationNames } from "../migrations.ts";
import { recoverOperations } from "../operations.ts";
import { forgetProcess } from "../processes.ts";
import { recoverRuns } from "../runs.ts";
import type { State } from "../state.ts";
import { listen, pack, send, type Ask } from "./frames.ts";
import { guestClients } from "./guest-clients.ts";
import { guestLocks } from "./guest-locks.ts";
import { PROTOCOL } from "./place.ts";

/** What guests may ask for besides the state, by name. */
export type Extras = Readonly<Record<string, () => Promise<unknown>>>;

/** A process that goes through this one. */
export interface Guest {
  /** So long, in ms, it has been silent in the middle of a transaction. */
  idleInTransaction(): number;
  tell(what: string): void;
  /** Resolves when nothing of it is left. */
  sendAway(): Promise<void>;
}

/** Does for one connection what it asks, until it ends. What it held, transactions and locks, ends with it. */
export function openGuest(state: State, socket: Socket, extras: Extras, left: () => void): Guest {
  const clients = guestClients(state.pool, (id, message) => send(socket, { id: 0, what: "notification", args: [id, message] }));
  const locks = guestLocks(state.locks);
  let rewriting: { replace(entries: JournalEntry[] | null): void; done: Promise<void> } | null = null;
  let me: string | null = null;
  let expected = false;

  const ops: Record<string, (...args: never[]) => Promise<unknown>> = {
    hello: async (its: { protocol: number; migrations: readonly string[]; me: string }) => {
      if (its.protocol !== PROTOCOL || its.migrations.join() !== migrationNames.join()) throw otherVersion();
      me = its.me;
    },
    goodbye: async () => {
      expected = true;
    },
    query: (id: number | null, text: string, params?: readonly unknown[]) =>
      id === null ? state.pool.query(text, params) : clients.query(id, text, params),
    release: async (id: number) => clients.release(id),
    copy: (target: string, text: string) => state.pool.copyFrom(target, text),
    lock: (id: number, name: string) => locks.take(id, name),
    trylock: (id: number, name: string) => locks.tryTake(id, name),
    unlock: async (id: number) => locks.giveBack(id),
    "journal.append": (entry: JournalEntry) => state.journal.append(entry),
    "journal.read": (offset: number) => state.journal.read(offset),
    "journal.hold": (settling = false) =>
      new Promise((held, failed) => {
        const done = state.journal.rewrite((entries) => {
          held(entries);
          return new Promise((replace) => (rewriting = { replace, done }));
        }, settling);
        done.catch(failed);
      }),
    "journal.replace": async (entries: JournalEntry[] | null) => {
      const held = rewriting;
      rewriting = null;
      held?.replace(entries);
      await held?.done;
    },
    audit: (entries: readonly NewAuditEntry[], at: Date) => appendAudits(state, entries, at),
    ask: async (name: string) => {
      const extra = Object.hasOwn(extras, name) ? extras[name] : undefined;
      if (extra === undefined) throw otherVersion();
      return extra();
    },
  };

  listen<Ask>(socket, ({ id, op, args }) => {
    const run = (me === null && op !== "hello") || !Object.hasOwn(ops, op) ? undefined : ops[op];
    const done = run === undefined ? Promise.reject(otherVersion()) : run(...(args as never[]));
    done.then((result) => send(socket, { id, result })).catch((error: unknown) => send(socket, { id, error: pack(error) }));
  });
  // The end that follows says it.
  socket.on("error", () => undefined);
  const gone = new Promise<void>((resolve) => {
    socket.on("close", () => {
      void cleanUp()
        .catch(() => undefined)
        .finally(() => {
          left();
          resolve();
        });
    });
  });

  async function cleanUp(): Promise<void> {
    rewriting?.replace(null);
    locks.giveAllBack();
    await clients.releaseAll();
    if (me === null || expected) return;
    // It was killed: what it had under way is taken up at once, not when it would have lapsed.
    await forgetProcess(state.db, me);
    await recoverRuns(state.db, state.me, new Date());
    await recoverOperations(state.db, state.me);
  }

  return {
    idleInTransaction: () => clients.idleInTransaction(),
    tell: (what) => send(socket, { id: 0, what, args: [] }),
    sendAway: () => {
      // It lives on, and may have a call under way: until it counts as dead nobody repeats what it does.
      expected = true;
      socket.destroy();
      return gone;
    },
  };
}

function otherVersion(): Problem {
  return new Problem("The process that has the state open runs another version of Rollcall than this command. Nothing was changed.", {
    code: "other_version",
    exit: EXIT.configuration,
    audience: "admin",
    retryable: true,
    next: "Restart `rollcall serve` with the version that is installed now, then give the command again.",
  });
}
