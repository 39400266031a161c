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
