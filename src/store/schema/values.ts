import type { Phase } from "../../domain/facts/phases.ts";
import type { Fact } from "../../domain/facts/fact.ts";
import type { ColumnType } from "kysely";

/** jsonb: read as a value, always written as a string from JSON.stringify. */
export type Json<T> = ColumnType<T, string, string>;
export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
/** timestamptz: read as Date. */
export type Time = ColumnType<Date, Date | string, Date | string>;
export type NullableTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** The people who may be behind an approval or the start of a run, at that moment. */
export interface PossibleActors {
  names: string[];
  /** Set up on the command line or by a one-time link, or by an unknown person: it may have been any administrator. */
  any_admin: boolean;
}
/** A stored cell: cells of sensitive columns are sealed. */
export type StoredCell = string | null | { sealed: string };
/** Who a pilot run is for; never who they are. */
export interface RunPilot {
  /** `job`: the setting of the job file. */
  from: "job" | "--only" | "--keys";
  /** `file:line` of the setting, or the option. */
  at: string;
  by: "keys" | "when" | "share";
  /** The columns of the condition. */
  columns: string[];
  /** In percent. */
  share: number | null;
  max: number | null;
  /** Digest of who is in it. */
  digest: string;
}
export interface RunProgress {
  phase: Phase;
  done: number;
  total: number | null;
  said: Fact | null;
}
