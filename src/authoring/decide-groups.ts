import { candidatesFor, noWords, standsOut } from "./candidates.ts";
import { contentOf, shownSeparator } from "./content.ts";
import type { Desk, RuleIdea } from "./draft.ts";
import { plural, shownName, valuesWithCounts } from "./shown.ts";
import type { ColumnStatistics } from "./statistics.ts";
import type { Role } from "./words/words.ts";

/** A name with a brace in it cannot stand in a template. */
const BRACE = /[{}]/;

/** Group rules that the columns suggest, each with the group below a root that is not named yet. */
export function suggestRules(desk: Desk): RuleIdea[] {
  const quiet: Desk = { ...desk, remarks: [] };
  const rules: (RuleIdea | null)[] = [
    { name: "everyone", group: "All staff", why: "everybody in the file" },
    byCell(quiet, "department", "Departments", ["department"]),
    byCell(quiet, "site", "Sites", ["center", "city"]),
    managers(quiet),
    listed(quiet),
  ];
  return rules.filter((rule) => rule !== null);
}

function byCell(desk: Desk, name: string, folder: string, roles: readonly Role[]): RuleIdea | null {
  const found = roles
    .map((role) => standsOut(candidatesFor(desk, [role], noWords)))
    .find((candidate) => candidate !== undefined && !BRACE.test(candidate.column.name));
  if (found === undefined || found.column.unique) return null;
  const { column } = found;
  const slash = [...column.values.keys()].some((value) => value.includes("/")) ? "; a / in a cell makes a deeper path" : "";
  return { name, group: `${folder}/{${column.name}}`, why: valuesWithCounts(desk, column) + slash + frozen(column) };
}

function managers(desk: Desk): RuleIdea | null {
  const yes = (column: ColumnStatistics): string[] =>
    column.byCount().flatMap(([text]) => (desk.vocabulary.yesNo(text) === true ? [text] : []));
  const found = standsOut(
    candidatesFor(desk, ["is_manager"], (column) =>
      contentOf(column).few && yes(column).length > 0 && column.share((value) => desk.vocabulary.yesNo(value) !== undefined) === 1
        ? undefined
        : "its values are neither yes nor no",
    ),
  );
  if (found === undefined) return null;
  const why = valuesWithCounts(desk, found.column) + frozen(found.column);
  return { name: "managers", when: { column: found.column.name, values: yes(found.column) }, group: "Managers", why };
}

function listed(desk: Desk): RuleIdea | null {
  const found = standsOut(candidatesFor(desk, ["groups"], () => undefined));
  if (found === undefined) return null;
  const { column } = found;
  const { separator } = contentOf(column);
  if (separator !== null) {
    const items = new Set([...column.values.keys()].flatMap((value) => value.split(separator).map((item) => item.trim())));
    items.delete("");
    const why = `lists of ${plural(items.size, "name")}, separated by ${shownSeparator(separator)}${frozen(column)}`;
    return { name: "listed", split: { column: column.name, separator }, group: "Teams/{item}", why };
  }
  if (BRACE.test(column.name)) return null;
  return {
    name: "listed",
    group: `Teams/{${column.name}}`,
    why: `${shownName(column.name)}: ${plural(column.distinct, "value")}${frozen(column)}`,
  };
}

function frozen(column: ColumnStatistics): string {
  const blank = column.rows - column.filled;
  return blank === 0 ? "" : `; blank in ${plural(blank, "row")}, where memberships stay as they are`;
}
