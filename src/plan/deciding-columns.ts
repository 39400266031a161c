import { MISSING_MARK, ROWS_MARK, type Cells } from "../domain/record.ts";

export interface DecidingColumn {
  name: string;
  /** Its place in the cells of the mapping. */
  at: number;
}

/** The parts of a mapping that name columns. */
interface MappedColumns {
  columns: readonly string[];
  rules: readonly { columns: readonly string[] }[];
  scope: { columns: readonly string[] } | null;
  sensitiveColumns: ReadonlySet<string>;
  managers: { hasReports: string | null } | null;
}

/** Returns the columns that decide about groups or the scope; without sensitive ones, which nothing may show, and computed ones. */
export function decidingColumns({ rules, scope, columns, sensitiveColumns, managers }: MappedColumns): DecidingColumn[] {
  const names = new Set([...rules.flatMap((rule) => rule.columns), ...(scope?.columns ?? [])]);
  return [...names].flatMap((name) => {
    const at = columns.indexOf(name);
    return at < 0 || sensitiveColumns.has(name) || name === managers?.hasReports ? [] : [{ name, at }];
  });
}

/** Returns those that have no value in a row: also where a joined file has none; but not where it has several. */
export function blankColumns(deciding: readonly DecidingColumn[], cells: Cells): string[] {
  return deciding.flatMap(({ name, at }) => {
    const cell = cells[at] ?? "";
    return !cell.includes(ROWS_MARK) && cell.replaceAll(MISSING_MARK, "").trim() === "" ? [name] : [];
  });
}
