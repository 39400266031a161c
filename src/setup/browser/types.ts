import type { Fact } from "../../domain/facts/fact.ts";
import type { FirstPerson } from "../../diagnostics/check/people.ts";
import type { FormGiven } from "../sample/form.ts";
import type { Confidence, Question } from "../decide/draft.ts";
import type { Evaluated } from "./evaluate.ts";
import type { Recognized } from "../../source/opened.ts";

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
  /** The id of its question. */
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

/** Something to correct at a field of a form. The page has the sentence for its code. */
export interface CodedError {
  field: string;
  why: string;
  /** Shown in the sentence. */
  values?: Readonly<Record<string, string | number>>;
  ask?: undefined;
}

/** Something to correct, at a field or at a question of the file. */
export type FieldError = CodedError | { field: string; ask: Fact; fact: Fact; why?: undefined };

/** A form as it was sent. */
export interface SetupForm {
  has(name: string): boolean;
  text(name: string): string;
}

export type { Confidence };

/** A question of the file, as a page draws it. */
export interface QuestionView extends Pick<Question, "id" | "ask" | "evidence" | "kind" | "answer"> {
  /** The name of its field in the form. */
  name: string;
  options: readonly { value: string; label: Fact; hint?: Fact }[];
  /** An example of a template, where one is possible. */
  template: string | null;
  /** The answer that is selected while the question is open. */
  proposed: string | null;
  /** A column that fits, which nobody has confirmed. */
  likely: string | null;
  confidence: Confidence;
  /** Values of the column in use. */
  examples: readonly string[];
  /** The examples are not shown, because they are sensitive. */
  hidden: boolean;
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

/** Why a sample cannot be read as the answers say, with the field that may solve it. */
export interface SampleProblem {
  code: string;
  field: string;
  choices: readonly string[];
}

export interface UploadView {
  /** `null` if the file can be read as it is. */
  problem: SampleProblem | null;
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

export interface ColumnsView {
  questions: QuestionView[];
  /** The number of columns that the answers use. */
  recognized: number;
  all: number;
  unused: readonly string[];
}

export interface GroupsView {
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

export interface PreviewView extends Omit<Evaluated, "first" | "rules" | "claimed"> {
  people: Pick<FirstPerson, "name" | "key" | "active" | "fields" | "groups">[];
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
  | { step: "left" | "key"; questions: QuestionView[] }
  | ({ step: "groups"; questions: QuestionView[] } & GroupsView)
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
