/** What the cells of one column are, counted row by row. */
export class ColumnStatistics {
  readonly name: string;
  /** Its place in the header, from 1. */
  readonly place: number;
  rows = 0;
  filled = 0;
  /** Each value with how often it stands there; no new ones once there are more than `most`. */
  readonly values = new Map<string, number>();
  /** Whether there were more values than could be kept. */
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

  /** Whether every row has a value, and no two rows the same. */
  get unique(): boolean {
    return this.filled > 0 && this.filled === this.rows && !this.overflow && this.values.size === this.filled;
  }

  /** How many values stand in more than one row. */
  get repeated(): number {
    let repeated = 0;
    for (const count of this.values.values()) if (count > 1) repeated += 1;
    return repeated;
  }

  /** The share of the filled cells, from 0 to 1, whose value passes a test. */
  share(test: (value: string) => boolean): number {
    let passed = 0;
    let all = 0;
    for (const [value, count] of this.values) {
      all += count;
      if (test(value)) passed += count;
    }
    return all === 0 ? 0 : passed / all;
  }

  /** Values by how often they occur, the most frequent first. */
  byCount(): [value: string, count: number][] {
    return [...this.values].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  }
}
