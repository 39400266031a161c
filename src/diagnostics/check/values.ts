/** A value of the file with its number of rows. */
export interface ValueCount {
  value: string;
  rows: number;
}

/** Counted values, the most frequent first. */
export interface ValueList {
  values: ValueCount[];
  /** Values not listed; `values` is `null` if there are more than the counted maximum. */
  more: { values: number | null; rows: number } | null;
}

/** The most different values that are counted, which bounds the memory. */
const MAX_VALUES = 1000;
/** The most values that are listed. */
const LISTED = 20;
/** Longer values are cut to this length. */
const MAX_VALUE_LENGTH = 200;

/** Counts the different values of a column, in bounded memory. */
export class ValueCounter {
  readonly #rows = new Map<string, number>();
  #beyond = 0;

  add(value: string): void {
    const text = value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH)}…` : value;
    const known = this.#rows.get(text);
    if (known === undefined && this.#rows.size >= MAX_VALUES) this.#beyond += 1;
    else this.#rows.set(text, (known ?? 0) + 1);
  }

  /** The number of rows counted. */
  get rows(): number {
    return [...this.#rows.values()].reduce((sum, rows) => sum + rows, this.#beyond);
  }

  /** The number of different values; `null`: more than `MAX_VALUES`. */
  get distinct(): number | null {
    return this.#beyond > 0 ? null : this.#rows.size;
  }

  /** Whether most rows have their own value, like names or numbers, so that a list is useless. */
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
