import { sql } from "kysely";
import type { Db } from "../schema/tables.ts";
import { findUnchanged } from "./unchanged-rows.ts";

const MAX_EXAMPLES = 5;

/** A row of a run's file, or the person whose row did not change; `row` is then that of an earlier file. */
export interface Example {
  row: number;
  key: string | null;
}

/** Returns SQL for the first rows of a group with a `row`, and with the `key` of a person whose row is not staged. */
export const examplesOf = sql`to_jsonb((array_agg(jsonb_build_object('row', row, 'key', key) ORDER BY row))[1:${sql.lit(MAX_EXAMPLES)}])`;

/** Replaces examples by their row numbers in the file. */
export async function withExamples<T extends { examples: Example[] }>(
  db: Db,
  run: string,
  groups: readonly T[],
): Promise<(Omit<T, "examples"> & { examples: number[] })[]> {
  const keys = groups.flatMap(({ examples }) => examples.flatMap(({ key }) => key ?? []));
  const found = await findUnchanged(db, run, keys);
  const rowOf = ({ row, key }: Example): number => (key === null ? row : (found.get(key) ?? row));
  return groups.map((group) => ({ ...group, examples: group.examples.map(rowOf).sort((a, b) => a - b) }));
}
