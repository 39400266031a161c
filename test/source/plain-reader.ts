/** A reader of CSV that was written for the tests alone: a character at a time, with nothing to make it fast. */

export interface PlainRecord {
  /** Counted from 1, empty lines included. */
  row: number;
  cells: string[];
  /** A line with nothing in it, or with nothing in quotes. */
  empty: boolean;
}

/**
 * Reads as RFC 4180 says: a quote opens a cell at its beginning only, elsewhere it is text; `""` within quotes is a
 * quote; after the closing one a cell ends.
 * @returns `null` where that cannot be: a quote is never closed, or text follows a closing one
 */
export function readPlainly(text: string, delimiter: string, classicMac: boolean): PlainRecord[] | null {
  const records: PlainRecord[] = [];
  let cells: string[] = [];
  let at = 0;
  const lineEnd = (): number => {
    if (text[at] === "\r" && text[at + 1] === "\n") return 2;
    return text[at] === (classicMac ? "\r" : "\n") ? 1 : 0;
  };
  const finish = (): void => {
    records.push({ row: records.length + 1, cells, empty: cells.length === 1 && cells[0] === "" });
    cells = [];
  };
  while (at < text.length) {
    let cell = "";
    if (text[at] === '"') {
      at += 1;
      for (;;) {
        if (at >= text.length) return null;
        if (text[at] === '"' && text[at + 1] !== '"') break;
        cell += text[at];
        at += text[at] === '"' ? 2 : 1;
      }
      at += 1;
      if (at < text.length && text[at] !== delimiter && lineEnd() === 0) return null;
    } else {
      while (at < text.length && text[at] !== delimiter && lineEnd() === 0) cell += text[at++];
    }
    cells.push(cell);
    if (text[at] === delimiter) {
      at += 1;
      if (at < text.length) continue;
      cells.push("");
    }
    finish();
    at += lineEnd();
  }
  return records;
}

/** Whether the first line that is not empty ends with CR alone. */
export function endsWithCr(text: string): boolean {
  let quoted = false;
  for (let at = text.search(/[^\r\n]/); at >= 0 && at < text.length; at++) {
    if (text[at] === '"') quoted = !quoted;
    else if (!quoted && text[at] === "\n") return false;
    else if (!quoted && text[at] === "\r") return text[at + 1] !== "\n";
  }
  return false;
}
