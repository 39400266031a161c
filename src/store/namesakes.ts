import { sql } from "kysely";
import { openCells } from "./cells.ts";
import type { StoredCell } from "./schema-values.ts";
import type { Db } from "./schema.ts";

/** Whether there is anybody in the service account whom a joiner could be: a link, or a create in doubt. */
export async function hasAccounts(db: Db, account: string): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`SELECT EXISTS (SELECT 1 FROM link WHERE account = ${account})
    OR EXISTS (SELECT 1 FROM intent WHERE account = ${account} AND status IN ('open', 'uncertain', 'unlinked')) AS any`.execute(db);
  return rows[0]?.any === true;
}

/** Somebody who has a name that was looked for. */
export interface NamedPerson {
  field: "username" | "email" | "national_id";
  source: "sent" | "row";
  /** The value as it was looked for. */
  value: string;
  key: string;
  user_id: string | null;
  active: boolean | null;
  sent: Record<string, unknown> | null;
  /** What the last accepted row of this job said, as it is compared. */
  username: string | null;
  email: string | null;
  /** In tonight's file: `null` for no row at all. */
  fate: string | null;
  /** `null` where the row is as in the last run. */
  cells: (string | null)[] | null;
  /** Stands in the last file of another job of the account. */
  elsewhere: boolean;
}

/** A value that more accounts than this have is nobody's own: a placeholder in the export says nothing about who is who. */
const mostOwners = 20;

/**
 * Finds, for all joiners of a portion at once, who has an account (or a create in doubt) with one of their names: by
 * what the accounts were told, and by the last rows of linked people in all jobs of the account.
 */
export async function findNamed(
  db: Db,
  at: { run: string; job: string; account: string },
  wanted: readonly { field: string; source: string; value: string }[],
): Promise<NamedPerson[]> {
  const { run, job, account } = at;
  const { rows } = await sql<NamedPerson & { cells: StoredCell[] | null }>`
    WITH wanted AS MATERIALIZED (
      SELECT DISTINCT field, source, value FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS w(field text, source text, value text)),
    jobs AS MATERIALIZED (SELECT DISTINCT job FROM run WHERE account = ${account}),
    found AS MATERIALIZED (
      SELECT w.field, w.source, w.value, l.key FROM wanted w
        JOIN link l ON l.account = ${account} AND lower(l.sent->>'username') = lower(w.value) WHERE w.field = 'username' AND w.source = 'sent'
      UNION SELECT w.field, w.source, w.value, l.key FROM wanted w
        JOIN link l ON l.account = ${account} AND lower(l.sent->>'email') = lower(w.value) WHERE w.field = 'email' AND w.source = 'sent'
      UNION SELECT w.field, w.source, w.value, l.key FROM wanted w
        JOIN link l ON l.account = ${account} AND l.sent->>'national_id' = w.value WHERE w.field = 'national_id' AND w.source = 'sent'
      UNION SELECT w.field, w.source, w.value, p.key FROM jobs j CROSS JOIN wanted w
        JOIN person p ON p.job = j.job AND p.username = w.value JOIN link l ON l.account = ${account} AND l.key = p.key
        WHERE w.field = 'username' AND w.source = 'row'
      UNION SELECT w.field, w.source, w.value, p.key FROM jobs j CROSS JOIN wanted w
        JOIN person p ON p.job = j.job AND p.email = w.value JOIN link l ON l.account = ${account} AND l.key = p.key
        WHERE w.field = 'email' AND w.source = 'row'
      UNION SELECT w.field, w.source, w.value, i.key FROM wanted w
        JOIN intent i ON i.account = ${account} AND i.status IN ('open', 'uncertain', 'unlinked') AND lower(i.username) = lower(w.value)
        WHERE w.field = 'username' AND w.source = 'row'
      -- A sensitive username is remembered as its fingerprint.
      UNION SELECT w.field, w.source, w.value, i.key FROM wanted w
        JOIN intent i ON i.account = ${account} AND i.status IN ('open', 'uncertain', 'unlinked') AND i.username = w.value
        WHERE w.field = 'username' AND w.source = 'sent' AND w.value LIKE 'hmac:%'),
    counted AS (SELECT *, count(*) OVER (PARTITION BY field, source, value) AS owners FROM found),
    owned AS MATERIALIZED (SELECT field, source, value, key FROM counted WHERE owners <= ${mostOwners}),
    tonight AS MATERIALIZED (
      SELECT DISTINCT ON (s.key) s.key, s.fate, s.cells FROM staged s
      WHERE s.run = ${run} AND s.fate <> 'duplicate' AND s.key IN (SELECT key FROM owned) ORDER BY s.key, s.row)
    SELECT o.field, o.source, o.value, o.key, l.user_id, l.active, l.sent, p.username, p.email, t.fate, t.cells,
      EXISTS (SELECT 1 FROM person e WHERE e.account = ${account} AND e.key = o.key AND e.job <> ${job} AND e.state = 'present') AS elsewhere
    FROM owned o LEFT JOIN link l ON l.account = ${account} AND l.key = o.key
    LEFT JOIN person p ON p.job = ${job} AND p.key = o.key
    LEFT JOIN tonight t ON t.key = o.key
    ORDER BY o.key, o.field`.execute(db);
  return rows.map((row) => ({ ...row, cells: openCells(db, { job, key: row.key }, row.cells) }));
}

/** Pairs of these keys and others that a person said are two people. */
export async function listDistinct(db: Db, account: string, keys: readonly string[]): Promise<{ key: string; other_key: string }[]> {
  return db
    .selectFrom("distinct_person")
    .select(["key", "other_key"])
    .where("account", "=", account)
    .where((where) => where.or([where("key", "in", keys), where("other_key", "in", keys)]))
    .execute();
}
