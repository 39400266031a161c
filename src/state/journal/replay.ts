import { OUTCOME_LOST } from "../../store/identities/outcome-lost.ts";
import { sql } from "kysely";
import type { Journal, JournalEntry } from "./journal.ts";
import { clearObservationBaseline, holdForDamage } from "./journal-damage.ts";
import { linksAtTheEnd, replayLinkTransfers, storeMovedNames, type ReplayedLink } from "../../store/identities/link-transfers.ts";
import { replayUnlinked, withoutUnlinked } from "../../store/identities/unlink.ts";
import { replayRestoredHold } from "../restored.ts";
import { replaySending, withKnownUpdates } from "./sent-updates.ts";
import type { Db } from "../../store/schema/tables.ts";
import { appendAudits } from "../../store/audit/audit.ts";
import { setKeyOf } from "../../store/identities/set-key.ts";
import { pinUsernames, replayUsernames } from "../../store/identities/usernames.ts";
import { doubtRowsBeforeLost } from "../../store/people/doubt-rows.ts";
import { replayUrgentDeactivations } from "../../store/people/urgent-deactivations.ts";
import { isAmong } from "../../store/runs/operation-id.ts";
import { supersedeBeforeLost } from "../../store/runs/runs.ts";
import { dropSetting, getSetting, setSetting } from "../../store/settings.ts";
import { setTokens } from "../../store/sealing/service-tokens.ts";

const PORTION_SIZE = 1000;

/**
 * Restores journal entries that the database lost. An entry that is already there is harmless, so an interrupted replay
 * is repeated; after a clean close there is nothing to replay.
 */
export async function replayJournal(db: Db, journal: Journal): Promise<void> {
  const from = (await getSetting<number>(db, "journal_offset")) ?? 0;
  const { entries, end, damage } = await journal.read(from);
  // First, before anything can fail: without the hold a person of a damaged line would get a second account.
  if (damage !== null) await holdForDamage(db, damage, new Date());
  await replayLinkTransfers(db, entries);
  await replayUnlinked(db, entries);
  const links = linksAtTheEnd(withoutUnlinked(entries));
  for (let start = 0; start < entries.length; start += PORTION_SIZE) {
    const batch = entries.slice(start, start + PORTION_SIZE);
    // An intent always precedes its link, so this order matches the journal.
    // Also those of refused creates: a username that was sent never becomes that of another person.
    await replayUsernames(db, only(batch, "intent"));
    await replayIntents(db, lastEntries(batch));
    await replayLinks(
      db,
      batch.flatMap((entry) => links.get(entry) ?? []),
    );
    await replayOutcomes(db, lastEntries(batch));
    await replaySending(db, batch);
    await supersedeBeforeLost(db, batch.flatMap(runsOf));
    await doubtRowsBeforeLost(db, only(batch, "released"));
    await replayAudit(db, batch);
    await replayUrgentDeactivations(db, batch);
    await replayTokens(db, batch);
    await replayRestoredHold(db, batch);
    for (const { name, value } of only(batch, "setting")) await (value === null ? dropSetting(db, name) : setSetting(db, name, value));
  }
  if (end !== from) await setSetting(db, "journal_offset", end);
  await markOpenIntentsUnconfirmed(db);
  if (damage !== null) await clearObservationBaseline(db);
}

/** Restores the links that the creates of these operations made, if the journal has them and the database does not. */
export async function replayLinksOf(db: Db, journal: Journal, operations: readonly string[]): Promise<void> {
  const from = (await getSetting<number>(db, "journal_offset")) ?? 0;
  const { entries } = await journal.read(from);
  const people = await db.selectFrom("operation").select(["account", "key"]).where(isAmong("operation", operations)).execute();
  const wanted = new Set(people.map(({ account, key }) => JSON.stringify([account, key])));
  const links = [...linksAtTheEnd(withoutUnlinked(entries)).values()].filter(({ account, key }) =>
    wanted.has(JSON.stringify([account, key])),
  );
  await replayLinks(db, links);
}

/** Records that the database contains everything in the journal, after inserting entries of the trail that it refused before. */
export async function markJournalReplayed(db: Db, journal: Journal): Promise<void> {
  await appendAudits({ db, journal }, [], new Date());
  const from = (await getSetting<number>(db, "journal_offset")) ?? 0;
  const { end } = await journal.read(from);
  if (end !== from) await setSetting(db, "journal_offset", end);
}

/**
 * Rewrites the journal with the result of `change` for each entry, without those for which it is `null`. Offsets
 * change, so the next start reads all of it.
 */
export async function rewriteJournal(
  { db, journal }: { db: Db; journal: Journal },
  change: (entry: JournalEntry) => JournalEntry | null,
): Promise<void> {
  await setSetting(db, "journal_offset", 0);
  await journal.rewrite((entries) =>
    withKnownUpdates(
      db,
      entries.map(change).filter((entry) => entry !== null),
    ),
  );
}

type Of<T extends JournalEntry["t"]> = Extract<JournalEntry, { t: T }>;

function only<T extends JournalEntry["t"]>(batch: JournalEntry[], type: T): Of<T>[] {
  return batch.filter((entry): entry is Of<T> => entry.t === type);
}

/**
 * Returns the last intent of each operation, unless the create was refused, and its last outcome after that intent. A
 * create that was refused and then sent again is open again; using its first outcome would send it a third time (I2).
 */
function lastEntries(batch: JournalEntry[]): JournalEntry[] {
  const intents = new Map<string, JournalEntry>();
  const outcomes = new Map<string, JournalEntry>();
  for (const entry of batch) {
    if (entry.t === "intent") {
      intents.set(entry.operation, entry);
      outcomes.delete(entry.operation);
    } else if (entry.t === "settled") {
      outcomes.set(entry.operation, entry);
      if (entry.outcome === "refused") intents.delete(entry.operation);
    }
  }
  return [...intents.values(), ...outcomes.values()];
}

/** Returns the runs that an entry names, itself or by their operations. */
function runsOf(entry: JournalEntry): { run: string; at: string }[] {
  if (entry.t === "released") return [entry];
  if (entry.t !== "intent" && entry.t !== "sending") return [];
  const operations = entry.t === "intent" ? [entry.operation] : Object.keys(entry.operations);
  return operations.map((operation) => ({ run: operation.replace(/-\d+$/, ""), at: entry.at }));
}

async function replayIntents(db: Db, batch: JournalEntry[]): Promise<void> {
  const intents = only(batch, "intent").map(({ groups = [], named = groups, names = null, ...entry }) => ({
    ...entry,
    names,
    groups,
    named,
    set_key: setKeyOf(groups),
  }));
  await sql`INSERT INTO intent (operation, account, job, key, username, names, digest, groups, named, set_key, since, status, at)
    SELECT operation, account, job, key, username, names, digest, groups, named, set_key, since, 'open', at
    FROM jsonb_to_recordset(${JSON.stringify(intents)}::jsonb) AS e(operation text, account text, job text, key text,
      username text, names jsonb, digest text, groups jsonb, named jsonb, set_key text, since integer, at timestamptz)
    ON CONFLICT (operation) DO UPDATE SET status = 'open', since = excluded.since, groups = excluded.groups, named = excluded.named,
      set_key = excluded.set_key, digest = excluded.digest, lost_at = NULL, evidence = NULL, at = excluded.at
      WHERE intent.status = 'refused'`.execute(db);
}

/** Restores links, and resolves the creates that they came from. */
export async function replayLinks(db: Db, replayed: readonly ReplayedLink[]): Promise<void> {
  const links = JSON.stringify(replayed);
  const { rows } = await sql<{ account: string; key: string }>`
    INSERT INTO link (account, key, user_id, job, source, created_at)
    SELECT account, key, "userId", job, source, at FROM jsonb_to_recordset(${links}::jsonb)
      AS e(account text, key text, "userId" text, job text, source text, at timestamptz)
    ON CONFLICT DO NOTHING RETURNING account, key`.execute(db);
  const restored = JSON.stringify(rows);
  await sql`UPDATE person p SET dirty = true FROM jsonb_to_recordset(${restored}::jsonb) AS e(account text, key text)
    WHERE p.account = e.account AND p.key = e.key`.execute(db);
  // The names of a create stay with its account, which may have another key since.
  const { rows: resolved } = await sql<
    Record<string, unknown>
  >`UPDATE intent i SET status = 'linked' FROM jsonb_to_recordset(${links}::jsonb) AS e(account text, key text, "userId" text, settles text, later jsonb)
    WHERE i.account = e.account AND i.key = e.settles AND NOT e.later ? i.operation
      AND EXISTS (SELECT 1 FROM link l WHERE l.account = e.account AND l.key = e.key AND l.user_id = e."userId")
      AND i.status IN ('open', 'uncertain', 'unlinked')
    RETURNING e.account, e.key, e."userId", i.job, i.username, i.names, e.key <> e.settles AS moved`.execute(db);
  const moved = resolved.filter((row) => row["moved"] === true);
  if (moved.length === 0) return;
  const names = sql`SELECT account, key, "userId", job, username, names
    FROM jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) AS m(account text, key text, "userId" text, job text, username text, names jsonb)`;
  await storeMovedNames(db, names, new Date());
}

async function replayOutcomes(db: Db, batch: JournalEntry[]): Promise<void> {
  await pinUsernames(
    db,
    only(batch, "settled").map(({ operation }) => operation),
  );
  await sql`UPDATE intent i SET status = e.outcome
    FROM jsonb_to_recordset(${JSON.stringify(only(batch, "settled"))}::jsonb) AS e(operation text, outcome text)
    WHERE i.operation = e.operation
      AND (i.status = 'open' OR (e.outcome = 'refused' AND i.status IN ('uncertain', 'unlinked')))`.execute(db);
}

async function replayAudit(db: Db, batch: JournalEntry[]): Promise<void> {
  await sql`INSERT INTO audit (seq, at, actor, action, detail, prev, hash)
    SELECT seq, at, actor, action, detail, prev, hash
    FROM jsonb_to_recordset(${JSON.stringify(only(batch, "audit"))}::jsonb)
      AS e(seq integer, at text, actor text, action text, detail jsonb, prev text, hash text)
    ON CONFLICT DO NOTHING`.execute(db);
}

/** Restores the last token pair of each account; earlier pairs are invalid. */
async function replayTokens(db: Db, batch: JournalEntry[]): Promise<void> {
  const last = new Map(only(batch, "token").map(({ account, tokens }) => [account, tokens]));
  for (const [account, tokens] of last) await setTokens(db, account, tokens);
}

/** Marks creates that were in flight when the last process ended: their answer is unknown, so they are never resent blindly. */
async function markOpenIntentsUnconfirmed(db: Db): Promise<void> {
  // A power cut may have lost snapshots from before the create: a first sighting in a later one proves nothing.
  await sql`UPDATE intent i SET since = NULL WHERE i.status IN ('open', 'uncertain', 'unlinked')
    AND i.since > COALESCE((SELECT r.number FROM snapshot r WHERE r.account = i.account), 0)`.execute(db);
  await db
    .updateTable("intent")
    .set({ status: "uncertain", reason: OUTCOME_LOST, lost_at: sql<Date>`now()` })
    .where("status", "=", "open")
    .execute();
}
