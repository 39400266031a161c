import type { Removal } from "../../store/review/removals.ts";
import { evidenceOf, type StoredEvidence } from "./evidence.ts";

/** Mapping lines that keep a group for people whose value was renamed. */
export interface Alias {
  /** The mapping file, as the run knew it. */
  file: string;
  /** One rule to paste at the end of `groups.rules`. */
  yaml: string;
}

/** A longer list of values is not offered. */
const mostValues = 50;

/**
 * Returns a rule that gives the group of these removals to people with the new values, or `null` if a cell is blank,
 * missing or not shown. It uses every column of the earlier rule, so that no one else gets the group.
 */
export function aliasFor(removals: readonly Removal[]): Alias | null {
  const [first] = removals;
  const rule = first === undefined ? undefined : evidenceOf(first).rules[0];
  if (first === undefined || rule === undefined) return null;
  const values = new Map<string, Set<string>>();
  for (const removal of removals) {
    const { cells } = evidenceOf(removal);
    if (cells.length === 0) return null;
    for (const cell of cells) {
      if (!isPlain(cell)) return null;
      values.set(cell.column, (values.get(cell.column) ?? new Set()).add(cell.now ?? ""));
    }
  }
  if ([...values.values()].some((set) => set.size > mostValues)) return null;
  // Two lists would also match pairs of values that none of these people has.
  if ([...values.values()].filter((set) => set.size > 1).length > 1) return null;
  const when = [...values].map(([column, set]) => `${quoted(column)}: ${valuesText([...set])}`).join(", ");
  const yaml = [
    `    - name: ${quoted(`${rule.rule}: ${first.group_path} under its new name`)}`,
    `      when: { ${when} }`,
    `      groups: [${quoted(first.group_path.replaceAll(/[{}]/g, "$&$&"))}]`,
  ];
  return { file: rule.at.replace(/:\d+$/, ""), yaml: `${yaml.join("\n")}\n` };
}

/** Returns whether a cell can be written into a mapping: not if it is from several joined rows or sensitive. */
function isPlain({ column, now, changed }: StoredEvidence["cells"][number]): boolean {
  if (now === null || now.trim() === "") return false;
  return changed === undefined && !(column.includes(".") && now.includes("; "));
}

function valuesText(values: readonly string[]): string {
  const [only] = values;
  return values.length === 1 && only !== undefined ? quoted(only) : `[${values.map(quoted).join(", ")}]`;
}

/** JSON's quotes are YAML's double quotes. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
