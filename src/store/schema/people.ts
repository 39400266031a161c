import type { Generated } from "kysely";
import type { MissingClaim } from "../../domain/person.ts";
import type { Json, NullableJson, StoredCell } from "./values.ts";

export interface StagedRowTable {
  run: string;
  row: number;
  key: string | null;
  digest: string;
  /** Only for new or changed rows; the cells of the others are in `person_cells`. */
  cells: NullableJson<StoredCell[]>;
  username: string | null;
  email: string | null;
  /** `use`, `reject`, `duplicate` or `not_in_pilot`. */
  row_status: string;
  /** `null`: in scope; `""`: undecided; else the rule that leaves the row out. */
  scope: string | null;
  /** The next day on which the dates of the person change the outcome, as `YYYY-MM-DD`. */
  due: string | null;
  /** `from` or `until`: the date that keeps the row from being planned. `unknown`: a date of the row cannot be used. */
  not_due: string | null;
  /** Whether the row is in the pilot of the run; `null`: the run has none. Takes effect with the row's status. */
  in_pilot: boolean | null;
  /** The person has left, so the names of the row count for nobody. */
  leaves: Generated<boolean | null>;
}
/** The rows of a run to be planned. */
export interface CandidateTable {
  run: string;
  row: number;
}
export interface RejectedRowTable {
  run: string;
  row: number;
  key: string | null;
  column_name: string | null;
  code: string;
  message: string;
}
/** Notes of a run about the rows that it planned. */
export interface FoundNoteTable {
  run: string;
  row: number;
  key: string;
  code: string;
  column_name: string | null;
  message: string;
  missing: NullableJson<MissingClaim>;
}
export interface PersonTable {
  job: string;
  key: string;
  account: string;
  /** In the file of `run`: the last run in which the row or the state of the person changed. */
  row: number;
  digest: string;
  /** Digest of everything except the row that determines the outcome. */
  context: string;
  username: string | null;
  email: string | null;
  /**
   * `present`, `rejected` or `absent` in the last full file. `not_in_pilot`: the last run of the job was a pilot without
   * the person, so the stored row is out of date.
   */
  state: string;
  /** To be planned again: something other than the row changed, or the last operation did not succeed. */
  dirty: boolean;
  /** Changed in the service by others; a successful operation does not clear this mark. */
  touched: Generated<boolean>;
  run: string;
  /** As in `staged_row`. */
  scope: Generated<string | null>;
  /** The person was in scope and no longer is, or it is not known. */
  was_in_scope: Generated<boolean>;
  /** As in `staged_row`. */
  due: Generated<string | null>;
  not_due: Generated<string | null>;
  /** The digest of the job's pilot, if its last run had the person. */
  pilot: Generated<string | null>;
  /** As in `staged_row`. The names are then those of an earlier row, if only they tell those of the account. */
  leaves: Generated<boolean>;
}
/**
 * Separate from `person`, which every run reads completely and which must stay narrow. A run stores its cells beside the
 * earlier ones, and they replace them after its release: see `valid-cells.ts`.
 */
export interface PersonCellsTable {
  job: string;
  key: string;
  cells: Json<StoredCell[]>;
  /** The cells before the last change, and the `mapping_version` that names their columns. */
  before: NullableJson<StoredCell[]>;
  before_context: Generated<string | null>;
  /**
   * The cells of a row, with its digest and the `mapping_version` that names their columns. They are valid, and `cells`
   * those before them, if the person has that row and that version.
   */
  next_cells: NullableJson<StoredCell[]>;
  next_digest: Generated<string | null>;
  next_before_context: Generated<string | null>;
}
/** Notes about people from their last planning, valid until something about them changes. */
export interface PersonNoteTable {
  job: string;
  key: string;
  code: string;
  column_name: string | null;
  message: string;
  missing: NullableJson<MissingClaim>;
}
