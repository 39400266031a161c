import type { Fact } from "../../domain/facts/fact.ts";
import { englishText, factText } from "../../reporting/fact-text.ts";
import { rowText } from "../../domain/record.ts";
import { fileName } from "../../reporting/labels.ts";
import { counted } from "../../domain/finding.ts";
import type { Compared, MissingColumn } from "../../diagnostics/compare/compare.ts";
import type { StatusCompared } from "../../diagnostics/compare/compare-rows.ts";
import type { Example, FieldCompared, GroupCompared, RuleCompared, RuleSide } from "../../diagnostics/compare/compare-tally.ts";
import { Page, quoted, short, some } from "../../app/view/terminal.ts";
import type { Call } from "../../app/io.ts";

type RowOf = (row: number) => string;

/** Formats the comparison of two mappings over one file, the most important difference first. */
export function comparedText(io: Call, job: string, compared: Compared): string {
  const { rows, unreadable, leftOut, changed, same, lacks, groupsNotListed, authority } = compared;
  const rowOf: RowOf = (row) => rowText(row, compared.files.map(fileName));
  const page = new Page(io);
  page.title(`Job ${job}: two mappings compared over one file. Nothing was sent or stored.`);
  page.lines([
    `  Before: ${compared.before}`,
    `  After:  ${compared.after}`,
    `  File:   ${compared.file}, ${counted(rows, "row")}${unreadable > 0 ? `, ${count(unreadable)} of them unreadable with either mapping` : ""}${leftOut > 0 ? `, ${count(leftOut)} left out by \`source.rows.keep\`` : ""}`,
    changed === 0
      ? "  The mapping alone would change no one."
      : `  ${counted(changed, "row")} would change because of the mapping alone, ${counted(same, "row")} would stay the same.`,
  ]);
  const more = "--json lists them";
  page.part(
    "Columns missing from the file",
    [...missingColumnLines("before", lacks.before), ...missingColumnLines("after", lacks.after)],
    "red",
  );
  page.part("Keys", keyLines(compared.keys, rowOf), "red");
  page.part(
    "Status changes",
    compared.statuses.flatMap((one) => statusLines(one, rowOf)),
  );
  page.part("Groups people would lose", some(compared.groups.filter(({ lose }) => lose > 0).flatMap(loseLines), 40, more), "yellow");
  page.part("Groups people would gain", some(compared.groups.filter(({ gain }) => gain > 0).flatMap(gainLines), 40, more));
  page.part(
    "Groups that stay, because a rule can't be decided",
    some(compared.groups.filter(({ kept }) => kept > 0).map(groupLine), 20, more),
  );
  if (groupsNotListed > 0)
    page.line(`  … and ${counted(groupsNotListed, "change")} in other groups, which aren't listed because there are too many.`);
  page.part(
    "Fields that would change",
    compared.fields.flatMap((one) => fieldLines(one, rowOf)),
  );
  page.part("Rules", some(compared.rules.filter(isDifferent).map(ruleLine), 40, more));
  if (authority !== null)
    page.part("Groups Rollcall may remove people from", [`  before: ${listed(authority.before)}`, `  after:  ${listed(authority.after)}`]);
  return page.text();
}

const MAX_JSON_GROUPS = 1000;

/** Returns the same as JSON, with at most 1,000 groups. */
export function comparedJson(job: string, compared: Compared): object {
  const rest = compared.groups.slice(MAX_JSON_GROUPS).reduce((sum, { gain, lose, kept }) => sum + gain + lose + kept, 0);
  const said = (facts: readonly Fact[]): string | null => (facts.length === 0 ? null : facts.map(englishText).join("; "));
  const statuses = compared.statuses.map((one) => ({
    ...one,
    examples: one.examples.map(({ from, to, ...row }) => ({ ...row, from: said(from), to: said(to), from_facts: from, to_facts: to })),
  }));
  return {
    job,
    ...compared,
    statuses,
    groups: compared.groups.slice(0, MAX_JSON_GROUPS),
    groupsNotListed: compared.groupsNotListed + rest,
  };
}

function missingColumnLines(which: "before" | "after", lacked: readonly MissingColumn[]): string[] {
  if (lacked.length === 0) return [];
  return [
    `  A run with the mapping ${which === "before" ? "before" : "after"} would reject the file (missing_column). Below, these cells count as unknown:`,
    ...lacked.map(({ column, file, near }) => `  - ${quoted(column)} in ${file}${near === null ? "" : `; the nearest is ${quoted(near)}`}`),
  ];
}

function keyLines({ changed, examples }: Compared["keys"], rowOf: RowOf): string[] {
  if (changed === 0) return [];
  return [
    `  ${counted(changed, "row has", "rows have")} a different key: a run would treat them as new people without an account.`,
    ...examples.map(({ row, from, to }) => `  row ${rowOf(row)}: ${shown(from)} → ${shown(to)}`),
  ];
}

const STATUS_LABELS: Record<StatusCompared["from"], string> = {
  active: "active",
  left: "has left",
  unknown: "status unknown",
  in_file: "in the file, without a status",
  out_of_scope: "out of scope",
  scope_undecided: "scope undecided",
  rejected: "rejected",
};

function statusLines({ from, to, rows, examples }: StatusCompared, rowOf: RowOf): string[] {
  return [
    `  ${counted(rows, "row")}: ${STATUS_LABELS[from]} → ${STATUS_LABELS[to]}`,
    ...examples.map(({ row, key, from: before, to: after }) => `      row ${rowOf(row)}, ${short(key, 40)}${reasons(before, after)}`),
  ];
}

function reasons(before: readonly Fact[], after: readonly Fact[]): string {
  if (after.length > 0) return `: ${short(after.map(factText).join("; "), 200)}`;
  return before.length === 0 ? "" : `: before, ${short(before.map(factText).join("; "), 200)}`;
}

function loseLines({ group, lose, managed, before, instead }: GroupCompared): string[] {
  const unmanaged = managed ? "" : "; not managed by Rollcall, so people would keep it";
  const renamed = instead === null ? [] : [`    ${count(instead.rows)} of them gain ${short(instead.group)}: renamed?`];
  return [`− ${short(group)}: ${counted(lose, "row")}${unmanaged}; assigned before by ${rules(before)}`, ...renamed];
}

function gainLines({ group, gain, after }: GroupCompared): string[] {
  return [`+ ${short(group)}: ${counted(gain, "row")}; assigned after by ${rules(after)}`];
}

function groupLine({ group, kept, before }: GroupCompared): string {
  return `${short(group)}: ${counted(kept, "row")}; assigned before by ${rules(before)}`;
}

function rules(names: readonly string[]): string {
  return names.map((name) => `rule ${short(name, 120)}`).join(", ");
}

function fieldLines({ field, sensitive, before, after, changed, added, dropped, examples }: FieldCompared, rowOf: RowOf): string[] {
  const parts = [
    ...(changed > 0 ? [`${count(changed)} changed`] : []),
    ...(added > 0 ? [`${count(added)} new`] : []),
    ...(dropped > 0 ? [`${count(dropped)} no longer set, so left unchanged in the service`] : []),
  ];
  const lines = [`  ${short(field)} (${before ?? "not mapped"} → ${after ?? "not mapped"}): ${parts.join(", ")}`];
  if (sensitive) return [...lines, "      values aren't shown"];
  return [
    ...lines,
    ...examples.map(({ row, key, from, to }: Example) => `      row ${rowOf(row)}, ${short(key, 40)}: ${shown(from)} → ${shown(to)}`),
  ];
}

function shown(value: string | null): string {
  return value === null ? "nothing" : value === "" ? "(emptied)" : quoted(value);
}

/** Returns whether a rule has a different effect; rules with the same effect aren't listed. */
function isDifferent({ before, after }: RuleCompared): boolean {
  return before === null || after === null || before.people !== after.people || before.undecided !== after.undecided;
}

function ruleLine({ rule, before, after }: RuleCompared): string {
  return `${short(rule)}: ${sideText(before)} → ${sideText(after)}`;
}

function sideText(side: RuleSide | null): string {
  if (side === null) return "no such rule";
  const open = side.undecided > 0 ? `, undecided for ${count(side.undecided)}` : "";
  return `assigns it to ${count(side.people)}${open} (${side.at})`;
}

function listed(patterns: readonly string[]): string {
  return patterns.length === 0 ? "none" : patterns.join(", ");
}

function count(n: number): string {
  return n.toLocaleString("en");
}
