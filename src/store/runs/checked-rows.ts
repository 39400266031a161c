import { sql } from "kysely";
import type { Db } from "../schema/tables.ts";
import { hasRows } from "../in-file/in-file.ts";
import { dropStaged } from "./staging.ts";
import type { State } from "../../state/state.ts";

/** Returns the id under which the rows of a check are staged; no run has such an id. Also the name of its lock. */
export function checkIdOf(job: string): string {
  return `check:${job}`;
}

/** Deletes the staged rows of a check, with their reasons. */
export async function dropCheckedRows(db: Db, check: string): Promise<void> {
  await db.deleteFrom("rejected_row").where("run", "=", check).execute();
  await dropStaged(db, [check]);
}

/** Deletes the rows that killed processes left. Running checks keep theirs, because they hold the lock. */
export async function dropAbandonedRows({ db, locks }: Pick<State, "db" | "locks">): Promise<void> {
  const { rows } = await sql<{
    run: string;
  }>`SELECT run FROM staged_row WHERE run LIKE 'check:%' UNION SELECT run FROM unseen_person WHERE run LIKE 'check:%'
    UNION SELECT run FROM rejected_row WHERE run LIKE 'check:%'`.execute(db);
  for (const { run } of rows) await locks.unlessBusy(run, () => dropCheckedRows(db, run));
  const { rows: ended } = await sql<{ id: string }>`SELECT r.id FROM run r WHERE r.status IN ('completed', 'cancelled', 'superseded')
    AND ${hasRows(sql`r.id`)}`.execute(db);
  await dropStaged(
    db,
    ended.map(({ id }) => id),
  );
}
