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
  const explained = [...(await explainedAccounts(db, account)).values()];
  return found - explained.reduce((sum, count) => sum + count, 0);
}

/**
 * Counts the accounts that unconfirmed creates explain, by their set of groups: they are in exactly the groups of such
 * creates, a reading after these creates saw them first, and there are no more of them than creates. Of a set with more
 * accounts none is explained, because nobody can tell which of them is somebody else's.
 */
async function explainedAccounts(db: Db, account: string): Promise<Map<string, number>> {
  const explained = new Map<string, number>();
  const telling = await tellingGroups(db, account);
  const tells = (id: string): boolean => telling.has(id);
  // One that cannot be seen in all of its groups explains nothing.
  const creates = (await listUnsettled(db, account)).flatMap(({ since, groups, named }) => {
    const seenIn = named.filter(tells);
    return since === null || seenIn.length === 0 || !groups.every(tells) ? [] : [{ since, set: setKeyOf(seenIn) }];
  });
  if (creates.length === 0) return explained;
  const fresh = await listNewAccounts(db, account, Math.min(...creates.map(({ since }) => since)));
  const bySet = Map.groupBy(fresh, ({ groups }) => setKeyOf(groups.filter(tells)));
  for (const [set, theirs] of Map.groupBy(creates, ({ set: key }) => key)) {
    const accounts = bySet.get(set) ?? [];
    const explains =
      accounts.length > 0 &&
      eachHasCreate(
        accounts,
        theirs.map(({ since }) => since),
      );
    if (explains) explained.set(set, accounts.length);
  }
  return explained;
}

/** Whether each account can be that of a create of its own, sent before a reading saw the account. */
function eachHasCreate(accounts: readonly NewAccount[], sent: readonly number[]): boolean {
  const seen = accounts.map(({ reading }) => reading).toSorted((a, b) => a - b);
  const before = sent.toSorted((a, b) => a - b);
  return seen.every((reading, i) => reading > (before[i] ?? Number.POSITIVE_INFINITY));
}

/**
 * Whether an unconfirmed create of an earlier run names exactly these groups and was sent before the job's first good
 * run. The account that may come of it does not hold the whole run as an unknown one, so nobody else of these groups
 * may get an account before it is settled.
 */
export async function isSetReserved(
  db: Db,
  { account, job, run }: { account: string; job: string; run: string },
  groups: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`SELECT EXISTS (
    SELECT 1 FROM intent i WHERE i.account = ${account} AND i.set_key = ${setKeyOf(groups)} AND i.status IN ('open', 'uncertain', 'unlinked')
      AND i.since IS NOT NULL AND NOT EXISTS (SELECT 1 FROM operation o WHERE o.id = i.operation AND o.run = ${run})
      AND NOT EXISTS (SELECT 1 FROM run r WHERE r.job = ${job} AND r.id <> ${run} AND r.status = 'completed' AND NOT r.partial
        AND r.kind = 'sync' AND r.started_at < i.at)) AS any`.execute(db);
  return rows[0]?.any === true;
}
