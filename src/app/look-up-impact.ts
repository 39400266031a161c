import { readGroup, readProgress, removalImpact, type OfPerson, type RemovalImpact } from "../reporting/removals/removal-impact.ts";
import type { Service } from "../session/session.ts";
import { listPathsOf, setGroupImpact, setPersonImpact } from "../store/review/impact.ts";
import type { Removal } from "../store/review/removals.ts";
import type { Db } from "../store/schema/tables.ts";

const NOTHING_TO_READ: OfPerson = { progress: { courses: {}, paths: {} }, unknown: [] };

/**
 * Reads what the person loses with one removal. While the removal is open, stores it as the impact that is read after
 * a run, so that every page shows it. An incomplete answer never replaces what is stored.
 */
export async function lookUpImpact(
  { db, client, now }: { db: Db; client: Service["client"]; now(): Date },
  { account, user_id: userId, group_id: groupId, status }: Pick<Removal, "account" | "user_id" | "group_id" | "status">,
): Promise<RemovalImpact> {
  const open = status === "pending" || status === "approved";
  const group = await readGroup(client, groupId);
  const complete = group.unknown.length === 0;
  if (open && complete) await setGroupImpact(db, account, groupId, { items: group.items, complete, readAt: now() });
  const here = group.items.flatMap(({ kind, id }) => (kind === "learning path" && id !== "" ? [id] : []));
  // The progress of a person is stored as one: it has to keep what other removals of this person need.
  const paths = [...new Set([...here, ...(open ? await listPathsOf(db, account, userId) : [])])];
  const person = group.items.length === 0 ? NOTHING_TO_READ : await readProgress(client, userId, { courses: true, paths });
  if (open && group.items.length > 0 && person.unknown.length === 0)
    await setPersonImpact(db, account, userId, { progress: person.progress, readAt: now() });
  return removalImpact(group, person, now());
}
