import { fact } from "../../domain/facts/fact.ts";
import { sql } from "kysely";
import type { StoredCell } from "../schema/values.ts";
import { purposeOf as purposeOfCell } from "../people/cells.ts";
import type { Journal } from "../../state/journal/journal.ts";
import { keysOf, opened, sealed, tryOpen } from "./keys.ts";
import { resealPortions } from "../portions/portion.ts";
import { isSealedFirst, seal, sealEqually, unseal, type Keyring } from "./seal.ts";
import type { Db } from "../schema/tables.ts";
import { dropSetting, getSetting, setSetting } from "../settings.ts";
import { dropSealedProgress } from "../people/progress-exports.ts";
import { dropSealedImpact } from "../review/impact.ts";
import { WAITING } from "../identities/waiting-creates.ts";
import { resealSamples } from "../setup/setups.ts";
import { rewriteCells } from "../people/stored-cells.ts";
import { setTokens } from "./service-tokens.ts";

const OPEN = sql`('planned', 'queued', 'running')`;

interface SealedState {
  db: Db;
  journal: Journal;
}

/** The values sealed again, by kind, and the discarded ones that no key opens. */
export interface Resealed {
  tokens: number;
  keys: number;
  operations: number;
  people: number;
  lost: number;
}

/**
 * Seals all values with the first key, so that the others are no longer needed. Values already sealed with it are
 * skipped, so an interrupted rotation can be repeated.
 * @param discardLost discards values that no key opens, instead of stopping: the next file supplies them again
 * @throws Problem `secret_key` if a value cannot be opened
 */
export async function resealAll(state: SealedState, discardLost: boolean): Promise<Resealed> {
  const { db } = state;
  const ring = keysOf(db);
  const result: Resealed = { tokens: 0, keys: 0, operations: 0, people: 0, lost: 0 };
  if (ring === null) return result;
  await resealTokens(state, ring, discardLost, result);
  for (const name of ["fingerprint_key", "pseudonym_key"]) await resealKey(state, ring, name, discardLost, result);
  result.operations = await resealPortions(
    db,
    "payloads",
    discardLost ? async (tx, at) => void (result.lost += await dropLost(tx, at)) : undefined,
  );
  // A run that continues without its list misses rows, and stops.
  await resealPortions(db, "unchanged", discardLost ? async (_tx, _at) => void (result.lost += 1) : undefined);
  const { rows: jobs } = await sql<{ job: string }>`SELECT DISTINCT job FROM person_cells`.execute(db);
  for (const { job } of jobs) await resealPeople(db, job, ring, discardLost, result);
  result.people += await resealPortions(
    db,
    "cells",
    discardLost ? async (tx, at) => void (result.lost += await rejectLost(tx, at)) : undefined,
  );
  await resealSamples(db, (sample, purpose) => {
    if (isSealedFirst(sample, ring)) return sample;
    // A lost sample is uploaded again.
    const text = tryOpen(db, sample, purpose);
    return text === null ? null : seal(text, ring, purpose);
  });
  // The next run reads it again.
  await dropSealedImpact(db);
  await dropSealedProgress(db);
  // Otherwise the previous sealed texts stay in the files of the database.
  for (const table of ["person_cells", "person_impact", "exported_progress", "portion", "setting", "token", "job_setup"])
    await sql`VACUUM FULL ${sql.table(table)}`.execute(db);
  return result;
}

/** Returns whether the state contains sealed values. */
export async function hasSealedValues(db: Db): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`SELECT
    EXISTS (SELECT 1 FROM token WHERE tokens ? 'sealed') OR EXISTS (SELECT 1 FROM setting WHERE value ? 'sealed')
    OR EXISTS (SELECT 1 FROM job_setup WHERE sample IS NOT NULL)
    OR EXISTS (SELECT 1 FROM portion WHERE key_id IS NOT NULL)
    OR EXISTS (SELECT 1 FROM person_cells WHERE cells::text LIKE '%"sealed"%' OR before::text LIKE '%"sealed"%' OR next_cells::text LIKE '%"sealed"%')
    OR EXISTS (SELECT 1 FROM person_impact WHERE progress ? 'sealed')
    OR EXISTS (SELECT 1 FROM exported_progress WHERE items ? 'sealed') AS some`.execute(db);
  return rows[0]?.some === true;
}

async function resealTokens({ db, journal }: SealedState, ring: Keyring, discardLost: boolean, result: Resealed): Promise<void> {
  for (const { account, tokens } of await db.selectFrom("token").selectAll().execute()) {
    const stored = tokens as { configured: string; sealed?: string };
    if (stored.sealed !== undefined && isSealedFirst(stored.sealed, ring)) continue;
    const text =
      stored.sealed === undefined
        ? JSON.stringify(stored)
        : discardLost
          ? unseal(stored.sealed, ring, account)
          : opened(db, stored.sealed, account);
    if (text === null) {
      await db.deleteFrom("token").where("account", "=", account).execute();
      result.lost += 1;
      continue;
    }
    const updated = { configured: stored.configured, sealed: seal(text, ring, account) };
    await journal.append({ t: "token", account, tokens: updated });
    await setTokens(db, account, updated);
    result.tokens += 1;
  }
}

async function resealKey({ db, journal }: SealedState, ring: Keyring, name: string, discardLost: boolean, result: Resealed): Promise<void> {
  const stored = await getSetting<string | { sealed: string }>(db, name);
  if (stored === null || (typeof stored !== "string" && isSealedFirst(stored.sealed, ring))) return;
  const text = typeof stored === "string" ? stored : discardLost ? tryOpen(db, stored.sealed, name) : opened(db, stored.sealed, name);
  const value = text === null ? null : sealed(db, text, name);
  await journal.append({ t: "setting", name, value });
  await (value === null ? dropSetting(db, name) : setSetting(db, name, value));
  result[text === null ? "lost" : "keys"] += 1;
}

/** Drops the operations of a lost portion: the next run plans them again. @returns how many */
async function dropLost(db: Db, { run, first, last }: { run: string; first: number; last: number }): Promise<number> {
  const reason = JSON.stringify(fact("operation.key_lost", {}));
  const { rows } = await sql<{ n: string }>`WITH dropped AS (
      UPDATE operation SET status = 'dropped', code = 'key_lost', reason = ${reason}::jsonb, sendable = false, ended_at = now()
      WHERE run = ${run} AND seq BETWEEN ${first} AND ${last} AND sendable AND (status IN ${OPEN} OR code = ${WAITING}) RETURNING account, key),
    marked AS (UPDATE person p SET dirty = true FROM dropped d WHERE p.account = d.account AND p.key = d.key)
    SELECT count(*) AS n FROM dropped`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

async function resealPeople(db: Db, job: string, ring: Keyring, discardLost: boolean, result: Resealed): Promise<void> {
  await rewriteCells(db, job, async ({ key, cells, before }) => {
    const change = (row: readonly StoredCell[]) => resealRow(db, ring, row, purposeOfCell({ job, key }), discardLost);
    if ([...cells, ...(before ?? [])].every((cell) => !needsResealing(cell, ring))) return null;
    const updated = change(cells);
    if (updated !== null) {
      result.people += 1;
      return { cells: updated, before: before === null ? null : change(before) };
    }
    // A lost cell is not an empty one: the whole row is deleted, and read again from the next file.
    await sql`WITH lost AS (DELETE FROM person_cells WHERE job = ${job} AND key = ${key})
      UPDATE person SET dirty = true, digest = '' WHERE job = ${job} AND key = ${key}`.execute(db);
    result.lost += 1;
    return null;
  });
}

/** Rejects the rows of a lost portion, whose content is unknown. @returns how many */
async function rejectLost(db: Db, { run, first, last }: { run: string; first: number; last: number }): Promise<number> {
  const why = JSON.stringify(fact("row.sealed_with_lost_key", {}));
  const { rows } = await sql<{ n: string }>`WITH lost AS (
      UPDATE staged_row SET row_status = 'reject' WHERE run = ${run} AND row BETWEEN ${first} AND ${last} AND changed RETURNING row, key),
    refused AS (INSERT INTO rejected_row (run, row, key, code, fact) SELECT ${run}, row, key, 'key_lost', ${why}::jsonb FROM lost)
    SELECT count(*) AS n FROM lost`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

function needsResealing(cell: StoredCell, ring: Keyring): boolean {
  return cell !== null && typeof cell !== "string" && !isSealedFirst(cell.sealed, ring);
}

/** @returns `null` if a cell is lost */
function resealRow(db: Db, ring: Keyring, cells: readonly StoredCell[], purpose: string, discardLost: boolean): StoredCell[] | null {
  const updated: StoredCell[] = [];
  for (const cell of cells) {
    if (cell === null || typeof cell === "string" || !needsResealing(cell, ring)) {
      updated.push(cell);
      continue;
    }
    const text = discardLost ? tryOpen(db, cell.sealed, purpose) : opened(db, cell.sealed, purpose);
    if (text === null) return null;
    updated.push({ sealed: sealEqually(text, ring, purpose) });
  }
  return updated;
}
