import { fact, type Fact } from "../../domain/facts/fact.ts";
import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { EXIT, Problem, UsageProblem } from "../../domain/problem.ts";
import { verifyAudit, type AuditState } from "../../review/audit.ts";
import { DATABASE } from "../backup/backup.ts";
import { JOURNAL } from "../journal/journal.ts";
import { compareTable, copyTable } from "./copy-rows.ts";
import { startMigration, completeMigration, readMigrationMarker, type MigrationMarker } from "../migration-marker.ts";
import { dropTargetMarker, findTargetMarker, incomplete, setTargetMarker } from "./target-marker.ts";
import { recoverOperations } from "../../store/runs/operations.ts";
import { recoverRuns } from "../../store/runs/runs.ts";
import { openServerState } from "../server-state.ts";
import { openState, type State } from "../state.ts";
import { copySequences, countRows, emptyTables, listOccupied, listTables, type StateTable } from "../../store/schema/table-names.ts";
import { finishMigration, finishInterruptedMigration } from "./finish.ts";
import type { Copied, StateMigration, MigrationOptions, Target } from "./steps.ts";
import { requireKeyToMove, sealForServer } from "./sealed.ts";
import { checkTarget, refuseOccupied, refuseOtherProcesses } from "./target.ts";
import { inTransaction } from "../../store/transaction.ts";

/**
 * Migrates an embedded state to an empty PostgreSQL database. At every instant exactly one of the two is usable, so
 * that no person gets two accounts (I2): the database is marked as incomplete before the first row (`moving_in`), the
 * directory is marked as migrated once everything is copied and compared (`moved.json`), and only then the mark of the
 * database is removed. Running the command again restarts or completes an interrupted migration.
 * @throws Problem `state_in_use`, `state_moved`, `state_incomplete`, `target_occupied`, `copy_differs`,
 *   `secret_key_missing`, `secret_key`, and the problems of opening a server; the old state then stays in use
 */
export async function migrateState(parts: MigrationOptions): Promise<StateMigration> {
  const { dir, target, secret, command } = parts;
  if (!existsSync(join(dir, DATABASE)) && !existsSync(join(dir, JOURNAL)))
    throw new UsageProblem(fact("migration.has_no_state", { dir }), fact("advice.name_state_directory", {}));
  const known = readMigrationMarker(dir);
  if (known !== null && known.moved !== null) return finishInterruptedMigration(parts, known);
  const source = await openState(dir, { command });
  try {
    await recoverRuns(source.db, source.processId, parts.now());
    await recoverOperations(source.db, source.processId);
    await requireKeyToMove(source, secret);
    const tables = await listTables(source.db);
    const names = tables.map(({ name }) => name);
    // Checked before its tables are updated, in case the database is in use.
    await checkTarget(target, names, known?.source ?? null);
    const there = await openServerState({ url: target.url, redis: null, dir, movingIn: true, command });
    try {
      const moved = await there.locks.unlessBusy("moving in", () => migrateInto({ ...parts, source, there, tables }));
      if (moved === null) throw incomplete({ place: "another process" });
      return moved;
    } finally {
      await there.close();
    }
  } finally {
    await source.close();
  }
}

interface Migration extends MigrationOptions {
  source: State;
  there: State;
  tables: readonly StateTable[];
}

async function migrateInto(migration: Migration): Promise<StateMigration> {
  const { dir, target, source, there, tables, progress, now } = migration;
  const begun = await claim(migration);
  let copied: Omit<Copied, "resealed">;
  let audit: AuditState;
  try {
    copied = await copyAll(migration);
    audit = await sameAudit(source, there);
    progress.phase("encrypting", null);
    const resealed = await sealForServer(source, there, migration.secret);
    await setTargetMarker(there.db, { ...markOf(begun, dir), verified: true });
    progress.end();
    const ended = completeMigration(dir, begun, now());
    const requests = await finishMigration(migration, there, ended);
    return { from: dir, to: target.name, copied: { ...copied, resealed }, audit, orders: requests };
  } catch (error) {
    progress.end();
    // If the old state is already marked, the new one is complete, and repeating the command finishes the migration.
    if (readMigrationMarker(dir)?.moved === null) await emptyTarget(there, tables).catch(() => undefined);
    throw error;
  }
}

function markOf({ source, attempt }: MigrationMarker, dir: string): { source: string; attempt: string; place: string } {
  return { source, attempt, place: `${dir} on ${hostname()}` };
}

/** Marks the database as incomplete, and checks that it is empty and not in use. */
async function claim({ dir, target, there, tables, command, now }: Migration): Promise<MigrationMarker> {
  const before = await findTargetMarker(there.db);
  const ours = readMigrationMarker(dir)?.source ?? null;
  if (before !== null && before.source !== ours) throw incomplete(before);
  const begun = startMigration(dir, target.name, now());
  await setTargetMarker(there.db, { ...markOf(begun, dir), verified: false });
  const names = tables.map(({ name }) => name);
  try {
    await refuseOtherProcesses(there.db, there.processId, target.name, command);
    // Rows of our own interrupted attempt: no one has used them.
    if (before !== null) await emptyTables(there.db, names);
    else refuseOccupied(target.name, await listOccupied(there.db, names));
  } catch (error) {
    // The rows belong to someone else, or were not checked: only the mark is ours.
    if (before === null) await dropTargetMarker(there.db).catch(() => undefined);
    throw error;
  }
  return begun;
}

/** Empties the database again. */
async function emptyTarget(there: State, tables: readonly StateTable[]): Promise<void> {
  await inTransaction(there.db, async (tx) => {
    await emptyTables(
      tx,
      tables.map(({ name }) => name),
    );
    await dropTargetMarker(tx);
  });
}

async function copyAll(migration: Migration): Promise<Omit<Copied, "resealed">> {
  const { source, there, tables, target, progress } = migration;
  await refuseOtherTables(migration);
  let rows = 0;
  for (const { name } of tables) rows += await countRows(source.db, name);
  const copied: { name: string; rows: number }[] = [];
  let done = 0;
  progress.phase("copying", rows);
  for (const table of tables) {
    const count = await copyTable(source.pool, there.pool, table, (portion) => progress.at(done + portion));
    copied.push({ name: table.name, rows: count });
    done += count;
  }
  await copySequences(source.db, there.db);
  rows = done;
  progress.phase("comparing", rows);
  done = 0;
  for (const [i, table] of tables.entries()) {
    const counted = await compareTable(source.pool, there.pool, table);
    if (counted !== null) throw differs(target, difference(table.name, counted));
    progress.at((done += copied[i]?.rows ?? 0));
  }
  return { tables: copied, rows };
}

/** Refuses a table that only the old state has, because it would be lost. */
async function refuseOtherTables({ there, tables, target }: Migration): Promise<void> {
  const known = new Map((await listTables(there.db)).map((table) => [table.name, table]));
  const other = tables.find(({ name, columns }) => known.get(name)?.columns.toSorted().join() !== columns.toSorted().join());
  if (other !== undefined) throw differs(target, fact("migration.table_is_missing", { table: other.name }));
}

async function sameAudit(source: State, there: State): Promise<AuditState> {
  const [here, arrived] = [await verifyAudit(source), await verifyAudit(there)];
  if (here.head?.hash !== arrived.head?.hash || here.entries !== arrived.entries)
    throw new Error("the audit trail changed while it was copied");
  // This trail includes the journal, which stays behind.
  return here;
}

function difference(table: string, [here, there]: [number, number]): Fact {
  return here === there
    ? fact("migration.table_has_other_contents", { table })
    : fact("migration.table_has_other_rows", { table, found: there, expected: here });
}

function differs({ name }: Target, why: Fact): Problem {
  return new Problem(fact("migration.copy_differs", { database: name, why }), {
    code: "copy_differs",
    exit: EXIT.configuration,
    audience: "admin",
    next: fact("advice.check_target_database", {}),
  });
}
