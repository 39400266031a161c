import type { SourceRow } from "../domain/record.ts";
import type { OpenedSource } from "./opened.ts";

const MARK =
  /^[^\p{L}\p{N}]*(?:e\.\s?g\.|z\.\s?b\.|p\.\s?ej\.|p\.\s?ex\.|(?:for |zum |por |par |per )?(?:example|beispiel|ejemplo|exemple|exemplo|esempio|voorbeeld)(?![\p{L}\p{N}@._-])|(?:sample|muster)\s?(?:row|data|zeile|daten))/iu;
const PLACEHOLDER = /^(?:doe|mustermann|musterfrau|example|beispiel|ejemplo|exemple|exemplo|esempio|voorbeeld)$/i;
/** How many rows the first is compared with. */
const COMPARED = 1000;
/** These domains are reserved for examples. */
const RESERVED = /@example\.(?:com|net|org)$/i;

const filledCells = ({ cells }: SourceRow): string[] => cells.flatMap((cell) => cell?.trim() || []);

/** Returns whether a row explains the columns instead of naming a person, and the others do not. */
function isExample(row: SourceRow, others: readonly SourceRow[]): boolean {
  const filled = filledCells(row);
  if (isMarked(filled)) return !others.some((other) => isMarked(filledCells(other)));
  const isReserved = (cells: readonly string[]): boolean => cells.some((cell) => RESERVED.test(cell));
  return isReserved(filled) && filled.some((cell) => PLACEHOLDER.test(cell)) && !others.some((other) => isReserved(filledCells(other)));
}

function isMarked(filled: readonly string[]): boolean {
  return MARK.test(filled[0] ?? "") || filled.filter((cell) => MARK.test(cell)).length > 1;
}

/**
 * Returns the source without an example row directly below its header. It is recognized only beside rows that are none: a
 * file of examples is left as it is.
 */
export function withoutExampleRow(source: OpenedSource): OpenedSource {
  let example: number | null = null;
  const withoutExample = (rows: SourceRow[]): SourceRow[] => {
    const [row, ...others] = rows;
    if (row === undefined || others.length === 0 || !isExample(row, others)) return rows;
    example = row.row;
    return others;
  };
  return {
    file: source.file,
    header: source.header,
    recognized: source.recognized,
    ...(source.first === undefined ? {} : { first: source.first }),
    bytes: source.bytes,
    async *rows(batchSize) {
      let first: SourceRow[] | null = [];
      for await (const batch of source.rows(batchSize)) {
        first?.push(...batch);
        if (first === null) yield batch;
        else if (first.length >= COMPARED) {
          yield withoutExample(first);
          first = null;
        }
      }
      if (first !== null) yield withoutExample(first);
    },
    bytesRead: () => source.bytesRead(),
    sha256: () => source.sha256(),
    close: () => source.close(),
    ...(source.wrapped === undefined ? {} : { wrapped: source.wrapped }),
    exampleRow: () => example,
  };
}
