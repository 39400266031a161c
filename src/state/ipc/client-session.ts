import { fact } from "../../domain/facts/fact.ts";
import type { Socket } from "node:net";
import { EXIT, Problem } from "../../domain/problem.ts";
import { appendAudits } from "../../store/audit/audit.ts";
import type { JournalEntry, NewAuditEntry } from "../journal/journal.ts";
import { migrationNames } from "../../store/schema/migrations.ts";
import { recoverOperations } from "../../store/runs/operations.ts";
import { removeProcess } from "../../store/schedule/processes.ts";
import { recoverRuns } from "../../store/runs/runs.ts";
import type { State } from "../state.ts";
import { listen, pack, send, type Ask } from "./protocol.ts";
import { sessionClients } from "./guest-clients.ts";
import { sessionLocks } from "./guest-locks.ts";
import { PROTOCOL } from "./socket-path.ts";

/** Queries that other processes may send besides SQL, by name. */
export type HostQueries = Readonly<Record<string, () => Promise<unknown>>>;

/** The session of another process that uses the state through this one. */
export interface ClientSession {
  /** Returns how long, in ms, it has been silent in the middle of a transaction. */
  idleInTransaction(): number;
  notify(what: string): void;
  /** Closes the connection; resolves when its transactions and locks have ended. */
  disconnect(): Promise<void>;
}

/** Serves one connection until it ends. Its transactions and locks end with it. */
export function openClientSession(state: State, socket: Socket, extras: HostQueries, left: () => void): ClientSession {
  const clients = sessionClients(state.pool, (id, message) => send(socket, { id: 0, what: "notification", args: [id, message] }));
  const locks = sessionLocks(state.locks);
  let rewriting: { replace(entries: JournalEntry[] | null): void; done: Promise<void> } | null = null;
  let processId: string | null = null;
  let expected = false;

  const ops: Record<string, (...args: never[]) => Promise<unknown>> = {
    hello: async (its: { protocol: number; migrations: readonly string[]; processId: string }) => {
      if (its.protocol !== PROTOCOL || its.migrations.join() !== migrationNames.join()) throw otherVersion();
      processId = its.processId;
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
    unlock: async (id: number) => locks.release(id),
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
    const run = (processId === null && op !== "hello") || !Object.hasOwn(ops, op) ? undefined : ops[op];
    const done = run === undefined ? Promise.reject(otherVersion()) : run(...(args as never[]));
    done.then((result) => send(socket, { id, result })).catch((error: unknown) => send(socket, { id, error: pack(error) }));
  });
  // The close event that follows reports it.
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
    locks.releaseAll();
    await clients.releaseAll();
    if (processId === null || expected) return;
    // It was killed: its work is recovered at once instead of after the heartbeat timeout.
    await removeProcess(state.db, processId);
    await recoverRuns(state.db, state.processId, new Date());
    await recoverOperations(state.db, state.processId);
  }

  return {
    idleInTransaction: () => clients.idleInTransaction(),
    notify: (what) => send(socket, { id: 0, what, args: [] }),
    disconnect: () => {
      // The process lives on, and a call of it may be running: nothing is repeated until it counts as dead.
      expected = true;
      socket.destroy();
      return gone;
    },
  };
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
