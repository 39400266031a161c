import { HAS_REPORTS, MANAGER_KEY } from "../../domain/header.ts";
import { foldName } from "../../domain/names.ts";
import type { Cells } from "../../domain/record.ts";
import { ROWS_MARK } from "../../domain/record.ts";
import type { YamlSource } from "../../config/yaml.ts";
import type { CompiledManager, CompiledMapping } from "../compiled.ts";
import type { Columns } from "../columns.ts";
import { readKey } from "../row.ts";
import { managerSchema } from "../schema.ts";

interface RowReader extends Pick<CompiledMapping, "read"> {
  key(cells: Cells): string | null;
  normalize(text: string): string;
}

/** Checks `manager`. @returns what compiles it once the rest of the mapping is compiled */
export function checkManager(source: YamlSource, columns: Columns, raw: unknown): ((reader: RowReader) => CompiledManager) | undefined {
  if (raw === undefined) return undefined;
  const form = source.check(managerSchema, raw, ["manager"]);
  if (form === undefined) return undefined;
  if (form.column.trim() === "") {
    source.fault(["manager", "column"], "config.not_column");
    return undefined;
  }
  const place = columns.use(form.column, { path: ["manager", "column"] });
  return ({ key, normalize, read: readRow }) => {
    const managerIn = (cell: string): string | null | undefined => {
      const found = readKey(cell, normalize);
      if ("key" in found) return found.key;
      return found.code === "missing_key" && form.blank === "nobody" ? null : undefined;
    };
    return {
      columns: columns.names,
      key: columns.name(0),
      column: columns.name(place),
      hasReports: used(columns, HAS_REPORTS),
      managerKey: used(columns, MANAGER_KEY),
      // A key that cannot be read is unknown, and not nobody.
      normalize(text) {
        const found = readKey(text, normalize);
        return "key" in found ? found.key : found.code === "missing_key" ? "" : undefined;
      },
      read(row, cells) {
        const mapped = readRow(row, cells);
        const cell = cells[place];
        const manager = cell === undefined || cell.includes(ROWS_MARK) ? undefined : managerIn(cell);
        if (!("person" in mapped)) return { key: key(cells), manager, counts: "rejected" };
        const { active } = mapped.person;
        return { key: key(cells), manager, counts: active === "unknown" ? "unknown" : active === false ? "left" : "works" };
      },
    };
  };
}

function used(columns: Columns, name: string): string | null {
  return columns.names.find((column) => foldName(column) === name) ?? null;
}
