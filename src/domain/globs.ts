/**
 * Globs over group paths such as `HR/Departments/Sales`. `*` matches any text within one name; `**`, as a whole name,
 * matches any number of names. At the end `**` matches at least one: `HR/**` is everything below `HR`, but not `HR`
 * itself. Every other character matches itself. Matching takes at most length of the pattern times length of the path,
 * however many stars there are.
 */

/** Returns a test whether a path matches any of the patterns. */
export function compileGlobs(patterns: readonly string[]): (path: string) => boolean {
  const literal = new Set<string>();
  const globs: string[][] = [];
  for (const pattern of patterns) {
    if (pattern.includes("*")) globs.push(segments(pattern));
    else literal.add(pattern.normalize("NFC"));
  }
  return (path) => {
    const normal = path.normalize("NFC");
    if (literal.has(normal)) return true;
    if (globs.length === 0) return false;
    const names = normal.split("/");
    return globs.some((glob) => matches(glob, names, anyNames, matchesName));
  };
}

/** Returns a test whether a text matches any of the patterns, in which `*` is any text. */
export function compileTextGlobs(patterns: readonly string[]): (text: string) => boolean {
  return (text) => patterns.some((pattern) => matchesName(pattern, text));
}

/** Returns whether some path matches both patterns. */
export function globsIntersect(a: string, b: string): boolean {
  return intersect(segments(a), segments(b), anyNames, (x, y) => intersect([...x], [...y], isStar, (p, q) => p === q));
}

/** Returns whether `outer` matches every path that `inner` matches. May return false for a pattern with `**` in the middle. */
export function globCovers(outer: string, inner: string): boolean {
  return matches(segments(outer), segments(inner), anyNames, (x, y) => y !== ANY && matchesName(x, y));
}

const ANY = "**";
const anyNames = (segment: string): boolean => segment === ANY;
const isStar = (character: string): boolean => character === "*";

/** A trailing `**` becomes `*` and `**`: at least one name. */
function segments(pattern: string): string[] {
  const names = pattern.normalize("NFC").split("/");
  if (names.at(-1) === ANY) names.splice(-1, 1, "*", ANY);
  return names;
}

function matchesName(pattern: string, name: string): boolean {
  if (pattern === "*") return true;
  if (!pattern.includes("*")) return pattern === name;
  return matches([...pattern], [...name], isStar, (p, c) => p === c);
}

/** Greedy, with one backtracking point: only the last wildcard can ever need to take more. */
function matches(
  pattern: readonly string[],
  text: readonly string[],
  isWildcard: (item: string) => boolean,
  equal: (item: string, other: string) => boolean,
): boolean {
  let p = 0;
  let t = 0;
  let wildcard = -1;
  let resume = 0;
  while (t < text.length) {
    const item = pattern[p];
    if (item !== undefined && isWildcard(item)) {
      wildcard = p++;
      resume = t;
    } else if (item !== undefined && equal(item, text[t] ?? "")) {
      p++;
      t++;
    } else if (wildcard >= 0) {
      p = wildcard + 1;
      t = ++resume;
    } else return false;
  }
  return pattern.slice(p).every(isWildcard);
}

/** Walks both patterns at once and visits each pair of positions once. */
function intersect(
  a: readonly string[],
  b: readonly string[],
  isWildcard: (item: string) => boolean,
  equal: (x: string, y: string) => boolean,
): boolean {
  const seen = new Set<number>();
  const open: [number, number][] = [[0, 0]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [i, j] = pair;
    const id = i * (b.length + 1) + j;
    if (seen.has(id)) continue;
    seen.add(id);
    const x = a[i];
    const y = b[j];
    if (x === undefined && y === undefined) return true;
    const xAny = x !== undefined && isWildcard(x);
    const yAny = y !== undefined && isWildcard(y);
    if (xAny) open.push([i + 1, j]);
    if (yAny) open.push([i, j + 1]);
    if (x === undefined || y === undefined) continue;
    if (xAny && !yAny) open.push([i, j + 1]);
    else if (yAny && !xAny) open.push([i + 1, j]);
    else if (!xAny && !yAny && equal(x, y)) open.push([i + 1, j + 1]);
  }
  return false;
}
