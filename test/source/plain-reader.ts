/** A simple CSV reader for the tests, independent of the code under test. */

export interface PlainRecord {
  /** Counted from 1, empty lines included. */
  row: number;
  cells: string[];
  /** Whether the line is empty, or only an empty quoted cell. */
  empty: boolean;
}

/**
 * Reads RFC 4180: a quote opens a cell only at its start, elsewhere it is text; `""` within quotes is a quote; a cell
 * ends after the closing quote.
 * @returns `null` for an unclosed quote, or text after a closing one
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

/** Returns whether the first non-empty line ends with CR alone. */
export function endsWithCr(text: string): boolean {
  let quoted = false;
  for (let at = text.search(/[^\r\n]/); at >= 0 && at < text.length; at++) {
    if (text[at] === '"') quoted = !quoted;
    else if (!quoted && text[at] === "\n") return false;
    else if (!quoted && text[at] === "\r") return text[at + 1] !== "\n";
  }
  return false;
}
