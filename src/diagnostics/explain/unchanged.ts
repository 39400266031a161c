import type { UnchangedRow } from "../../domain/explanation.ts";
import { rowPlace } from "../../domain/record.ts";
import { findUnchanged, listUnchangedRuns } from "../../store/in-file/unchanged-rows.ts";
import type { Db } from "../../store/schema/tables.ts";

/** Returns the runs whose file has the person's row unchanged, latest first. @param near about where the row is */
export async function unchangedIn(db: Db, job: string, key: string, near: number): Promise<UnchangedRow[]> {
  const found: UnchangedRow[] = [];
  for (const { id, started_at: at, files } of await listUnchangedRuns(db, job)) {
    const row = (await findUnchanged(db, id, [key], near)).get(key);
    if (row !== undefined) found.push({ run: id, at: at.toISOString(), row, file: files[rowPlace(row).file] ?? "" });
  }
  return found;
}
