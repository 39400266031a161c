import { fact, type Fact, type PlainCode } from "../../domain/facts/fact.ts";
import { groupNames, LANGUAGES } from "../languages/words.ts";
import { candidatesFor, columnNamed, notWords, onlyCandidate, optionsOf, wrongTemplate } from "./candidates.ts";
import { contentOf } from "../sample/content.ts";
import { ask, NONE, type Draft, type DraftContext, type RuleIdea } from "./draft.ts";
import { shortName } from "./examples.ts";
import { ofEach, WHY } from "../write/why.ts";
import type { ColumnStatistics } from "../sample/statistics.ts";
import type { Role } from "../languages/words.ts";

/** A column name with a brace can't be used in a template. */
const BRACE = /[{}]/;
/** The group below which the rules are, unless someone names another one. */
const ROOT = "HR";
/** The answer for authority over the root and all groups below it. */
const BELOW_ROOT = "**";

/** The answer with the language of the suggested group names; the file's without it. */
export const GROUP_LANGUAGE = "language";
/** The question for one more rule, whose answer is a column. */
const MORE = "rule.by";

const RULE_NAMES: Readonly<Record<string, PlainCode>> = {
  everyone: "setup.everyone",
  department: "setup.department",
  site: "setup.site",
  managers: "setup.managers",
  listed: "setup.listed_column",
};

/** Decides who gets which groups, and adds the questions. Each group of a rule is relative to the root. */
export function decideGroups(context: DraftContext): Pick<Draft, "rules" | "root" | "authority"> {
  const suggested = suggestRules(context);
  const ideas = [...suggested, ...moreRules(context)];
  const rules = ideas.flatMap((idea) => {
    const group = context.answers.get(idea.id) ?? idea.group;
    return group === NONE ? [] : [{ ...idea, group }];
  });
  const given = context.answers.get("authority");
  const root = context.answers.get("root") ?? rootOf(given) ?? ROOT;
  const authority = given === undefined || given === NONE ? [] : given.split("\n").flatMap((glob) => absolute(glob, root));
  // Without a rule of its own, a file leaves nothing to decide in a terminal.
  const isAsked = rules.length > 1;
  askRoot(context, root, isAsked);
  for (const idea of ideas) askRule(context, idea, suggested.includes(idea));
  askMore(context);
  askAuthority(context, root, isAsked);
  return { rules, root, authority };
}

/** Returns a glob as the mapping has it. Nobody gets authority over all groups by a short answer. */
function absolute(glob: string, root: string): string[] {
  if (glob !== BELOW_ROOT) return [glob];
  return root === "" ? [] : [`${root}/**`];
}

/** Returns the root of a glob such as `HR/**`. */
function rootOf(authority: string | undefined): string | undefined {
  return /^([^*{}\n]+)\/\*\*$/m.exec(authority ?? "")?.[1];
}

function wrongPath(path: string): Fact | undefined {
  return path.split("/").some((name) => name.trim() === "") || path.length > 300 ? fact("answer.is_not_path", {}) : undefined;
}

function askRoot(context: DraftContext, root: string, isAsked: boolean): void {
  const given = context.answers.get("root");
  const isTop = given === "" && context.answers.get("authority") === BELOW_ROOT;
  ask(context, {
    id: "root",
    part: "groups",
    ask: fact("setup.group_learning_service", {}),
    evidence: [fact("setup.path_such_hr", {})],
    check: (text) => (text === "" ? undefined : /[*{}]/.test(text) ? fact("answer.is_not_path", {}) : wrongPath(text)),
    // Authority over all groups is no answer of a form.
    answer: isTop ? null : (given ?? (isAsked ? null : root)),
    suggestion: root,
    needed: isTop,
    flag: "--root GROUP",
  });
}

function askRule(context: DraftContext, { id, name, group, split }: RuleIdea, isSuggested: boolean): void {
  const label = RULE_NAMES[name];
  ask(context, {
    id,
    part: "groups",
    ask: isSuggested && label !== undefined ? fact(label, {}) : fact("setup.column", { column: name.replace(/^by /, "") }),
    check: (text) => wrongPath(text) ?? wrongTemplate(context, text, split === undefined ? [] : ["item"]),
    answer: context.answers.get(id) ?? group,
    flag: "",
  });
}

function askMore(context: DraftContext): void {
  const { sample, answers } = context;
  const columns = sample.columns.filter(
    (column) => column.filled > 0 && !column.unique && !BRACE.test(column.name) && (answers.get(`${MORE}.${column.name}`) ?? NONE) === NONE,
  );
  ask(context, {
    id: MORE,
    part: "groups",
    ask: fact("setup.add_rule_one", {}),
    kind: "column",
    options: [...optionsOf([], columns), { value: NONE, label: fact("setup.no_further_rule", {}) }],
    answer: NONE,
    flag: "",
  });
}

function askAuthority(context: DraftContext, root: string, isAsked: boolean): void {
  const given = context.answers.get("authority");
  const globs = given === undefined || given === NONE || given === BELOW_ROOT || given === `${root}/**` ? [] : [given];
  const below = root === "" ? [] : [{ value: BELOW_ROOT, label: fact("setup.group_above_all", { glob: `${root}/**` }) }];
  ask(context, {
    id: "authority",
    part: "groups",
    ask: fact("setup.which_groups_may", {}),
    options: [
      { value: NONE, label: fact("setup.none_rules_only", {}) },
      ...below,
      ...globs.map((glob) => ({ value: glob, label: fact("init.answer", { answer: glob.replaceAll("\n", ", ") }) })),
    ],
    answer: given === `${root}/**` ? BELOW_ROOT : (given ?? (isAsked ? null : NONE)),
    suggestion: NONE,
    flag: "--authority GLOB",
  });
}

/** Returns the answers with one more rule, where a column was chosen for it. */
export function withFurtherRule(answers: Readonly<Record<string, string>>): Record<string, string> {
  const { [MORE]: column, ...others } = answers;
  return column === undefined || column === NONE
    ? others
    : { ...others, [`${MORE}.${column}`]: `${column.replaceAll("/", " ").trim()}/{${column}}` };
}

/** Returns a rule for each answer `rule.by.COLUMN`. */
function moreRules(context: DraftContext): RuleIdea[] {
  return [...context.answers].flatMap(([id, group]): RuleIdea[] => {
    const column = id.startsWith(`${MORE}.`) ? columnNamed(context, id.slice(MORE.length + 1)) : undefined;
    if (column === undefined || group === NONE) return [];
    return [{ id, name: `by ${shortName(column.name)}`, group, why: WHY.answered + ofEach(context, column, {}) }];
  });
}

/** Suggests group rules, with names in the language of the file. */
function suggestRules(context: DraftContext): RuleIdea[] {
  const withoutNotes: DraftContext = { ...context, remarks: [] };
  const names = groupNames(context.answers.get(GROUP_LANGUAGE) ?? languageOf(context));
  const rules: (Omit<RuleIdea, "id"> | null)[] = [
    { name: "everyone", group: names.everyone, why: WHY.everyone },
    byCell(withoutNotes, "department", names.departments, ["department"]),
    byCell(withoutNotes, "site", names.sites, ["center", "city"]),
    managers(withoutNotes, names.managers),
    listed(withoutNotes, names.teams),
  ];
  return rules.flatMap((rule) => (rule === null ? [] : [{ ...rule, id: `rule.${rule.name}` }]));
}

/** Returns the tag of the only language that fits the header best. */
function languageOf({ vocabulary, sample }: DraftContext): string | undefined {
  const [name, ...others] = vocabulary.languagesOf(sample.header);
  return others.length === 0 ? LANGUAGES.find((language) => language.name === name)?.tag : undefined;
}

function byCell(context: DraftContext, name: string, folder: string, roles: readonly Role[]): Omit<RuleIdea, "id"> | null {
  const found = roles
    .map((role) => onlyCandidate(candidatesFor(context, [role], notWords)))
    .find((candidate) => candidate !== undefined && !BRACE.test(candidate.column.name));
  if (found === undefined || found.column.unique) return null;
  const { column } = found;
  return { name, group: `${folder}/{${column.name}}`, why: ofEach(context, column, { path: true }) };
}

function managers(context: DraftContext, group: string): Omit<RuleIdea, "id"> | null {
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
  return { name: "managers", when: { column: column.name, values: yes(column) }, group, why: ofEach(context, column, {}) };
}

/** Returns the column with the key of each person's manager. */
export function suggestManager(context: DraftContext): string | null {
  return onlyCandidate(candidatesFor({ ...context, remarks: [] }, ["manager_id"], () => undefined))?.column.name ?? null;
}

function listed(context: DraftContext, folder: string): Omit<RuleIdea, "id"> | null {
  const found = onlyCandidate(candidatesFor(context, ["groups"], () => undefined));
  if (found === undefined) return null;
  const { column } = found;
  const { separator } = contentOf(column);
  if (separator !== null) {
    const items = new Set([...column.values.keys()].flatMap((value) => value.split(separator).map((item) => item.trim())));
    items.delete("");
    const why = ofEach(context, column, { items: items.size, separator });
    return { name: "listed", split: { column: column.name, separator }, group: `${folder}/{item}`, why };
  }
  if (BRACE.test(column.name)) return null;
  return { name: "listed", group: `${folder}/{${column.name}}`, why: ofEach(context, column, { items: column.distinct }) };
}
