import { fact, inTurn } from "../../domain/facts/fact.ts";
import { decideActive } from "./active.ts";
import { decideFields } from "./fields.ts";
import { decideRules, suggestManager } from "./groups.ts";
import { decideKey } from "./key.ts";
import { decideNames } from "./names.ts";
import { decideOffers } from "./offers.ts";
import { NONE, type Answers, type DraftContext, type Draft } from "../write/draft.ts";
import { choosingColumn } from "../../source/choosing-column.ts";
import { shortName } from "../examples.ts";
import type { Sample } from "../sample.ts";
import { isPrivate, type Vocabulary } from "../languages/vocabulary.ts";

/**
 * Drafts a mapping for a file, with questions for what is unclear. Deterministic, so it can run again after each answer.
 */
export function decide(sample: Sample, vocabulary: Vocabulary, answers: Answers, accepted: ReadonlySet<string> = new Set()): Draft {
  const context: DraftContext = { sample, vocabulary, answers, accepted, questions: [], remarks: [], used: new Set() };
  const key = decideKey(context);
  const names = decideNames(context);
  const active = decideActive(context);
  const offers = decideOffers(context);
  const fields = [...names, ...decideFields(context, key?.column ?? null)];
  const rules = decideRules(context);
  const manager = suggestManager(context);
  const given = answers.get("authority");
  if (given === undefined && rules.length > 1) {
    context.questions.push({
      id: "authority",
      ask: inTurn(fact("setup.which_groups_may", {}), fact("init.authority_is_glob", {})),
      options: [],
      check: (text) => (text.split("/").some((name) => name.trim() === "") ? fact("answer.is_not_path", {}) : undefined),
      suggestion: NONE,
      needed: false,
      flag: "--authority GLOB",
    });
  }
  const authority = given === undefined || given === NONE ? [] : given.split("\n");
  if (sample.example !== null) context.remarks.push(fact("init.row_is_example", { row: sample.example }));
  const root = answers.get("root") ?? rootOf(authority);
  const unused = sample.columns.filter(
    (column) => !context.used.has(column) && !((authority.length > 0 || root !== null) && rules.some((rule) => isIn(rule, column.name))),
  );
  return {
    key,
    fields,
    active,
    offers,
    rules,
    manager,
    root,
    authority,
    keep: key === null ? null : rowChoice(context, key.column),
    remarks: [...new Map(context.remarks.map((remark) => [JSON.stringify(remark), remark])).values()],
    unused,
    sensitive: new Set(unused.filter(({ name }) => isPrivate(vocabulary, name))),
    questions: context.questions,
  };
}

/** Returns the column that tells apart the rows of one key, with a remark. */
function rowChoice({ sample, vocabulary, remarks }: DraftContext, key: string): Draft["keep"] {
  const at = sample.header.indexOf(key);
  const found = choosingColumn(
    sample.header,
    sample.top,
    (cells) => cells[at]?.trim() ?? null,
    (name) => isPrivate(vocabulary, name),
  );
  if (found !== null) remarks.push(fact("init.keys_have_several_rows", { keys: found.keys, column: shortName(found.column) }));
  return found;
}

/** Returns the root of a single glob such as `HR/**`, below which rules can be written. */
function rootOf(authority: readonly string[]): string | null {
  const [only, ...more] = authority;
  const root = more.length === 0 ? /^([^*{}]+)\/\*\*$/.exec(only ?? "")?.[1] : undefined;
  return root ?? null;
}

function isIn({ when, split, group }: Draft["rules"][number], name: string): boolean {
  return when?.column === name || split?.column === name || group.includes(`{${name}}`);
}
