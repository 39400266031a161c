import type { Fact } from "./facts/fact.ts";
import type { RowNote, Undecided } from "./person.ts";
import type { Reject } from "./record.ts";

/** A cell of a person's row as it may be shown; `null`: the row ends before it, or a computed value is not known. */
export interface Cell {
  column: string;
  value: string | null;
}

/** A field of the mapping, and the value that it gives the person. */
export interface FieldOrigin {
  /** As the mapping calls it: `department`, `custom_fields.ID`, `on_create.password`. */
  field: string;
  /** `file:line` */
  at: string;
  /** As it is sent; `null`: the service keeps its value. */
  value: string | null;
  /** Empty when the value comes from the mapping itself. */
  cells: Cell[];
  /** Why there is no value, in English; `null` when there is one. */
  why: string | null;
  fact: Fact | null;
}

/** A group that a rule gives. */
export interface GivenGroup {
  group: string;
  rule: string;
  /** `file:line` */
  at: string;
  cells: Cell[];
}

/** A rule that cannot be decided; the person keeps its groups. */
export interface UndecidedRule extends Pick<Undecided, "rule" | "at" | "column" | "reason"> {
  /** In English. */
  why: string;
  fact: Fact;
  /** The value of the column. */
  value: string | null;
  groups: string[];
}

/** A username that was looked at for a new account. */
export interface UsernameStep {
  username: string;
  /** `free`: the person gets it. `kept`: it is reserved for the person. `linked`, `reserved`: it belongs to `key`. `refused`: by the service, as taken. */
  state: "free" | "kept" | "linked" | "reserved" | "refused";
  /** `null`: nobody that Rollcall knows has it. */
  key: string | null;
}

interface InEnglish {
  message: string;
}

/** A row of a run's file that had not changed since the run before. */
export interface UnchangedRow {
  run: string;
  at: string;
  row: number;
  file: string;
}

/** One person, as `explain --json` prints it and the console shows it. Its keys are a contract. */
export interface Explanation {
  key: string;
  file: string;
  /** The files with people. */
  files: string[];
  /** All rows with the key. */
  rows: number[];
  /** The row that is used; `null`: none. */
  row: number | null;
  /** The rows with the key differ, so none is used. */
  conflict: boolean;
  /** The most similar key in the file, when the key itself is not in it. */
  nearestKey: string | null;
  cells: Cell[];
  rejects: (Reject & InEnglish)[];
  notes: readonly (RowNote & InEnglish)[];
  fields: { field: string; value: string }[];
  origins: FieldOrigin[];
  /** How a new account gets its username; `null`: the mapping has no `unique`, or there would be no new account. */
  usernames: { at: string; steps: UsernameStep[] } | null;
  active: boolean | "unknown" | null;
  /** The cell that says whether the person is active; `null`: the mapping names none. */
  activeFrom: { at: string; column: string; value: string | null } | null;
  groups: (GivenGroup & { known: boolean })[];
  undecided: UndecidedRule[];
  /** Rules that give this person no group, with the cells they read. */
  nothing: { rule: string; at: string; cells: Cell[] }[];
  account: { user_id: string; source: string; active: boolean | null } | null;
  current: { group: string; managed: boolean }[];
  /** When the current groups were read from the service. */
  readAt: string | null;
  /** `from: null`: the value in the service is not known. */
  outcome: {
    action: string;
    /** In English. */
    reason: string | null;
    fact: Fact | null;
    fields: { field: string; from: string | null; to: string }[];
    gains: string[];
    losses: string[];
  } | null;
  /** The effect of the next run, in English. */
  next: string;
  nextFact: Fact;
  /** The runs whose file has the person's row unchanged, latest first. */
  unchangedIn: UnchangedRow[];
  timeline: Timeline;
  history: { run: string; kind: string; status: string; reason: string | null; fact: Fact | null }[];
  removals: { id: string; group: string; status: string; by: string | null; reason: string | null }[];
}

/** An event in a person's history, as `explain --json` and the console's JSON show it. Its keys are a contract. */
export interface TimelineEvent {
  at: string;
  /** `hr_changed`, `account_created`, `changed`, `left`, `returned`, `joined`, `added_back`, `blocked`, `failed`, `unconfirmed`, `rule_ended`, `removal_found`, `superseded`, `expired`, or an audit action. */
  kind: string;
  /** One sentence, without the person's name. */
  text: string;
  /** The person who acted; `null`: Rollcall or HR. */
  actor: string | null;
  /** How they acted: `session`, `cli`, `token`, `workbook`, `policy`. */
  via: string | null;
  reason: string | null;
  /** The reason as a fact, where no person gave it. */
  because?: Fact;
  groups: string[];
  run: string | null;
  removal: string | null;
  /** The number of the entry in the audit trail. */
  audit: number | null;
}

/** The impact of a removal when it was decided, as the audit entry stores it. Its keys are a contract. */
export interface DecidedImpact {
  courses: number;
  learning_paths: number;
  /** When the service reported it. */
  as_of: string;
  /** The first of them; missing: there are none. */
  items?: { kind: "course" | "learning path"; name: string; due: string | null }[];
}

/** The answer to "Why did X lose Y, and who approved it?" */
export interface LostGroup extends Fact {
  removal: string;
  group: string;
  /** Who approved it, in one sentence. */
  answer: string;
  /** Why HR's data no longer gives the group: the fact in English. */
  cause: string;
  approvals: { by: string; at: string; via: string; reason: string }[];
  /** The impact when the removal was approved; `null`: not known. */
  impact: DecidedImpact | null;
  /** When the learning service confirmed it. */
  applied_at: string | null;
  /** Set if the membership was added back. */
  restored: { run: string; by: string; at: string; reason: string } | null;
}

/** A person's history, oldest event first. */
export interface Timeline {
  events: TimelineEvent[];
  /** Older events exist and are left out. */
  more: boolean;
  /** The groups that the person lost, latest first. */
  lost: LostGroup[];
}
