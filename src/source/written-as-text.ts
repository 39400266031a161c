import type { SourceRow } from "../domain/record.ts";
import type { OpenedSource, WrappedValues } from "./opened.ts";

const MAX_EXAMPLES = 5;
const EQUALS = 0x3d;
const APOSTROPHE = 0x27;

/** Returns a value without the marks that make a spreadsheet take it as text; a name such as ’t Hooft keeps its apostrophe. */
function bareValue(text: string): string {
  const first = text.charCodeAt(0);
  if (first === EQUALS) return /^="([^"]*)"\s*$/.exec(text)?.[1] ?? text;
  return first === APOSTROPHE && /^'\d+\s*$/.test(text) ? text.slice(1) : text;
}

/** Returns the source with values as they were before they were wrapped, and counts them. */
export function withBareValues(source: OpenedSource): OpenedSource {
  const wrapped = new Map<number, WrappedValues>();
  const bare = (row: SourceRow): SourceRow => {
    let cells: (string | undefined)[] | undefined;
    for (let place = 0; place < row.cells.length; place += 1) {
      const cell = row.cells[place];
      if (cell === undefined || cell === "") continue;
      const first = cell.charCodeAt(0);
      if (first !== EQUALS && first !== APOSTROPHE) continue;
      const value = bareValue(cell);
      if (value === cell) continue;
      cells ??= [...row.cells];
      cells[place] = value;
      const known = wrapped.get(place) ?? { column: source.header[place] ?? "", rows: 0, examples: [] };
      known.rows += 1;
      if (known.examples.length < MAX_EXAMPLES) known.examples.push(row.row);
      wrapped.set(place, known);
    }
    return cells === undefined ? row : { ...row, cells };
  };
  return {
    file: source.file,
    header: source.header.map((name) => bareValue(name).trim()),
    recognized: source.recognized,
    ...(source.first === undefined ? {} : { first: source.first }),
    bytes: source.bytes,
    async *rows(batchSize) {
      for await (const batch of source.rows(batchSize)) yield batch.map(bare);
    },
    bytesRead: () => source.bytesRead(),
    sha256: () => source.sha256(),
    close: () => source.close(),
    wrapped: () => [...wrapped.values()],
  };
}
