import { fact, inTurn } from "../../domain/facts/fact.ts";
import { sql, type Selectable } from "kysely";
import { UsageProblem } from "../../domain/problem.ts";
import type { State } from "../../state/state.ts";
import { hasId, statusOf } from "../runs/operation-id.ts";
import type { Db } from "../schema/tables.ts";
import type { LinkTable } from "../schema/accounts.ts";
import { inTransaction } from "../transaction.ts";

export type Link = Selectable<LinkTable>;

export async function findLink(db: Db, account: string, key: string): Promise<Link | undefined> {
  return db.selectFrom("link").selectAll().where("account", "=", account).where("key", "=", key).executeTakeFirst();
}

export async function findLinkByUser(db: Db, account: string, userId: string): Promise<Link | undefined> {
  return db.selectFrom("link").selectAll().where("account", "=", account).where("user_id", "=", userId).executeTakeFirst();
}

/** Returns a link to an account id in any service account: ids are unique. */
export async function findAnyLink(db: Db, userId: string): Promise<Link | undefined> {
  return db.selectFrom("link").selectAll().where("user_id", "=", userId).limit(1).executeTakeFirst();
}

export async function listLinks(db: Db, account: string): Promise<Link[]> {
  return db.selectFrom("link").selectAll().where("account", "=", account).orderBy("key").execute();
}

export async function countActiveLinks(db: Db, account: string): Promise<number> {
  const row = await db
    .selectFrom("link")
    .select((select) => select.fn.countAll<string>().as("n"))
    .where("account", "=", account)
    .where((where) => where.or([where("active", "is", null), where("active", "=", true)]))
    .where("source", "!=", "forgotten")
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** Records that active accounts may have been changed since they were last written, so the next plan sends them everything. */
export async function doubtAccounts(db: Db): Promise<void> {
  await sql`WITH doubted AS (UPDATE link SET active = NULL WHERE active RETURNING account, key)
    UPDATE person p SET dirty = true FROM doubted d WHERE p.account = d.account AND p.key = d.key`.execute(db);
}

/** Records that the last change of a person's account may have been applied, so the next plan sends it everything. */
export async function doubtAccount(db: Db, { account, key }: { account: string; key: string }): Promise<void> {
  await db.updateTable("link").set({ doubted: true }).where("account", "=", account).where("key", "=", key).execute();
}

/** Removes the first and last name from the values last sent to an account: someone says that they may change. */
export async function clearSentNames(db: Db, { account, key }: { account: string; key: string }): Promise<void> {
  await sql`UPDATE link SET sent = sent - 'first_name' - 'last_name' WHERE account = ${account} AND key = ${key}`.execute(db);
}

export interface NewLink {
  account: string;
  job: string;
  key: string;
  userId: string;
  source: "created" | "observed" | "imported" | "by hand";
}

/** Records a link durably, in the journal first; resolves the person's open create. */
export function addLink(state: Pick<State, "db" | "journal">, link: NewLink, at: Date): Promise<void> {
  return addLinks(state, [link], at);
}

/**
 * Records many links, each as durably as one: they share the journal's fsyncs and one statement. A link that another run
 * has just found as well is left as it is.
 * @throws UsageProblem if a key has got another account meanwhile, or its create is in flight; nothing was linked
 */
export async function addLinks(state: Pick<State, "db" | "journal">, links: readonly NewLink[], at: Date): Promise<void> {
  await refuseInFlight(state.db, links);
  await Promise.all(links.map((link) => state.journal.append({ t: "link", ...link, at: at.toISOString() })));
  const rows = JSON.stringify(links);
  await inTransaction(state.db, async (db) => {
    await sql`INSERT INTO link (account, key, user_id, job, source, created_at)
      SELECT account, key, "userId", job, source, ${at} FROM jsonb_to_recordset(${rows}::jsonb)
        AS l(account text, key text, "userId" text, job text, source text)
      ON CONFLICT (account, key) DO NOTHING`.execute(db);
    const { rows: other } = await sql<{ key: string; user_id: string }>`SELECT k.key, k.user_id FROM link k
      JOIN jsonb_to_recordset(${rows}::jsonb) AS l(account text, key text, "userId" text) USING (account, key)
      WHERE k.user_id <> l."userId" LIMIT 1`.execute(db);
    if (other[0] !== undefined)
      throw new UsageProblem(inTurn(fact("link.exists", { one: other[0].key, other: other[0].user_id }), fact("nothing.linked", {})));
    await sql`UPDATE intent i SET status = 'linked' FROM jsonb_to_recordset(${rows}::jsonb) AS l(account text, key text)
      WHERE i.account = l.account AND i.key = l.key AND i.status IN ('open', 'uncertain', 'unlinked')`.execute(db);
    await sql`UPDATE person p SET dirty = true FROM jsonb_to_recordset(${rows}::jsonb) AS l(account text, key text)
      WHERE p.account = l.account AND p.key = l.key`.execute(db);
  });
}

/** Refuses links of people whose create is in flight: its answer may name another account (I2). */
async function refuseInFlight(db: Db, links: readonly NewLink[]): Promise<void> {
  const { rows } = await sql<{
    key: string;
  }>`SELECT i.key FROM intent i JOIN operation o ON ${hasId("o", sql`i.operation`)} AND o.key = i.key
    WHERE i.status = 'open' AND ${statusOf("o")} = 'running'
      AND (i.account, i.key) IN (SELECT account, key FROM jsonb_to_recordset(${JSON.stringify(links)}::jsonb) AS l(account text, key text))
    ORDER BY i.key LIMIT 1`.execute(db);
  if (rows[0] === undefined) return;
  throw new UsageProblem(
    inTurn(fact("link.create_in_flight", { key: rows[0].key }), fact("nothing.linked", {})),
    fact("advice.wait_for_create", {}),
  );
}

/** Returns which of these accounts are linked. */
export async function linkedAmong(db: Db, account: string, users: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`SELECT user_id FROM link WHERE account = ${account}
    AND user_id IN (SELECT jsonb_array_elements_text(${JSON.stringify(users)}::jsonb))`.execute(db);
  return new Set(rows.map(({ user_id: user }) => user));
}
