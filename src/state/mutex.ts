import pLimit, { type LimitFunction } from "p-limit";

/** Runs work of the same name one after another within this process, in the order of the calls. */
export interface Mutex {
  take<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Returns whether a caller has this name or waits for it. */
  busy(name: string): boolean;
}

export function createMutex(): Mutex {
  const limits = new Map<string, LimitFunction>();
  const busy = (name: string): boolean => {
    const limit = limits.get(name);
    return limit !== undefined && limit.activeCount + limit.pendingCount > 0;
  };
  return {
    busy,
    take: async (name, work) => {
      const limit = limits.get(name) ?? pLimit(1);
      limits.set(name, limit);
      try {
        return await limit(work);
      } finally {
        if (!busy(name)) limits.delete(name);
      }
    },
  };
}
