import type { ColumnType } from "kysely";

/** jsonb: read as a value, always written as a string that the caller made with JSON.stringify. */
export type Json<T> = ColumnType<T, string, string>;
export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
/** timestamptz: read as Date. */
export type Time = ColumnType<Date, Date | string, Date | string>;
export type NullableTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** The people who may be behind an approval or the start of a run, as it was at that moment. */
export interface PeopleBehind {
  names: string[];
  /** Something was set up on the command line or by a one-time link, or it is not known by whom: any administrator may be behind it. */
  any_admin: boolean;
}
/** A cell as it is stored: those of columns that are marked sensitive are sealed. */
export type StoredCell = string | null | { sealed: string };
