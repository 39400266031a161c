import { sql } from "kysely";
import type { Db } from "../schema/tables.ts";

/** Counts pending removals, undecided missing groups, all exceptions and runs on hold in one statement. */
export async function countNavigation(db: Db): Promise<{ pending: number; exceptions: number; onHold: number; missingGroups: number }> {
  const { rows } = await sql<{ pending: string; exceptions: string; on_hold: string; missing_groups: string }>`SELECT
    (SELECT count(*) FROM removal WHERE status = 'pending') AS pending,
    (SELECT count(*) FROM exception) + (SELECT count(*) FROM removal WHERE status = 'rejected') AS exceptions,
    (SELECT count(*) FROM run WHERE status = 'held') AS on_hold,
    (SELECT count(*) FROM missing_group WHERE decision IS NULL AND people > 0) AS missing_groups`.execute(db);
  const [counts] = rows;
  return {
    pending: Number(counts?.pending ?? 0),
    exceptions: Number(counts?.exceptions ?? 0),
    onHold: Number(counts?.on_hold ?? 0),
    missingGroups: Number(counts?.missing_groups ?? 0),
  };
}
