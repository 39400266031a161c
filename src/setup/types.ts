import type { FormGiven } from "../scaffold/read-export.ts";
import type { Recognized } from "../source/opened.ts";

/** The steps in their order. */
export const STEPS = ["upload", "columns", "left", "key", "connection", "groups", "preview", "plan"] as const;
export type Step = (typeof STEPS)[number];

/** The stored part of a setup, besides its sample. */
export interface SetupAnswers {
  job: string;
  /** SHA-256 of the sample. */
  sample: string;
  form: FormGiven;
  /** Answers of the engine, by question. */
  engine: Record<string, string>;
  /** The steps that were confirmed. */
  done: Step[];
  service: ServiceAnswer | null;
  /** Where the job finds its export, relative to the folder that contains the jobs folder. */
  file: string;
  /** The answers that did not fit when the sample was replaced; until the upload step is saved. */
  lost?: readonly LostAnswer[];
}

/** An answer that does not fit another sample. */
export interface LostAnswer {
  /** A use of a column, or the id of another answer. */
  what: string;
  answer: string;
}

interface ServiceAnswer {
  /** `sandbox`, or the address. */
  url: string;
  insecure: boolean;
  at: string;
  /** The job that uses the same account, whose connection is used. */
  shared: string | null;
}

/** Something to correct, at a field of the form; the page has the sentence for it. */
export interface FieldError {
  field: string;
  why: string;
  /** Shown in the sentence. */
  values?: Readonly<Record<string, string | number>>;
}

/** A form as it was sent. */
export interface SetupForm {
  text(name: string): string;
}

export type Confidence = "certain" | "likely" | "chosen" | "check" | "unused" | "none";

/** A column of the sample. */
export interface ColumnView {
  place: number;
  name: string;
  /** The selected use: a field, `key`, `active`, or "". */
  role: string;
  /** The other fields that it fills. */
  also: readonly string[];
  confidence: Confidence;
  /** It has leaving dates, which no field takes. */
  leaving: boolean;
  examples: readonly string[];
  /** The examples are not shown, because the field is sensitive. */
  hidden: boolean;
  rows: number;
  filled: number;
  distinct: number;
  unique: boolean;
  repeated: number;
}

/** A row at the top of a file. */
export interface FirstRow {
  row: number;
  /** The first cells; `null` for values that are not shown. */
  cells: readonly (string | null)[];
  /** Cells that are left out. */
  more: number;
  /** `used`: its cells are the column names. `likely`: they look like it. */
  header: "used" | "likely" | null;
}

export interface UploadView {
  /** Why the file cannot be read as it is; `null` if it can. */
  problem: { code: string; field: string; choices: readonly string[] } | null;
  recognized: Recognized | null;
  guessed: string | null;
  rows: number;
  whole: boolean;
  columns: number;
  form: FormGiven;
  has_sample: boolean;
  first: readonly FirstRow[];
  lost: readonly LostAnswer[];
}

/** A question of the columns step that a file leaves open. */
export interface OpenQuestion {
  id: string;
  kind: "date" | "phone" | "gender";
  column: string;
  /** The value that is asked about. */
  value: string;
  rows: number;
  options: readonly string[];
  answer: string;
}

export interface ColumnsView {
  columns: ColumnView[];
  recognized: number;
  all: number;
  page: number;
  pages: number;
  email_template: string;
  template_example: string;
  questions: OpenQuestion[];
}

export interface LeftView {
  /** Columns with few values. */
  columns: { place: number; name: string }[];
  /** The chosen column, with a status or leaving dates, `none`, or "" for none chosen. */
  column: string;
  confidence: Confidence;
  values: { index: number; text: string; rows: number; answer: "yes" | "no" | ""; known: boolean; confidence: Confidence; past: number }[];
  blank: number;
  /** Columns with the date on which people leave. */
  leaving: { place: number; name: string; past: number }[];
  /** The column whose date decides, alone or beside the status. */
  until: LastDayView | null;
}

/** The last day of each person, and whom it concerns. */
export interface LastDayView {
  place: number;
  name: string;
  /** The chosen format; "" if it is open. */
  format: string;
  formats: readonly string[];
  left: number;
  coming: number;
  blank: number;
  unreadable: number;
}

export interface KeyView {
  columns: ColumnView[];
  /** The place of the column, or "". */
  key: string;
  username: string;
  /** The names of likely columns, where none is sure. */
  likely: { key: string | null; username: string | null };
  username_template: string;
  template_example: string;
}

export interface RuleView {
  name: string;
  group: string;
  on: boolean;
  column: string;
  people: number;
  groups: number;
  undecided: number;
}

export interface GroupsView {
  root: string;
  remove: boolean;
  rules: RuleView[];
  columns: { place: number; name: string }[];
  people: number;
  missing: MissingGroup[];
  /** The number of groups that the rules give. */
  given: number;
}

/** A group that the rules give, and that the service does not have, or has twice. */
export interface MissingGroup {
  group: string;
  people: number;
  ambiguous: boolean;
}

export interface ConnectionView {
  service: ServiceAnswer | null;
  groups: number;
}

export interface PreviewView {
  people: { name: string; key: string; active: boolean | "unknown" | null; fields: { field: string; value: string }[]; groups: string[] }[];
  rows: number;
  active: number;
  left: number;
  unknown: number;
  repeated: number;
  rejected: number;
  rejects: { code: string; column: string; rows: number; first: number[] }[];
}

export interface PlanView {
  file: string;
  mapping: string;
  job: string;
  paths: { mapping: string; job: string };
  /** Whether this process can write both files. */
  writable: boolean;
  /** Whether both files are there as shown. */
  written: boolean;
}

/** The data of each step. */
export type StepView =
  | ({ step: "upload" } & UploadView)
  | ({ step: "columns" } & ColumnsView)
  | ({ step: "left" } & LeftView)
  | ({ step: "key" } & KeyView)
  | ({ step: "groups" } & GroupsView)
  | ({ step: "connection" } & ConnectionView)
  | ({ step: "preview" } & PreviewView)
  | ({ step: "plan" } & PlanView);

/** A setup with one of its steps. */
export interface SetupView {
  id: string;
  version: number;
  job: string;
  file_name: string;
  steps: { step: Step; state: "done" | "open" | "later" }[];
  /** The step that was asked for and is not open yet. */
  skipped: Step | null;
  errors: FieldError[];
  /** The answers that the step still needs before it can be finished. */
  blocking: FieldError[];
  view: StepView;
}

export interface SetupLine {
  id: string;
  job: string;
  file_name: string;
  by: string;
  changed_at: string;
  expires_at: string;
}
