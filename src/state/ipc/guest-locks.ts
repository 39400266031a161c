import type { Locks } from "../locks.ts";

export interface SessionLocks {
  /** Resolves when the session has the lock. */
  take(id: number, name: string): Promise<void>;
  tryTake(id: number, name: string): Promise<boolean>;
  /** Releases a lock, or stops waiting for it. */
  release(id: number): void;
  releaseAll(): void;
}

/** The locks that one session has or waits for, by the numbers that the other process gave them. */
export function sessionLocks(locks: Locks): SessionLocks {
  const held = new Map<number, { free(): void; waiting: AbortController }>();

  function entry(id: number): { freed: Promise<void>; signal: AbortSignal } {
    const waiting = new AbortController();
    const { promise: freed, resolve } = Promise.withResolvers<void>();
    held.set(id, { free: resolve, waiting });
    return { freed, signal: waiting.signal };
  }

  function release(id: number): void {
    const lock = held.get(id);
    held.delete(id);
    lock?.waiting.abort();
    lock?.free();
  }

  return {
    take: (id, name) => {
      const { freed, signal } = entry(id);
      return new Promise((taken, failed) => {
        locks
          .exclusively(
            name,
            () => {
              taken();
              return freed;
            },
            signal,
          )
          .catch((error: unknown) => {
            held.delete(id);
            failed(error);
          });
      });
    },
    tryTake: (id, name) => {
      const { freed } = entry(id);
      return new Promise((taken, failed) => {
        locks
          .unlessBusy(name, () => {
            taken(true);
            return freed.then(() => true);
          })
          .then((got) => {
            if (got !== null) return;
            held.delete(id);
            taken(false);
          }, failed);
      });
    },
    release,
    releaseAll: () => {
      for (const id of held.keys()) release(id);
    },
  };
}
