import { shownText } from "../../domain/names.ts";
import type { Person } from "../../domain/person.ts";
import type { CompiledMapping } from "../../mapping/compiled.ts";
import type { UnknownStatuses } from "../../plan/limits.ts";
import type { Candidate } from "../../store/people/people.ts";

const MAX_VALUES = 1000;
const MAX_SHOWN = 10;

/** Counts the new or changed rows whose status the mapping does not list, by status. */
export function statusCounter({ activeColumn, activeAt, columns, sensitiveColumns }: CompiledMapping) {
  const place = columns.indexOf(activeColumn ?? "");
  const hidden = activeColumn === null || sensitiveColumns.has(activeColumn);
  const values = new Map<string, number>();
  let rows = 0;
  return {
    see({ cells }: Candidate, { active, notes }: Pick<Person, "active" | "notes">): void {
      if (active !== "unknown" || !notes.some(({ code, column }) => code === "unmapped_value" && column === activeColumn)) return;
      rows += 1;
      const value = shownText((cells[place] ?? "").trim());
      if (!hidden && (values.has(value) || values.size < MAX_VALUES)) values.set(value, (values.get(value) ?? 0) + 1);
    },
    list: (): UnknownStatuses => ({
      rows,
      values: [...values]
        .map(([value, n]) => ({ value, rows: n }))
        .toSorted((a, b) => b.rows - a.rows)
        .slice(0, MAX_SHOWN),
      column: shownText(activeColumn ?? ""),
      at: activeAt ?? "",
    }),
  };
}
