/**
 * Returns the known name that `name` was most likely meant to be, or `undefined` when none is near enough to suggest:
 * at most a third of its letters, or `most`, may differ. Ignores case and surrounding blanks.
 */
export function nearest(name: string, known: Iterable<string>, most = Number.POSITIVE_INFINITY): string | undefined {
  const wanted = plain(name);
  if (wanted.length === 0 || wanted.length > 100) return undefined;
  let best: string | undefined;
  let bestDistance = Math.min(most, Math.max(1, Math.floor(wanted.length / 3))) + 1;
  for (const candidate of known) {
    const other = plain(candidate);
    if (other.length === 0 || Math.abs(other.length - wanted.length) >= bestDistance) continue;
    const distance = editDistance(wanted, other);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

function plain(name: string): string {
  return name
    .trim()
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[\s_-]/g, "");
}

/** Counts insertions, deletions, replacements and swaps of neighbours, each as one. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
