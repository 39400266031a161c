/** Runs work of the same name one after another within this process, in the order of the calls. */
export interface Mutex {
  take<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Returns whether a caller has this name or waits for it. */
  busy(name: string): boolean;
}

export function createMutex(): Mutex {
  const last = new Map<string, Promise<unknown>>();
  return {
    busy: (name) => last.has(name),
    take: async (name, work) => {
      const mine = (last.get(name) ?? Promise.resolve()).then(work);
      const settled = mine.catch(() => undefined);
      last.set(name, settled);
      try {
        return await mine;
      } finally {
        if (last.get(name) === settled) last.delete(name);
      }
    },
  };
}
