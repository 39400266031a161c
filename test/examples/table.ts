import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";

/** A system's CSV format. */
export interface Dialect {
  delimiter?: string;
  quoted?: boolean;
  bom?: boolean;
  /** Rows of labels between the header and the first person. */
  labels?: number;
}

export type Row = Record<string, string>;

/** An export that a test reads and changes without the code under test. */
export class Table {
  readonly header: string[];
  readonly labels: string[][];
  readonly rows: string[][];
  readonly #key: string;
  readonly #dialect: Dialect;

  constructor(text: string, key: string, dialect: Dialect = {}) {
    const { delimiter = ",", labels = 0 } = dialect;
    const [header = [], ...rows] = parse(text, { delimiter, bom: true });
    this.header = header;
    this.labels = rows.slice(0, labels);
    this.rows = rows.slice(labels);
    this.#key = key;
    this.#dialect = dialect;
  }

  /** The people, as cells by column. */
  people(): Row[] {
    return this.rows.map((cells) => Object.fromEntries(this.header.map((name, at) => [name, cells[at] ?? ""])));
  }

  /** Changes cells of one person. */
  set(key: string, cells: Row): this {
    const row = this.rows[this.#place(key)];
    for (const [name, value] of Object.entries(cells)) if (row !== undefined) row[this.#column(name)] = value;
    return this;
  }

  /** Replaces a value in all cells of a column. */
  rename(name: string, from: string, to: string): this {
    for (const row of this.rows) if (row[this.#column(name)] === from) row[this.#column(name)] = to;
    return this;
  }

  drop(key: string): this {
    this.rows.splice(this.#place(key), 1);
    return this;
  }

  /** Adds a person; columns that are not given are blank. */
  add(cells: Row): this {
    for (const name of Object.keys(cells)) this.#column(name);
    this.rows.push(this.header.map((name) => cells[name] ?? ""));
    return this;
  }

  /** Adds a column, and changes the order of all columns. */
  shuffled(column: string, value: string): this {
    const lines = [this.header, ...this.labels, ...this.rows];
    lines.forEach((line, at) => {
      line.push(at === 0 ? column : value);
      line.reverse();
      // The key neither first nor last.
      line.push(...line.splice(0, 3));
    });
    return this;
  }

  text(): string {
    const { delimiter = ",", quoted = false, bom = false } = this.#dialect;
    return stringify([this.header, ...this.labels, ...this.rows], {
      delimiter,
      quoted,
      quoted_empty: quoted,
      bom,
      record_delimiter: "windows",
    });
  }

  #column(name: string): number {
    const at = this.header.indexOf(name);
    if (at < 0) throw new Error(`there is no column ${name}`);
    return at;
  }

  #place(key: string): number {
    const at = this.rows.findIndex((row) => row[this.#column(this.#key)] === key);
    if (at < 0) throw new Error(`there is no person ${key}`);
    return at;
  }
}
