import { sql } from "kysely";
import { listGroupsWithKnownMembers } from "../directory/directory.ts";
import { listNewAccounts, listUnconfirmedIntents, type NewAccount } from "./intents.ts";
import type { Db } from "../schema/tables.ts";
import { setKeyOf } from "./set-key.ts";

/** Counts accounts in groups of the service that have no link and come from no unconfirmed create. */
export async function countUnknownAccounts(db: Db, account: string): Promise<number> {
  const { rows } = await sql<{ n: string }>`
    SELECT count(DISTINCT m.user_id) AS n FROM membership m
    WHERE m.account = ${account}
      AND NOT EXISTS (SELECT 1 FROM link l WHERE l.account = m.account AND l.user_id = m.user_id)`.execute(db);
  const found = Number(rows[0]?.n ?? 0);
  if (found === 0) return 0;
  return found - (await countExplained(db, account));
}

/**
 * Counts the accounts that unconfirmed creates explain: they are in exactly the groups of such creates, a later
 * snapshot saw them first, and there are no more of them than creates. A set of groups with more accounts explains
 * none, because it is unknown which of them belong to others.
 */
async function countExplained(db: Db, account: string): Promise<number> {
  const listingGroups = await listGroupsWithKnownMembers(db, account);
  const listsMembers = (id: string): boolean => listingGroups.has(id);
  // A create that is not visible in all of its groups explains nothing.
  const creates = (await listUnconfirmedIntents(db, account)).flatMap(({ since, groups, named }) => {
    const seenIn = named.filter(listsMembers);
    return since === null || seenIn.length === 0 || !groups.every(listsMembers) ? [] : [{ since, set: setKeyOf(seenIn) }];
  });
  if (creates.length === 0) return 0;
  const fresh = await listNewAccounts(db, account, Math.min(...creates.map(({ since }) => since)));
  const createsOf = Map.groupBy(creates, ({ set }) => set);
  let count = 0;
  for (const [set, accounts] of Map.groupBy(fresh, ({ groups }) => setKeyOf(groups.filter(listsMembers)))) {
    const sent = (createsOf.get(set) ?? []).map(({ since }) => since);
    if (eachHasCreate(accounts, sent)) count += accounts.length;
  }
  return count;
}

/** Returns whether each account can belong to a separate create that was sent before a snapshot saw the account. */
function eachHasCreate(accounts: readonly NewAccount[], sent: readonly number[]): boolean {
  const seen = accounts.map(({ snapshot }) => snapshot).toSorted((a, b) => a - b);
  const before = sent.toSorted((a, b) => a - b);
  return seen.every((snapshot, i) => snapshot > (before[i] ?? Number.POSITIVE_INFINITY));
}
