import type { Cut } from "./story/draw.ts";
import { WHOLE } from "./story/draw.ts";
import type { Outcome } from "./story/run.ts";

/** How many variants are tried at most. */
const MAX_TRIES = 60;

/**
 * Finds a smaller run that still breaks the same promise: fewer nights, fewer people, fewer events and faults. Each
 * purpose has its own randomness, so what is left stays as it was.
 */
export async function shrink(first: Outcome, run: (cut: Cut) => Promise<Outcome>): Promise<{ cut: Cut; outcome: Outcome; tries: number }> {
  const promise = first.violations[0]?.promise;
  let best = { cut: WHOLE, outcome: first };
  let tries = 0;
  const better = async (cut: Cut): Promise<boolean> => {
    if (tries >= MAX_TRIES) return false;
    tries += 1;
    const outcome = await run(cut);
    if (outcome.violations[0]?.promise !== promise) return false;
    best = { cut, outcome };
    return true;
  };
  const broke = first.violations[0]?.night ?? 1;
  if (broke < first.policies.nights) await better({ ...best.cut, nights: broke });
  for (const people of [3, 5, 8]) if (await better({ ...best.cut, people })) break;
  // Halves of the events, then quarters, then single ones.
  for (let size = Math.ceil(best.outcome.happened.size / 2); size >= 1; size = Math.floor(size / 2)) {
    const events = [...best.outcome.happened];
    for (let start = 0; start < events.length; start += size) {
      const without = new Set([...best.cut.without, ...events.slice(start, start + size)]);
      await better({ ...best.cut, without });
    }
  }
  return { ...best, tries };
}
