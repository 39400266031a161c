/** One custom field of a user (interface: "User", `custom_fields`). */
export interface CustomField {
  id: string;
  value: string;
}

/** Attributes of a user as the service names them; a field that is absent is left as it is in the service. */
export type UserAttributes = Record<string, string | boolean | CustomField[]>;

/** The text of an attribute; the empty string where it is absent or something else than text. */
export function textOf(attributes: UserAttributes, field: string): string {
  const value = attributes[field];
  return typeof value === "string" ? value : "";
}

/** A group that a rule gives to a person, and why. */
export interface GroupClaim {
  /** A path from the root such as `HR/Managers`, or a group's id. */
  group: string;
  rule: string;
  /** `file:line` of the rule. */
  at: string;
  /** The cells that decided. Empty for a rule that gives its groups to everyone. */
  cells: readonly CellValue[];
}

export interface CellValue {
  column: string;
  /** `undefined` where the row was too short to say. */
  value: string | undefined;
}

/** A rule that could not be decided for a person: every group it could give stays as it is (I5). */
export interface Undecided {
  rule: string;
  at: string;
  column: string;
  /**
   * `unmapped`: the rule has no such value. `invalid`: its expression cannot use the cell. `rows`: two files are
   * joined, of which nobody knows which rows belong together.
   */
  reason: "blank" | "missing" | "unmapped" | "invalid" | "rows";
  /** As it stands in the file, however secret. */
  value: string | undefined;
  /** The reason in words, after “because”; nothing secret. */
  why: string;
  /** A list without an item in it: mostly somebody who belongs to none of its groups. */
  emptyList: boolean;
  /** Globs over group paths, or ids, of every group that the rule could give to anybody. */
  couldGive: readonly string[];
}

/** Something worth reporting about a row that can be used all the same. */
export interface RowNote {
  column: string | null;
  code: string;
  message: string;
}

/** What HR says about one human, keyed by the HR key. */
export interface Person {
  key: string;
  /** `undefined`: the mapping does not say. `unknown`: it should, but the cell is blank, missing or unmapped. */
  active: boolean | "unknown" | undefined;
  /** Attributes for create and update alike. */
  user: UserAttributes;
  /** Sent on create only. */
  onCreate: UserAttributes;
  /** Sent on update only. */
  onUpdate: UserAttributes;
  groups: readonly GroupClaim[];
  undecided: readonly Undecided[];
  notes: readonly RowNote[];
}
