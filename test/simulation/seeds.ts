/** Seeds that once failed, each with what it found. They stay forever, and run before all others. */
export const FOUND: readonly { seed: number; found: string }[] = [
  { seed: 2034, found: "an exception of a reverted run was lost when its person got a new key" },
];

/** The first of the seeds that `npm test` and `npm run test:faults` run: the same ones each time. */
export const FIRST_FIXED = 1;
