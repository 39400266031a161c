import type { Generated } from "kysely";
import type { Json, NullableJson, StoredCell } from "./schema-values.ts";

export interface StagedTable {
  run: string;
  row: number;
  key: string | null;
  digest: string;
  /** Only for rows that are new or changed; the rest stand in `person`. */
  cells: NullableJson<StoredCell[]>;
  username: string | null;
  email: string | null;
  /** `use`, `reject` or `duplicate`. */
  fate: string;
}
/** The rows of a run that are to be looked at. */
export interface CandidateTable {
  run: string;
  row: number;
}
export interface RejectTable {
  run: string;
  row: number;
  key: string | null;
  column_name: string | null;
  code: string;
  message: string;
}
/** What a run found worth a note about the rows that it looked at. */
export interface FoundNoteTable {
  run: string;
  row: number;
  key: string;
  code: string;
  column_name: string | null;
  message: string;
}
export interface PersonTable {
  job: string;
  key: string;
  account: string;
  row: number;
  digest: string;
  /** Digest of everything but the row that the outcome depends on. */
  context: string;
  username: string | null;
  email: string | null;
  /** `present`, `rejected` or `absent` in the last whole file. */
  state: string;
  /** Something else than the row changed, or the last operation did not end well: look again. */
  dirty: boolean;
  /** The service's side changed behind our back; an operation that ends well does not take this away. */
  touched: Generated<boolean>;
  run: string;
}
/** Apart from `person`, which every night is read whole and must stay narrow. */
export interface PersonCellsTable {
  job: string;
  key: string;
  cells: Json<StoredCell[]>;
  /** What stood there before the cells last changed, and which `mapping_version` names its columns. */
  before: NullableJson<StoredCell[]>;
  before_context: Generated<string | null>;
}
/** What was noted about people when they were looked at last: it still holds while nothing about them changes. */
export interface PersonNoteTable {
  job: string;
  key: string;
  code: string;
  column_name: string | null;
  message: string;
}
