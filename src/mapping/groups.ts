import { fact, type Fact } from "../domain/facts/fact.ts";
import type { CellValue, GroupClaim, Undecided } from "../domain/person.ts";
import type { Cells } from "../domain/record.ts";
import type { YamlPath, YamlSource } from "../config/yaml.ts";
import { unknownManager } from "../domain/header.ts";
import { normalName } from "./columns.ts";
import { isError, isNullWord } from "../domain/record.ts";
import { textIn } from "./values/cell.ts";
import type { Columns } from "./columns.ts";
import { isUuid } from "./convert.ts";
import type { Unknown } from "./expression/values.ts";
import { parseTemplate } from "./template.ts";

/** A group name, with or without placeholders. */
export interface GroupText {
  /** Every group that it could give: a glob over paths, or an id. */
  couldGive: string;
  /** Indexes of the columns in it. */
  places: readonly number[];
  usesItem: boolean;
  steps: readonly (string | number | typeof ITEM)[];
}

const ITEM = Symbol("{item}");

/** Compiles a group name: a path from the root or an id, with `{Column}` and, with `split`, `{item}`. */
export function compileGroup(source: YamlSource, columns: Columns, text: string, path: YamlPath, split: boolean): GroupText | undefined {
  const parts = parseTemplate(text);
  if ("code" in parts) {
    source.fault(path, parts);
    return undefined;
  }
  const fixed = parts.map((part) => ("text" in part ? part.text : "{}")).join("");
  if (
    fixed.trim() === "" ||
    fixed
      .trim()
      .split("/")
      .some((name) => name.trim() === "")
  ) {
    source.fault(path, "mapping.not_group");
    return undefined;
  }
  const steps = parts.map((part) => {
    if ("text" in part) return part.text;
    return split && part.column === "item" ? ITEM : columns.use(part.column, { path });
  });
  const places = [...new Set(steps.filter((step) => typeof step === "number"))];
  const usesItem = steps.includes(ITEM);
  return { couldGive: glob(steps), places, usesItem, steps };
}

/** Returns the group for a row; `null` if one of its cells has no value. */
function fillGroup(group: GroupText, cells: Cells, item: string): string | null {
  let text = "";
  for (const step of group.steps) {
    if (step === ITEM) {
      if (isNullWord(item)) return null;
      text += item;
    } else if (typeof step === "string") text += step;
    else {
      const value = textIn(cells, step)?.trim();
      if (value === undefined || value === "" || isNullWord(value)) return null;
      text += value;
    }
  }
  return groupName(text);
}

/** Normalizes a group name for comparison: NFC, trimmed, ids in lower case. */
export function groupName(text: string): string {
  const trimmed = text.trim().normalize("NFC");
  return isUuid(trimmed) ? trimmed.toLowerCase() : trimmed;
}

/** A value may contain a `/`, so a placeholder can become several path segments: `**` covers all. */
function glob(steps: GroupText["steps"]): string {
  if (steps.every((step) => typeof step === "string")) return groupName(steps.join(""));
  const mark = "\0";
  const names = steps
    .map((step) => (typeof step === "string" ? step : mark))
    .join("")
    .trim()
    .normalize("NFC")
    .split("/");
  return names.map((name) => (name.includes(mark) ? "**" : name)).join("/");
}

/** The rule that is being applied to a row. */
export interface RuleContext {
  name: string;
  at: string;
  columns: Columns;
  /** Globs over paths, or ids, of every group that it could give. */
  couldGive: readonly string[];
}

/** Adds a claim for each group of a row, or an Undecided if its name cannot be filled. */
export function giveGroups(
  rule: RuleContext,
  groups: readonly GroupText[],
  cells: Cells,
  item: string,
  decidedBy: readonly number[],
  out: { groups: GroupClaim[]; undecided: Undecided[] },
): void {
  for (const group of groups) {
    const filled = fillGroup(group, cells, item);
    if (filled !== null) {
      out.groups.push({ group: filled, rule: rule.name, at: rule.at, cells: evidence(rule.columns, cells, decidedBy, group.places) });
      continue;
    }
    const place = group.places.find((candidate) => !hasValue(cells[candidate])) ?? decidedBy.at(-1) ?? 0;
    const value = group.places.includes(place) ? cells[place] : item;
    out.undecided.push(undecided({ ...rule, couldGive: [group.couldGive] }, { place, reason: "blank" }, cells, value));
  }
}

/** Returns the Undecided for a rule with an unknown cell; for a list, `value` is the item. */
export function undecided(
  { name, at, columns, couldGive }: RuleContext,
  unknown: Unknown,
  cells: Cells,
  value = cells[unknown.place],
  emptyList = false,
): Undecided {
  const found = knownReason(unknown, cells, value);
  const column = columns.name(unknown.place);
  return { rule: name, at, column, reason: found.reason, value, why: whyOf(found, columns, value), emptyList, couldGive };
}

/** Returns why a value is unknown: a cell that is taken for blank or missing may show an error, or a word for no value. */
function knownReason(unknown: Unknown, cells: Cells, value: string | undefined): Unknown {
  if (unknown.reason !== "blank" && unknown.reason !== "missing") return unknown;
  if (value !== undefined && isError(value)) return { ...unknown, reason: "invalid", of: (cell) => fact("cell.is_error", cell) };
  if (value !== undefined && isNullWord(value)) return { ...unknown, reason: "invalid", of: (cell) => fact("cell.no_value", cell) };
  return cells[unknown.place] === undefined ? { ...unknown, reason: "missing" } : unknown;
}

function hasValue(cell: string | undefined): boolean {
  return cell !== undefined && !isBlank(cell) && !isError(cell) && !isNullWord(cell);
}

function whyOf({ place, reason, of }: Unknown, columns: Columns, value: string | undefined): Fact {
  const column = columns.shownName(place);
  const shown = columns.shown(normalName(value ?? ""), [place]);
  if (of !== undefined) return of({ column, value: shown });
  if (reason === "unmapped") return fact("cell.unlisted", { column, value: shown });
  return reason === "missing" ? whyMissing(columns, place) : fact("cell.blank", { column });
}

/** Returns why a row has no cell of a column: it ends before, or the column is computed. */
export function whyMissing(columns: Columns, place: number): Fact {
  return unknownManager(columns.name(place)) ?? fact("cell.missing", { column: columns.shownName(place) });
}

export function isBlank(cell: string | undefined): boolean {
  return cell === undefined || cell.trim() === "";
}

function evidence(columns: Columns, cells: Cells, decidedBy: readonly number[], more: readonly number[]): CellValue[] {
  const list: CellValue[] = [];
  for (const place of decidedBy) list.push({ column: columns.name(place), value: cells[place] });
  for (const place of more) if (!decidedBy.includes(place)) list.push({ column: columns.name(place), value: cells[place] });
  return list;
}
