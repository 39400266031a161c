import { sql } from "kysely";
import type { Unlinked } from "../../domain/transfers/account-list.ts";
import { openPayloads, portionOf } from "../portions/payload.ts";
import type { Db } from "../schema/tables.ts";

/** An account in groups of the service that nobody is linked to. */
export interface UnlinkedAccount {
  user_id: string;
  groups: string[];
}

/** Returns accounts without a link, with the paths of their groups, and how many there are. */
export async function listUnlinkedAccounts(db: Db, account: string, limit: number): Promise<{ accounts: UnlinkedAccount[]; all: number }> {
  const { rows } = await sql<UnlinkedAccount & { n: string }>`
    SELECT m.user_id, jsonb_agg(g.path ORDER BY g.path) AS groups, count(*) OVER () AS n
    FROM membership m JOIN service_group g ON g.account = m.account AND g.id = m.group_id
    WHERE m.account = ${account} AND NOT EXISTS (SELECT 1 FROM link l WHERE l.account = m.account AND l.user_id = m.user_id)
    GROUP BY m.user_id ORDER BY m.user_id LIMIT ${limit}`.execute(db);
  return { accounts: rows.map(({ user_id, groups }) => ({ user_id, groups })), all: Number(rows[0]?.n ?? 0) };
}

/** Returns the paths of the groups of some accounts. */
export async function groupsOfAccounts(db: Db, account: string, users: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ user_id: string; groups: string[] }>`
    SELECT m.user_id, jsonb_agg(g.path ORDER BY g.path) AS groups
    FROM membership m JOIN service_group g ON g.account = m.account AND g.id = m.group_id
    WHERE m.account = ${account} AND m.user_id IN (SELECT jsonb_array_elements_text(${JSON.stringify(users)}::jsonb))
    GROUP BY m.user_id`.execute(db);
  return new Map(rows.map(({ user_id, groups }) => [user_id, groups]));
}

/** Returns the people for whom the plan of a run would create an account. */
export async function listPlannedCreates(db: Db, run: string): Promise<Unlinked[]> {
  const rows = await db
    .selectFrom("operation")
    .select(["run", "seq", "key", "name", "sendable", portionOf("operation").as("portion")])
    .where("run", "=", run)
    .where("kind", "=", "create")
    .orderBy("seq")
    .execute();
  const open = rows.filter(({ sendable }) => sendable);
  const payloads = new Map((await openPayloads(db, open)).map((payload, n) => [open[n]?.seq, payload]));
  return rows.map(({ seq, key, name }) => {
    const sent = payloads.get(seq) ?? {};
    const text = (field: string): string => {
      const value = sent[field];
      return typeof value === "string" ? value : "";
    };
    return { key, name, username: text("username"), email: text("email"), first: text("first_name"), last: text("last_name") };
  });
}

/** Returns who confirmed the link of each key, by the audit trail. */
export async function whoLinked(db: Db, account: string, keys: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; actor: string }>`SELECT DISTINCT ON (detail->>'key') detail->>'key' AS key, actor FROM audit
    WHERE action IN ('identity_linked', 'identity_moved') AND detail->>'account' = ${account}
      AND detail->>'key' IN (SELECT jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb)) ORDER BY detail->>'key', seq DESC`.execute(
    db,
  );
  return new Map(rows.map(({ key, actor }) => [key, actor]));
}
