/**
 * Returns the wait before a retry in ms: doubled each time and capped. Up to half is subtracted at random, so that
 * operations that failed together are not retried together. `random` in [0, 1).
 */
export function retryDelay(attempt: number, first: number, most: number, random: number): number {
  const full = Math.min(most, first * 2 ** Math.max(0, attempt - 1));
  return Math.round(full * (1 - random / 2));
}
