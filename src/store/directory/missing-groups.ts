import type { Fact } from "../../domain/facts/fact.ts";
import { sql, type Selectable } from "kysely";
import type { MissingClaim } from "../../domain/person.ts";
import { isCandidateRow, keysInFile } from "../in-file/in-file.ts";
import type { Db } from "../schema/tables.ts";
import type { MissingGroupTables } from "../schema/missing-groups.ts";
import { inTransaction } from "../transaction.ts";

export type StoredMissingGroup = Selectable<MissingGroupTables["missing_group"]>;
export type GroupCreate = Selectable<MissingGroupTables["group_create"]>;
/** A create of a group that is about to be sent. */
export type NewGroupCreate = Omit<GroupCreate, "status" | "group_id" | "reason">;

/** More different claims than this come from a wrong rule, such as one that names a group after each person. */
const MAX_CLAIMS = 5000;

/**
 * Counts equal claims on missing groups: those of this run's plan, and those of people whose row it did not plan again.
 * @param at.partial whether people who are not in the file count, too
 */
export async function countMissingClaims(
  db: Db,
  at: { run: string; job: string; partial: boolean },
): Promise<{ missing: MissingClaim; people: number }[]> {
  const inFile = sql`n.key IN ${keysInFile(at)}`;
  const { rows } = await sql<{ missing: MissingClaim; n: string }>`
    WITH noted AS (
      SELECT n.missing FROM found_note n WHERE n.run = ${at.run} AND n.missing IS NOT NULL
      UNION ALL
      SELECT n.missing FROM person_note n JOIN person p ON p.job = n.job AND p.key = n.key AND p.state = 'present'
      WHERE n.job = ${at.job} AND n.missing IS NOT NULL AND ${at.partial ? sql`true` : inFile}
        AND NOT EXISTS (SELECT 1 FROM staged_row s WHERE s.run = ${at.run} AND ${isCandidateRow} AND s.key = n.key))
    SELECT missing, count(*) AS n FROM noted GROUP BY missing ORDER BY count(*) DESC, missing LIMIT ${MAX_CLAIMS}`.execute(db);
  return rows.map(({ missing, n }) => ({ missing, people: Number(n) }));
}

/**
 * Replaces the missing groups of a job. Decisions on those that are still missing stay, except approvals of an earlier
 * create, and dismissals if more people wait now. A dismissed group that nobody waits for is kept, in case it returns.
 */
export async function replaceMissingGroups(
  db: Db,
  at: { account: string; job: string; run: string; now: Date },
  groups: readonly Pick<StoredMissingGroup, "id" | "folded" | "path" | "people" | "detail">[],
): Promise<void> {
  const { account, job, run, now } = at;
  await inTransaction(db, async (tx) => {
    const ids = JSON.stringify(groups.map(({ id }) => id));
    const others = sql`job = ${job} AND id NOT IN (SELECT jsonb_array_elements_text(${ids}::jsonb))`;
    await sql`DELETE FROM missing_group WHERE dismissed IS NULL AND ${others}`.execute(tx);
    await sql`UPDATE missing_group SET people = 0 WHERE dismissed IS NOT NULL AND ${others}`.execute(tx);
    if (groups.length === 0) return;
    await sql`INSERT INTO missing_group (id, account, job, folded, path, people, detail, run, since)
      SELECT id, ${account}, ${job}, folded, path, people, detail, ${run}, ${now}
      FROM jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) AS g(id text, folded text, path text, people integer, detail jsonb)
      ON CONFLICT (id) DO UPDATE SET account = excluded.account, path = excluded.path, people = excluded.people,
        detail = excluded.detail, run = excluded.run,
        decision = CASE WHEN missing_group.decision = 'create' AND excluded.detail->>'why' IN ('refused', 'missing_again')
          AND missing_group.decided_at <= (SELECT g.at FROM group_create g WHERE g.account = excluded.account AND g.folded = excluded.folded)
          THEN NULL
          WHEN missing_group.decision = 'dismiss' AND excluded.people > missing_group.dismissed THEN NULL
          ELSE missing_group.decision END`.execute(tx);
  });
}

/** Returns the missing groups that people wait for, those with the most people first, and dismissed ones last. */
export async function listMissingGroups(db: Db, job?: string): Promise<StoredMissingGroup[]> {
  const dismissed = sql`decision IS NOT DISTINCT FROM 'dismiss'`;
  let query = db.selectFrom("missing_group").selectAll().where("people", ">", 0);
  query = query.orderBy(dismissed).orderBy("people", "desc").orderBy("path").orderBy("job");
  if (job !== undefined) query = query.where("job", "=", job);
  return query.execute();
}

/** Returns the missing groups of a job, also dismissed ones that nobody waits for now. */
export async function listDecidedGroups(
  db: Db,
  job: string,
): Promise<Pick<StoredMissingGroup, "folded" | "decision" | "decided_by" | "decided_at" | "dismissed">[]> {
  return db
    .selectFrom("missing_group")
    .select(["folded", "decision", "decided_by", "decided_at", "dismissed"])
    .where("job", "=", job)
    .execute();
}

/**
 * Returns the name of the lock on the missing groups of a job. Without it, two decisions at once, or a decision while a
 * run replaces the groups, could leave another decision than the audit trail names last.
 */
export function missingGroupsLock(job: string): string {
  return `missing-groups:${job}`;
}

export async function findMissingGroup(db: Db, id: string): Promise<StoredMissingGroup | undefined> {
  return db.selectFrom("missing_group").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function setMissingGroupDecision(
  db: Db,
  id: string,
  made: Pick<StoredMissingGroup, "decision" | "alias_of" | "decided_by" | "decided_at" | "reason" | "dismissed">,
): Promise<void> {
  await db.updateTable("missing_group").set(made).where("id", "=", id).execute();
}

export async function listGroupCreates(db: Db, account: string): Promise<GroupCreate[]> {
  return db.selectFrom("group_create").selectAll().where("account", "=", account).execute();
}

/** Returns the paths of the groups that a run created. */
export async function listGroupsCreatedBy(db: Db, run: string): Promise<string[]> {
  const created = db.selectFrom("group_create").select("path").where("run", "=", run).where("status", "=", "created");
  return (await created.orderBy("path").execute()).map(({ path }) => path);
}

/**
 * Records that a create of a group is about to be sent, durably. The row is unique for the account and the path without
 * case, so of several processes one sends.
 * @param before when the last create was sent that the caller knows; `null`: none
 * @returns whether the caller may send it
 */
export async function openGroupCreate(db: Db, create: NewGroupCreate, before: Date | null): Promise<boolean> {
  const row = { ...create, status: "open" as const, group_id: null, reason: null };
  const query = db.insertInto("group_create").values(row).returning("folded");
  const stored =
    before === null
      ? await query.onConflict((conflict) => conflict.doNothing()).execute()
      : await query
          .onConflict((conflict) => conflict.columns(["account", "folded"]).doUpdateSet(row).where("group_create.at", "=", before))
          .execute();
  return stored.length > 0;
}

/** Records the outcome of a create. */
export async function endGroupCreate(
  db: Db,
  { account, folded }: Pick<GroupCreate, "account" | "folded">,
  outcome: { status: "created"; group_id: string } | { status: "refused"; reason: Fact },
): Promise<void> {
  const set = "reason" in outcome ? { ...outcome, reason: JSON.stringify(outcome.reason) } : outcome;
  await db.updateTable("group_create").set(set).where("account", "=", account).where("folded", "=", folded).execute();
}

/** Deletes a create that certainly never left, or was not handled. */
export async function dropGroupCreate(db: Db, { account, folded }: Pick<GroupCreate, "account" | "folded">): Promise<void> {
  await db.deleteFrom("group_create").where("account", "=", account).where("folded", "=", folded).where("status", "=", "open").execute();
}
