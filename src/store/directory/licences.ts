import { sql } from "kysely";
import type { Db } from "../schema/tables.ts";

/** Planned creates that need a licence, for one subscription. */
export interface LicenceSeekersCounted {
  /** `null`: `auto_license`, with which the service chooses the subscription. */
  subscription: string | null;
  n: number;
  /** The first rows of the file with such a create. */
  examples: number[];
}

/** Counts the planned creates that need a licence, by subscription. A named subscription takes precedence over `auto_license`. */
export async function countLicenceSeekers(db: Db, run: string): Promise<LicenceSeekersCounted[]> {
  const { rows } = await sql<Omit<LicenceSeekersCounted, "n"> & { n: string }>`
    SELECT NULLIF(licence, '') AS subscription, count(*) AS n, to_jsonb((array_agg(row ORDER BY seq))[1:5]) AS examples
    FROM operation
    WHERE run = ${run} AND kind = 'create' AND status = 'planned' AND licence IS NOT NULL
    GROUP BY 1 ORDER BY 1`.execute(db);
  return rows.map((row) => ({ ...row, n: Number(row.n) }));
}
