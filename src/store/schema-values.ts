import type { ColumnType } from "kysely";

/** jsonb: read as a value, always written as a string that the caller made with JSON.stringify. */
export type Json<T> = ColumnType<T, string, string>;
export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
/** timestamptz: read as Date. */
export type Time = ColumnType<Date, Date | string, Date | string>;
export type NullableTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** A cell as it is stored: those of columns that are marked sensitive are sealed. */
export type StoredCell = string | null | { sealed: string };
