/** The payloads of operations, which are stored by portion until their run ends. */
import { sql } from "kysely";
import type { Db } from "../schema/tables.ts";
import { orKeyMissing } from "../sealing/keys.ts";
import { deletePortions, clearDecoded, nameOf, openPortion, rewritePortion, storePortion, type PortionName } from "./portion.ts";

export type Payload = Record<string, unknown>;

const kind = "payloads";

/** An operation, and the portion with its payload; `null`: it is deleted. */
interface Numbered {
  run: string;
  seq: number;
  portion: Pick<PortionName, "first" | "version"> | null;
}

/** Stores the payloads of new operations of one run. Call it before the operations are stored. */
export function storePayloads(db: Db, run: string, operations: readonly { seq: number; payload: Payload }[]): Promise<void> {
  return storePortion(db, { run, kind }, new Map(operations.map(({ seq, payload }) => [seq, payload])));
}

/** Returns SQL for the portion of an operation, as `openPayloads` needs it. */
export const portionOf = (operation: string) => sql<Numbered["portion"]>`(SELECT jsonb_build_object('first', p.first, 'version', p.version)
  FROM portion p WHERE p.run = ${sql.ref(`${operation}.run`)} AND p.kind = ${kind} AND p.first <= ${sql.ref(`${operation}.seq`)}
    AND p.last >= ${sql.ref(`${operation}.seq`)} ORDER BY p.first DESC LIMIT 1)`;

/**
 * Returns the payloads of operations whose payload is stored.
 * @throws Problem `secret_key`: no key opens it. Exit 2.
 */
export async function openPayloads(db: Db, operations: readonly Numbered[]): Promise<Payload[]> {
  const portions = new Map(
    operations.flatMap(({ run, portion }) => {
      const named = portion === null ? null : ({ run, kind, ...portion } as const);
      return named === null ? [] : [[nameOf(named), named] as const];
    }),
  );
  const opened = new Map<string, Map<number, Payload>>();
  for (const [name, portion] of portions) opened.set(name, await openPortion<Payload>(db, portion));
  return operations.map(({ run, seq, portion }) => {
    const payload = portion === null ? undefined : opened.get(nameOf({ run, kind, ...portion }))?.get(seq);
    if (payload === undefined) throw new Error(`the payload of operation ${run}-${seq} is not stored`);
    return payload;
  });
}

/** Deletes the payloads of a run that are no longer sent, and those of runs that are over. Call it whenever a run ends. */
export async function dropSentPayloads(db: Db, run: string): Promise<void> {
  const kept = sql`SELECT o.seq FROM operation o WHERE o.run = p.run AND o.seq BETWEEN p.first AND p.last AND o.sendable`;
  clearDecoded(db);
  // Another run may be storing a portion, whose operations come after it.
  await sql`DELETE FROM portion p WHERE p.kind = ${kind} AND NOT EXISTS (${kept}) AND (p.run = ${run} OR EXISTS (
    SELECT 1 FROM run r WHERE r.id = p.run AND r.status IN ('completed', 'cancelled', 'superseded')))`.execute(db);
  const { rows } = await sql<{ first: number; kept: number[] }>`
    SELECT p.first, ARRAY(${kept}) AS kept FROM portion p WHERE p.run = ${run} AND p.kind = ${kind}`.execute(db);
  for (const { first, kept: seqs } of rows) {
    const open = new Set(seqs);
    await rewritePortion(db, { run, kind, first }, (seq) => open.has(seq));
  }
}

/** Deletes the payloads of a run's plan. */
export const dropPayloads = (db: Db, run: string): Promise<void> => deletePortions(db, [run], kind);

/**
 * Deletes the payloads of a person.
 * @returns in how many portions there were some
 * @throws Problem `secret_key`: no key opens one, which can be read again once the key is back. Exit 2.
 */
export async function erasePayloads(db: Db, { account, key }: { account: string; key: string }, dryRun: boolean): Promise<number> {
  const { rows } = await sql<{ run: string; first: number; seqs: number[] }>`
    SELECT p.run, p.first, array_agg(o.seq) AS seqs FROM operation o
    JOIN portion p ON p.run = o.run AND p.kind = ${kind} AND o.seq BETWEEN p.first AND p.last
    WHERE o.account = ${account} AND o.key = ${key} GROUP BY p.run, p.first`.execute(db);
  if (dryRun) return rows.length;
  clearDecoded(db);
  for (const { seqs, ...place } of rows) orKeyMissing(db, await rewritePortion(db, { ...place, kind }, (seq) => !seqs.includes(seq)));
  return rows.length;
}
