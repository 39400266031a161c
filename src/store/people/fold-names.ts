import { sql } from "kysely";
import { foldUsername } from "../../domain/names.ts";
import type { Db } from "../schema/tables.ts";
import { getSetting, setSetting } from "../settings.ts";

/** Increase it when names are folded differently than before. */
const VERSION = 1;
const PORTION = 2000;
const DONE = "names_folded";

/**
 * Folds stored names again, once for each way of folding: those of people who are in no file stay as they were stored.
 * Only names with other letters than ASCII can differ. Fingerprints of them cannot be computed again.
 */
export async function refoldNames(db: Db): Promise<void> {
  if ((await getSetting<number>(db, DONE)) === VERSION) return;
  for (let [job, key] = ["", ""]; ;) {
    const { rows } = await sql<{ job: string; key: string; username: string | null; email: string | null }>`
      SELECT job, key, username, email FROM person
      WHERE (job, key) > (${job}, ${key}) AND (username ~ '[^\x01-\x7f]' OR email ~ '[^\x01-\x7f]') ORDER BY job, key LIMIT ${PORTION}`.execute(
      db,
    );
    const last = rows.at(-1);
    if (last === undefined) break;
    const folded = rows.map(({ username, email, ...one }) => ({ ...one, username: refolded(username), email: refolded(email) }));
    await sql`UPDATE person p SET username = f.username, email = f.email
      FROM jsonb_to_recordset(${JSON.stringify(folded)}::jsonb) AS f(job text, key text, username text, email text)
      WHERE p.job = f.job AND p.key = f.key`.execute(db);
    [job, key] = [last.job, last.key];
  }
  const { rows: reserved } = await sql<{ account: string; name: string }>`
    SELECT account, name FROM reserved_username WHERE name ~ '[^\x01-\x7f]' ORDER BY account, at, name`.execute(db);
  const renamed = reserved.map(({ account, name }) => ({ account, name, folded: foldUsername(name) }));
  // Of two that are equal now, the first one has the name; the other keeps its own.
  await sql`UPDATE reserved_username r SET name = f.folded
    FROM (SELECT DISTINCT ON (account, folded) * FROM jsonb_to_recordset(${JSON.stringify(renamed)}::jsonb) AS f(account text, name text, folded text)) f
    WHERE r.account = f.account AND r.name = f.name AND f.folded <> f.name
      AND NOT EXISTS (SELECT 1 FROM reserved_username o WHERE o.account = f.account AND o.name = f.folded)`.execute(db);
  await setSetting(db, DONE, VERSION);
}

function refolded(name: string | null): string | null {
  return name === null || name.startsWith("hmac:") ? name : foldUsername(name);
}
