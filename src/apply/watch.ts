import type { ServiceProblem } from "../learning-service/errors/errors.ts";

/** Tracks service problems while operations run. "In a row" means that nothing succeeded in between. */
export interface ServiceWatch {
  worked(): void;
  troubled(problem: ServiceProblem): void;
  /** The number of operations in a row that failed because of the service. */
  inARow(): number;
  /** The last problem, and since when nothing has succeeded. */
  trouble(): { problem: ServiceProblem; since: Date } | null;
}

export function watchService(now: () => Date): ServiceWatch {
  let count = 0;
  let trouble: { problem: ServiceProblem; since: Date } | null = null;
  return {
    worked: () => {
      count = 0;
      trouble = null;
    },
    troubled: (problem) => {
      count += 1;
      trouble = { problem, since: trouble?.since ?? now() };
    },
    inARow: () => count,
    trouble: () => trouble,
  };
}
