import { counted } from "../../domain/finding.ts";
import type { FirstPerson, RuleChecked, WithoutGroup } from "../../diagnostics/check/people.ts";
import type { ColumnChecked, TableChecked } from "../../diagnostics/check/tables.ts";
import type { ValueCount, ValueList } from "../../diagnostics/check/values.ts";
import { quoted, short } from "../../app/view/terminal.ts";
import { table } from "./tables.ts";

const MAX_VALUES = 20;
const MAX_UNUSED_COLUMNS = 10;

/** Formats one of the first people: name and groups, and with `whole` every field. */
export function personLines({ key, name, active, fields, groups, undecided }: FirstPerson, row: string, whole: boolean): string[] {
  const state = active === false ? ", has left" : active === "unknown" ? ", status unknown" : "";
  return [
    `  row ${row}: ${short(key)} ${short(name)}${state}: ${groups.map((group) => short(group)).join(", ") || "no group"}`,
    ...(whole ? indented(table(fields.map(({ field, value }) => [field, value === "" ? "(emptied)" : short(value)])), 6) : []),
    ...undecided.map(({ rule, at, why }) => `      can't decide rule ${rule} (${at}), because ${why}`),
  ];
}

/** Formats the values of the file for a table of `values`, and the effect of values that aren't listed. */
export function tableLines(one: TableChecked): string[] {
  const { of, at, column, sensitive, values, mapped, unmapped, unused, blank, missing } = one;
  const lines = [`  ${of}, by ${quoted(column)} (${at})`];
  if (sensitive) lines.push(`      ${counted(mapped, "row")} with a listed value; values of a sensitive column aren't shown`);
  else lines.push(...valueLines(values.slice(0, MAX_VALUES), valuesBeyond(values), ""));
  if (unmapped.rows > 0) {
    lines.push(`      not listed: ${counted(unmapped.rows, "row")}; ${effectOfUnmapped(one)}`);
    lines.push(...valueLines(unmapped.values, unmapped.more, "  "));
  }
  if (blank > 0) lines.push(`      blank: ${counted(blank, "row")}; ${effectOfUnknown(one)}`);
  if (missing > 0) lines.push(`      no value, or the row ends before it: ${counted(missing, "row")}; ${effectOfUnknown(one)}`);
  if (unused.length > 0) {
    const names = unused.slice(0, MAX_UNUSED_COLUMNS).map(quoted).join(", ");
    lines.push(
      `      listed, but not in the file: ${names}${unused.length > MAX_UNUSED_COLUMNS ? ` and ${unused.length - MAX_UNUSED_COLUMNS} more` : ""}`,
    );
  }
  return lines;
}

function valuesBeyond(values: readonly ValueCount[]): ValueList["more"] {
  const rest = values.slice(MAX_VALUES);
  return rest.length === 0 ? null : { values: rest.length, rows: rest.reduce((sum, { rows }) => sum + rows, 0) };
}

/** Describes what happens to people whose value the mapping doesn't list. */
function effectOfUnmapped({ of, otherwise }: TableChecked): string {
  return otherwise ? "`otherwise` applies to them" : effectOfUnknown({ of });
}

function effectOfUnknown({ of }: Pick<TableChecked, "of">): string {
  if (of === "active") return "their status is left unchanged, and no account is created";
  if (of.startsWith("rule ")) return "the rule is undecided for them, and they keep its groups";
  return "the field is left unchanged";
}

/** Formats the values of a column that rules use. */
export function columnLines({ column, rules, sensitive, filled, blank, missing, distinct, values, more }: ColumnChecked): string[] {
  const parts = [
    `${count(filled)} filled`,
    ...(blank > 0 ? [`${count(blank)} blank`] : []),
    ...(missing > 0 ? [`${count(missing)} missing`] : []),
    ...(sensitive ? ["values not shown"] : [`${distinct === null ? "very many" : count(distinct)} different`]),
  ];
  return [`  ${quoted(column)} (${shortList(rules)}): ${parts.join(", ")}`, ...(values.length === 0 ? [] : valueLines(values, more, ""))];
}

function shortList(rules: readonly string[]): string {
  const names = rules.slice(0, 3).join(", ");
  return `rule${rules.length === 1 ? "" : "s"} ${names}${rules.length > 3 ? ` and ${rules.length - 3} more` : ""}`;
}

function valueLines(values: readonly ValueCount[], more: ValueList["more"], margin: string): string[] {
  const lines = table(values.map(({ value, rows }) => [count(rows).padStart(9), short(value, 80)]));
  if (more === null) return indented(lines, 4, margin);
  const rest = `${more.values === null ? "many" : count(more.values)} more values: ${counted(more.rows, "row")}`;
  return [...indented(lines, 4, margin), `${margin}        … ${rest}`];
}

/** Formats the rules that give no one a group, and the people who get no group. */
export function idleLines(rules: readonly RuleChecked[], withoutGroup: WithoutGroup | null, rowOf: (row: number) => string): string[] {
  const idle = rules.filter(({ people }) => people === 0);
  const lines = idle.map(
    ({ rule, at, undecided }) =>
      `  rule ${rule} (${at}) assigns no group to anyone${undecided > 0 ? `; it can't be decided for ${counted(undecided, "person", "people")}` : ""}`,
  );
  if (withoutGroup === null || withoutGroup.people === 0) return lines;
  const { people, undecided, first } = withoutGroup;
  const names = first.slice(0, 10).map(({ row, key }) => `${short(key, 40)} (row ${rowOf(row)})`);
  const open = undecided > 0 ? `, ${count(undecided)} of them because a rule can't be decided` : "";
  lines.push(`  ${counted(people, "person gets", "people get")} no group${open}: ${names.join(", ")}${people > names.length ? ", …" : ""}`);
  return lines;
}

function indented(text: string, by: number, margin = ""): string[] {
  return text === "" ? [] : text.split("\n").map((line) => `${margin}${" ".repeat(by)}${line}`);
}

function count(n: number): string {
  return n.toLocaleString("en");
}
