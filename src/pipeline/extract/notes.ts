import type { Fact } from "../../domain/facts/fact.ts";
import type { RowNote } from "../../domain/person.ts";

export interface CountedNote {
  code: string;
  column: string | null;
  fact: Fact;
  /** 0: the note is about no row, for example about the file. */
  rows: number;
  /** The first rows concerned. */
  examples: number[];
}

/** Limits the notes of a report, for values that differ in every row. */
export const MAX_NOTES = 1000;

/** Counts equal notes, so that a thousand rows with one unmapped value are one line of a report. */
export function noteCollector() {
  const book = new Map<string, CountedNote>();
  return {
    add(row: number, notes: readonly RowNote[]): void {
      for (const note of notes) {
        const id = JSON.stringify([note.code, note.column, note.fact]);
        const known = book.get(id);
        if (known === undefined) {
          if (book.size >= MAX_NOTES) continue;
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
