import type { Fact } from "../../domain/facts/fact.ts";
import { englishText, factText } from "../../reporting/fact-text.ts";
import { rowText } from "../../domain/record.ts";
import { fileName } from "../../reporting/labels.ts";
import { t, type Message } from "../../reporting/locales/t.ts";
import { some } from "./some.ts";
import type { Compared, MissingColumn } from "../../diagnostics/compare/compare.ts";
import type { StatusCompared } from "../../diagnostics/compare/compare-rows.ts";
import type { Example, FieldCompared, GroupCompared, RuleCompared, RuleSide } from "../../diagnostics/compare/compare-tally.ts";
import { Page, quoted, short } from "../../app/view/terminal.ts";
import type { Call } from "../../app/io.ts";

type RowOf = (row: number) => string;

/** Formats the comparison of two mappings over one file, the most important difference first. */
export function comparedText(io: Call, job: string, compared: Compared): string {
  const { rows, unreadable, leftOut, changed, same, lacks, groupsNotListed, authority } = compared;
  const rowOf: RowOf = (row) => rowText(row, compared.files.map(fileName));
  const page = new Page(io);
  page.title(t("compare.title", { job }));
  page.lines([
    `  ${t("compare.mapping_before", { mapping: compared.before })}`,
    `  ${t("compare.mapping_after", { mapping: compared.after })}`,
    `  ${t("compare.file", { file: compared.file, n: rows, unreadable, out: leftOut })}`,
    `  ${changed === 0 ? t("compare.changes_nobody") : t("compare.changes", { n: changed, same })}`,
  ]);
  page.part(
    t("compare.columns_missing"),
    [
      ...missingColumnLines(t("compare.before_would_reject"), lacks.before),
      ...missingColumnLines(t("compare.after_would_reject"), lacks.after),
    ],
    "red",
  );
  page.part(t("compare.keys"), keyLines(compared.keys, rowOf), "red");
  page.part(
    t("compare.status_changes"),
    compared.statuses.flatMap((one) => statusLines(one, rowOf)),
  );
  page.part(t("compare.groups_lost"), some(compared.groups.filter(({ lose }) => lose > 0).flatMap(loseLines), 40), "yellow");
  page.part(t("compare.groups_gained"), some(compared.groups.filter(({ gain }) => gain > 0).map(gainLine), 40));
  page.part(t("compare.groups_undecided"), some(compared.groups.filter(({ kept }) => kept > 0).map(groupLine)));
  if (groupsNotListed > 0) page.line(`  ${t("compare.groups_unlisted", { n: groupsNotListed })}`);
  page.part(
    t("compare.fields"),
    compared.fields.flatMap((one) => fieldLines(one, rowOf)),
  );
  page.part(t("setup.rules"), some(compared.rules.filter(isDifferent).map(ruleLine), 40));
  if (authority !== null)
    page.part(t("setup.which_groups_may"), [
      `  ${t("compare.mapping_before", { mapping: listed(authority.before) })}`,
      `  ${t("compare.mapping_after", { mapping: listed(authority.after) })}`,
    ]);
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

function missingColumnLines(consequence: string, lacked: readonly MissingColumn[]): string[] {
  if (lacked.length === 0) return [];
  return [
    `  ${consequence}`,
    ...lacked.map(({ column: missing, file, near }) => {
      const column = quoted(missing);
      return `  - ${near === null ? t("compare.column_in", { column, file }) : t("compare.column_in_near", { column, file, near: quoted(near) })}`;
    }),
  ];
}

function keyLines({ changed, examples }: Compared["keys"], rowOf: RowOf): string[] {
  if (changed === 0) return [];
  return [
    `  ${t("compare.keys_changed", { n: changed })}`,
    ...examples.map(({ row, from, to }) => `  ${t("runs.row_row", { row: rowOf(row) })}: ${shown(from)} → ${shown(to)}`),
  ];
}

const STATUS_LABELS = {
  active: "compare.active",
  left: "check.has_left",
  unknown: "check.status_unknown",
  in_file: "compare.in_file",
  out_of_scope: "report.out_scope",
  scope_undecided: "compare.scope_undecided",
  rejected: "compare.rejected",
} as const satisfies Record<StatusCompared["from"], Message>;

function statusLines({ from, to, rows, examples }: StatusCompared, rowOf: RowOf): string[] {
  return [
    `  ${t("setup.rows", { n: rows })}: ${t(STATUS_LABELS[from])} → ${t(STATUS_LABELS[to])}`,
    ...examples.map(
      ({ row, key, from: before, to: after }) =>
        `      ${t("runs.row_row", { row: rowOf(row) })}, ${short(key, 40)}${reasons(before, after)}`,
    ),
  ];
}

function reasons(before: readonly Fact[], after: readonly Fact[]): string {
  if (after.length > 0) return `: ${short(after.map(factText).join("; "), 200)}`;
  return before.length === 0 ? "" : `: ${t("compare.reason_before", { reason: short(before.map(factText).join("; "), 200) })}`;
}

function loseLines({ group, lose, managed, before, instead }: GroupCompared): string[] {
  const values = { group: short(group), n: lose, rules: rules(before) };
  return [
    managed ? t("compare.loses", values) : t("compare.loses_unmanaged", values),
    ...(instead === null ? [] : [`    ${t("compare.perhaps_renamed", { n: instead.rows, group: short(instead.group) })}`]),
  ];
}

function gainLine({ group, gain, after }: GroupCompared): string {
  return t("compare.gains", { group: short(group), n: gain, rules: rules(after) });
}

function groupLine({ group, kept, before }: GroupCompared): string {
  return t("compare.stays", { group: short(group), n: kept, rules: rules(before) });
}

function rules(names: readonly string[]): string {
  return names.map((name) => t("compare.rule_named", { rule: short(name, 120) })).join(", ");
}

function fieldLines({ field, sensitive, before, after, changed, added, dropped, examples }: FieldCompared, rowOf: RowOf): string[] {
  const parts = [
    ...(changed > 0 ? [t("overview.changed_2", { n: changed })] : []),
    ...(added > 0 ? [t("compare.values_new", { n: added })] : []),
    ...(dropped > 0 ? [t("compare.values_unset", { n: dropped })] : []),
  ];
  const unmapped = t("compare.not_mapped");
  const lines = [`  ${short(field)} (${before ?? unmapped} → ${after ?? unmapped}): ${parts.join(", ")}`];
  if (sensitive) return [...lines, `      ${t("check.values_hidden")}`];
  return [
    ...lines,
    ...examples.map(
      ({ row, key, from, to }: Example) =>
        `      ${t("runs.row_row", { row: rowOf(row) })}, ${short(key, 40)}: ${shown(from)} → ${shown(to)}`,
    ),
  ];
}

function shown(value: string | null): string {
  return value === null ? t("report.nothing") : value === "" ? t("common.emptied") : quoted(value);
}

/** Returns whether a rule has a different effect; rules with the same effect aren't listed. */
function isDifferent({ before, after }: RuleCompared): boolean {
  return before === null || after === null || before.people !== after.people || before.undecided !== after.undecided;
}

function ruleLine({ rule, before, after }: RuleCompared): string {
  return `${short(rule)}: ${sideText(before)} → ${sideText(after)}`;
}

function sideText(side: RuleSide | null): string {
  if (side === null) return t("compare.no_such_rule");
  return t("compare.assigns", { n: side.people, undecided: side.undecided, at: side.at });
}

function listed(patterns: readonly string[]): string {
  return patterns.length === 0 ? t("common.no_groups") : patterns.join(", ");
}
