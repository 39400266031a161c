import { sql } from "kysely";
import type { Db } from "./schema.ts";

/** People of a plan whose create would need a licence. */
export interface LicenceSeekersCounted {
  /** `null`: `auto_license`, with which the service chooses the subscription. */
  subscription: string | null;
  n: number;
  /** The first rows of the file that it is about. */
  examples: number[];
}

/** Counts the planned creates that need a licence, by subscription. Who is named one needs none that the service chooses. */
export async function countLicenceSeekers(db: Db, run: string): Promise<LicenceSeekersCounted[]> {
  const { rows } = await sql<Omit<LicenceSeekersCounted, "n"> & { n: string }>`
    SELECT NULLIF(payload->>'subscription_id', '') AS subscription, count(*) AS n, to_jsonb((array_agg(row ORDER BY seq))[1:5]) AS examples
    FROM operation
    WHERE run = ${run} AND kind = 'create' AND status = 'planned'
      AND (COALESCE(payload->>'subscription_id', '') <> '' OR payload->>'auto_license' = 'true')
    GROUP BY 1 ORDER BY 1`.execute(db);
  return rows.map((row) => ({ ...row, n: Number(row.n) }));
}
