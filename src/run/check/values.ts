/** A text of the file, and how many rows have it. */
export interface ValueCount {
  value: string;
  rows: number;
}

/** Counted values, the most frequent first. */
export interface ValueList {
  values: ValueCount[];
  /** What is not listed; `values: null` where there are more than are counted. */
  more: { values: number | null; rows: number } | null;
}

/** So many different values are told apart; a file of a million different ones takes no more memory. */
const MOST_VALUES = 1000;
/** So many are listed. */
export const LISTED = 20;
/** A value is remembered by so much of it. */
const LONGEST = 200;

/** Counts the different values of a column within bounds. */
export class ValueCounter {
  readonly #rows = new Map<string, number>();
  #beyond = 0;

  add(value: string): void {
    const text = value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;
    const known = this.#rows.get(text);
    if (known === undefined && this.#rows.size >= MOST_VALUES) this.#beyond += 1;
    else this.#rows.set(text, (known ?? 0) + 1);
  }

  /** How many rows were counted. */
  get rows(): number {
    return [...this.#rows.values()].reduce((sum, rows) => sum + rows, this.#beyond);
  }

  /** `null`: more than are counted. */
  get distinct(): number | null {
    return this.#beyond > 0 ? null : this.#rows.size;
  }

  /** Whether nearly every row has a value of its own, as names and numbers do: nobody reads such a list. */
  get isMany(): boolean {
    return this.#beyond > 0 || (this.#rows.size > 50 && this.#rows.size * 2 > this.rows);
  }

  list(most = LISTED): ValueList {
    const all = [...this.#rows].map(([value, rows]) => ({ value, rows })).sort((a, b) => b.rows - a.rows);
    const values = all.slice(0, most);
    const listed = values.reduce((sum, { rows }) => sum + rows, 0);
    const rest = this.distinct === null ? null : all.length - values.length;
    return { values, more: rest === 0 ? null : { values: rest, rows: this.rows - listed } };
  }
}
