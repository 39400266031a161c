import type { Fact } from "../domain/facts/fact.ts";
import type { Policy } from "../domain/settings.ts";
import type { Decider } from "../review/four-eyes.ts";
import type { Removal } from "../store/review/removals.ts";

/** A file that was sent along. It is deleted after the action, unless that keeps it. */
export interface GivenFile {
  name: string;
  path: string;
  keep: boolean;
}

/** An approved removal that could not be applied now, and why. It stays approved. */
export interface NotApplied {
  id: string;
  why: Fact;
}

/**
 * Does what actions start: in the background of the daemon, or within a command. Each throws a Problem that says why it refuses.
 */
export interface ActionWork {
  /** The jobs, each with its service account; `null`: its file cannot be used. */
  jobs(): Promise<{ name: string; account: string | null }[]>;
  /** Starts a run. Returns its id. */
  start(
    job: string,
    request: { by: Decider; file: Pick<GivenFile, "name" | "path"> | null; complete: boolean; planOnly: boolean },
  ): Promise<string>;
  resume(run: string, by: Decider): Promise<void>;
  approve(run: string, by: Decider, reason: string): Promise<void>;
  cancel(run: string, by: Decider, reason: string): Promise<void>;
  /** Adds the memberships back that a run removed, and keeps them until a date. Returns the id of the run that does it. */
  revert(run: string, by: Decider, reason: string, until: Date | null): Promise<string>;
  /**
   * Adds back the memberships of applied removals of a job. They are kept as exceptions; with `askAgain`, a later run
   * finds them again and asks for a new decision. Returns the id of the run that does it.
   */
  addBack(job: string, removals: readonly string[], by: Decider, reason: string, askAgain: boolean): Promise<string>;
  /** Deactivates the account of a person at once, or undoes that. Returns the id of the run that does it. */
  changeAccount(job: string, change: { key: string; deactivate: boolean; by: Decider; reason: string }): Promise<string>;
  /** Returns a job that is named, with its service account; `null`: it had no run yet. */
  accountOf(job: string): Promise<{ job: string; account: string } | null>;
  /** Does work on identities beside no other and beside no run, which resolves creates itself: the journal gets one result for each. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** The job that the caller names for all of its work; `null`: none. */
  namedJob(): Promise<string | null>;
  /** The policy that decisions on a job's removals go by, as its file now is. */
  policy(job: string): Promise<Policy>;
  /** Applies approved removals of a job that are due. Returns those that it knows it could not apply. */
  applyApproved(job: string, removals: readonly Removal[]): Promise<NotApplied[]>;
  /** Mails the reviewers to whom removals were reassigned, if the job has `notify.mail`. Returns why mails failed. */
  mailReassigned(removals: readonly Removal[], about: { to: string; by: string; note: string }): Promise<Fact[]>;
  /** The runs in progress. */
  running(): readonly { job: string }[];
}
