import type { CompiledMapping, ValueTable } from "../../mapping/compiled.ts";
import { cellRows, type Cells } from "../../domain/record.ts";
import { ValueCounter, type ValueCount, type ValueList } from "./values.ts";

/** The file's values for one `values` table of the mapping; only counts for a sensitive column. */
export interface TableChecked {
  /** `active`, `user.gender`, `rule sites`. */
  of: string;
  /** `file:line` */
  at: string;
  column: string;
  sensitive: boolean;
  /** Values in both the mapping and the file, the most frequent first. */
  values: ValueCount[];
  /** Values in the mapping that are not in the file. */
  unused: string[];
  mapped: number;
  unmapped: ValueList & { rows: number };
  /** Whether the mapping handles unmapped values with `otherwise`. */
  otherwise: boolean;
  blank: number;
  missing: number;
}

/** The values of a column that rules use. */
export interface ColumnChecked extends ValueList {
  column: string;
  rules: string[];
  sensitive: boolean;
  /** Rows with a value. */
  filled: number;
  blank: number;
  missing: number;
  /** `null`: more than the counted maximum. */
  distinct: number | null;
}

/** Counts the values that the mapping's tables and rules use. */
export interface TableCounter {
  add(cells: Cells): void;
  tables(): TableChecked[];
  columns(): ColumnChecked[];
}

export function tableBook(mapping: CompiledMapping): TableCounter {
  const tables = mapping.tables.map((table) => tableCounter(table, mapping.sensitiveColumns.has(table.column)));
  const columns = ruleColumns(mapping).map(({ column, rules }) =>
    columnCounter(column, rules, mapping.columns.indexOf(column), mapping.sensitiveColumns.has(column)),
  );
  return {
    add: (cells) => {
      for (const one of tables) one.add(cells);
      for (const one of columns) one.add(cells);
    },
    tables: () => tables.map((one) => one.result()),
    columns: () => columns.map((one) => one.result()),
  };
}

/** Returns the columns that rules use, without key columns and columns that have a table in the rule. */
function ruleColumns({ rules, tables, keyColumns }: CompiledMapping): { column: string; rules: string[] }[] {
  const tabled = new Set(tables.map(({ of, column }) => `${of}\0${column}`));
  const byColumn = new Map<string, string[]>();
  for (const { rule, columns } of rules) {
    for (const column of columns) {
      if (keyColumns.includes(column) || tabled.has(`rule ${rule}\0${column}`)) continue;
      byColumn.set(column, [...(byColumn.get(column) ?? []), rule]);
    }
  }
  return [...byColumn].map(([column, names]) => ({ column, rules: names }));
}

function tableCounter({ of, at, column, known, otherwise, texts }: ValueTable, sensitive: boolean) {
  const listed = new Map(known.map((value) => [value, 0]));
  const unmapped = new ValueCounter();
  let blank = 0;
  let missing = 0;
  return {
    add(cells: Cells): void {
      // A row counts once for each of its values.
      for (const text of new Set(texts(cells))) {
        const rows = text === undefined ? undefined : listed.get(text);
        if (text !== undefined && rows !== undefined) listed.set(text, rows + 1);
        else if (text === undefined) missing += 1;
        else if (text === "") blank += 1;
        else unmapped.add(text);
      }
    },
    result(): TableChecked {
      const all = [...listed].map(([value, rows]) => ({ value, rows })).sort((a, b) => b.rows - a.rows);
      const { values, more } = unmapped.list();
      return {
        of,
        at,
        column,
        sensitive,
        values: sensitive ? [] : all.filter(({ rows }) => rows > 0),
        unused: sensitive ? [] : all.filter(({ rows }) => rows === 0).map(({ value }) => value),
        mapped: all.reduce((sum, { rows }) => sum + rows, 0),
        unmapped: { rows: unmapped.rows, values: sensitive ? [] : values, more: sensitive ? null : more },
        otherwise,
        blank,
        missing,
      };
    },
  };
}

function columnCounter(column: string, rules: string[], place: number, sensitive: boolean) {
  const counter = new ValueCounter();
  let filled = 0;
  let blank = 0;
  let missing = 0;
  return {
    add(cells: Cells): void {
      const texts = new Set(cellRows(cells[place]).map((text) => text?.trim().normalize("NFC")));
      const values = [...texts].filter((text) => text !== undefined && text !== "");
      if (values.length > 0) filled += 1;
      else if (texts.has("")) blank += 1;
      else missing += 1;
      if (!sensitive) for (const value of values) counter.add(value ?? "");
    },
    result(): ColumnChecked {
      const { values, more } = counter.isMany ? { values: [], more: { values: counter.distinct, rows: counter.rows } } : counter.list();
      return { column, rules, sensitive, filled, blank, missing, distinct: sensitive ? null : counter.distinct, values, more };
    },
  };
}
