import { fact, type Fact } from "./fact.ts";

/** A cell that decides about a membership, before and now; `changed` only for values that are not shown. */
export interface DecidingCell {
  column: string;
  before: string | null;
  now: string | null;
  changed?: boolean;
}

/** The deciding cells of one person, or of several people with the same. */
export interface DecidingCells {
  cells: readonly DecidingCell[];
  people?: number;
}

/** More changes are only counted. */
const MAX_CHANGES = 6;

/** Returns whether a deciding cell changed. */
export function hasChanged({ before, now, changed }: DecidingCell): boolean {
  return changed ?? before !== now;
}

/** Returns the distinct changes of people's deciding cells, the most frequent first. */
export function changedCells(given: readonly DecidingCells[]): Fact[] {
  const all = given.reduce((sum, { people = 1 }) => sum + people, 0);
  const found = new Map<string, { cell: DecidingCell; people: number }>();
  for (const { cells, people = 1 } of given)
    for (const cell of cells.filter(hasChanged)) {
      const id = JSON.stringify([cell.column, cell.changed === true ? null : [cell.before, cell.now]]);
      found.set(id, { cell, people: people + (found.get(id)?.people ?? 0) });
    }
  const changes = [...found.values()].toSorted((a, b) => b.people - a.people);
  const shown = changes.slice(0, MAX_CHANGES).map(({ cell: { column, before, now, changed }, people }) => {
    if (changed === true) return fact("cell.changed_hidden", { column });
    return people === all ? fact("cell.changed", { column, before, now }) : fact("cell.changed_of_some", { column, before, now, people });
  });
  return changes.length > MAX_CHANGES ? [...shown, fact("cell.more_changes", { changes: changes.length - MAX_CHANGES })] : shown;
}
