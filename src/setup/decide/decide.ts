import { fact } from "../../domain/facts/fact.ts";
import { decideActive } from "./active.ts";
import { decideFields } from "./fields.ts";
import { decideGroups, suggestManager } from "./groups.ts";
import { decideKey } from "./key.ts";
import { decideNames } from "./names.ts";
import { decideOffers } from "./offers.ts";
import { TIME_ZONE, type Answers, type DraftContext, type Draft } from "./draft.ts";
import { choosingColumn } from "../../source/choosing-column.ts";
import { shortName } from "./examples.ts";
import type { Sample } from "../sample/sample.ts";
import { isPrivate, type Vocabulary } from "../languages/vocabulary.ts";

/** The day for which dates are counted, and the ids of suggestions that were accepted without a question. */
export interface Circumstances {
  today: string;
  accepted?: ReadonlySet<string>;
}

/**
 * Drafts a mapping for a file, with every question and its answer so far. Deterministic, so it can run again after each answer.
 */
export function decide(sample: Sample, vocabulary: Vocabulary, answers: Answers, { today, accepted = new Set() }: Circumstances): Draft {
  const remarks = sample.guessed === null ? [] : [fact("init.encoding_is_guessed", { encoding: sample.guessed })];
  const context: DraftContext = { sample, vocabulary, answers, accepted, today, questions: [], remarks, used: new Set() };
  const key = decideKey(context);
  const names = decideNames(context);
  const active = decideActive(context);
  const offers = decideOffers(context);
  const fields = [...names, ...decideFields(context, key?.column ?? null)];
  const groups = decideGroups(context);
  const manager = suggestManager(context);
  if (sample.example !== null) context.remarks.push(fact("init.row_is_example", { row: sample.example }));
  const unused = sample.columns.filter((column) => !context.used.has(column) && !groups.rules.some((rule) => isIn(rule, column.name)));
  return {
    key,
    fields,
    active,
    offers,
    ...groups,
    manager,
    timeZone: answers.get(TIME_ZONE) ?? "UTC",
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

function isIn({ when, split, group }: Draft["rules"][number], name: string): boolean {
  return when?.column === name || split?.column === name || group.includes(`{${name}}`);
}
