/** The payloads of operations: sealed, compressed and stored by portion until their run ends. */
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { sql } from "kysely";
import { randomName } from "../random-name.ts";
import type { Db } from "../schema/tables.ts";
import { keysOf, orKeyMissing, sealedBytes, tryOpenBytes } from "../sealing/keys.ts";
import { inTransaction } from "../transaction.ts";
import { operationId } from "./operation-id.ts";

export type Payload = Record<string, unknown>;
/** The payloads of a portion by the number of their operation. */
type Payloads = Map<number, Payload>;

/** A stored portion: `version` changes whenever it is written. */
interface Portion {
  run: string;
  first_seq: number;
  version: string;
}
interface StoredPortion extends Portion {
  key_id: string | null;
  payloads: Uint8Array;
}

/** An operation, and the portion with its payload; `null`: it is deleted. */
interface Numbered {
  run: string;
  seq: number;
  portion: Omit<Portion, "run"> | null;
}

/** Decoded portions of each open state, the latest last. Workers take operations in order, so they need few. */
const decoded = new WeakMap<Db, Map<string, Payloads>>();
const KEPT = 4;

const purposeOf = ({ run, first_seq: first }: Omit<Portion, "version">): string => `payloads ${run} ${first}`;

/** Stores the payloads of new operations of one run. Call it before the operations are stored. */
export async function storePayloads(db: Db, run: string, operations: readonly { seq: number; payload: Payload }[]): Promise<void> {
  if (operations.length === 0) return;
  const numbers = operations.map(({ seq }) => seq);
  const [at, last] = [{ run, first_seq: Math.min(...numbers) }, Math.max(...numbers)];
  const values = encode(db, at, new Map(operations.map(({ seq, payload }) => [seq, payload])));
  await db
    .insertInto("plan_portion")
    .values({ ...at, last_seq: last, ...values })
    // Of a process that was killed before it stored the operations.
    .onConflict((conflict) => conflict.columns(["run", "first_seq"]).doUpdateSet({ last_seq: last, ...values }))
    .execute();
}

function encode(db: Db, at: Omit<Portion, "version">, payloads: Payloads) {
  const { keyId, bytes } = sealedBytes(db, zstdCompressSync(JSON.stringify([...payloads])), purposeOf(at));
  return { version: randomName(12), key_id: keyId, payloads: bytes };
}

/** Returns `null` if no key opens it. */
function decode(db: Db, portion: StoredPortion): Payloads | null {
  const bytes = tryOpenBytes(db, { keyId: portion.key_id, bytes: portion.payloads }, purposeOf(portion));
  return bytes === null ? null : new Map(JSON.parse(zstdDecompressSync(bytes).toString("utf8")) as [number, Payload][]);
}

/** Returns SQL for the portion of an operation, as `openPayloads` needs it. */
export const portionOf = (operation: string) => sql<
  Numbered["portion"]
>`(SELECT jsonb_build_object('first_seq', p.first_seq, 'version', p.version)
  FROM plan_portion p WHERE p.run = ${sql.ref(`${operation}.run`)} AND p.first_seq <= ${sql.ref(`${operation}.seq`)}
    AND p.last_seq >= ${sql.ref(`${operation}.seq`)} ORDER BY p.first_seq DESC LIMIT 1)`;

/**
 * Returns the payloads of operations whose payload is stored.
 * @throws Problem `secret_key`: no key opens it. Exit 2.
 */
export async function openPayloads(db: Db, operations: readonly Numbered[]): Promise<Payload[]> {
  const portions = new Map(
    operations.flatMap(({ run, portion }) => (portion === null ? [] : [[nameOf({ run, ...portion }), { run, ...portion }] as const])),
  );
  const opened = new Map<string, Payloads>();
  for (const [name, portion] of portions) opened.set(name, await openPortion(db, portion));
  return operations.map(({ run, seq, portion }) => {
    const payload = portion === null ? undefined : opened.get(nameOf({ run, ...portion }))?.get(seq);
    if (payload === undefined) throw new Error(`the payload of operation ${operationId(run, seq)} is not stored`);
    return payload;
  });
}

const nameOf = ({ run, first_seq: first, version }: Portion): string => `${run} ${first} ${version}`;

async function openPortion(db: Db, portion: Portion): Promise<Payloads> {
  const known = decoded.get(db) ?? new Map<string, Payloads>();
  const found = known.get(nameOf(portion));
  // The newest one: who wrote it since took payloads out that are not sent any more.
  const stored =
    found === undefined ? await db.selectFrom("plan_portion").selectAll().where(isPortion(portion)).executeTakeFirst() : undefined;
  const payloads = found ?? (stored === undefined ? new Map<number, Payload>() : orKeyMissing(db, decode(db, stored)));
  const name = nameOf(stored ?? portion);
  known.delete(name);
  known.set(name, payloads);
  for (const oldest of [...known.keys()].slice(0, -KEPT)) known.delete(oldest);
  decoded.set(db, known);
  return payloads;
}

/** Deletes the payloads of a run that are no longer sent, and those of runs that are over. Call it whenever a run ends. */
export async function dropSentPayloads(db: Db, run: string): Promise<void> {
  const kept = sql`SELECT o.seq FROM operation o WHERE o.run = p.run AND o.seq BETWEEN p.first_seq AND p.last_seq AND o.sendable`;
  decoded.delete(db);
  // Another run may be storing a portion, whose operations come after it.
  await sql`DELETE FROM plan_portion p WHERE NOT EXISTS (${kept}) AND (p.run = ${run} OR EXISTS (
    SELECT 1 FROM run r WHERE r.id = p.run AND r.status IN ('completed', 'cancelled', 'superseded')))`.execute(db);
  const { rows } = await sql<{ first_seq: number; kept: number[] }>`
    SELECT p.first_seq, ARRAY(${kept}) AS kept FROM plan_portion p WHERE p.run = ${run}`.execute(db);
  for (const { first_seq: first, kept: seqs } of rows) {
    const open = new Set(seqs);
    await rewritePortion(db, { run, first_seq: first }, (seq) => open.has(seq));
  }
}

/**
 * Deletes the payloads of a person.
 * @returns in how many portions there were some
 * @throws Problem `secret_key`: no key opens one, which can be read again once the key is back. Exit 2.
 */
export async function erasePayloads(db: Db, { account, key }: { account: string; key: string }, dryRun: boolean): Promise<number> {
  const { rows } = await sql<{ run: string; first_seq: number; seqs: number[] }>`
    SELECT p.run, p.first_seq, array_agg(o.seq) AS seqs FROM operation o
    JOIN plan_portion p ON p.run = o.run AND o.seq BETWEEN p.first_seq AND p.last_seq
    WHERE o.account = ${account} AND o.key = ${key} GROUP BY p.run, p.first_seq`.execute(db);
  if (dryRun) return rows.length;
  decoded.delete(db);
  for (const { seqs, ...portion } of rows) orKeyMissing(db, await rewritePortion(db, portion, (seq) => !seqs.includes(seq)));
  return rows.length;
}

/** Writes a portion again without some of its payloads. @returns `null`: no key opens it, and it stays as it is */
function rewritePortion(db: Db, at: Omit<Portion, "version">, keeps: (seq: number) => boolean): Promise<Payloads | null> {
  return inTransaction(db, async (tx) => {
    const all = await lockPortion(tx, at);
    if (all === null) return null;
    const kept = new Map([...all].filter(([seq]) => keeps(seq)));
    if (kept.size < all.size) await updatePortion(tx, at, kept);
    return kept;
  });
}

const isPortion = ({ run, first_seq: first }: Omit<Portion, "version">) => sql<boolean>`run = ${run} AND first_seq = ${first}`;

/** Returns the payloads of a portion, which nobody else can write until the transaction ends; `null` if no key opens it. */
async function lockPortion(tx: Db, at: Omit<Portion, "version">): Promise<Payloads | null> {
  const stored = await tx.selectFrom("plan_portion").selectAll().where(isPortion(at)).forUpdate().executeTakeFirst();
  return stored === undefined ? new Map() : decode(tx, stored);
}

async function updatePortion(tx: Db, at: Omit<Portion, "version">, payloads: Payloads): Promise<void> {
  if (payloads.size === 0) await tx.deleteFrom("plan_portion").where(isPortion(at)).execute();
  else
    await tx
      .updateTable("plan_portion")
      .set(encode(tx, at, payloads))
      .where(isPortion(at))
      .execute();
}

/**
 * Seals all portions with the first key; those that have it already are skipped, so that it can be repeated.
 * @param lost called for a portion that no key opens, which is then deleted; left out: it stops
 * @returns how many payloads were sealed
 * @throws Problem `secret_key`: no key opens a portion. Exit 2.
 */
export async function resealPayloads(
  db: Db,
  lost?: (tx: Db, at: { run: string; first: number; last: number }) => Promise<void>,
): Promise<number> {
  const firstKey = keysOf(db)?.keys[0].id ?? null;
  const { rows } = await sql<{ run: string; first_seq: number; last_seq: number }>`SELECT run, first_seq, last_seq FROM plan_portion
    WHERE key_id IS DISTINCT FROM ${firstKey} ORDER BY run, first_seq`.execute(db);
  let done = 0;
  for (const { last_seq: last, ...at } of rows)
    done += await inTransaction(db, async (tx) => {
      const payloads = await lockPortion(tx, at);
      if (payloads === null && lost !== undefined) {
        await lost(tx, { run: at.run, first: at.first_seq, last });
        await tx.deleteFrom("plan_portion").where(isPortion(at)).execute();
        return 0;
      }
      const open = orKeyMissing(tx, payloads);
      await updatePortion(tx, at, open);
      return open.size;
    });
  return done;
}
