import { sql, type RawBuilder } from "kysely";
import { LOOK_ALIKES } from "../../domain/names.ts";
import { isUnstaged } from "../in-file/in-file.ts";
import { stagedCells } from "../portions/staged-cells.ts";
import type { Db } from "../schema/tables.ts";

/** Returns whether the service account has a link or an unresolved create, so that a joiner may be someone known. */
export async function hasAccounts(db: Db, account: string): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`SELECT EXISTS (SELECT 1 FROM link WHERE account = ${account})
    OR EXISTS (SELECT 1 FROM intent WHERE account = ${account} AND status IN ('open', 'uncertain', 'unlinked')) AS any`.execute(db);
  return rows[0]?.any === true;
}

/** A known person with one of the wanted names. */
export interface NamedPerson {
  field: "username" | "email" | "national_id";
  source: "sent" | "row";
  /** The value as it was searched. */
  value: string;
  /** Only in the row of someone who has left, whose account has another. */
  leaver: boolean;
  key: string;
  user_id: string | null;
  active: boolean | null;
  sent: Record<string, unknown> | null;
  /** The normalized value of the last accepted row of this job. */
  username: string | null;
  email: string | null;
  /** In the current file: `null` for no row. */
  row_status: string | null;
  /** `null` if the row is unchanged since the last run. */
  cells: (string | null)[] | null;
  /** The person's row in the current file says that they have left. */
  leaves: boolean;
  /** In the last file of another job of the account. */
  elsewhere: boolean;
}

/** An e-mail address, and the first and last name with which it is searched among all who share it. */
export interface NamedAddress {
  field: "email";
  source: "sent";
  /** Names the hit. */
  value: string;
  email: string;
  first: string;
  last: string;
}

const LETTERS = [...LOOK_ALIKES].flatMap(([letter, ascii]) => [letter, letter.toUpperCase()].map((from) => ({ from, ascii })));

/** Folds a name that was sent as `foldUsername` does, if it mixes ASCII letters with others; else `NULL`. */
const mixedName = (name: RawBuilder<unknown>) => sql`CASE WHEN ${name} ~ '[^\\x01-\\x7f]' AND ${name} NOT LIKE 'hmac:%'
  AND normalize(${name}, NFKC) ~ '[a-zA-Z]' THEN lower(translate(normalize(${name}, NFKC),
    ${LETTERS.map(({ from }) => from).join("")}, ${LETTERS.map(({ ascii }) => ascii).join("")})) END`;

/** A value that more accounts share is a placeholder in the export, and identifies no one. */
const MAX_OWNERS = 20;

/**
 * Finds, for all joiners of a portion, who has an account (or an unresolved create) with one of their names: among sent
 * data, and among the last rows of linked people in all jobs of the account. After a power cut, only the create's intent
 * may still have the names of a linked person. Those of an account that moved to another key are stored beside them.
 */
export async function findNamed(
  db: Db,
  at: { run: string; job: string; account: string },
  wanted: readonly { field: string; source: string; value: string }[],
  namedAddresses: readonly NamedAddress[] = [],
): Promise<NamedPerson[]> {
  const { run, job, account } = at;
  const isSent = (field: string) => sql`l.sent->>${field} IS NOT NULL AND NOT l.doubted`;
  // The rows of people with an account: stored ones, and those of leavers in this file. `OFFSET 0` makes the planner, which
  // takes the wanted values for a few, look each of them up. It would compare each with each person of the file.
  const inRows = (field: "username" | "email") => sql`
      UNION SELECT w.field, w.source, w.value, p.key, p.leaves AND ${isSent(field)} FROM jobs j CROSS JOIN wanted w
        CROSS JOIN LATERAL (SELECT key, leaves FROM person WHERE job = j.job AND ${sql.ref(field)} = w.value OFFSET 0) AS p
        JOIN link l ON l.account = ${account} AND l.key = p.key
        WHERE w.field = ${field} AND w.source = 'row'
      UNION SELECT w.field, w.source, w.value, s.key, (${isSent(field)}) OR EXISTS (SELECT 1 FROM person p WHERE p.job = ${job} AND p.key = s.key AND p.${sql.ref(field)} IS NOT NULL)
        FROM wanted w
        CROSS JOIN LATERAL (SELECT key FROM staged_row WHERE run = ${run} AND leaves AND ${sql.ref(field)} = w.value OFFSET 0) AS s
        JOIN link l ON l.account = ${account} AND l.key = s.key
        WHERE w.field = ${field} AND w.source = 'row'`;
  const { rows } = await sql<Omit<NamedPerson, "cells"> & { row: number | null }>`
    WITH wanted AS MATERIALIZED (
      SELECT DISTINCT field, source, value FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS w(field text, source text, value text)),
    named_addresses AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(namedAddresses)}::jsonb) AS n(value text, email text, first text, last text)),
    jobs AS MATERIALIZED (SELECT DISTINCT job FROM run WHERE account = ${account}),
    created AS MATERIALIZED (
      SELECT key, username, names FROM intent WHERE account = ${account} AND status IN ('open', 'uncertain', 'unlinked')
      UNION ALL SELECT i.key, i.username, i.names FROM link l JOIN intent i ON i.account = l.account AND i.key = l.key AND i.status = 'linked'
        WHERE l.account = ${account} AND l.sent IS NULL
      -- Names under an earlier key count until an update has sent others, or the last file has others under the new key.
      UNION ALL SELECT i.key, i.username, i.names FROM intent i JOIN link l ON l.account = i.account AND l.key = i.key
        WHERE i.account = ${account} AND i.status = 'moved' AND (l.sent IS NULL OR l.doubted OR NOT EXISTS (
          SELECT 1 FROM jobs j JOIN person p ON p.job = j.job AND p.key = i.key AND p.state = 'present' AND p.username IS NOT NULL))),
    found AS MATERIALIZED (
      SELECT w.field, w.source, w.value, l.key, false AS leaver FROM wanted w
        JOIN link l ON l.account = ${account} AND lower(l.sent->>'username') = lower(w.value) WHERE w.field = 'username' AND w.source = 'sent'
      UNION SELECT w.field, w.source, w.value, l.key, false FROM wanted w
        JOIN link l ON l.account = ${account} AND lower(l.sent->>'email') = lower(w.value) WHERE w.field = 'email' AND w.source = 'sent'
      UNION SELECT w.field, w.source, w.value, l.key, false FROM wanted w
        JOIN link l ON l.account = ${account} AND ${mixedName(sql`l.sent->>'username'`)} = w.value WHERE w.field = 'username' AND w.source = 'row'
      UNION SELECT w.field, w.source, w.value, l.key, false FROM wanted w
        JOIN link l ON l.account = ${account} AND ${mixedName(sql`l.sent->>'email'`)} = w.value WHERE w.field = 'email' AND w.source = 'row'
      UNION SELECT w.field, w.source, w.value, l.key, false FROM wanted w
        JOIN link l ON l.account = ${account} AND l.sent->>'national_id' = w.value WHERE w.field = 'national_id' AND w.source = 'sent'
      ${inRows("username")}
      ${inRows("email")}
      UNION SELECT w.field, w.source, w.value, c.key, false FROM wanted w
        JOIN created c ON lower(c.username) = lower(w.value) WHERE w.field = 'username' AND w.source = 'row'
      UNION SELECT w.field, w.source, w.value, c.key, false FROM wanted w
        JOIN created c ON c.names->>('row_' || w.field) = w.value WHERE w.field IN ('username', 'email') AND w.source = 'row'
      -- A sensitive username is stored as its fingerprint.
      UNION SELECT w.field, w.source, w.value, c.key, false FROM wanted w
        JOIN created c ON c.username = w.value WHERE w.field = 'username' AND w.source = 'sent' AND w.value LIKE 'hmac:%'
      UNION SELECT w.field, w.source, w.value, c.key, false FROM wanted w
        JOIN created c ON lower(c.names->>'email') = lower(w.value) WHERE w.field = 'email' AND w.source = 'sent'
      UNION SELECT w.field, w.source, w.value, c.key, false FROM wanted w
        JOIN created c ON c.names->>'national_id' = w.value WHERE w.field = 'national_id' AND w.source = 'sent'),
    counted AS (SELECT *, count(*) OVER (PARTITION BY field, source, value) AS owners FROM found),
    addressed AS MATERIALIZED (
      SELECT l.key, lower(l.sent->>'email') AS email, lower(l.sent->>'first_name') AS first, lower(l.sent->>'last_name') AS last FROM link l
      WHERE l.account = ${account} AND lower(l.sent->>'email') IN (SELECT lower(email) FROM named_addresses)),
    owned AS MATERIALIZED (SELECT field, source, value, key, leaver FROM counted WHERE owners <= ${MAX_OWNERS}
      UNION SELECT 'email', 'sent', n.value, a.key, false FROM named_addresses n
        JOIN addressed a ON a.email = lower(n.email) AND a.first = lower(n.first) AND a.last = lower(n.last)),
    in_file AS MATERIALIZED (
      SELECT DISTINCT ON (s.key) s.key, s.row, s.row_status, s.changed, s.leaves FROM staged_row s
      WHERE s.run = ${run} AND s.row_status <> 'duplicate' AND s.key IN (SELECT key FROM owned) ORDER BY s.key, s.row),
    unstaged AS MATERIALIZED (SELECT p.key, p.row, 'use' AS row_status, false AS changed, NULL::boolean AS leaves FROM person p
      WHERE p.job = ${job} AND p.key IN (SELECT key FROM owned) AND ${isUnstaged(run)})
    SELECT o.field, o.source, o.value, o.key, o.leaver, l.user_id, l.active, l.sent, p.username, p.email, t.row_status, CASE WHEN t.changed THEN t.row END AS row,
      COALESCE(t.row_status = 'use' AND CASE WHEN NOT t.changed THEN p.leaves ELSE t.leaves END, false) AS leaves,
      EXISTS (SELECT 1 FROM person e WHERE e.account = ${account} AND e.key = o.key AND e.job <> ${job} AND e.state <> 'absent') AS elsewhere
    FROM owned o LEFT JOIN link l ON l.account = ${account} AND l.key = o.key
    LEFT JOIN person p ON p.job = ${job} AND p.key = o.key
    LEFT JOIN (SELECT * FROM in_file UNION ALL SELECT * FROM unstaged) t ON t.key = o.key
    ORDER BY o.key, o.field`.execute(db);
  const cells = await stagedCells(
    db,
    run,
    rows.flatMap(({ row }) => row ?? []),
  );
  return rows.map(({ row, ...named }) => ({ ...named, cells: row === null ? null : (cells.get(row) ?? null) }));
}

/** Returns pairs with one of these keys that a person declared to be two people. */
export async function listDistinct(db: Db, account: string, keys: readonly string[]): Promise<{ key: string; other_key: string }[]> {
  return db
    .selectFrom("distinct_person")
    .select(["key", "other_key"])
    .where("account", "=", account)
    .where((where) => where.or([where("key", "in", keys), where("other_key", "in", keys)]))
    .execute();
}
