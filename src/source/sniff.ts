/** What the first lines say about the file. */
export interface Dialect {
  delimiter: string;
  /** Lines end with CR alone; else with LF or CR LF. */
  classicMac: boolean;
}

/** Where the header is. */
export interface Beginning {
  /** Of the lines above the header: how many, and their bytes. */
  above: number;
  bytes: number;
  /** The header and its line end, as far as they are there. */
  header: string;
  /** Whether the header's line end is within the text. */
  whole: boolean;
  /** From Excel's `sep=;` line. */
  hint: string | null;
}

const DELIMITERS = [",", ";", "\t", "|"];

/**
 * Finds the header: below Excel's `sep=` line and the lines that the job passes over. Those are plain lines,
 * whatever quotes stand in them; the header is the first line after them that is not empty.
 * @param text the start of the file
 * @param skip how many lines are passed over; the `sep=` line is one of them
 * @returns `null` where there are not so many lines
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

/** How many lines there are, an unfinished one included. */
export function countLines(text: string): number {
  const ends = text.match(/\r\n|\n|\r/g)?.length ?? 0;
  return ends + (/[^\r\n]$/.test(text) ? 1 : 0);
}

/**
 * The delimiter that stands most often in the header outside of quotes, and the line ends that count. A lone CR ends
 * a line only where the header itself ends so.
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

/** The end of the first line that is not empty, quotes observed; -1 when it is not within `text`. */
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
