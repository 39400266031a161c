import { HAS_REPORTS, MANAGER_KEY } from "../../domain/header.ts";
import { foldName } from "../../domain/names.ts";
import type { Cells } from "../../domain/record.ts";
import { ROWS_MARK } from "../../domain/record.ts";
import type { YamlSource } from "../../config/yaml.ts";
import type { CompiledManager, CompiledMapping } from "../compiled.ts";
import type { Columns } from "../columns.ts";
import { isKeyTooLong } from "../row.ts";
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
    source.fault(["manager", "column"], "must be the name of the column with the manager's key");
    return undefined;
  }
  const place = columns.use(form.column, { path: ["manager", "column"] });
  return ({ key, normalize, read: readRow }) => ({
    columns: columns.names,
    key: columns.name(0),
    column: columns.name(place),
    hasReports: used(columns, HAS_REPORTS),
    managerKey: used(columns, MANAGER_KEY),
    normalize,
    read(row, cells) {
      const mapped = readRow(row, cells);
      const cell = cells[place];
      const text = cell === undefined || cell.includes(ROWS_MARK) ? undefined : normalize(cell);
      const manager =
        text === "" ? (form.blank === "nobody" ? null : undefined) : text !== undefined && isKeyTooLong(text) ? undefined : text;
      if (!("person" in mapped)) return { key: key(cells), manager, counts: "rejected" };
      const { active } = mapped.person;
      return { key: key(cells), manager, counts: active === "unknown" ? "unknown" : active === false ? "left" : "works" };
    },
  });
}

function used(columns: Columns, name: string): string | null {
  return columns.names.find((column) => foldName(column) === name) ?? null;
}
