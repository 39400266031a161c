/** What the header line says about the file. */
export interface Dialect {
  delimiter: string;
  recordDelimiters: string[];
  /** Bytes before the header: Excel's `sep=;` line. */
  skip: number;
}

const DELIMITERS = [",", ";", "\t", "|"];

/** The end of the first line that is not empty, quotes observed; -1 when it is not within `text`. */
export function headerEnd(text: string): number {
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

/**
 * The delimiter that stands most often in the header line outside of quotes, and the line ends that count. A
 * lone CR ends a line only where the header itself ends so: elsewhere it is part of a cell.
 * @param text UTF-8 from the start of the file, with the whole header line in it
 */
export function sniff(text: string, given: string | null): Dialect {
  const hint = /^sep=(.)(\r\n|\n|\r)/i.exec(text);
  const body = hint === null ? text : text.slice(hint[0].length);
  const end = headerEnd(body);
  const line = end < 0 ? body : body.slice(0, end);
  const classicMac = end >= 0 && body[end] === "\r" && body[end + 1] !== "\n";
  return {
    delimiter: given ?? hint?.[1] ?? mostFrequent(line),
    recordDelimiters: classicMac ? ["\r"] : ["\r\n", "\n"],
    skip: Buffer.byteLength(hint?.[0] ?? ""),
  };
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
