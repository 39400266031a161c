/** Queries for the audit page. */
import { sql } from "kysely";
import type { AuditEntry } from "./audit.ts";
import { likeText } from "../like.ts";
import type { Db } from "../schema/tables.ts";

export interface AuditFilter {
  actor?: string;
  action?: string;
  from?: Date;
  to?: Date;
  /** The HR key of a person. */
  key?: string;
  /** The removal or run that an entry is about. */
  about?: string;
}

/** Returns one page of the trail, latest first, and whether there are more entries. */
export async function pageAudit(
  db: Db,
  filter: AuditFilter,
  page: { limit: number; offset: number },
): Promise<{ entries: AuditEntry[]; more: boolean }> {
  let query = db.selectFrom("audit").selectAll().orderBy("seq", "desc");
  if (filter.actor !== undefined) query = query.where("actor", "ilike", `%${likeText(filter.actor)}%`);
  if (filter.action !== undefined) query = query.where("action", "=", filter.action);
  // Times are ISO texts, which sort in time order.
  if (filter.from !== undefined) query = query.where("at", ">=", filter.from.toISOString());
  if (filter.to !== undefined) query = query.where("at", "<", filter.to.toISOString());
  if (filter.key !== undefined) query = query.where(sql<boolean>`detail->>'key' = ${filter.key}`);
  if (filter.about !== undefined)
    query = query.where(
      sql<boolean>`(detail->>'removal' = ${filter.about} OR detail->>'run' = ${filter.about} OR detail->'removals' @> to_jsonb(${filter.about}::text))`,
    );
  const entries = await query
    .limit(page.limit + 1)
    .offset(page.offset)
    .execute();
  return { entries: entries.slice(0, page.limit), more: entries.length > page.limit };
}

/** Returns all actions in the trail. */
export async function listActions(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("audit").select("action").distinct().orderBy("action").execute();
  return rows.map(({ action }) => action);
}
