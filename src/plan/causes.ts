import { hash } from "node:crypto";
import type { Evidence } from "./removal-cause.ts";

/** The removals of one run that share one change of cells. */
export interface FoundCause {
  cause: string;
  groupId: string;
  people: number;
  cells: Evidence["cells"];
}

/** Causes merged into one: the value that gave the group has disappeared, and any values replaced it. */
export interface Family {
  cause: string;
  members: string[];
}

/** A value counts as renamed or split once this many people, and this share of the group, lose the group. */
export const RENAME_MIN_PEOPLE = 3;
export const RENAME_MIN_SHARE = 0.8;

/**
 * Merges causes whose people all had one value that hardly anyone has any more, because it was renamed or split.
 * People who follow in later runs join the same cause. Pure.
 * @param membersOf the number of members of a group
 * @param isKnown whether the job already has removals under a cause
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
    const gone = people >= RENAME_MIN_PEOPLE && people >= RENAME_MIN_SHARE * membersOf(members[0]?.groupId ?? "");
    return gone || isKnown(cause) ? [{ cause, members: members.map((member) => member.cause) }] : [];
  });
}

function familyId(job: string, groupId: string, column: string, before: string): string {
  return `C-${hash("sha256", JSON.stringify([job, "value_gone", groupId, column, before])).slice(0, 8)}`;
}
