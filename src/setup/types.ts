import type { FormGiven } from "../scaffold/read-export.ts";
import type { Recognized } from "../source/opened.ts";

/** The steps in their order. */
export const STEPS = ["upload", "columns", "left", "key", "groups", "connection", "missing", "preview", "plan"] as const;
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

export type Confidence = "certain" | "likely" | "chosen" | "check" | "none";

/** A column of the sample. */
export interface ColumnView {
  place: number;
  name: string;
  /** The selected use: a field, `key`, `active`, or "". */
  role: string;
  /** The other fields that it fills. */
  also: readonly string[];
  confidence: Confidence;
  examples: readonly string[];
  /** The examples are not shown, because the field is sensitive. */
  hidden: boolean;
  rows: number;
  filled: number;
  distinct: number;
  unique: boolean;
  repeated: number;
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
  /** The chosen column, `none`, or "" for none chosen. */
  column: string;
  values: { index: number; text: string; rows: number; answer: "yes" | "no" | ""; known: boolean }[];
  blank: number;
}

export interface KeyView {
  columns: ColumnView[];
  /** The place of the column, or "". */
  key: string;
  username: string;
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
}

export interface ConnectionView {
  service: ServiceAnswer | null;
  groups: number;
}

export interface MissingView {
  missing: { group: string; people: number; ambiguous: boolean }[];
  given: number;
}

export interface PreviewView {
  people: { name: string; key: string; active: boolean | "unknown" | null; fields: { field: string; value: string }[]; groups: string[] }[];
  rows: number;
  usable: number;
  rejects: { code: string; column: string; rows: number; first: number[] }[];
  shared_usernames: number;
  shared_emails: number;
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
  | ({ step: "missing" } & MissingView)
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
