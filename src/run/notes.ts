import type { RowNote } from "../model/person.ts";

export interface CountedNote {
  code: string;
  column: string | null;
  message: string;
  rows: number;
  /** The first rows that it is about. */
  examples: number[];
}

/** Values that are different in every row must not fill a report. */
export const mostNotes = 1000;

/** Counts equal notes: a thousand rows with one unmapped value are one line of a report. */
export function noteBook() {
  const book = new Map<string, CountedNote>();
  return {
    add(row: number, notes: readonly RowNote[]): void {
      for (const note of notes) {
        const id = `${note.code}\u0000${note.column ?? ""}\u0000${note.message}`;
        const known = book.get(id);
        if (known === undefined) {
          if (book.size >= mostNotes) continue;
          book.set(id, { ...note, rows: 1, examples: [row] });
          continue;
        }
        known.rows += 1;
        if (known.examples.length < 5) known.examples.push(row);
      }
    },
    list: (): CountedNote[] => [...book.values()].sort((a, b) => b.rows - a.rows),
  };
}
