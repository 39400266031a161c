import { counted } from "../../run/check/finding.ts";
import type { FirstPerson, RuleChecked, WithoutGroup } from "../../run/check/people.ts";
import type { ColumnChecked, TableChecked } from "../../run/check/tables.ts";
import type { ValueCount, ValueList } from "../../run/check/values.ts";
import { quoted, short } from "./terminal.ts";
import { table } from "./tables.ts";

const MOST_VALUES = 20;
const MOST_UNUSED = 10;

/** One of the first people: name and groups; `whole`: each field too. */
export function personLines({ key, name, active, fields, groups, undecided }: FirstPerson, row: string, whole: boolean): string[] {
  const state = active === false ? ", has left" : active === "unknown" ? ", status unknown" : "";
  return [
    `  row ${row}: ${short(key)} ${short(name)}${state}: ${groups.map((group) => short(group)).join(", ") || "no group"}`,
    ...(whole ? indented(table(fields.map(({ field, value }) => [field, value === "" ? "(emptied)" : short(value)])), 6) : []),
    ...undecided.map(({ rule, at, why }) => `      rule ${rule} (${at}) cannot be decided, because ${why}`),
  ];
}

/** What the file has for a table of `values`, and what becomes of the rest. */
export function tableLines(one: TableChecked): string[] {
  const { of, at, column, sensitive, values, mapped, unmapped, unused, blank, missing } = one;
  const lines = [`  ${of}, by ${quoted(column)} (${at})`];
  if (sensitive) lines.push(`      ${counted(mapped, "row")} with a listed value; values of a sensitive column are not shown`);
  else lines.push(...valueLines(values.slice(0, MOST_VALUES), valuesBeyond(values), ""));
  if (unmapped.rows > 0) {
    lines.push(`      not listed: ${counted(unmapped.rows, "row")}; ${becomesOf(one)}`);
    lines.push(...valueLines(unmapped.values, unmapped.more, "  "));
  }
  if (blank > 0) lines.push(`      blank: ${counted(blank, "row")}; ${unknownOf(one)}`);
  if (missing > 0) lines.push(`      no value, or the row ends before it: ${counted(missing, "row")}; ${unknownOf(one)}`);
  if (unused.length > 0) {
    const names = unused.slice(0, MOST_UNUSED).map(quoted).join(", ");
    lines.push(`      listed, and nobody has it: ${names}${unused.length > MOST_UNUSED ? ` and ${unused.length - MOST_UNUSED} more` : ""}`);
  }
  return lines;
}

function valuesBeyond(values: readonly ValueCount[]): ValueList["more"] {
  const rest = values.slice(MOST_VALUES);
  return rest.length === 0 ? null : { values: rest.length, rows: rest.reduce((sum, { rows }) => sum + rows, 0) };
}

/** What becomes of people whose value the mapping does not list. */
function becomesOf({ of, otherwise }: TableChecked): string {
  return otherwise ? "`otherwise` says what becomes of them" : unknownOf({ of });
}

function unknownOf({ of }: Pick<TableChecked, "of">): string {
  if (of === "active") return "whether they are active is left as it is, and no account is made";
  if (of.startsWith("rule ")) return "the rule is undecided for them, and their groups of it stay";
  return "the field is left as it is";
}

/** What the file has in a column that rules go by. */
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

/** The rules that do nothing for anybody, and the people for whom no rule does anything. */
export function idleLines(rules: readonly RuleChecked[], withoutGroup: WithoutGroup | null, rowOf: (row: number) => string): string[] {
  const idle = rules.filter(({ people }) => people === 0);
  const lines = idle.map(
    ({ rule, at, undecided }) =>
      `  rule ${rule} (${at}) gives nobody a group${undecided > 0 ? `; it cannot be decided for ${counted(undecided, "person", "people")}` : ""}`,
  );
  if (withoutGroup === null || withoutGroup.people === 0) return lines;
  const { people, undecided, first } = withoutGroup;
  const names = first.slice(0, 10).map(({ row, key }) => `${short(key, 40)} (row ${rowOf(row)})`);
  const open = undecided > 0 ? `, ${count(undecided)} of them because a rule cannot be decided` : "";
  lines.push(`  ${counted(people, "person gets", "people get")} no group${open}: ${names.join(", ")}${people > names.length ? ", …" : ""}`);
  return lines;
}

function indented(text: string, by: number, margin = ""): string[] {
  return text === "" ? [] : text.split("\n").map((line) => `${margin}${" ".repeat(by)}${line}`);
}

function count(n: number): string {
  return n.toLocaleString("en");
}
