/** A group of the learning service, as the directory knows it. */
export interface Group {
  id: string;
  name: string;
  /** Names from the root, joined by `/`. */
  path: string;
  parentId: string | null;
  /** `null`: the service did not list them, which means unknown and never empty (I5). */
  userIds: readonly string[] | null;
}

/** Why a missing group is not created without a decision. */
export type MissingReason =
  /** Can never be created: not a valid path, outside `authority`, protected, or a group whose name differs only in case exists. */
  | "not_a_path"
  | "outside_authority"
  | "protected"
  | "same_name"
  /** Its last create has no known outcome, was refused, or succeeded and the group is missing again. */
  | "unconfirmed"
  | "refused"
  | "missing_again"
  /** The service could not be reached; the next run tries again. */
  | "not_sent"
  | "outside_below"
  | "parent_missing"
  | "near"
  | "renamed"
  | "too_many"
  /** A reviewer decided that it is another name of an existing group; the mapping does not have the alias yet. */
  | "alias"
  /** A reviewer dismissed it before, so only an approval creates it. */
  | "dismissed";

/** The evidence about a missing group, as a run stores it. */
export interface MissingGroupFacts {
  why: MissingReason | null;
  /** Existing groups with a similar name, the nearest first. */
  near: string[];
  /** The existing group that most of the people come from. */
  renamed: { path: string; people: number } | null;
  /** Missing parents, from the root. */
  parents: string[];
  /** Other spellings of the path in the file. */
  variants: string[];
}

/** A missing group in the summary of a run. */
export interface MissingGroupOfRun extends MissingGroupFacts {
  path: string;
  people: number;
  outcome: "create" | "propose";
}
