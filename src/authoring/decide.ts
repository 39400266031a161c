import { decideActive } from "./decide-active.ts";
import { decideFields } from "./decide-fields.ts";
import { suggestRules } from "./decide-groups.ts";
import { decideKey } from "./decide-key.ts";
import { decideNames } from "./decide-names.ts";
import { NONE, type Answers, type Desk, type Draft } from "./draft.ts";
import type { Sample } from "./sample.ts";
import type { Vocabulary } from "./words/vocabulary.ts";

/**
 * What can be said about a file: the mapping as far as it is clear, and what remains to be asked. The same sample and
 * answers give the same draft, so it is made again after every answer.
 */
export function decide(sample: Sample, vocabulary: Vocabulary, answers: Answers): Draft {
  const desk: Desk = { sample, vocabulary, answers, questions: [], remarks: [], used: new Set() };
  const key = decideKey(desk);
  const names = decideNames(desk);
  const active = decideActive(desk);
  const fields = [...names, ...decideFields(desk, key?.column ?? null)];
  const rules = suggestRules(desk);
  const given = answers.get("authority");
  if (given === undefined && rules.length > 1) {
    desk.questions.push({
      id: "authority",
      ask: "Which groups are Rollcall's to take away, after a review? A path such as HR/** is everything below HR; blank is none, and rules are then only proposed.",
      options: [],
      check: (text) =>
        text.split("/").some((name) => name.trim() === "") ? "must be a path from the root, without / at its start or end" : undefined,
      suggestion: NONE,
      needed: false,
      flag: "--authority GLOB",
    });
  }
  const authority = given === undefined || given === NONE ? [] : given.split("\n");
  const unused = sample.columns.filter(
    (column) => !desk.used.has(column) && !(authority.length > 0 && rules.some((rule) => isIn(rule, column.name))),
  );
  return { key, fields, active, rules, authority, remarks: [...new Set(desk.remarks)], unused, questions: desk.questions };
}

function isIn({ when, split, group }: Draft["rules"][number], name: string): boolean {
  return when?.column === name || split?.column === name || group.endsWith(`{${name}}`);
}
