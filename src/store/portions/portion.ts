/** Values of a run by number, such as the payloads of its operations: many are stored as one value, compressed and sealed. */
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { sql } from "kysely";
import { randomName } from "../random-name.ts";
import type { PortionKind } from "../schema/operations.ts";
import type { Db } from "../schema/tables.ts";
import { keysOf, orKeyMissing, sealedBytes, tryOpenBytes } from "../sealing/keys.ts";
import { inTransaction } from "../transaction.ts";

export interface PortionPlace {
  run: string;
  kind: PortionKind;
  /** The number of its first value when it was stored. */
  first: number;
}

/** A stored portion: `version` changes whenever it is written. */
export interface PortionName extends PortionPlace {
  version: string;
}

interface StoredPortion extends PortionName {
  key_id: string | null;
  content: Uint8Array;
}

type Values<T> = Map<number, T>;

/** Decoded portions of each open state, the latest last. Most readers take them in order, so they need few. */
const decoded = new WeakMap<Db, Map<string, Values<unknown>>>();
const KEPT = 4;

const purposeOf = ({ run, kind, first }: PortionPlace): string => `${kind} ${run} ${first}`;

/** Stores values of a run as one portion; one with the same first number, which a killed process left, is replaced. */
export async function storePortion<T>(db: Db, of: Omit<PortionPlace, "first">, values: ReadonlyMap<number, T>): Promise<void> {
  if (values.size === 0) return;
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const number of values.keys()) [first, last] = [Math.min(first, number), Math.max(last, number)];
  const at = { ...of, first };
  const content = { last, ...encode(db, at, values) };
  await db
    .insertInto("portion")
    .values({ ...at, ...content })
    .onConflict((conflict) => conflict.columns(["run", "kind", "first"]).doUpdateSet(content))
    .execute();
}

function encode<T>(db: Db, at: PortionPlace, values: ReadonlyMap<number, T>) {
  const { keyId, bytes } = sealedBytes(db, zstdCompressSync(JSON.stringify([[...values.keys()], [...values.values()]])), purposeOf(at));
  return { version: randomName(12), key_id: keyId, content: bytes };
}

/** Returns `null` if no key opens it. */
function decode<T>(db: Db, portion: StoredPortion): Values<T> | null {
  const bytes = tryOpenBytes(db, { keyId: portion.key_id, bytes: portion.content }, purposeOf(portion));
  if (bytes === null) return null;
  const [numbers, values] = JSON.parse(zstdDecompressSync(bytes).toString("utf8")) as [number[], T[]];
  return new Map(numbers.map((number, at) => [number, values[at] as T]));
}

/**
 * Returns the values of a portion; none if it is deleted.
 * @throws Problem `secret_key`: no key opens it. Exit 2.
 */
export async function openPortion<T>(db: Db, portion: PortionName): Promise<Values<T>> {
  const known = decoded.get(db) ?? new Map<string, Values<unknown>>();
  const found = known.get(nameOf(portion)) as Values<T> | undefined;
  // The newest one: who wrote it since took values out that nobody needs any more.
  const stored = found === undefined ? await db.selectFrom("portion").selectAll().where(isPortion(portion)).executeTakeFirst() : undefined;
  const values = found ?? (stored === undefined ? new Map<number, T>() : orKeyMissing(db, decode<T>(db, stored)));
  const name = nameOf(stored ?? portion);
  known.delete(name);
  known.set(name, values);
  for (const oldest of [...known.keys()].slice(0, -KEPT)) known.delete(oldest);
  decoded.set(db, known);
  return values;
}

export const nameOf = ({ run, kind, first, version }: PortionName): string => `${run} ${kind} ${first} ${version}`;

const isPortion = ({ run, kind, first }: PortionPlace) => sql<boolean>`run = ${run} AND kind = ${kind} AND first = ${first}`;

/** Clears the decoded portions. Call it before values are deleted. */
export function clearDecoded(db: Db): void {
  decoded.delete(db);
}

/** Deletes portions of some runs. */
export async function deletePortions(db: Db, runs: readonly string[], kind: PortionKind): Promise<void> {
  if (runs.length === 0) return;
  clearDecoded(db);
  await db.deleteFrom("portion").where("run", "in", runs).where("kind", "=", kind).execute();
}

/** Writes a portion again without some of its values. @returns `null`: no key opens it, and it stays as it is */
export function rewritePortion(db: Db, at: PortionPlace, keeps: (number: number) => boolean): Promise<Values<unknown> | null> {
  return inTransaction(db, async (tx) => {
    const all = await lockPortion(tx, at);
    if (all === null) return null;
    const kept = new Map([...all].filter(([number]) => keeps(number)));
    if (kept.size < all.size) await updatePortion(tx, at, kept);
    return kept;
  });
}

/** Returns the values of a portion, which nobody else can write until the transaction ends; `null` if no key opens it. */
async function lockPortion(tx: Db, at: PortionPlace): Promise<Values<unknown> | null> {
  const stored = await tx.selectFrom("portion").selectAll().where(isPortion(at)).forUpdate().executeTakeFirst();
  return stored === undefined ? new Map() : decode(tx, stored);
}

async function updatePortion(tx: Db, at: PortionPlace, values: Values<unknown>): Promise<void> {
  if (values.size === 0) await tx.deleteFrom("portion").where(isPortion(at)).execute();
  else
    await tx
      .updateTable("portion")
      .set(encode(tx, at, values))
      .where(isPortion(at))
      .execute();
}

/**
 * Seals all portions of a kind with the first key; those that have it already are skipped, so that it can be repeated.
 * @param lost called for a portion that no key opens, which is then deleted; left out: it stops
 * @returns how many values were sealed
 * @throws Problem `secret_key`: no key opens a portion. Exit 2.
 */
export async function resealPortions(
  db: Db,
  kind: PortionKind,
  lost?: (tx: Db, at: { run: string; first: number; last: number }) => Promise<void>,
): Promise<number> {
  const firstKey = keysOf(db)?.keys[0].id ?? null;
  const { rows } = await sql<{ run: string; first: number; last: number }>`SELECT run, first, last FROM portion
    WHERE kind = ${kind} AND key_id IS DISTINCT FROM ${firstKey} ORDER BY run, first`.execute(db);
  let done = 0;
  for (const { last, ...place } of rows)
    done += await inTransaction(db, async (tx) => {
      const at = { ...place, kind };
      const values = await lockPortion(tx, at);
      if (values === null && lost !== undefined) {
        await lost(tx, { run: at.run, first: at.first, last });
        await tx.deleteFrom("portion").where(isPortion(at)).execute();
        return 0;
      }
      const open = orKeyMissing(tx, values);
      await updatePortion(tx, at, open);
      return open.size;
    });
  return done;
}
