import type { ServiceProblem } from "../learning-service/errors.ts";

/** Watches how the service does while operations run: in a row means that nothing succeeded in between. */
export interface ServiceWatch {
  worked(): void;
  troubled(problem: ServiceProblem): void;
  /** Operations that failed in a row for the service's sake. */
  inARow(): number;
  /** The last problem, and since when nothing has worked. */
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
