import { sql, type RawBuilder } from "kysely";
import { foldUsername } from "../../domain/names.ts";
import { replaceUsernames } from "../identities/usernames.ts";
import { hasRows } from "../in-file/in-file.ts";
import { isKnown, settleAllCells, withCells } from "../people/accept-cells.ts";
import { hasId, idOf } from "../runs/operation-id.ts";
import type { Db } from "../schema/tables.ts";
import { inTransaction } from "../transaction.ts";

/** The scope of a purge: data older than `before` is deleted, or only counted. */
export interface Purging {
  job: string;
  before: Date;
  dryRun: boolean;
}

/** Deletes the rows of a table that match a condition, or counts them. */
async function drop(db: Db, dryRun: boolean, table: string, alias: string, condition: RawBuilder<unknown>): Promise<number> {
  const from = sql`${sql.table(table)} ${sql.ref(alias)}`;
  const query = dryRun
    ? sql<{ n: string }>`SELECT count(*) AS n FROM ${from} WHERE ${condition}`
    : sql<{ n: string }>`WITH gone AS (DELETE FROM ${from} WHERE ${condition} RETURNING 1) SELECT count(*) AS n FROM gone`;
  return Number((await query.execute(db)).rows[0]?.n ?? 0);
}

const ENDED_STATUSES = sql`('completed', 'failed', 'cancelled', 'superseded')`;
const UNRESOLVED_STATUSES = sql`('open', 'uncertain', 'unlinked')`;

/** A run id begins with its time, which is still readable after the run was purged. */
const timeOfRun = (id: RawBuilder<unknown>) =>
  sql`CASE WHEN ${id} ~ '^[0-9]{8}-[0-9]{6}-' THEN to_timestamp(left(${id}, 15), 'YYYYMMDD-HH24MISS') END`;

/**
 * Returns ended runs of a job that nothing needs: not the last completed one, which the next run is compared with, and
 * none with open removals, exceptions, unresolved creates or work left.
 */
export async function listOldRuns(db: Db, { job, before }: Omit<Purging, "dryRun">): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT r.id FROM run r WHERE r.job = ${job} AND COALESCE(r.ended_at, r.started_at) < ${before} AND r.status IN ${ENDED_STATUSES}
      AND r.id IS DISTINCT FROM (SELECT g.id FROM run g WHERE g.job = ${job} AND g.status = 'completed' AND NOT g.partial AND g.pilot IS NULL AND g.kind = 'sync'
        ORDER BY g.started_at DESC LIMIT 1)
      AND NOT EXISTS (SELECT 1 FROM removal m WHERE m.job = r.job AND m.status IN ('pending', 'approved', 'rejected') AND r.id IN (m.first_run, m.last_run))
      AND NOT EXISTS (SELECT 1 FROM exception e WHERE e.job = r.job AND e.from_run = r.id)
      AND NOT EXISTS (SELECT 1 FROM operation o JOIN intent i ON ${hasId("o", sql`i.operation`)} WHERE o.run = r.id AND i.status IN ${UNRESOLVED_STATUSES})
      AND NOT EXISTS (SELECT 1 FROM operation o WHERE o.run = r.id AND o.status IN ('planned', 'queued', 'running'))
      AND NOT ${hasRows(sql`r.id`)}
    ORDER BY r.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Deletes runs with all data that belongs to them alone. */
export async function deleteRuns(db: Db, runs: readonly string[]): Promise<void> {
  const named = sql`(SELECT jsonb_array_elements_text(${JSON.stringify(runs)}::jsonb))`;
  await inTransaction(db, async (tx) => {
    for (const table of ["operation", "portion", "rejected_row", "found_removal", "found_note", "unchanged_portion", "unseen_person"]) {
      await sql`DELETE FROM ${sql.table(table)} WHERE run IN ${named}`.execute(tx);
    }
    await sql`DELETE FROM run WHERE id IN ${named}`.execute(tx);
  });
}

/** Deletes mapping and job texts that no run and no stored row refers to. */
export async function dropVersions(db: Db, { job, before, dryRun }: Purging): Promise<number> {
  const old = sql`v.job = ${job} AND (v.at IS NULL OR v.at < ${before})`;
  const mappings = sql`${old} AND NOT EXISTS (SELECT 1 FROM run r WHERE r.job = v.job AND r.context = v.context)
    AND NOT EXISTS (SELECT 1 FROM person p WHERE p.job = v.job AND p.context = v.context)
    AND NOT EXISTS (SELECT 1 FROM person_cells c WHERE c.job = v.job AND v.context IN (c.before_context, c.next_before_context))`;
  const jobs = sql`${old} AND NOT EXISTS (SELECT 1 FROM run r WHERE r.job = v.job AND r.job_digest = v.digest)`;
  return (await drop(db, dryRun, "mapping_version", "v", mappings)) + (await drop(db, dryRun, "job_version", "v", jobs));
}

/** Deletes the cells of people who are not known: those that a killed release left behind. */
export async function dropUnusedCells(db: Db, job: string, dryRun: boolean): Promise<number> {
  if (!dryRun) await settleAllCells(db, job);
  return withCells(db, job, (transaction) =>
    // A run that may still be released needs its prepared cells.
    drop(
      transaction,
      dryRun,
      "person_cells",
      "c",
      sql`c.job = ${job} AND NOT ${isKnown("c")}
        AND NOT EXISTS (SELECT 1 FROM run r WHERE r.job = c.job AND NOT r.released AND r.status NOT IN ('completed', 'cancelled', 'superseded')
          AND EXISTS (SELECT 1 FROM staged_row s WHERE s.run = r.id))`,
    ),
  );
}

/** Deletes ended operations of ended runs, except those with an unresolved create. */
export function dropEndedOperations(db: Db, { job, before, dryRun }: Purging): Promise<number> {
  const old = sql`o.job = ${job} AND o.status IN ('done', 'failed', 'held', 'uncertain', 'dropped')
    AND NOT EXISTS (SELECT 1 FROM intent i WHERE i.operation = ${idOf("o")} AND i.status IN ${UNRESOLVED_STATUSES})
    AND EXISTS (SELECT 1 FROM run r WHERE r.id = o.run AND r.status IN ${ENDED_STATUSES} AND COALESCE(o.ended_at, r.ended_at, r.started_at) < ${before})`;
  return drop(db, dryRun, "operation", "o", old);
}

/** Deletes intents of resolved creates; their result is in the links. */
export function dropSettledIntents(db: Db, { job, before, dryRun }: Purging): Promise<number> {
  return drop(db, dryRun, "intent", "i", sql`i.job = ${job} AND i.status IN ('linked', 'refused', 'moved') AND i.at < ${before}`);
}

/** Deletes rejected rows, whose messages contain source data. */
export function dropOldRejects(db: Db, { job, before, dryRun }: Purging): Promise<number> {
  const old = sql`EXISTS (SELECT 1 FROM run r WHERE r.id = x.run AND r.job = ${job} AND r.status IN ${ENDED_STATUSES} AND r.started_at < ${before})
    AND NOT ${hasRows(sql`x.run`)}`;
  return drop(db, dryRun, "rejected_row", "x", old);
}

/** Deletes ended removals with their approvals and comments. */
export async function dropEndedRemovals(db: Db, { job, before, dryRun }: Purging): Promise<number> {
  const old = sql`m.job = ${job} AND m.status IN ('applied', 'superseded', 'expired') AND m.ended_at < ${before}`;
  if (!dryRun) {
    for (const table of ["approval", "comment"]) {
      await sql`DELETE FROM ${sql.table(table)} a USING removal m WHERE m.id = a.removal AND ${old}`.execute(db);
    }
  }
  return drop(db, dryRun, "removal", "m", old);
}

const leftLongAgo = ({ job, before }: Pick<Purging, "job" | "before">) => sql`p.job = ${job} AND p.state = 'absent'
  AND COALESCE((SELECT r.started_at FROM run r WHERE r.id = p.run), ${timeOfRun(sql`p.run`)}) < ${before}
  AND NOT EXISTS (SELECT 1 FROM removal m WHERE m.job = p.job AND m.key = p.key AND m.status IN ('pending', 'approved', 'rejected'))
  AND NOT EXISTS (SELECT 1 FROM exception e WHERE e.job = p.job AND e.key = p.key)
  AND NOT EXISTS (SELECT 1 FROM intent i WHERE i.account = p.account AND i.key = p.key AND i.status IN ${UNRESOLVED_STATUSES})
  AND NOT EXISTS (SELECT 1 FROM staged_row s WHERE s.key = p.key)`;

/**
 * Deletes the last rows of people who left the file long ago. The link to their account stays, so that a return creates
 * no second account. Of the sent data, only fingerprints stay that find the account under another key.
 */
export async function dropAbsentPeople(db: Db, purging: Purging, fingerprint: (value: string) => string): Promise<number> {
  const absent = leftLongAgo(purging);
  if (purging.dryRun) return drop(db, true, "person", "p", absent);
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ job: string; key: string; account: string; sent: Record<string, string> | null }>`
      WITH gone AS (DELETE FROM person p WHERE ${absent} RETURNING p.job, p.key, p.account)
      SELECT g.*, l.sent FROM gone g LEFT JOIN link l ON l.account = g.account AND l.key = g.key`.execute(tx);
    const people = JSON.stringify(
      rows.map(({ job, key, account, sent }) => ({ job, key, account, sent: fingerprintsOf(sent, fingerprint) })),
    );
    const these = sql`jsonb_to_recordset(${people}::jsonb) AS g(job text, key text, account text, sent jsonb)`;
    for (const table of ["person_cells", "person_note"]) {
      await sql`DELETE FROM ${sql.table(table)} c USING ${these} WHERE c.job = g.job AND c.key = g.key`.execute(tx);
    }
    // Another job of the account may still have them.
    await sql`UPDATE link l SET sent = NULLIF(g.sent, 'null'::jsonb) FROM ${these} WHERE l.account = g.account AND l.key = g.key
      AND NOT EXISTS (SELECT 1 FROM person o WHERE o.account = l.account AND o.key = l.key)`.execute(tx);
    const { rows: forgotten } = await sql<{ account: string; key: string }>`SELECT DISTINCT g.account, g.key FROM ${these}
      WHERE NOT EXISTS (SELECT 1 FROM person o WHERE o.account = g.account AND o.key = g.key)`.execute(tx);
    await replaceUsernames(
      tx,
      forgotten.map((person) => ({ ...person, to: person.key })),
      fingerprint,
      purging.before,
    );
    return rows.length;
  });
}

/** Returns the fingerprints that find an account when its person returns under another key. */
function fingerprintsOf(sent: Record<string, string> | null, fingerprint: (value: string) => string): Record<string, string> | null {
  if (sent === null) return null;
  const names = ["username", "email", "national_id"].flatMap((field): [string, string][] => {
    const value = sent[field];
    if (value === undefined || value === "") return [];
    return [[field, value.startsWith("hmac:") ? value : `hmac:${fingerprint(field === "national_id" ? value : foldUsername(value))}`]];
  });
  return Object.fromEntries(names);
}

/** Returns runs that have been open so long that they are considered abandoned. */
export async function listForgottenRuns(db: Db, { job, before }: Omit<Purging, "dryRun">): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT r.id FROM run r WHERE r.job = ${job} AND r.started_at < ${before}
      AND (r.status IN ('held', 'planned', 'interrupted') OR (r.status = 'failed' AND ${hasRows(sql`r.id`)}))
      AND NOT EXISTS (SELECT 1 FROM operation o WHERE o.run = r.id AND o.status = 'running') ORDER BY r.id`.execute(db);
  return rows.map(({ id }) => id);
}

export function dropOldNotices(db: Db, before: Date, dryRun: boolean): Promise<number> {
  return drop(db, dryRun, "notification", "n", sql`n.sent_at < ${before}`);
}

/** Deletes sessions, sign-in links and API tokens that have ended. */
export async function dropEndedAccess(db: Db, before: Date, dryRun: boolean): Promise<number> {
  const sessions = await drop(db, dryRun, "console_session", "s", sql`COALESCE(s.revoked_at, s.expires_at) < ${before}`);
  const links = await drop(db, dryRun, "sign_in_link", "l", sql`l.expires_at < ${before}`);
  return sessions + links + (await drop(db, dryRun, "api_token", "t", sql`COALESCE(t.revoked_at, t.expires_at) < ${before}`));
}

/** Returns, of these runs, those that still exist, with their job and start. */
export async function timesOfRuns(db: Db, runs: readonly string[]): Promise<Map<string, { job: string; at: Date }>> {
  const { rows } = await sql<{ id: string; job: string; started_at: Date }>`SELECT id, job, started_at FROM run
    WHERE id IN (SELECT jsonb_array_elements_text(${JSON.stringify(runs)}::jsonb))`.execute(db);
  return new Map(rows.map(({ id, job, started_at: at }) => [id, { job, at }]));
}
