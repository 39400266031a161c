import { hash } from "node:crypto";
import type { CellValue, GroupClaim, Person } from "../model/person.ts";
import { shownCell } from "../model/record.ts";
import type { Rulebook } from "./groups.ts";

/** Why HR rules no longer give a membership. */
export type CauseKind = "value_changed" | "changed_back" | "leaver" | "mapping_changed" | "added_by_hand";

/** What a decision on a removal rests on. `binding` must still hold when it is carried out; the rest is shown. */
export interface Evidence {
  kind: CauseKind;
  file: string;
  row: number;
  /** Cells that decide now, and what stood there when the membership was last given. */
  cells: { column: string; before: string | null; now: string | null }[];
  /** The rules that could give the group, as they are now, and what they give instead. */
  rules: { rule: string; at: string; gives: string[] }[];
  /** The rules that gave the group when it was given, as far as that is known; `at` is their place in the mapping of then. */
  formerly: { rule: string; at: string }[];
  /** Groups that the person gains in the same run. */
  gains: string[];
  /** The person would be left without any group, which the service cannot express. */
  lastGroup: boolean;
}

export interface Explained {
  evidence: Evidence;
  /** Digest of key, link, group, deciding cells and rule verdicts: equal evidence is the same removal. */
  digest: string;
  /** Equal for everybody who loses the same group for the same reason. */
  cause: string;
  causeText: string;
  why: string;
}

export interface Loss {
  job: string;
  file: string;
  row: number;
  groupId: string;
  groupPath: string;
  userId: string;
  person: Person;
  /** By tonight's mapping, over the cells of the last accepted row; `null` when there was none. */
  before: Person | null;
  /** By the mapping of the last accepted row over those cells; `null` when it is the same mapping or not known. */
  beforeMapping: Person | null;
  cell(column: string): string | undefined;
  cellBefore(column: string): string | undefined;
  /** What stood in the cell before that; `undefined`: not known. */
  cellEarlier(column: string): string | undefined;
  gains: string[];
  currentCount: number;
  lossCount: number;
  /** The cell as it enters digests: a keyed fingerprint where the column is sensitive. */
  comparable(column: string): string | null;
  isSensitive(column: string): boolean;
  statusColumn: string | null;
}

/** Explains one removal. Pure. The words are for a person from HR. */
export function explainLoss(loss: Loss, rules: Rulebook): Explained {
  const giving = rules.rulesGiving(loss.groupPath, loss.groupId);
  const kind = causeKind(loss, unique(giving.flatMap((rule) => rule.columns)));
  const columns = kind === "leaver" && loss.statusColumn !== null ? [loss.statusColumn] : unique(giving.flatMap((rule) => rule.columns));
  const cells = columns.map((column) => ({
    column,
    before: shown(loss, column, loss.cellBefore(column)),
    now: shown(loss, column, loss.cell(column)),
  }));
  const verdicts = giving.map(({ rule, at }) => ({ rule, at, gives: givenBy(loss.person.groups, rule) }));
  const evidence: Evidence = {
    kind,
    file: loss.file,
    row: loss.row,
    cells,
    rules: verdicts,
    formerly: rulesThen(loss),
    gains: loss.gains,
    lastGroup: loss.currentCount - loss.lossCount + loss.gains.length <= 0,
  };
  // Where a rule stands in the file, and what stood in the cells before, may change without the facts changing.
  const binding = [
    loss.person.key,
    loss.userId,
    loss.groupId,
    kind === "leaver",
    columns.map((column) => [column, loss.comparable(column)]),
    verdicts.map(({ rule, gives }) => [rule, gives]),
  ];
  // By what stands there, not by what is shown: a sensitive cell changes too.
  const changed = cells.filter(({ column }) => (loss.cellBefore(column) ?? null) !== (loss.cell(column) ?? null));
  return {
    evidence,
    digest: digestOf(binding),
    cause: `C-${digestOf([loss.job, kind, loss.groupId, changed.map((cell) => [cell.column, cell.before, cell.now])]).slice(0, 8)}`,
    causeText: causeText(kind, loss, changed, evidence),
    why: whyText(kind, loss, changed, evidence),
  };
}

function causeKind(loss: Loss, columns: readonly string[]): CauseKind {
  if (loss.person.active === false) return "leaver";
  if (loss.before !== null && givesGroup(loss.before, loss)) return isBack(loss, columns) ? "changed_back" : "value_changed";
  if (loss.beforeMapping !== null && givesGroup(loss.beforeMapping, loss)) return "mapping_changed";
  return "added_by_hand";
}

/** Whether the cells that decide are again what they were before their last change. */
function isBack(loss: Loss, columns: readonly string[]): boolean {
  const changed = columns.filter((column) => loss.cellBefore(column) !== loss.cell(column));
  return changed.length > 0 && changed.every((column) => loss.cell(column) !== undefined && loss.cellEarlier(column) === loss.cell(column));
}

/** By the mapping of then where that is another one, else by tonight's over the cells of then. */
function rulesThen(loss: Loss): Evidence["formerly"] {
  const claims = [loss.beforeMapping, loss.before].flatMap((person) => person?.groups ?? []).filter((claim) => isGroup(claim, loss));
  const [first] = claims;
  return first === undefined ? [] : [{ rule: first.rule, at: first.at }];
}

function isGroup(claim: GroupClaim, loss: Loss): boolean {
  return claim.group === loss.groupPath || claim.group.toLowerCase() === loss.groupId.toLowerCase();
}

function givesGroup(person: Person, loss: Loss): boolean {
  return person.groups.some((claim) => isGroup(claim, loss));
}

function givenBy(claims: readonly GroupClaim[], rule: string): string[] {
  return claims
    .filter((claim) => claim.rule === rule)
    .map((claim) => claim.group)
    .sort();
}

function causeText(kind: CauseKind, loss: Loss, changed: Evidence["cells"], { cells, formerly, rules }: Evidence): string {
  const group = loss.groupPath;
  switch (kind) {
    case "value_changed":
    case "changed_back":
      return `${changed.map((cell) => (cell.before === cell.now ? `${cell.column} changed` : `${cell.column}: ${quote(cell.before)} → ${quote(cell.now)}`)).join("; ")}: no longer in ${group}`;
    case "leaver":
      return `Left (${cells.map((cell) => `${cell.column}: ${quote(cell.now)}`).join(", ")}): memberships under review, ${group}`;
    case "mapping_changed":
      return `The mapping no longer gives ${group}${formerly.map(({ rule, at }) => `: rule “${rule}” (${at}) gave it`).join("")}; now ${rulesNow(rules)}`;
    case "added_by_hand":
      return `In ${group}, which no rule gives them: added by hand in the service?`;
  }
}

/** What the rules that could give the group come to now, for a cause: whatever they give to one person is left out. */
function rulesNow(rules: Evidence["rules"]): string {
  return rules.length === 0
    ? "no rule gives it to anybody"
    : `${rules.map(({ rule, at }) => `rule “${rule}” (${at})`).join(", ")} gives it to others only`;
}

function whyText(kind: CauseKind, loss: Loss, changed: Evidence["cells"], { rules: verdicts, formerly }: Evidence): string {
  const rule = verdicts.map(({ rule: name, at }) => `rule “${name}” (${at})`).join(", ");
  const place = `row ${loss.row}`;
  switch (kind) {
    case "value_changed":
    case "changed_back":
      return `In ${place}, ${changed.map((cell) => (cell.before === cell.now ? `${cell.column} changed (its values are not shown)` : `${cell.column} changed from ${quote(cell.before)} to ${quote(cell.now)}`)).join(" and ")}; ${rule} gave ${loss.groupPath} and no longer does.${kind === "changed_back" ? " The row is again as it was before its last change." : ""}`;
    case "leaver":
      return `In ${place} the person has left, and the policy asks to review the memberships of leavers.`;
    case "mapping_changed":
      return `${changed.length === 0 ? "The row is as it was, but the mapping changed" : "The row and the mapping changed"}${formerly.map(({ rule: old, at }) => `: rule “${old}” (then ${at}) gave the group`).join("")}${formerly.length === 0 ? ":" : ";"} ${rule === "" ? "no rule gives" : `${rule} no longer gives`} ${loss.groupPath} to this person.`;
    case "added_by_hand":
      return `The person is in ${loss.groupPath}, but ${rule === "" ? "no rule gives this group to anybody" : `${rule} does not give it for ${place}`}. Probably somebody added the membership in the service.`;
  }
}

function shown(loss: Loss, column: string, value: CellValue["value"]): string | null {
  if (value === undefined) return null;
  return loss.isSensitive(column) ? "(not shown)" : shownCell(value);
}

function quote(value: string | null): string {
  return value === null ? "(nothing)" : value === "" ? "(blank)" : `“${value}”`;
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}

function digestOf(value: unknown): string {
  return hash("sha256", JSON.stringify(value));
}
