/** Says the evidence of a removal, for pages, reports and the terminal. A line of evidence has its words here only. */
import { hasChanged } from "../../domain/facts/changed-cells.ts";
import { quotedWords } from "../changes.ts";
import { fileName } from "../labels.ts";
import { t } from "../locales/t.ts";
import { say } from "../sheet/say.ts";
import { data, group, lines, type Words } from "../sheet/sheet.ts";
import type { StoredEvidence } from "./evidence.ts";

/** Terms with their values. */
export type Facts = readonly (readonly [term: string, value: Words])[];

type NamedRule = { rule: string; at: string; gives?: readonly string[] };

/** Says which cells decide, before and now, and which groups the person gains. */
export function reasonFacts({ cells, gains }: Pick<StoredEvidence, "cells" | "gains">): Facts {
  return [
    [t("report.before_now"), lines(cells.map(cellWords))],
    [t("workbook.also_gains"), lines(gains.map(group))],
  ];
}

/** Says which rules decide, and which row of which file. */
export function sourceFacts(evidence: Pick<StoredEvidence, "formerly" | "rules" | "row" | "file">): Facts {
  const { row, file } = evidence;
  return [...ruleFacts(evidence), [t("workbook.row"), say("shell.row_row_file", { row: String(row), file: data(fileName(file)) })]];
}

/** Says which rules gave a group and which could give it now; a rule that stayed is named once. */
export function ruleFacts({ formerly, rules }: { formerly: readonly NamedRule[]; rules: readonly NamedRule[] }): Facts {
  const placesOf = (all: readonly NamedRule[]): string => JSON.stringify(all.map(({ rule, at }) => [rule, at]));
  if (rules.length > 0 && placesOf(formerly) === placesOf(rules)) return [[t("review.rule_before_now"), lines(rules.map(ruleWords))]];
  return [
    [t("report.rule_before"), lines(formerly.map(ruleWords))],
    [t("workbook.rule_now"), rules.length === 0 ? t("review.no_rule_gives_group") : lines(rules.map(ruleWords))],
  ];
}

/** Says a deciding cell before and now. */
export function cellWords(cell: StoredEvidence["cells"][number]): Words {
  const { column, before, now } = cell;
  const value = (text: string | null): Words => (text === null ? t("report.nothing") : quotedWords(text));
  const change =
    before === now
      ? [value(now), ` (${hasChanged(cell) ? t("report.changed_cell") : t("report.before")})`]
      : [value(before), " → ", value(now)];
  return say("history.name_value", { name: data(column), value: change });
}

/** A rule with its place in the mapping, and the groups that it gives now. */
export function ruleWords({ rule, at, gives = [] }: NamedRule): Words {
  const named: Words = { as: "titled", title: at, words: data(rule) };
  if (gives.length === 0) return named;
  return say("review.rule_gives_groups", { rule: named, groups: gives.map((path, i) => [i > 0 && ", ", group(path)]) });
}
