/** Queries for the audit page. */
import { distinctValues } from "../distinct-values.ts";
import { sql, type SelectQueryBuilder } from "kysely";
import type { AuditEntry } from "./audit.ts";
import { likeText } from "../like.ts";
import { hasId } from "../runs/operation-id.ts";
import type { Db } from "../schema/tables.ts";

export interface AuditFilter {
  actor?: string;
  action?: string;
  /** One of these actions. */
  actions?: readonly string[];
  from?: Date;
  to?: Date;
  /** The HR key of a person. */
  key?: string;
  /** The service account of the person with the key; without it, equal keys of all accounts count. */
  account?: string;
  /** The path of a group. */
  group?: string;
  /** The removal or run that an entry is about. */
  about?: string;
  /** Only entries before this one. */
  before?: number;
}

/** Returns one page of the trail, latest first, and whether there are more entries. */
export async function pageAudit(
  db: Db,
  filter: AuditFilter,
  page: { limit: number; offset: number },
): Promise<{ entries: AuditEntry[]; more: boolean }> {
  const entries = await filtered(db, filter)
    .selectAll()
    .orderBy("seq", "desc")
    .limit(page.limit + 1)
    .offset(page.offset)
    .execute();
  return { entries: entries.slice(0, page.limit), more: entries.length > page.limit };
}

function filtered(db: Db, filter: AuditFilter): SelectQueryBuilder<{ audit: AuditEntry }, "audit", object> {
  let query = db.selectFrom("audit") as unknown as SelectQueryBuilder<{ audit: AuditEntry }, "audit", object>;
  if (filter.before !== undefined) query = query.where("seq", "<", filter.before);
  if (filter.actor !== undefined) query = query.where("actor", "ilike", `%${likeText(filter.actor)}%`);
  if (filter.action !== undefined) query = query.where("action", "=", filter.action);
  if (filter.actions !== undefined) query = query.where("action", "in", filter.actions);
  // Times are ISO texts, which sort in time order.
  if (filter.from !== undefined) query = query.where("at", ">=", filter.from.toISOString());
  if (filter.to !== undefined) query = query.where("at", "<", filter.to.toISOString());
  if (filter.key !== undefined) query = query.where(aboutPerson(filter.key));
  if (filter.key !== undefined && filter.account !== undefined) query = query.where(inAccount(filter.account, filter.key));
  if (filter.group !== undefined) query = query.where(aboutGroup(filter.group));
  if (filter.about !== undefined)
    query = query.where(
      sql<boolean>`(detail->>'removal' = ${filter.about} OR detail->>'run' = ${filter.about} OR detail->'removals' @> to_jsonb(${filter.about}::text))`,
    );
  return query;
}

/** Entries that name the person, also those about a whole run that was undone. */
function aboutPerson(key: string) {
  const memberships = JSON.stringify([{ key }]);
  return sql<boolean>`(detail->>'key' = ${key} OR (action = 'run_reverted' AND detail->'memberships' @> ${memberships}::jsonb))`;
}

/**
 * Entries of one service account: two accounts may have different people with equal keys. An entry that names no
 * account, directly or by its removal, run, operation or job, counts if no other account knows the key.
 */
function inAccount(account: string, key: string) {
  const elsewhere = (table: string) => sql`SELECT 1 FROM ${sql.table(table)} WHERE key = ${key} AND account <> ${account}`;
  return sql<boolean>`(${account} = COALESCE(
    audit.detail->>'account',
    (SELECT account FROM removal WHERE id = COALESCE(audit.detail->>'removal', audit.detail->'removals'->>0, audit.detail->'memberships'->0->>'removal')),
    (SELECT account FROM run WHERE id = audit.detail->>'run'),
    (SELECT account FROM operation o WHERE ${hasId("o", sql`audit.detail->>'operation'`)}),
    (SELECT min(account) FROM run WHERE job = audit.detail->>'job' HAVING count(DISTINCT account) = 1),
    (SELECT ${account}::text WHERE NOT EXISTS (${sql.join(["person", "link", "operation", "removal", "intent", "exception"].map(elsewhere), sql` UNION ALL `)}))))`;
}

/** Requests name groups by id, everything else by path. */
function aboutGroup(path: string) {
  const memberships = JSON.stringify([{ group: path }]);
  return sql<boolean>`(detail->>'group' = ${path}
    OR (action IN ('removal_sent', 'removal_answer') AND detail->'groups' ?| COALESCE((SELECT array_agg(id) FROM service_group WHERE path = ${path}), '{}'))
    OR (action = 'run_reverted' AND detail->'memberships' @> ${memberships}::jsonb))`;
}

/** Returns the entries about a person of an account, oldest first, and those about the removals that they do not name. */
export async function listPersonEntries(
  db: Db,
  of: { account: string; key: string; removals: readonly string[] },
  limit: number,
): Promise<AuditEntry[]> {
  const memberships = JSON.stringify([{ key: of.key }]);
  const here = inAccount(of.account, of.key);
  const { rows } = await sql<AuditEntry>`SELECT * FROM (
      SELECT * FROM audit WHERE detail->>'key' = ${of.key} AND ${here}
      UNION SELECT * FROM audit WHERE action = 'run_reverted' AND detail->'memberships' @> ${memberships}::jsonb AND ${here}
      UNION SELECT * FROM audit WHERE detail->>'removal' = ANY(ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(of.removals)}::jsonb)))
    ) AS entries ORDER BY seq DESC LIMIT ${limit}`.execute(db);
  return rows.toReversed();
}

/** Returns all actions in the trail. */
export async function listActions(db: Db): Promise<string[]> {
  return distinctValues(db, "audit", "action");
}
