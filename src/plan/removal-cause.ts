import { hash } from "node:crypto";
import type { CellValue, GroupClaim, Person } from "../domain/person.ts";
import { HIDDEN, shownCell } from "../domain/record.ts";
import type { Rulebook } from "./groups.ts";

/** Why HR rules no longer give a membership. */
type CauseKind = "value_changed" | "changed_back" | "leaver" | "mapping_changed" | "added_by_hand";

/** The facts behind a decision on a removal. The digest covers those that must be unchanged when it is applied. */
export interface Evidence {
  kind: CauseKind;
  file: string;
  row: number;
  /** The deciding cells now, and when the membership was last given; `changed` only for values that are not shown. */
  cells: { column: string; before: string | null; now: string | null; changed?: boolean }[];
  /** The current rules that could give the group, and the groups they give instead. */
  rules: { rule: string; at: string; gives: string[] }[];
  /** The rule that gave the group, if known; `at` is its place in the mapping of that time. */
  formerly: { rule: string; at: string }[];
  /** Groups that the person gains in the same run. */
  gains: string[];
  /** The person would be left without any group, which the service cannot represent. */
  lastGroup: boolean;
}

export interface Explained {
  evidence: Evidence;
  /** Digest of key, link, group, deciding cells and rule results: equal evidence is the same removal. */
  digest: string;
  /** Equal for all people who lose the same group for the same reason. */
  cause: string;
}

export interface MembershipLoss {
  job: string;
  file: string;
  row: number;
  groupId: string;
  groupPath: string;
  userId: string;
  person: Person;
  /** The last accepted row under the current mapping; `null` if there was none. */
  before: Person | null;
  /** The last accepted row under its own mapping; `null` if that is the same mapping or not known. */
  beforeMapping: Person | null;
  cell(column: string): string | undefined;
  cellBefore(column: string): string | undefined;
  /** The cell before its last change; `undefined`: not known. */
  cellEarlier(column: string): string | undefined;
  gains: string[];
  currentCount: number;
  lossCount: number;
  /** Returns the cell for digests: a keyed fingerprint if the column is sensitive. */
  comparable(column: string): string | null;
  isSensitive(column: string): boolean;
  statusColumn: string | null;
}

/** Returns the facts behind one removal. Pure. */
export function explainLoss(loss: MembershipLoss, rules: Rulebook): Explained {
  const giving = rules.rulesGiving(loss.groupPath, loss.groupId);
  const kind = causeKind(loss, unique(giving.flatMap((rule) => rule.columns)));
  const columns = kind === "leaver" && loss.statusColumn !== null ? [loss.statusColumn] : unique(giving.flatMap((rule) => rule.columns));
  const cells = columns.map((column) => ({
    column,
    before: shown(loss, column, loss.cellBefore(column)),
    now: shown(loss, column, loss.cell(column)),
    ...(loss.isSensitive(column) ? { changed: hasChanged(loss, column) } : {}),
  }));
  const results = giving.map(({ rule, at }) => ({ rule, at, gives: givenBy(loss.person.groups, rule) }));
  const evidence: Evidence = {
    kind,
    file: loss.file,
    row: loss.row,
    cells,
    rules: results,
    formerly: rulesThen(loss),
    gains: loss.gains,
    lastGroup: loss.currentCount - loss.lossCount + loss.gains.length <= 0,
  };
  // A rule's place and the former cells are left out: they may change without the facts changing.
  const binding = [
    loss.person.key,
    loss.userId,
    loss.groupId,
    kind === "leaver",
    columns.map((column) => [column, loss.comparable(column)]),
    results.map(({ rule, gives }) => [rule, gives]),
  ];
  // Compares the cells, not the shown texts, so that changes of sensitive cells count.
  const changed = cells.filter(({ column }) => hasChanged(loss, column));
  return {
    evidence,
    digest: digestOf(binding),
    cause: `C-${digestOf([loss.job, kind, loss.groupId, changed.map((cell) => [cell.column, cell.before, cell.now])]).slice(0, 8)}`,
  };
}

function causeKind(loss: MembershipLoss, columns: readonly string[]): CauseKind {
  if (loss.person.active === false) return "leaver";
  if (loss.before !== null && givesGroup(loss.before, loss)) return isChangedBack(loss, columns) ? "changed_back" : "value_changed";
  if (loss.beforeMapping !== null && givesGroup(loss.beforeMapping, loss)) return "mapping_changed";
  return "added_by_hand";
}

/** Returns whether the deciding cells are back to the values before their last change. */
function isChangedBack(loss: MembershipLoss, columns: readonly string[]): boolean {
  const changed = columns.filter((column) => loss.cellBefore(column) !== loss.cell(column));
  return changed.length > 0 && changed.every((column) => loss.cell(column) !== undefined && loss.cellEarlier(column) === loss.cell(column));
}

/** Returns the rule that gave the group: under the mapping of that time, else under the current one. */
function rulesThen(loss: MembershipLoss): Evidence["formerly"] {
  const claims = [loss.beforeMapping, loss.before].flatMap((person) => person?.groups ?? []).filter((claim) => isGroup(claim, loss));
  const [first] = claims;
  return first === undefined ? [] : [{ rule: first.rule, at: first.at }];
}

/** Returns whether a rule's claim names a group, by its path or its id. */
export function isGroup(claim: GroupClaim, { groupPath, groupId }: Pick<MembershipLoss, "groupPath" | "groupId">): boolean {
  return claim.group === groupPath || claim.group.toLowerCase() === groupId.toLowerCase();
}

function givesGroup(person: Person, loss: MembershipLoss): boolean {
  return person.groups.some((claim) => isGroup(claim, loss));
}

function givenBy(claims: readonly GroupClaim[], rule: string): string[] {
  return claims
    .filter((claim) => claim.rule === rule)
    .map((claim) => claim.group)
    .sort();
}

function hasChanged(loss: MembershipLoss, column: string): boolean {
  return (loss.cellBefore(column) ?? null) !== (loss.cell(column) ?? null);
}

function shown(loss: MembershipLoss, column: string, value: CellValue["value"]): string | null {
  if (value === undefined) return null;
  return loss.isSensitive(column) ? HIDDEN : shownCell(value);
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}

function digestOf(value: unknown): string {
  return hash("sha256", JSON.stringify(value));
}
