import type { RowNote } from "../domain/person.ts";
import type { Cells } from "../domain/record.ts";
import type { YamlSource } from "../config/yaml.ts";
import { literals } from "./attribute.ts";
import { normalName } from "./columns.ts";
import type { Columns } from "./columns.ts";
import type { ValueTable } from "./compiled.ts";
import { joinedPlaces, valuesOf } from "./joined.ts";
import { activeSchema } from "./schema.ts";

export interface CompiledActive {
  read(cells: Cells): { active: boolean | "unknown"; note?: RowNote };
  place: number;
  table: ValueTable;
}

/** Compiles `active`. An unclear value is "unknown", and deactivates no one (I5). */
export function compileActive(source: YamlSource, columns: Columns, raw: unknown): CompiledActive | undefined {
  if (raw === undefined) return undefined;
  const form = source.check(activeSchema, raw, ["active"]);
  if (form === undefined) return undefined;
  const values = literals(source, form.values, ["active", "values"], "boolean");
  const place = columns.use(form.column, { path: ["active", "column"] });
  const column = columns.name(place);
  const unknown = (code: string, what: string): { active: "unknown"; note: RowNote } => ({
    active: "unknown",
    note: { column, code, message: `active: ${what}; the person's status is left as it is` },
  });
  const joined = joinedPlaces(columns, [place]);
  return {
    place,
    read(cells) {
      const cell = cells[place];
      if (cell === undefined) return unknown("missing_cell", `the row ends before ${columns.quoted(place)}`);
      const value = normalName(cell);
      const active = values.get(value);
      if (typeof active === "boolean") return { active };
      if (value === "") return unknown("blank_value", `${columns.quoted(place)} is blank`);
      return unknown("unmapped_value", `${columns.shown(value, [place])} is not listed under \`values\` in the mapping`);
    },
    table: {
      of: "active",
      at: source.at(["active", "values"]),
      column,
      known: [...values.keys()],
      otherwise: false,
      texts: (cells) => valuesOf(cells[place], joined).map((cell) => (cell === undefined ? undefined : normalName(cell))),
    },
  };
}
