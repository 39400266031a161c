/** The people, groups and runs that audit entries name by ids. */
import { sql } from "kysely";
import type { Db } from "../schema/tables.ts";

/** A person as the trail may show them: their name is not a sensitive value. */
export interface NamedPerson {
  account: string;
  job: string;
  key: string;
  name: string | null;
}

/** Finds people by employee key: one for each job that knows the key. */
export async function namesOfKeys(db: Db, keys: readonly string[]): Promise<NamedPerson[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<NamedPerson>`
    WITH wanted AS (SELECT jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) AS key)
    SELECT p.account, p.job, p.key, NULLIF(concat_ws(' ',
        CASE WHEN l.sent->>'first_name' NOT LIKE 'hmac:%' THEN l.sent->>'first_name' END,
        CASE WHEN l.sent->>'last_name' NOT LIKE 'hmac:%' THEN l.sent->>'last_name' END), '') AS name
    FROM wanted w JOIN person p ON p.key = w.key LEFT JOIN link l ON l.account = p.account AND l.key = p.key
    ORDER BY p.key, p.job`.execute(db);
  return rows;
}

/** Finds the person and the group of removals. */
export async function namesOfRemovals(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; job: string; key: string; name: string; group: string; group_id: string; cause: string }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; job: string; key: string; name: string; group: string; group_id: string; cause: string }>`
    SELECT id, job, key, name, group_path AS group, group_id, cause FROM removal
    WHERE id IN (SELECT jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`.execute(db);
  return rows;
}

/** Finds the current paths of groups by their ids in the service. */
export async function pathsOfGroups(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; path: string }>`SELECT DISTINCT id, path FROM service_group
    WHERE id IN (SELECT jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`.execute(db);
  return new Map(rows.map(({ id, path }) => [id, path]));
}
