/** Within this process one after another, by name; in the order of asking. */
export interface Turns {
  take<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Whether somebody has this name or waits for it. */
  busy(name: string): boolean;
}

export function createTurns(): Turns {
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
