import type { Fact } from "./facts/fact.ts";

/** One custom field of a user (interface: "User", `custom_fields`). */
export interface CustomField {
  id: string;
  value: string;
}

/** Attributes of a user as the service names them; an absent field is left unchanged in the service. */
export type UserAttributes = Record<string, string | boolean | CustomField[]>;

/** Returns the text of an attribute; the empty string where it is absent or not text. */
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
  /** `undefined` where the row was too short. */
  value: string | undefined;
}

/** A rule that could not be decided for a person: every group it could give stays unchanged (I5). */
export interface Undecided {
  rule: string;
  at: string;
  column: string;
  /**
   * `unmapped`: the rule has no such value. `invalid`: its expression cannot use the cell. `rows`: joined files whose
   * rows cannot be matched to each other.
   */
  reason: "blank" | "missing" | "unmapped" | "invalid" | "rows";
  /** The raw cell, even if it is sensitive. */
  value: string | undefined;
  why: Fact;
  /** A list without an item: usually a person who belongs to none of its groups. */
  emptyList: boolean;
  /** Globs over group paths, or ids, of every group that the rule could give to anyone. */
  couldGive: readonly string[];
}

/** Why a row is not planned: a rule of `scope` leaves it out, or a rule of `scope` cannot be decided. */
export type OutsideScope =
  | { state: "out"; rule: string; at: string }
  | { state: "unknown"; rule: string; at: string; column: string; why: Fact };

/** Something worth reporting about a row that can still be used. */
export interface RowNote {
  column: string | null;
  code: string;
  fact: Fact;
  /** The missing group that the person waits for. */
  missing?: MissingClaim | undefined;
}

/** A claim on a group that the service does not have. */
export interface MissingClaim {
  group: string;
  rule: string;
  /** `file:line` of the rule. */
  at: string;
  /** Ids of the person's groups that the same rule could give, and that the person therefore keeps. */
  from: string[];
}

/** The days on which the status of a person takes effect, as `YYYY-MM-DD`, with the `days` of the mapping. */
export interface EffectiveDates {
  /** The first day with an account; `null`: the cell is blank. */
  from: string | null;
  /** The last day with an account; `null`: the cell is blank. */
  until: string | null;
  /** The status closes access without regard to the dates. */
  atOnce: boolean;
  /** `file:line` */
  fromAt: string;
  untilAt: string;
  fromColumn: string | null;
  /** Why the dates cannot be used. */
  unknown: { column: string; at: string; why: Fact } | null;
}

/** HR's data about one human, by employee key. */
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
  /** `undefined`: in scope. */
  scope?: OutsideScope | undefined;
  /** `undefined`: the mapping has no dates, so the status alone decides. */
  dates?: EffectiveDates | undefined;
}
