import { distance } from "fastest-levenshtein";

/**
 * Returns the known name that `name` was most likely meant to be, or `undefined` when none is near enough to suggest:
 * at most a third of its letters, or `most`, may differ. Ignores case and surrounding blanks.
 */
export function nearest(name: string, known: Iterable<string>, most = Number.POSITIVE_INFINITY): string | undefined {
  const wanted = plain(name);
  if (wanted.length === 0 || wanted.length > 100) return undefined;
  let best: string | undefined;
  let bestDistance = Math.min(most, allowance(wanted)) + 1;
  for (const candidate of known) {
    const edits = editsBetween(wanted, plain(candidate), bestDistance);
    if (edits < bestDistance) {
      best = candidate;
      bestDistance = edits;
    }
  }
  return best;
}

/** Returns every known name that is near enough to suggest, as for `nearest`, the nearest first. */
export function nearestFirst(name: string, known: Iterable<string>): string[] {
  const wanted = plain(name);
  if (wanted.length === 0 || wanted.length > 100) return [];
  const most = allowance(wanted);
  return [...known]
    .map((candidate) => ({ candidate, edits: editsBetween(wanted, plain(candidate), most + 1) }))
    .filter(({ edits }) => edits <= most)
    .sort((a, b) => a.edits - b.edits)
    .map(({ candidate }) => candidate);
}

/** How many letters may differ. */
function allowance(wanted: string): number {
  return Math.max(1, Math.floor(wanted.length / 3));
}

/** Returns the edits between two names; infinite if their lengths alone differ by `limit` or more. */
function editsBetween(wanted: string, other: string, limit: number): number {
  if (other.length === 0 || Math.abs(other.length - wanted.length) >= limit) return Number.POSITIVE_INFINITY;
  return areSwapped(wanted, other) ? 1 : distance(wanted, other);
}

function plain(name: string): string {
  return name
    .trim()
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[\s_-]/g, "");
}

/** Returns whether two names differ only in two swapped neighbours: the most frequent typo, and two edits for Levenshtein. */
function areSwapped(a: string, b: string): boolean {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at + 1 < a.length && b === `${a.slice(0, at)}${a[at + 1]}${a[at]}${a.slice(at + 2)}`;
}
