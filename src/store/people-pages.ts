/** What the pages about people read. In addresses a person stands by a digest only. */
import { hash } from "node:crypto";
import { sql } from "kysely";
import { likeText } from "./like.ts";
import type { Db } from "./schema.ts";

/** Somebody as the pages show them; names as the service was told them last, `null` where they are not known. */
export interface FoundPerson {
  job: string;
  key: string;
  account: string;
  username: string | null;
  first: string | null;
  last: string | null;
  userId: string | null;
  active: boolean | null;
  /** `present`, `rejected` or `absent` in the last whole file; `null`: in no accepted file. */
  state: string | null;
}

/** Names a person in addresses: nothing of who it is can be read from it. */
export function personId(job: string, key: string): string {
  return hash("sha256", `${job}\n${key}`).slice(0, 16);
}

/**
 * The same, worked out by the database from its columns `job` and `key`, letter for letter as the index on
 * `person_cells` has it. `convert_to` would say it more plainly, and cannot stand in an index.
 */
export const idOfPerson = sql<string>`left(encode(sha256(decode(replace(job || E'\\n' || key, E'\\\\', E'\\\\\\\\'), 'escape')), 'hex'), 16)`;

const ofFiles = sql`
  SELECT p.job, p.key, p.account, p.username, l.sent->>'first_name' AS first, l.sent->>'last_name' AS last, l.user_id AS "userId", l.active, p.state
  FROM person p LEFT JOIN link l ON l.account = p.account AND l.key = p.key`;

const linkedOnly = sql`
  SELECT l.job, l.key, l.account, l.sent->>'username' AS username, l.sent->>'first_name' AS first, l.sent->>'last_name' AS last,
    l.user_id AS "userId", l.active, NULL AS state
  FROM link l WHERE l.source <> 'forgotten' AND NOT EXISTS (SELECT 1 FROM person p WHERE p.account = l.account AND p.key = l.key)`;

const whole = sql`${ofFiles} UNION ALL ${linkedOnly}`;

/** People by their key, username, name or account. What is a secret is never compared. */
export async function searchPeople(db: Db, text: string, limit: number): Promise<FoundPerson[]> {
  const part = `%${likeText(text)}%`;
  const { rows } = await sql<FoundPerson>`SELECT * FROM (${whole}) AS anybody
    WHERE key ILIKE ${part} OR "userId" = ${text.toLowerCase()}
      OR (username ILIKE ${part} AND username NOT LIKE 'hmac:%')
      OR (concat_ws(' ', CASE WHEN first NOT LIKE 'hmac:%' THEN first END, CASE WHEN last NOT LIKE 'hmac:%' THEN last END) ILIKE ${part})
    ORDER BY key <> ${text}, key, job LIMIT ${limit}`.execute(db);
  return rows;
}

/** The person that an address names. Whoever stood in a file is found by the index; only for others all there are are read. */
export async function findPersonById(db: Db, id: string): Promise<{ job: string; key: string } | undefined> {
  for (const all of [sql`person_cells`, sql`(SELECT job, key FROM link UNION SELECT job, key FROM removal) AS anybody`]) {
    const { rows } = await sql<{ job: string; key: string }>`
      SELECT DISTINCT job, key FROM ${all} WHERE ${idOfPerson} = ${id} LIMIT 2`.execute(db);
    if (rows.length > 0) return rows.length === 1 ? rows[0] : undefined;
  }
  return undefined;
}

/** What is known of one person without reading a file. */
export async function findPersonCard(db: Db, job: string, key: string): Promise<FoundPerson | undefined> {
  const { rows } = await sql<FoundPerson>`${ofFiles} WHERE p.job = ${job} AND p.key = ${key}`.execute(db);
  if (rows[0] !== undefined) return rows[0];
  // Links have no index by job: this is for those few who are linked and stood in no file.
  return (await sql<FoundPerson>`${linkedOnly} AND l.job = ${job} AND l.key = ${key} LIMIT 1`.execute(db)).rows[0];
}
