import type { Person } from "../model/person.ts";
import type { Cells, Reject } from "../model/record.ts";

/** A rule that could give a group to somebody. */
export interface RuleReference {
  rule: string;
  /** `file:line` */
  at: string;
  /** The columns that decide. */
  columns: readonly string[];
}

/** A rule as the mapping has it, with all that it could give to anybody. */
export interface RuleFacts extends RuleReference {
  /** Globs over paths, or ids. */
  couldGive: readonly string[];
}

/** What the texts of a column mean: wherever the mapping has `values`. */
export interface ValueTable {
  /** What is looked up: `active`, `user.gender`, `rule sites`. */
  of: string;
  /** `file:line` of the values. */
  at: string;
  column: string;
  /** The texts that are listed, as they are compared: trimmed and composed. */
  known: readonly string[];
  /** Whether the mapping says what becomes of all other texts. */
  otherwise: boolean;
  /**
   * What is looked up for a row, as it is compared: one text, several of a list or of joined rows, `""` for a blank
   * cell, `undefined` for a missing one. None where the table is not asked, as where the rule's `when` does not hold.
   */
  texts(cells: Cells): readonly (string | undefined)[];
}

/** Where a field of the user comes from. */
export interface FieldOrigin {
  /** When it is sent. */
  section: "user" | "on_create" | "on_update";
  /** As the service calls it; custom fields as `custom_fields.ID`. */
  field: string;
  /** `file:line` */
  at: string;
  /** Empty where the mapping itself has the value. */
  columns: readonly string[];
}

/** A mapping, checked and ready for many rows. */
export interface CompiledMapping {
  /** As it is shown: relative to the working directory when it is below it. */
  file: string;
  text: string;
  /** Changes when the outcome of `map` may change: sha256, in hex. */
  digest: string;
  /** Every column that is used, the key first, each once. `Cells` are in this order. */
  columns: readonly string[];
  keyColumns: readonly string[];
  /** The column that supplies a field, where one does; of a template, its first. */
  fieldColumns: ReadonlyMap<string, string>;
  /** The column that says who is active; `null` where the mapping does not say. */
  activeColumn: string | null;
  /** Columns whose values must be shown nowhere. */
  sensitiveColumns: ReadonlySet<string>;
  /** Fields whose values must be shown nowhere; custom fields as `custom_fields.ID`. */
  sensitiveFields: ReadonlySet<string>;
  /** Globs over group paths, and ids. */
  authority: readonly string[];
  unknownGroups: "report" | "reject";
  /** All group rules, in the order of the file. */
  rules: readonly RuleFacts[];
  /** All tables of values: of `active`, of fields, of rules. */
  tables: readonly ValueTable[];
  /** Every field that is sent, of `user`, `on_create` and `on_update`. */
  fields: readonly FieldOrigin[];
  /** Whether the mapping has authority over a group. */
  isManaged(path: string, id: string): boolean;
  /**
   * Where each column stands in a header.
   * @param file named in the problem
   * @throws FileProblem `missing_column` (naming all of them) or `duplicate_column`
   */
  bind(header: readonly string[], file?: string): number[];
  /** The HR key of a row; `null` where it cannot be read. */
  key(cells: Cells): string | null;
  /** What HR says about the person of a row, or every reason why the row cannot be used. */
  map(row: number, cells: Cells): { person: Person } | { rejects: Reject[] };
  /** The rules that could give this group (path or id) to somebody. */
  rulesGiving(path: string): RuleReference[];
}
