/** The rejected rows of runs, and why. */
import { sql } from "kysely";
import type { Fact } from "../../domain/facts/fact.ts";
import { copyRows } from "../copy.ts";
import type { State } from "../../state/state.ts";
import type { Db } from "../schema/tables.ts";

export interface StagedReject {
  row: number;
  key: string | null;
  column: string | null;
  code: string;
  fact: Fact;
}

export async function copyRejects(state: State, run: string, rejects: readonly StagedReject[]): Promise<void> {
  await copyRows(
    state.pool,
    "rejected_row",
    ["run", "row", "key", "column_name", "code", "fact"],
    rejects.map((reject) => [run, reject.row, reject.key, reject.column, reject.code, JSON.stringify(reject.fact)]),
  );
}

/** Rejects one row that is planned, for example for a group that the service does not have. */
export async function rejectStaged(db: Db, run: string, reject: StagedReject): Promise<void> {
  await db
    .updateTable("staged_row")
    .set({ row_status: "reject", marked: true })
    .where("run", "=", run)
    .where("row", "=", reject.row)
    .execute();
  await db
    .insertInto("rejected_row")
    .values({ run, row: reject.row, key: reject.key, column_name: reject.column, code: reject.code, fact: JSON.stringify(reject.fact) })
    .execute();
}

export async function hasRejects(db: Db, run: string, code: string): Promise<boolean> {
  return (
    (await db.selectFrom("rejected_row").select("row").where("run", "=", run).where("code", "=", code).executeTakeFirst()) !== undefined
  );
}

/** Returns the first reasons why rows of a run are rejected, and how many more there are. */
export async function listRejects(db: Db, run: string, limit = 100_000): Promise<{ rejects: StagedReject[]; more: number }> {
  const rows = await db.selectFrom("rejected_row").selectAll().where("run", "=", run).orderBy("row").orderBy("code").limit(limit).execute();
  const rejects = rows.map(({ row, key, column_name: column, code, fact }) => ({ row, key, column, code, fact }));
  if (rows.length < limit) return { rejects, more: 0 };
  const { rows: counted } = await sql<{ n: string }>`SELECT count(*) AS n FROM rejected_row WHERE run = ${run}`.execute(db);
  return { rejects, more: Number(counted[0]?.n ?? 0) - rejects.length };
}

/** Counts the rejected rows of a run by reason. */
export async function countRejects(db: Db, run: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ code: string; n: string }>`SELECT code, count(DISTINCT row) AS n FROM rejected_row WHERE run = ${run}
    GROUP BY code`.execute(db);
  return new Map(rows.map(({ code, n }) => [code, Number(n)]));
}

/** Why rows of one key are rejected. */
export async function listRejectsOf(db: Db, run: string, key: string): Promise<StagedReject[]> {
  const rows = await db
    .selectFrom("rejected_row")
    .selectAll()
    .where("run", "=", run)
    .where("key", "=", key)
    .orderBy("row")
    .orderBy("code")
    .execute();
  return rows.map(({ row, column_name: column, code, fact }) => ({ row, key, column, code, fact }));
}
