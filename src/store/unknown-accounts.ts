import { sql } from "kysely";
import { tellingGroups } from "./directory.ts";
import { listNewAccounts, listUnsettled, type NewAccount } from "./intents.ts";
import type { Db } from "./schema.ts";
import { setKeyOf } from "./set-key.ts";

/** Returns how many accounts in groups of the service are linked to nobody and come from no unconfirmed create. */
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
 * Counts the accounts that unconfirmed creates explain: they are in exactly the groups of such creates, a reading after
 * these creates saw them first, and there are no more of them than creates. Of a set of groups with more accounts none
 * is explained, because nobody can tell which of them is somebody else's.
 */
async function countExplained(db: Db, account: string): Promise<number> {
  const telling = await tellingGroups(db, account);
  const tells = (id: string): boolean => telling.has(id);
  // One that cannot be seen in all of its groups explains nothing.
  const creates = (await listUnsettled(db, account)).flatMap(({ since, groups, named }) => {
    const seenIn = named.filter(tells);
    return since === null || seenIn.length === 0 || !groups.every(tells) ? [] : [{ since, set: setKeyOf(seenIn) }];
  });
  if (creates.length === 0) return 0;
  const fresh = await listNewAccounts(db, account, Math.min(...creates.map(({ since }) => since)));
  const createsOf = Map.groupBy(creates, ({ set }) => set);
  let count = 0;
  for (const [set, accounts] of Map.groupBy(fresh, ({ groups }) => setKeyOf(groups.filter(tells)))) {
    const sent = (createsOf.get(set) ?? []).map(({ since }) => since);
    if (eachHasCreate(accounts, sent)) count += accounts.length;
  }
  return count;
}

/** Whether each account can be that of a create of its own, sent before a reading saw the account. */
function eachHasCreate(accounts: readonly NewAccount[], sent: readonly number[]): boolean {
  const seen = accounts.map(({ reading }) => reading).toSorted((a, b) => a - b);
  const before = sent.toSorted((a, b) => a - b);
  return seen.every((reading, i) => reading > (before[i] ?? Number.POSITIVE_INFINITY));
}
