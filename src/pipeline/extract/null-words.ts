import { fact } from "../../domain/facts/fact.ts";
import { isNullWord, type Cells } from "../../domain/record.ts";
import type { CompiledMapping } from "../../mapping/compiled.ts";
import type { CountedNote } from "./notes.ts";

const MAX_EXAMPLES = 5;
/** Longer texts are no such word. */
const MAX_LENGTH = 12;

/**
 * Counts words such as NULL in a file: one may be a name, several of a column mean that values are missing. A word that
 * the mapping lists in `values` has a meaning.
 */
export function nullWordCounter({ columns, tables }: Pick<CompiledMapping, "columns" | "tables">) {
  const listed = new Set(tables.flatMap(({ column, known }) => known.map((word) => idOf(column, word))));
  const found = new Map<string, CountedNote>();
  return {
    see(row: number, cells: Cells): void {
      // The key is rejected.
      for (let place = 1; place < cells.length; place++) {
        const cell = cells[place];
        if (cell === undefined || cell.length < 3 || cell.length > MAX_LENGTH || !isNullWord(cell)) continue;
        const [column = "", word] = [columns[place], cell.trim()];
        const id = idOf(column, word);
        if (listed.has(id)) continue;
        const known = found.get(id);
        if (known === undefined)
          found.set(id, { code: "null_word", column, fact: fact("cell.null_word", { column, word }), rows: 1, examples: [row] });
        else {
          known.rows += 1;
          if (known.examples.length < MAX_EXAMPLES) known.examples.push(row);
        }
      }
    },
    notes: (): CountedNote[] => [...found.values()].filter(({ rows }) => rows > 1),
  };
}

function idOf(column: string, word: string): string {
  return `${column}\0${word}`;
}
