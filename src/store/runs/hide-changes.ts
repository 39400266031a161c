import { sql } from "kysely";
import { HIDDEN } from "../../domain/record.ts";
import type { Db } from "../schema/tables.ts";

/** Hides the values of fields in the stored changes of a job that were shown before the fields were sensitive. */
export async function hideChanges(db: Db, job: string, isSensitive: (field: string) => boolean): Promise<void> {
  const { rows } = await sql<{
    field: string;
  }>`SELECT DISTINCT f->>'field' AS field FROM operation o, jsonb_array_elements(o.changes->'fields') f
    WHERE o.job = ${job} AND f->>'to' <> ${HIDDEN}`.execute(db);
  const fields = rows.map(({ field }) => field).filter(isSensitive);
  if (fields.length === 0) return;
  const isOne = sql`f->>'field' = ANY (${fields}::text[])`;
  const hidden = sql`f || jsonb_build_object('from', CASE WHEN f->>'from' IS NOT NULL THEN ${HIDDEN}::text END, 'to', ${HIDDEN}::text)`;
  await sql`UPDATE operation o SET changes = jsonb_set(o.changes, '{fields}', (
      SELECT jsonb_agg(CASE WHEN ${isOne} THEN ${hidden} ELSE f END ORDER BY n)
      FROM jsonb_array_elements(o.changes->'fields') WITH ORDINALITY AS e (f, n)))
    WHERE o.job = ${job} AND EXISTS (SELECT 1 FROM jsonb_array_elements(o.changes->'fields') f WHERE ${isOne})`.execute(db);
  // Without it the old versions of the rows stay in the file.
  await sql`VACUUM FULL operation`.execute(db);
}
