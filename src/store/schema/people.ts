import type { Generated } from "kysely";
import type { Fact } from "../../domain/facts/fact.ts";
import type { MissingClaim } from "../../domain/person.ts";
import type { Json, NullableJson, StoredCell } from "./values.ts";

/** The rows of runs, and the people of the last files. Statements end with `;` at the end of a line. */
export const peopleTables = `
CREATE TABLE staged_row (
  run text NOT NULL, row integer NOT NULL, key text, digest text NOT NULL, changed boolean NOT NULL DEFAULT true, username text, email text,
  shared text, blank jsonb, row_status text NOT NULL, scope text, due text, not_due text, in_pilot boolean, leaves boolean,
  marked boolean NOT NULL DEFAULT false, PRIMARY KEY (run, row));
ALTER TABLE staged_row ALTER run SET STATISTICS 1, ALTER row SET STATISTICS 1, ALTER key SET STATISTICS 1, ALTER row_status SET STATISTICS 1;
CREATE INDEX staged_row_leaver_email ON staged_row (run, email) WHERE leaves;
CREATE INDEX staged_row_leaver_username ON staged_row (run, username) WHERE leaves;
CREATE TABLE unchanged_portion (run text NOT NULL, first integer NOT NULL, rows integer NOT NULL, PRIMARY KEY (run, first));
CREATE TABLE unseen_person (run text NOT NULL, key text NOT NULL, PRIMARY KEY (run, key));
CREATE TABLE rejected_row (
  run text NOT NULL, row integer NOT NULL, key text, column_name text, code text NOT NULL, fact jsonb NOT NULL);
CREATE INDEX rejected_row_column ON rejected_row (run, column_name, row);
CREATE INDEX rejected_row_key ON rejected_row (run, key, row);
CREATE INDEX rejected_row_run ON rejected_row (run, row);
CREATE TABLE found_note (
  run text NOT NULL, row integer NOT NULL, key text NOT NULL, code text NOT NULL, column_name text, fact jsonb NOT NULL,
  missing jsonb);
CREATE INDEX found_note_run ON found_note (run);
CREATE TABLE person (
  job text NOT NULL, key text NOT NULL, account text NOT NULL, row integer NOT NULL, digest text NOT NULL, context text NOT NULL,
  username text, email text, state text NOT NULL, dirty boolean NOT NULL, touched boolean NOT NULL DEFAULT false,
  run text NOT NULL, scope text, was_in_scope boolean NOT NULL DEFAULT false, due text, not_due text, pilot text,
  search text GENERATED ALWAYS AS (
  lower((key || CASE WHEN username NOT LIKE 'hmac:%' THEN ' ' || username ELSE '' END) COLLATE "C")) STORED, leaves boolean NOT NULL DEFAULT false,
  PRIMARY KEY (job, key)) WITH (fillfactor = 75);
CREATE INDEX person_due ON person (job, due) WHERE due IS NOT NULL;
CREATE INDEX person_email ON person (job, email);
CREATE INDEX person_key ON person (key);
CREATE INDEX person_pilot ON person (job) WHERE pilot IS NOT NULL;
CREATE INDEX person_scope ON person (job, scope) WHERE scope IS NOT NULL;
CREATE INDEX person_username ON person (job, username);
CREATE TABLE person_cells (
  job text NOT NULL, key text NOT NULL, cells jsonb NOT NULL, digest text, before jsonb, before_context text, next_cells jsonb,
  next_digest text, next_before_context text, PRIMARY KEY (job, key)) WITH (fillfactor = 70);
CREATE INDEX person_cells_address ON person_cells (left(encode(sha256(decode(replace(job || E'\\n' || key, E'\\\\', E'\\\\\\\\'), 'escape')), 'hex'), 16));
CREATE TABLE person_note (
  job text NOT NULL, key text NOT NULL, code text NOT NULL, column_name text, fact jsonb NOT NULL, missing jsonb);
CREATE INDEX person_note_key ON person_note (job, key);
CREATE TABLE area_person (
  run text NOT NULL, job text NOT NULL, account text NOT NULL, key text NOT NULL, column_name text NOT NULL, value text NOT NULL,
  missing boolean NOT NULL, content text NOT NULL, accepted boolean NOT NULL DEFAULT false, PRIMARY KEY (run, key, column_name));
CREATE INDEX area_person_job ON area_person (job) WHERE accepted;
`;

interface StagedRowTable {
  run: string;
  row: number;
  key: string | null;
  digest: string;
  /** Whether it is new or changed since the last run: its cells are in a portion then, else in `person_cells`. Few others are staged: see `in-file/`. */
  changed: Generated<boolean>;
  username: string | null;
  email: string | null;
  /** A fingerprint of the address and the names with which nobody else may share it; `null`: the mapping has none. */
  shared: Generated<string | null>;
  /** The columns that decide about groups or the scope and have no value in a new or changed row; `null`: none. */
  blank: NullableJson<string[]>;
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
  /** The run plans the row although it did not change, or has planned it although it is rejected: see `isCandidateRow`. */
  marked: Generated<boolean>;
}

/** How many rows of a run's file a portion of its unchanged rows has, while rows of the run are stored: see `in-file/`. */
interface UnchangedPortionTable {
  run: string;
  /** As in `portion`, whose kind is `unchanged`. */
  first: number;
  rows: number;
}

/** The people of the job, as they were when a run had read its file, who are in no row of it; without those absent before. */
interface UnseenPersonTable {
  run: string;
  key: string;
}

interface RejectedRowTable {
  run: string;
  row: number;
  key: string | null;
  column_name: string | null;
  code: string;
  fact: Json<Fact>;
}

/** Notes of a run about the rows that it planned. */
interface FoundNoteTable {
  run: string;
  row: number;
  key: string;
  code: string;
  column_name: string | null;
  fact: Json<Fact>;
  missing: NullableJson<MissingClaim>;
}

interface PersonTable {
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
interface PersonCellsTable {
  job: string;
  key: string;
  cells: Json<StoredCell[]>;
  /** The row, and the `mapping_version`, that gave `cells`: as `next_digest`; `null`: not known. */
  digest: Generated<string | null>;
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
interface PersonNoteTable {
  job: string;
  key: string;
  code: string;
  column_name: string | null;
  fact: Json<Fact>;
  missing: NullableJson<MissingClaim>;
}

interface AreaPersonTable {
  run: string;
  job: string;
  account: string;
  key: string;
  column_name: string;
  value: string;
  /** Missing from the file; otherwise their cell is blank. */
  missing: boolean;
  /** The digest of the files of the run. */
  content: string;
  /** The run was released, and no later one was. */
  accepted: boolean;
}

export interface PeopleTables {
  staged_row: StagedRowTable;
  unchanged_portion: UnchangedPortionTable;
  unseen_person: UnseenPersonTable;
  rejected_row: RejectedRowTable;
  found_note: FoundNoteTable;
  person: PersonTable;
  person_cells: PersonCellsTable;
  person_note: PersonNoteTable;
  area_person: AreaPersonTable;
}
