import type { OutsideScope, Person, UserAttributes } from "../domain/person.ts";
import type { Cells, Reject } from "../domain/record.ts";

/** A rule that could give someone a group. */
interface RuleReference {
  rule: string;
  /** `file:line` */
  at: string;
  /** The columns that the rule depends on. */
  columns: readonly string[];
}

/** A rule of the mapping, with every group that it could give. */
export interface RuleFacts extends RuleReference {
  /** Globs over paths, or ids. */
  couldGive: readonly string[];
}

/** A `values` table of the mapping: the meaning of a column's texts. */
export interface ValueTable {
  /** The part of the mapping that uses it: `active`, `user.gender`, `rule sites`. */
  of: string;
  /** `file:line` of the values. */
  at: string;
  column: string;
  /** The listed texts, trimmed and in NFC. */
  known: readonly string[];
  /** Whether the mapping has `otherwise` for all other texts. */
  otherwise: boolean;
  /**
   * Returns the normalized texts to look up for a row: one, or several for a list or joined rows; `""` for a blank
   * cell, `undefined` for a missing one. Empty if the table isn't used, for example if the rule's `when` is false.
   */
  texts(cells: Cells): readonly (string | undefined)[];
}

/** The origin of a field of the user. */
export interface FieldOrigin {
  /** The section of the mapping, which decides when the field is sent. */
  section: "user" | "on_create" | "on_update";
  /** The service's name for it; custom fields are `custom_fields.ID`. */
  field: string;
  /** `file:line` */
  at: string;
  /** Empty if the value is in the mapping. */
  columns: readonly string[];
}

/** The compiled `groups.create`: which missing groups a run may create without a decision. */
export interface GroupCreation {
  isBelow(path: string): boolean;
  maxPerRun: number;
  /** Whether missing parents are created as well. */
  parents: boolean;
}

/** The treatment of groups that the service doesn't have. */
export type UnknownGroups = "report" | "reject" | "propose" | "create";

/** The compiled `scope`: which rows are planned. */
export interface Scope {
  /** `file:line` */
  at: string;
  /** Its place in the mapping, counted from 1. */
  place: { line: number; col: number };
  /** Whether people who leave the scope are reported, or their accounts deactivated. */
  leaves: "ignore" | "report" | "deactivate";
  /** The rules that can leave a row out; `include` is the name for a row that no rule includes. */
  rules: readonly { rule: string; at: string }[];
  /** The columns that it depends on. */
  columns: readonly string[];
  /** Returns `undefined` for a row in scope. */
  decide(cells: Cells, key: string): OutsideScope | undefined;
}

/** The compiled `on_create.username` with `unique`. */
export interface UniqueUsername {
  /** `file:line` */
  at: string;
  /** Indexes of the columns that it is read from. */
  places: readonly number[];
  /** Whether a person is blocked, or gets the next username, if the service refuses one that nobody here has. */
  onTaken: "hold" | "next";
  /** Returns the usernames for a row, the preferred one first; in the end, why there are no more. */
  names(cells: Cells): Generator<string, Omit<Reject, "row">>;
}

/** The compiled `manager`: what the source needs to compute who has reports. */
export interface CompiledManager {
  /** The columns of `read`. */
  columns: readonly string[];
  /** The column of the key, and that of the manager. */
  key: string;
  column: string;
  /** The computed columns as the mapping spells them; `null` if it does not use them. */
  hasReports: string | null;
  managerKey: string | null;
  /** Returns the key in a cell as the key of a row would be; `undefined` if it cannot be read. */
  normalize(text: string): string | undefined;
  /** `manager`: `null` names nobody, `undefined` is unknown. `counts`: whether the row's person has a manager by it. */
  read(row: number, cells: Cells): { key: string | null; manager: string | null | undefined; counts: ManagerCounts };
}

/** The person of a row works here, has left, is of unknown status, or the row is rejected. */
type ManagerCounts = "works" | "left" | "unknown" | "rejected";

/** A checked mapping, ready to map rows. */
export interface CompiledMapping {
  /** The file name to show: relative if the file is below the working directory. */
  file: string;
  text: string;
  /** Hex SHA-256; changes whenever the outcome of `map` may change. */
  digest: string;
  /** Every column that the mapping uses, once each, the key first. `Cells` have this order. */
  columns: readonly string[];
  keyColumns: readonly string[];
  /** The column of each field that has one; for a template, its first. */
  fieldColumns: ReadonlyMap<string, string>;
  /** People may share an e-mail address: the places of the names that tell them apart; `null`: nobody may. */
  sharedAddress: { names: readonly number[] } | null;
  /** The column that decides who leaves: the status, otherwise the last day; `null` if the mapping has neither. */
  activeColumn: string | null;
  /** Columns whose values must never be shown. */
  sensitiveColumns: ReadonlySet<string>;
  /** Fields whose values must never be shown; custom fields are `custom_fields.ID`. */
  sensitiveFields: ReadonlySet<string>;
  /** Globs over group paths, and ids. */
  authority: readonly string[];
  unknownGroups: UnknownGroups;
  /** `null` unless `unknownGroups` is `create`. */
  creation: GroupCreation | null;
  /** `file:line` of `active.until`, otherwise of `active`; `null` without `active`. */
  activeAt: string | null;
  /** Whether `active` has dates. */
  dated: boolean;
  /** The columns with a date that tells how old a file is. */
  dates: readonly { column: string; place: number; date(cells: Cells): string | null }[];
  /** `null`: the usernames are in `user`. */
  usernames: UniqueUsername | null;
  /** Who manages whom; `null`: the mapping does not ask. */
  managers: CompiledManager | null;
  /** `null`: every row is in scope. */
  scope: Scope | null;
  /** All group rules, in the order of the file. */
  rules: readonly RuleFacts[];
  /** All `values` tables: of `active`, fields and rules. */
  tables: readonly ValueTable[];
  /** Every field in `user`, `on_create` and `on_update`. */
  fields: readonly FieldOrigin[];
  /** Returns whether the mapping has authority over a group. */
  isManaged(path: string, id: string): boolean;
  /**
   * Returns the index of each column in a header.
   * @param file the name for the problem
   * @throws FileProblem `missing_column` (naming all of them) or `duplicate_column`
   */
  bind(header: readonly string[], file?: string): number[];
  /** Applies the transforms of `key` to a key that is written elsewhere. */
  normalizeKey(text: string): string;
  /** Returns the HR key of a row; `null` if it cannot be read. */
  key(cells: Cells): string | null;
  /** Returns the person of a row, or every reason why the row is rejected, and the fields of the user that could be read. */
  map(row: number, cells: Cells): { person: Person } | { rejects: Reject[]; user: UserAttributes };
  /** Does the same without the group rules, which reject no row. */
  read(row: number, cells: Cells): { person: Omit<Person, "groups" | "undecided"> } | { rejects: Reject[]; user: UserAttributes };
  /** Returns the rules that could give this group (path or id). */
  rulesGiving(path: string): RuleReference[];
}
