export interface Dialect {
  delimiter: string;
  /** Lines end with CR alone, not with LF or CR LF. */
  classicMac: boolean;
}

/** Where the header is. */
export interface Beginning {
  /** The number of lines above the header. */
  above: number;
  /** The size of the lines above the header. */
  bytes: number;
  /** The header and its line end, as far as the text contains them. */
  header: string;
  /** Whether the header's line end is within the text. */
  whole: boolean;
  /** From Excel's `sep=;` line. */
  hint: string | null;
}

/** The delimiters that are detected. */
export const DELIMITERS = [",", ";", "\t", "|"];

/**
 * Finds the header: the first non-empty line below Excel's `sep=` line and the lines that the job skips. Quotes have
 * no meaning in skipped lines.
 * @param text the start of the file
 * @param skip lines to skip, counting the `sep=` line
 * @returns `null` if the text has fewer lines
 */
export function findHeader(text: string, skip: number): Beginning | null {
  const hint = /^sep=([^"\r\n])(?:\r\n|\n|\r)/i.exec(text);
  let at = hint?.[0].length ?? 0;
  let above = hint === null ? 0 : 1;
  for (; above < skip; above++) {
    const next = lineAfter(text, at);
    if (next === null) return null;
    at = next;
  }
  const rest = text.slice(at);
  const end = headerEnd(rest);
  const header = end < 0 ? rest : rest.slice(0, end + 2);
  return { above, bytes: Buffer.byteLength(text.slice(0, at)), header, whole: end >= 0, hint: hint?.[1] ?? null };
}

/** Counts the lines, including an unfinished one. */
export function countLines(text: string): number {
  const ends = text.match(/\r\n|\n|\r/g)?.length ?? 0;
  return ends + (/[^\r\n]$/.test(text) ? 1 : 0);
}

/**
 * Detects the delimiter, the most frequent one in the header outside quotes, and the line ends. A lone CR ends a line
 * only if it ends the header.
 */
export function sniff({ header, hint }: Beginning, given: string | null): Dialect {
  const end = headerEnd(header);
  const line = end < 0 ? header : header.slice(0, end);
  return {
    delimiter: given ?? hint ?? mostFrequent(line),
    classicMac: end >= 0 && header[end] === "\r" && header[end + 1] !== "\n",
  };
}

function lineAfter(text: string, from: number): number | null {
  const end = /\r\n|\n|\r/g;
  end.lastIndex = from;
  return end.exec(text) === null ? null : end.lastIndex;
}

/** Returns the end of the first non-empty line, respecting quotes; -1 if it isn't within `text`. */
function headerEnd(text: string): number {
  let quoted = false;
  let started = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') quoted = !quoted;
    const isBreak = character === "\n" || character === "\r";
    if (isBreak && !quoted && started) return index;
    if (!isBreak) started = true;
  }
  return -1;
}

function mostFrequent(line: string): string {
  const counts = new Map<string, number>();
  let quoted = false;
  for (const character of line) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && DELIMITERS.includes(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return DELIMITERS.reduce((best, next) => ((counts.get(next) ?? 0) > (counts.get(best) ?? 0) ? next : best), ",");
}
