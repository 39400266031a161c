import { hash } from "node:crypto";
import type { Evidence } from "./why.ts";

/** Removals of one run that one change of cells caused. */
export interface FoundCause {
  cause: string;
  text: string;
  groupId: string;
  groupPath: string;
  people: number;
  cells: Evidence["cells"];
}

/** Causes that are one: the value that gave the group is gone, whatever stands there now. */
export interface Family {
  cause: string;
  text: string;
  members: string[];
}

/** So many at least, and such a part of the group, must lose it before a value counts as renamed or split. */
const fewest = 3;
const share = 0.8;

/**
 * Puts causes together whose people all had one value that hardly anybody has any more: renamed, or split into several.
 * Whoever follows on a later night joins the same cause. Pure.
 * @param membersOf how many are in a group
 * @param isKnown whether the job has removals under a cause already
 */
export function familiesOf(
  job: string,
  found: readonly FoundCause[],
  membersOf: (groupId: string) => number,
  isKnown: (cause: string) => boolean,
): Family[] {
  const byValue = new Map<string, FoundCause[]>();
  for (const one of found) {
    const changed = one.cells.filter(({ before, now }) => before !== now);
    const [cell] = changed;
    if (cell === undefined || changed.length > 1 || cell.before === null || cell.before.trim() === "") continue;
    const id = familyId(job, one.groupId, cell.column, cell.before);
    byValue.set(id, [...(byValue.get(id) ?? []), one]);
  }
  return [...byValue].flatMap(([cause, members]) => {
    const people = members.reduce((sum, member) => sum + member.people, 0);
    const gone = people >= fewest && people >= share * membersOf(members[0]?.groupId ?? "");
    return gone || isKnown(cause) ? [{ cause, text: familyText(members), members: members.map((member) => member.cause) }] : [];
  });
}

function familyId(job: string, groupId: string, column: string, before: string): string {
  return `C-${hash("sha256", JSON.stringify([job, "value_gone", groupId, column, before])).slice(0, 8)}`;
}

function familyText(members: readonly FoundCause[]): string {
  const [first] = members;
  if (first === undefined || members.length === 1) return first?.text ?? "";
  const changedOf = ({ cells }: FoundCause) => cells.find(({ before, now }) => before !== now);
  const values = members.toSorted((a, b) => b.people - a.people).map((member) => `“${changedOf(member)?.now ?? ""}” (${member.people})`);
  const shown = values.length > 6 ? [...values.slice(0, 6), `${values.length - 6} more`] : values;
  const cell = changedOf(first);
  return `${cell?.column ?? ""}: “${cell?.before ?? ""}” → ${shown.join(", ")}: no longer in ${first.groupPath}`;
}
