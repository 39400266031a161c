import { groupNames } from "../languages/words.ts";
import { candidatesFor, columnNamed, notWords, onlyCandidate } from "./candidates.ts";
import { contentOf } from "../content.ts";
import { NONE, type DraftContext, type RuleIdea } from "../write/draft.ts";
import { shortName } from "../examples.ts";
import { answeredRule, IS_EVERYONE, ofEachItem, ofEachName, ofEachPath, ofEachValue } from "../write/why.ts";
import type { ColumnStatistics } from "../statistics.ts";
import type { Role } from "../languages/words.ts";

/** A column name with a brace can't be used in a template. */
const BRACE = /[{}]/;

/**
 * Returns the group rules: the suggested ones, with the answers `rule.NAME` (a group, or none), and one for each answer
 * `rule.by.COLUMN`. Each group is relative to a root.
 */
export function decideRules(context: DraftContext): RuleIdea[] {
  const suggested = suggestRules(context).flatMap((rule) => {
    const group = context.answers.get(`rule.${rule.name}`) ?? rule.group;
    return group === NONE ? [] : [{ ...rule, group }];
  });
  const more = [...context.answers].flatMap(([id, group]): RuleIdea[] => {
    const column = id.startsWith(BY_COLUMN) ? columnNamed(context, id.slice(BY_COLUMN.length)) : undefined;
    if (column === undefined || group === NONE) return [];
    return [{ name: `by ${shortName(column.name)}`, group, why: answeredRule(context, column) }];
  });
  return [...suggested, ...more];
}

/** The answer with the language of the suggested group names; English without it. */
export const GROUP_LANGUAGE = "language";

/** Answers with this prefix and the name of a column add a rule for it. */
export const BY_COLUMN = "rule.by.";

/** Suggests group rules; each group is relative to a root that is set later. */
export function suggestRules(context: DraftContext): RuleIdea[] {
  const withoutNotes: DraftContext = { ...context, remarks: [] };
  const names = groupNames(context.answers.get(GROUP_LANGUAGE));
  const rules: (RuleIdea | null)[] = [
    { name: "everyone", group: names.everyone, why: IS_EVERYONE },
    byCell(withoutNotes, "department", names.departments, ["department"]),
    byCell(withoutNotes, "site", names.sites, ["center", "city"]),
    managers(withoutNotes, names.managers),
    listed(withoutNotes, names.teams),
  ];
  return rules.filter((rule) => rule !== null);
}

function byCell(context: DraftContext, name: string, folder: string, roles: readonly Role[]): RuleIdea | null {
  const found = roles
    .map((role) => onlyCandidate(candidatesFor(context, [role], notWords)))
    .find((candidate) => candidate !== undefined && !BRACE.test(candidate.column.name));
  if (found === undefined || found.column.unique) return null;
  const { column } = found;
  return { name, group: `${folder}/{${column.name}}`, why: ofEachPath(context, column) };
}

function managers(context: DraftContext, group: string): RuleIdea | null {
  const yes = (column: ColumnStatistics): string[] =>
    column.byCount().flatMap(([text]) => (context.vocabulary.yesNo(text) === true ? [text] : []));
  const found = onlyCandidate(
    candidatesFor(context, ["is_manager"], (column) =>
      contentOf(column).few && yes(column).length > 0 && column.share((value) => context.vocabulary.yesNo(value) !== undefined) === 1
        ? undefined
        : true,
    ),
  );
  if (found === undefined) return null;
  const { column } = found;
  return { name: "managers", when: { column: column.name, values: yes(column) }, group, why: ofEachValue(context, column) };
}

/** Returns the column with the key of each person's manager. */
export function suggestManager(context: DraftContext): string | null {
  return onlyCandidate(candidatesFor({ ...context, remarks: [] }, ["manager_id"], () => undefined))?.column.name ?? null;
}

function listed(context: DraftContext, folder: string): RuleIdea | null {
  const found = onlyCandidate(candidatesFor(context, ["groups"], () => undefined));
  if (found === undefined) return null;
  const { column } = found;
  const { separator } = contentOf(column);
  if (separator !== null) {
    const items = new Set([...column.values.keys()].flatMap((value) => value.split(separator).map((item) => item.trim())));
    items.delete("");
    const why = ofEachItem(column, items.size, separator);
    return { name: "listed", split: { column: column.name, separator }, group: `${folder}/{item}`, why };
  }
  if (BRACE.test(column.name)) return null;
  return { name: "listed", group: `${folder}/{${column.name}}`, why: ofEachName(column) };
}
