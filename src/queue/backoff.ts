/** The wait before a retry in ms: doubled each time, capped, with up to half of it taken off at random so that
 * operations that failed together don't come back together. `random` in [0, 1). */
export function retryDelay(attempt: number, first: number, most: number, random: number): number {
  const full = Math.min(most, first * 2 ** Math.max(0, attempt - 1));
  return Math.round(full * (1 - random / 2));
}
