import { decideActive } from "./active.ts";
import { decideFields } from "./fields.ts";
import { decideRules, suggestManager } from "./groups.ts";
import { decideKey } from "./key.ts";
import { decideNames } from "./names.ts";
import { decideOffers } from "./offers.ts";
import { NONE, type Answers, type DraftContext, type Draft } from "../write/draft.ts";
import type { Sample } from "../sample.ts";
import type { Vocabulary } from "../languages/vocabulary.ts";

/**
 * Drafts a mapping for a file, with questions for what is unclear. Deterministic, so it can run again after each answer.
 */
export function decide(sample: Sample, vocabulary: Vocabulary, answers: Answers): Draft {
  const context: DraftContext = { sample, vocabulary, answers, questions: [], remarks: [], used: new Set() };
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
      ask: "Which groups may Rollcall remove people from, after a review? HR/** means every group below HR. Leave it blank for none; rules are then only suggested.",
      options: [],
      check: (text) =>
        text.split("/").some((name) => name.trim() === "") ? "must be a path from the root, without / at its start or end" : undefined,
      suggestion: NONE,
      needed: false,
      flag: "--authority GLOB",
    });
  }
  const authority = given === undefined || given === NONE ? [] : given.split("\n");
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
    remarks: [...new Set(context.remarks)],
    unused,
    questions: context.questions,
  };
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
