import type { Locks } from "../locks.ts";

export interface GuestLocks {
  /** Resolves when the guest has it. */
  take(id: number, name: string): Promise<void>;
  tryTake(id: number, name: string): Promise<boolean>;
  /** Also of one that is still waited for. */
  giveBack(id: number): void;
  giveAllBack(): void;
}

/** What a guest has locked, and waits for, by the number that it gave it. */
export function guestLocks(locks: Locks): GuestLocks {
  const held = new Map<number, { free(): void; waiting: AbortController }>();

  function entry(id: number): { freed: Promise<void>; signal: AbortSignal } {
    const waiting = new AbortController();
    const { promise: freed, resolve } = Promise.withResolvers<void>();
    held.set(id, { free: resolve, waiting });
    return { freed, signal: waiting.signal };
  }

  function giveBack(id: number): void {
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
    giveBack,
    giveAllBack: () => {
      for (const id of held.keys()) giveBack(id);
    },
  };
}
