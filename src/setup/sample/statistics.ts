/** Statistics of a column's cells, collected row by row. */
export class ColumnStatistics {
  readonly name: string;
  /** The position in the header, from 1. */
  readonly place: number;
  rows = 0;
  filled = 0;
  /** The count of each value, for at most `most` distinct values. */
  readonly values = new Map<string, number>();
  /** Whether there are more distinct values than `most`. */
  overflow = false;
  readonly #most: number;

  constructor(name: string, place: number, most: number) {
    this.name = name;
    this.place = place;
    this.#most = most;
  }

  add(cell: string | undefined): void {
    this.rows += 1;
    const value = cell?.trim() ?? "";
    if (value === "") return;
    this.filled += 1;
    const known = this.values.get(value);
    if (known !== undefined) this.values.set(value, known + 1);
    else if (this.values.size < this.#most) this.values.set(value, 1);
    else this.overflow = true;
  }

  get distinct(): number {
    return this.values.size;
  }

  /** Whether every row has a value, and all are different. */
  get unique(): boolean {
    return this.filled > 0 && this.filled === this.rows && !this.overflow && this.values.size === this.filled;
  }

  /** The number of values that several rows have. */
  get repeated(): number {
    let repeated = 0;
    for (const count of this.values.values()) if (count > 1) repeated += 1;
    return repeated;
  }

  /** Returns the share of filled cells, from 0 to 1, that pass a test. */
  share(test: (value: string) => boolean): number {
    let passed = 0;
    let all = 0;
    for (const [value, count] of this.values) {
      all += count;
      if (test(value)) passed += count;
    }
    return all === 0 ? 0 : passed / all;
  }

  /** Returns the values and their counts, the most frequent first. */
  byCount(): [value: string, count: number][] {
    return [...this.values].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  }
}
