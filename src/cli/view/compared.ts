import { rowText } from "../../model/record.ts";
import { fileName } from "../../review/words.ts";
import { counted } from "../../run/check/finding.ts";
import type { Compared, LackedColumn } from "../../run/compare.ts";
import type { StatusCompared } from "../../run/compare-rows.ts";
import type { Example, FieldCompared, GroupCompared, RuleCompared, RuleSide } from "../../run/compare-tally.ts";
import { Page, quoted, short, some } from "./terminal.ts";
import type { Call } from "../io.ts";

type RowOf = (row: number) => string;

/** Two mappings over one file, for a person: the most important difference first. */
export function comparedText(io: Call, job: string, compared: Compared): string {
  const { rows, unreadable, changed, same, lacks, groupsNotListed, authority } = compared;
  const rowOf: RowOf = (row) => rowText(row, compared.files.map(fileName));
  const page = new Page(io);
  page.title(`Job ${job}: two mappings over one file. Nothing was sent, and nothing was stored.`);
  page.lines([
    `  Before: ${compared.before}`,
    `  After:  ${compared.after}`,
    `  File:   ${compared.file}, ${counted(rows, "row")}${unreadable > 0 ? `, ${count(unreadable)} of them unreadable whatever the mapping` : ""}`,
    changed === 0
      ? "  Nobody would change because of the mapping."
      : `  ${counted(changed, "row")} would change because of the mapping alone, ${counted(same, "row")} would not.`,
  ]);
  const more = "--json lists them";
  page.part("The file lacks columns", [...lackLines("before", lacks.before), ...lackLines("after", lacks.after)], "red");
  page.part("Keys", keyLines(compared.keys, rowOf), "red");
  page.part(
    "Who becomes what",
    compared.statuses.flatMap((one) => statusLines(one, rowOf)),
  );
  page.part("Groups that people would lose", some(compared.groups.filter(({ lose }) => lose > 0).flatMap(loseLines), 40, more), "yellow");
  page.part("Groups that people would gain", some(compared.groups.filter(({ gain }) => gain > 0).flatMap(gainLines), 40, more));
  page.part(
    "Groups that stay, because a rule cannot be decided",
    some(compared.groups.filter(({ kept }) => kept > 0).map(keptLine), 20, more),
  );
  if (groupsNotListed > 0) page.line(`  … and ${counted(groupsNotListed, "change")} of further groups: there are too many different ones.`);
  page.part(
    "Fields that would change",
    compared.fields.flatMap((one) => fieldLines(one, rowOf)),
  );
  page.part("Rules", some(compared.rules.filter(isOther).map(ruleLine), 40, more));
  if (authority !== null)
    page.part("Groups that are ours to take away", [`  before: ${listed(authority.before)}`, `  after:  ${listed(authority.after)}`]);
  return page.text();
}

const MOST_GROUPS = 1000;

/** The same for machines: lists of at most 1,000 groups. */
export function comparedJson(job: string, compared: Compared): object {
  const rest = compared.groups.slice(MOST_GROUPS).reduce((sum, { gain, lose, kept }) => sum + gain + lose + kept, 0);
  return { job, ...compared, groups: compared.groups.slice(0, MOST_GROUPS), groupsNotListed: compared.groupsNotListed + rest };
}

function lackLines(which: "before" | "after", lacked: readonly LackedColumn[]): string[] {
  if (lacked.length === 0) return [];
  return [
    `  A run with the mapping ${which === "before" ? "before" : "after"} would refuse the file (missing_column); below, these cells count as unknown:`,
    ...lacked.map(({ column, file, near }) => `  - ${quoted(column)} in ${file}${near === null ? "" : `; the nearest is ${quoted(near)}`}`),
  ];
}

function keyLines({ changed, examples }: Compared["keys"], rowOf: RowOf): string[] {
  if (changed === 0) return [];
  return [
    `  ${counted(changed, "row has", "rows have")} another key: a run would take these people for others, without an account.`,
    ...examples.map(({ row, from, to }) => `  row ${rowOf(row)}: ${shown(from)} → ${shown(to)}`),
  ];
}

const WORDS: Record<StatusCompared["from"], string> = {
  active: "active",
  left: "has left",
  unknown: "status unknown",
  "in the file": "in the file, without a status",
  rejected: "rejected",
};

function statusLines({ from, to, rows, examples }: StatusCompared, rowOf: RowOf): string[] {
  return [
    `  ${counted(rows, "row")}: ${WORDS[from]} → ${WORDS[to]}`,
    ...examples.map(({ row, key, from: before, to: after }) => `      row ${rowOf(row)}, ${short(key, 40)}${reasons(before, after)}`),
  ];
}

function reasons(before: string | null, after: string | null): string {
  if (after !== null) return `: ${short(after, 200)}`;
  return before === null ? "" : `: before, ${short(before, 200)}`;
}

function loseLines({ group, lose, managed, before, instead }: GroupCompared): string[] {
  const taken = managed ? "" : "; not ours to take away, so they would keep it";
  const renamed = instead === null ? [] : [`    ${count(instead.rows)} of them gain ${short(instead.group)}: renamed?`];
  return [`− ${short(group)}: ${counted(lose, "row")}${taken}; given before by ${rules(before)}`, ...renamed];
}

function gainLines({ group, gain, after }: GroupCompared): string[] {
  return [`+ ${short(group)}: ${counted(gain, "row")}; given after by ${rules(after)}`];
}

function keptLine({ group, kept, before }: GroupCompared): string {
  return `${short(group)}: ${counted(kept, "row")}; given before by ${rules(before)}`;
}

function rules(names: readonly string[]): string {
  return names.map((name) => `rule ${short(name, 120)}`).join(", ");
}

function fieldLines({ field, sensitive, before, after, changed, added, dropped, examples }: FieldCompared, rowOf: RowOf): string[] {
  const parts = [
    ...(changed > 0 ? [`${count(changed)} changed`] : []),
    ...(added > 0 ? [`${count(added)} new`] : []),
    ...(dropped > 0 ? [`${count(dropped)} without a value any more, so left as in the service`] : []),
  ];
  const lines = [`  ${short(field)} (${before ?? "not there"} → ${after ?? "not there"}): ${parts.join(", ")}`];
  if (sensitive) return [...lines, "      values are not shown"];
  return [
    ...lines,
    ...examples.map(({ row, key, from, to }: Example) => `      row ${rowOf(row)}, ${short(key, 40)}: ${shown(from)} → ${shown(to)}`),
  ];
}

function shown(value: string | null): string {
  return value === null ? "nothing" : value === "" ? "(emptied)" : quoted(value);
}

/** Rules that give as much to as many need no line. */
function isOther({ before, after }: RuleCompared): boolean {
  return before === null || after === null || before.people !== after.people || before.undecided !== after.undecided;
}

function ruleLine({ rule, before, after }: RuleCompared): string {
  return `${short(rule)}: ${sideText(before)} → ${sideText(after)}`;
}

function sideText(side: RuleSide | null): string {
  if (side === null) return "not there";
  const open = side.undecided > 0 ? `, undecided for ${count(side.undecided)}` : "";
  return `gives to ${count(side.people)}${open} (${side.at})`;
}

function listed(patterns: readonly string[]): string {
  return patterns.length === 0 ? "none" : patterns.join(", ");
}

function count(n: number): string {
  return n.toLocaleString("en");
}
