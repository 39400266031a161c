import type { FirstPerson, RuleChecked, WithoutGroup } from "../../diagnostics/check/people.ts";
import type { ColumnChecked, TableChecked } from "../../diagnostics/check/tables.ts";
import type { ValueCount, ValueList } from "../../diagnostics/check/values.ts";
import { number } from "../../reporting/labels.ts";
import { t } from "../../reporting/locales/t.ts";
import { quoted, short } from "../../app/view/terminal.ts";
import { firstOf } from "./some.ts";
import { table } from "./tables.ts";

const MAX_VALUES = 20;
const MAX_UNUSED_COLUMNS = 10;

/** Formats one of the first people: name and groups, and with `whole` every field. */
export function personLines({ key, name, active, fields, groups, undecided }: FirstPerson, row: string, whole: boolean): string[] {
  const state = active === false ? `, ${t("check.has_left")}` : active === "unknown" ? `, ${t("check.status_unknown")}` : "";
  const given = groups.map((group) => short(group)).join(", ") || t("check.no_group");
  return [
    `  ${t("runs.row_row", { row })}: ${short(key)} ${short(name)}${state}: ${given}`,
    ...(whole ? indented(table(fields.map(({ field, value }) => [field, value === "" ? t("common.emptied") : short(value)])), 6) : []),
    ...undecided.map(({ rule, at, why }) => `      ${t("rule.undecided", { rule, at, why })}`),
  ];
}

/** Formats the values of the file for a table of `values`, and the effect of values that aren't listed. */
export function tableLines(one: TableChecked): string[] {
  const { of, at, column, sensitive, values, mapped, unmapped, unused, blank, missing } = one;
  const lines = [`  ${t("check.values_by", { of, column: quoted(column), at })}`];
  if (sensitive) lines.push(`      ${t("check.listed_hidden", { n: mapped })}`);
  else lines.push(...valueLines(values.slice(0, MAX_VALUES), valuesBeyond(values), ""));
  if (unmapped.rows > 0) {
    lines.push(`      ${t("check.rows_unlisted", { n: unmapped.rows, effect: effectOfUnmapped(one) })}`);
    lines.push(...valueLines(unmapped.values, unmapped.more, "  "));
  }
  if (blank > 0) lines.push(`      ${t("check.rows_blank", { n: blank, effect: effectOfUnknown(one) })}`);
  if (missing > 0) lines.push(`      ${t("check.rows_too_short", { n: missing, effect: effectOfUnknown(one) })}`);
  if (unused.length > 0) lines.push(`      ${t("check.listed_not_in_file", { values: firstOf(unused.map(quoted), MAX_UNUSED_COLUMNS) })}`);
  return lines;
}

function valuesBeyond(values: readonly ValueCount[]): ValueList["more"] {
  const rest = values.slice(MAX_VALUES);
  return rest.length === 0 ? null : { values: rest.length, rows: rest.reduce((sum, { rows }) => sum + rows, 0) };
}

/** Describes what happens to people whose value the mapping doesn't list. */
function effectOfUnmapped({ of, otherwise }: TableChecked): string {
  return otherwise ? t("check.otherwise_applies") : effectOfUnknown({ of });
}

function effectOfUnknown({ of }: Pick<TableChecked, "of">): string {
  if (of === "active") return t("check.status_stays");
  if (of.startsWith("rule ")) return t("check.rule_undecided");
  return t("check.field_stays");
}

/** Formats the values of a column that rules use. */
export function columnLines({ column, rules, sensitive, filled, blank, missing, distinct, values, more }: ColumnChecked): string[] {
  const figures = [
    t("check.cells_filled", { n: filled }),
    ...(blank > 0 ? [t("check.cells_blank", { n: blank })] : []),
    ...(missing > 0 ? [t("check.cells_missing", { n: missing })] : []),
    sensitive ? t("check.values_hidden") : distinct === null ? t("check.values_very_many") : t("check.values_different", { n: distinct }),
  ].join(", ");
  return [
    `  ${t("check.used_by", { column: quoted(column), n: rules.length, rules: firstOf(rules, 3), figures })}`,
    ...(values.length === 0 ? [] : valueLines(values, more, "")),
  ];
}

function valueLines(values: readonly ValueCount[], more: ValueList["more"], margin: string): string[] {
  const lines = indented(table(values.map(({ value, rows }) => [number(rows).padStart(9), short(value, 80)])), 4, margin);
  if (more === null) return lines;
  const { values: n, rows } = more;
  return [...lines, `${margin}        ${n === null ? t("check.many_more_values", { rows }) : t("check.more_values", { n, rows })}`];
}

/** Formats the rules that give no one a group, and the people who get no group. */
export function idleLines(rules: readonly RuleChecked[], withoutGroup: WithoutGroup | null, rowOf: (row: number) => string): string[] {
  const idle = rules.filter(({ people }) => people === 0);
  const lines = idle.map(({ rule, at, undecided }) => `  ${t("check.rule_without_people", { rule, at, undecided })}`);
  if (withoutGroup === null || withoutGroup.people === 0) return lines;
  const { people, undecided, first } = withoutGroup;
  const names = first.slice(0, 10).map(({ row, key }) => `${short(key, 40)} (${t("runs.row_row", { row: rowOf(row) })})`);
  const shown = `${names.join(", ")}${people > names.length ? ", …" : ""}`;
  return [...lines, `  ${t("check.people_without_group", { n: people, undecided, people: shown })}`];
}

function indented(text: string, by: number, margin = ""): string[] {
  return text === "" ? [] : text.split("\n").map((line) => `${margin}${" ".repeat(by)}${line}`);
}
