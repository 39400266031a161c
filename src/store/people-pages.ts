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

/** The same, worked out by the database from its columns `job` and `key`. */
export const idOfPerson = sql<string>`left(encode(sha256(convert_to(job || E'\\n' || key, 'UTF8')), 'hex'), 16)`;

const whole = sql`
  SELECT p.job, p.key, p.account, p.username, l.sent->>'first_name' AS first, l.sent->>'last_name' AS last, l.user_id AS "userId", l.active, p.state
  FROM person p LEFT JOIN link l ON l.account = p.account AND l.key = p.key
  UNION ALL
  SELECT l.job, l.key, l.account, l.sent->>'username', l.sent->>'first_name', l.sent->>'last_name', l.user_id, l.active, NULL
  FROM link l WHERE l.source <> 'forgotten' AND NOT EXISTS (SELECT 1 FROM person p WHERE p.account = l.account AND p.key = l.key)`;

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

/** The person that an address names: read from all there are, which only this page does. */
export async function findPersonById(db: Db, id: string): Promise<{ job: string; key: string } | undefined> {
  const { rows } = await sql<{ job: string; key: string }>`
    SELECT job, key FROM (SELECT job, key FROM person UNION SELECT job, key FROM link UNION SELECT job, key FROM removal) AS anybody
    WHERE ${idOfPerson} = ${id} LIMIT 2`.execute(db);
  return rows.length === 1 ? rows[0] : undefined;
}

/** What is known of one person without reading a file. */
export async function findPersonCard(db: Db, job: string, key: string): Promise<FoundPerson | undefined> {
  const { rows } = await sql<FoundPerson>`SELECT * FROM (${whole}) AS anybody WHERE job = ${job} AND key = ${key} LIMIT 1`.execute(db);
  return rows[0];
}
