import { eraseTexts, jobsOf, type Erasure } from "./erase-texts.ts";
import { keysInFile, type FileRun } from "../in-file/in-file.ts";
import { eraseUnchanged } from "../in-file/unchanged-rows.ts";
import { erasePayloads } from "../portions/payload.ts";
import { sql, type RawBuilder } from "kysely";
import { fact } from "../../domain/facts/fact.ts";
import { ERASED } from "../../domain/erased.ts";
import { withoutPerson } from "../../domain/facts/without-person.ts";
import { replaceUsernames } from "../identities/usernames.ts";
import type { Db } from "../schema/tables.ts";

/** The number of rows per table that are about a person and were deleted or emptied. */
export type Erased = Record<string, number>;

/** Names of tables in the result, which is published as JSON, where they differ. */
const RESULT_KEYS: Readonly<Record<string, string>> = { comment: "remark", rejected_row: "reject" };

const ERASED_FACT = sql`${JSON.stringify(fact("removal.erased", {}))}::jsonb`;

interface Step {
  table: string;
  alias: string;
  where: RawBuilder<unknown>;
  /** The new values of the row; without them it is deleted. */
  set?: RawBuilder<unknown>;
}

/**
 * Erases a person from the tables. Rows that are counted (operations, removals, rejected rows of a run) stay without
 * personal data. The link to the account stays under the pseudonym, so that a returning person gets no second account
 * (I2).
 */
export async function eraseFromTables(db: Db, erasure: Erasure, dryRun: boolean): Promise<Erased> {
  const erased: Erased = {};
  // Before the operations lose the key.
  erased["portion"] = (await erasePayloads(db, erasure, dryRun)) + (await eraseUnchanged(db, erasure, dryRun));
  // Before the link loses the username.
  erased["reserved_username"] = await eraseUsernames(db, erasure, dryRun);
  for (const { table, alias, where, set } of stepsOf(erasure)) {
    const name = sql`${sql.table(table)} ${sql.ref(alias)}`;
    const query = dryRun
      ? sql<{ n: string }>`SELECT count(*) AS n FROM ${name} WHERE ${where}`
      : set === undefined
        ? sql<{ n: string }>`WITH gone AS (DELETE FROM ${name} WHERE ${where} RETURNING 1) SELECT count(*) AS n FROM gone`
        : sql<{ n: string }>`WITH gone AS (UPDATE ${name} SET ${set} WHERE ${where} RETURNING 1) SELECT count(*) AS n FROM gone`;
    const result = RESULT_KEYS[table] ?? table;
    erased[result] = (erased[result] ?? 0) + Number((await query.execute(db)).rows[0]?.n ?? 0);
  }
  erased["operation"] = (erased["operation"] ?? 0) + (await eraseFromOthers(db, erasure, dryRun));
  erased["run"] = await eraseFromRuns(db, erasure, dryRun);
  for (const [table, n] of await eraseTexts(db, erasure, dryRun)) {
    const result = RESULT_KEYS[table] ?? table;
    erased[result] = (erased[result] ?? 0) + n;
  }
  return erased;
}

/** Replaces the person's usernames by fingerprints under the pseudonym, so that nobody else ever gets them. */
async function eraseUsernames(db: Db, { account, key, pseudonym, fingerprint, at }: Erasure, dryRun: boolean): Promise<number> {
  const known = await db.selectFrom("reserved_username").select("name").where("account", "=", account).where("key", "=", key).execute();
  if (!dryRun) await replaceUsernames(db, [{ account, key, to: pseudonym }], fingerprint, at);
  return known.length;
}

function stepsOf({ account, key, pseudonym, at }: Erasure): Step[] {
  const ofPerson = (alias: string) => sql`${sql.ref(`${alias}.account`)} = ${account} AND ${sql.ref(`${alias}.key`)} = ${key}`;
  const jobs = jobsOf(account);
  const ofJobs = (alias: string) => sql`${sql.ref(`${alias}.job`)} IN ${jobs} AND ${sql.ref(`${alias}.key`)} = ${key}`;
  const ofRuns = (alias: string) =>
    sql`${sql.ref(`${alias}.run`)} IN (SELECT id FROM run WHERE account = ${account}) AND ${sql.ref(`${alias}.key`)} = ${key}`;
  const aboutRemovals = (alias: string) =>
    sql`${sql.ref(`${alias}.removal`)} IN (SELECT id FROM removal WHERE account = ${account} AND key = ${key})`;
  const evidence = JSON.stringify({ kind: "erased", file: "", row: 0, cells: [], rules: [], formerly: [], gains: [], lastGroup: false });
  return [
    { table: "person_cells", alias: "c", where: ofJobs("c") },
    { table: "person_note", alias: "n", where: ofJobs("n") },
    { table: "found_note", alias: "n", where: ofRuns("n") },
    { table: "unseen_person", alias: "u", where: ofRuns("u") },
    { table: "planned_username", alias: "u", where: ofRuns("u") },
    { table: "found_removal", alias: "f", where: ofRuns("f") },
    { table: "exception", alias: "e", where: ofPerson("e") },
    { table: "urgent_deactivation", alias: "u", where: ofPerson("u") },
    { table: "distinct_person", alias: "d", where: sql`d.account = ${account} AND (d.key = ${key} OR d.other_key = ${key})` },
    { table: "intent", alias: "i", where: ofPerson("i") },
    // Before links and removals lose the account.
    {
      table: "person_impact",
      alias: "i",
      where: sql`i.account = ${account} AND i.user_id IN (SELECT user_id FROM removal WHERE account = ${account} AND key = ${key}
        UNION SELECT user_id FROM link WHERE account = ${account} AND key = ${key})`,
    },
    { table: "exported_progress", alias: "x", where: ofPerson("x") },
    { table: "approval", alias: "a", where: aboutRemovals("a"), set: sql`reason = ${ERASED}, evidence_digest = ''` },
    { table: "comment", alias: "m", where: aboutRemovals("m"), set: sql`text = ${ERASED}` },
    {
      table: "removal",
      alias: "m",
      where: ofPerson("m"),
      set: sql`key = ${pseudonym}, name = ${ERASED}, username = NULL, user_id = '',
        evidence = ${evidence}::jsonb, evidence_digest = '', decision_reason = CASE WHEN decision_reason IS NOT NULL THEN ${ERASED} END,
        restored = jsonb_set(restored, '{reason}', to_jsonb(${ERASED}::text)),
        ended_at = CASE WHEN status IN ('pending', 'approved', 'rejected') THEN ${at} ELSE ended_at END,
        outcome = CASE WHEN status = 'applied' THEN outcome ELSE ${ERASED_FACT} END,
        status = CASE WHEN status IN ('pending', 'approved', 'rejected') THEN 'superseded' ELSE status END`,
    },
    {
      table: "operation",
      alias: "o",
      where: ofPerson("o"),
      set: sql`key = ${pseudonym}, name = ${ERASED}, plain_name = '', user_id = NULL, sendable = false, licence = NULL, removals = NULL, desired = '[]', changes = '{"fields":[],"gains":[]}',
        reason = CASE WHEN reason IS NOT NULL THEN ${ERASED_FACT} END`,
    },
    { table: "rejected_row", alias: "x", where: ofRuns("x"), set: sql`key = NULL, fact = ${ERASED_FACT}` },
    {
      table: "link",
      alias: "l",
      where: ofPerson("l"),
      set: sql`key = ${pseudonym}, job = '', source = 'forgotten', active = NULL, sent = NULL`,
    },
    { table: "area_person", alias: "a", where: ofPerson("a") },
    { table: "person", alias: "p", where: ofPerson("p") },
    // A sealed sample is not searched: it may name anyone.
    { table: "job_setup", alias: "s", where: sql`s.sample IS NOT NULL`, set: sql`sample = NULL` },
  ];
}

/** Erases the person from others' operations that name them as a possible duplicate or as the owner of an account. */
async function eraseFromOthers(db: Db, { account, ...person }: Erasure, dryRun: boolean): Promise<number> {
  const mention = JSON.stringify(person.key).slice(1, -1);
  const { rows } = await sql<{ run: string; seq: number; changes: unknown; reason: unknown }>`
    SELECT run, seq, changes, reason FROM operation WHERE account = ${account} AND key <> ${person.pseudonym} AND key <> ${person.key}
      AND (strpos(changes->>'alike', ${mention}) > 0 OR strpos(reason::text, ${mention}) > 0)`.execute(db);
  const changed = rows.flatMap((row) => {
    const [changes, reason] = [withoutPerson(row.changes, person), withoutPerson(row.reason, person)];
    return JSON.stringify([changes, reason]) === JSON.stringify([row.changes, row.reason])
      ? []
      : [{ run: row.run, seq: row.seq, changes, reason }];
  });
  if (dryRun || changed.length === 0) return changed.length;
  await sql`UPDATE operation o SET changes = c.changes, reason = c.reason
    FROM jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) AS c(run text, seq integer, changes jsonb, reason jsonb)
    WHERE o.run = c.run AND o.seq = c.seq`.execute(db);
  return changed.length;
}

/** Erases the person from the summaries, notes and problems of runs. */
async function eraseFromRuns(db: Db, { account, ...person }: Erasure, dryRun: boolean): Promise<number> {
  const runs = await db.selectFrom("run").select(["id", "summary", "notes", "problem", "held"]).where("account", "=", account).execute();
  let erased = 0;
  for (const { id, ...parts } of runs) {
    const changed = Object.entries(parts).flatMap(([name, value]): [string, string][] => {
      const [before, after] = [JSON.stringify(value), JSON.stringify(withoutPerson(value, person))];
      return before === after || after === undefined ? [] : [[name, after]];
    });
    if (changed.length === 0) continue;
    erased += 1;
    if (!dryRun) await db.updateTable("run").set(Object.fromEntries(changed)).where("id", "=", id).execute();
  }
  return erased;
}

/**
 * Removes deleted rows from the files of their tables, where they stay until then.
 * @param options.whole rewrites the tables, which blocks all other access on a server
 */
export async function scrub(db: Db, { whole }: { whole: boolean }): Promise<void> {
  const tables = [
    "person",
    "person_cells",
    "person_note",
    "found_note",
    "found_removal",
    "exception",
    "urgent_deactivation",
    "area_person",
    "distinct_person",
    "intent",
    "person_impact",
    "exported_progress",
    "staged_row",
    "unseen_person",
    "reserved_username",
    "planned_username",
    "missing_group",
  ];
  for (const table of [
    ...tables,
    "approval",
    "comment",
    "removal",
    "operation",
    "portion",
    "rejected_row",
    "link",
    "run",
    "audit",
    "job_setup",
  ]) {
    await sql`VACUUM ${sql.raw(whole ? "FULL" : "")} ${sql.table(table)}`.execute(db);
  }
}

/** Clears what the embedded database itself retains: its statistics and its write-ahead log. */
export async function scrubLog(db: Db): Promise<void> {
  // The planner's statistics contain column values.
  await sql`ANALYZE`.execute(db);
  await sql`VACUUM FULL pg_catalog.pg_statistic`.execute(db);
  await sql`SET wal_recycle = off`.execute(db);
  await sql`CHECKPOINT`.execute(db);
  // A recycled segment keeps its old content until a switch has filled it with zeros, so the log moves past all of them.
  const { rows } = await sql<{ last: string }>`SELECT max(name) AS last FROM pg_ls_waldir() WHERE name ~ '^[0-9A-F]{24}$'`.execute(db);
  const last = rows[0]?.last ?? "";
  do {
    await sql`SELECT pg_switch_wal()`.execute(db);
    await sql`CHECKPOINT`.execute(db);
  } while ((await currentSegment(db)) <= last);
}

async function currentSegment(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`SELECT pg_walfile_name(pg_current_wal_insert_lsn()) AS name`.execute(db);
  return rows[0]?.name ?? "";
}

/** Returns the links of erased people by pseudonym. */
export async function listErased(db: Db, account: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("link")
    .select(["key", "user_id"])
    .where("account", "=", account)
    .where("source", "=", "forgotten")
    .execute();
  return new Map(rows.map(({ key, user_id: userId }) => [key, userId]));
}

/** Returns the people of a run's file without an account. */
export async function listUnlinked(db: Db, { account, ...at }: FileRun & { account: string }): Promise<string[]> {
  const { rows } = await sql<{
    key: string;
  }>`SELECT DISTINCT f.key FROM ${keysInFile(at)} f
    WHERE NOT EXISTS (SELECT 1 FROM link l WHERE l.account = ${account} AND l.key = f.key)`.execute(db);
  return rows.map(({ key }) => key);
}
