import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { EXIT, Problem, UsageProblem } from "../../model/problem.ts";
import { verifyAudit, type AuditState } from "../../review/audit.ts";
import { DATABASE } from "../../store/backup.ts";
import { JOURNAL } from "../../store/journal.ts";
import { compareTable, copyTable, type Difference } from "../../store/move-rows.ts";
import { beginMove, endMove, readMoved, type Moved } from "../../store/moved.ts";
import { dropMovingIn, findMovingIn, incomplete, markMovingIn } from "../../store/moving-in.ts";
import { recoverOperations } from "../../store/operations.ts";
import { recoverRuns } from "../../store/runs.ts";
import { openServerState } from "../../store/server-state.ts";
import { openState, type State } from "../../store/state.ts";
import { copySequences, countRows, emptyTables, listOccupied, listTables, type StateTable } from "../../store/tables.ts";
import { finishMove, finishEarlierMove } from "./finish.ts";
import type { Copied, MovedState, MoveParts, Target } from "./parts.ts";
import { requireKeyToMove, sealForServer } from "./sealed.ts";
import { lookAtTarget, refuseOccupied, refuseOthers } from "./target.ts";

/**
 * Takes an embedded state to an empty PostgreSQL database. At every instant one of the two can be used and the other is
 * refused, so that no person gets two accounts (I2): the database is marked as incomplete before the first row
 * (`moving_in`), the directory as moved once everything is there and compared (`moved.json`), and only then the mark of
 * the database goes. Whatever was cut short is begun anew or finished when the command is given again.
 *
 * @throws Problem `state_in_use`, `state_moved`, `state_incomplete`, `target_occupied`, `copy_differs`,
 *   `secret_key_missing`, `secret_key`, and what opening a server can end with; the old state is used on then
 */
export async function moveState(parts: MoveParts): Promise<MovedState> {
  const { dir, target, secret, command } = parts;
  if (!existsSync(join(dir, DATABASE)) && !existsSync(join(dir, JOURNAL)))
    throw new UsageProblem(`There is no state in ${dir}: nothing to move. Nothing was done.`, "Name the directory with --state DIR.");
  const known = readMoved(dir);
  if (known !== null && known.moved !== null) return finishEarlierMove(parts, known);
  const source = await openState(dir, { expects: "much", command });
  try {
    await recoverRuns(source.db, source.me, parts.now());
    await recoverOperations(source.db, source.me);
    await requireKeyToMove(source, secret);
    const tables = await listTables(source.db);
    const names = tables.map(({ name }) => name);
    // Also before its tables are brought up to date, in case it is somebody's.
    await lookAtTarget(target, names, known?.source ?? null);
    const there = await openServerState({ url: target.url, redis: null, dir, movingIn: true, command });
    try {
      const moved = await there.locks.unlessBusy("moving in", () => moveInto({ ...parts, source, there, tables }));
      if (moved === null) throw incomplete({ place: "another process" });
      return moved;
    } finally {
      await there.close();
    }
  } finally {
    await source.close();
  }
}

interface Moving extends MoveParts {
  source: State;
  there: State;
  tables: readonly StateTable[];
}

async function moveInto(moving: Moving): Promise<MovedState> {
  const { dir, target, source, there, tables, progress, now } = moving;
  const begun = await claim(moving);
  let copied: Omit<Copied, "resealed">;
  let audit: AuditState;
  try {
    copied = await copyAll(moving);
    audit = await sameAudit(source, there);
    progress.phase("Encrypting for the server", null);
    const resealed = await sealForServer(source, there, moving.secret);
    await markMovingIn(there.db, { ...markOf(begun, dir), verified: true });
    progress.end();
    const ended = endMove(dir, begun, now());
    const orders = await finishMove(moving, there, ended);
    return { from: dir, to: target.name, copied: { ...copied, resealed }, audit, orders };
  } catch (error) {
    progress.end();
    // Where the old state has been given up already, the new one is whole, and giving the command again finishes it.
    if (readMoved(dir)?.moved === null) await takeBack(there, tables).catch(() => undefined);
    throw error;
  }
}

function markOf({ source, attempt }: Moved, dir: string): { source: string; attempt: string; place: string } {
  return { source, attempt, place: `${dir} on ${hostname()}` };
}

/** Marks the database as incomplete and makes sure that nobody else is there, and nothing. */
async function claim({ dir, target, there, tables, command, now }: Moving): Promise<Moved> {
  const before = await findMovingIn(there.db);
  const ours = readMoved(dir)?.source ?? null;
  if (before !== null && before.source !== ours) throw incomplete(before);
  const begun = beginMove(dir, target.name, now());
  await markMovingIn(there.db, { ...markOf(begun, dir), verified: false });
  const names = tables.map(({ name }) => name);
  try {
    await refuseOthers(there.db, there.me, target.name, command);
    // What an attempt of ours has left that was cut short: nobody has used it.
    if (before !== null) await emptyTables(there.db, names);
    else refuseOccupied(target.name, await listOccupied(there.db, names));
  } catch (error) {
    // The rows are somebody's, or nobody looked: only the mark is ours.
    if (before === null) await dropMovingIn(there.db).catch(() => undefined);
    throw error;
  }
  return begun;
}

/** Leaves the database as empty as it was found. */
async function takeBack(there: State, tables: readonly StateTable[]): Promise<void> {
  await there.db.transaction().execute(async (tx) => {
    await emptyTables(
      tx,
      tables.map(({ name }) => name),
    );
    await dropMovingIn(tx);
  });
}

async function copyAll(moving: Moving): Promise<Omit<Copied, "resealed">> {
  const { source, there, tables, target, progress } = moving;
  await refuseOtherTables(moving);
  let rows = 0;
  for (const { name } of tables) rows += await countRows(source.db, name);
  const copied: { name: string; rows: number }[] = [];
  let done = 0;
  progress.phase("Copying", rows);
  for (const table of tables) {
    const count = await copyTable(source.pool, there.pool, table, (portion) => progress.at(done + portion));
    copied.push({ name: table.name, rows: count });
    done += count;
  }
  await copySequences(source.db, there.db);
  rows = done;
  progress.phase("Comparing", rows);
  done = 0;
  for (const [i, table] of tables.entries()) {
    const difference = await compareTable(source.pool, there.pool, table, (compared) => progress.at(done + compared));
    if (difference !== null) throw differs(target, saidOf(difference));
    done += copied[i]?.rows ?? 0;
  }
  return { tables: copied, rows };
}

/** Both have the tables of this program; one that only the old state has would be lost. */
async function refuseOtherTables({ there, tables, target }: Moving): Promise<void> {
  const known = new Map((await listTables(there.db)).map((table) => [table.name, table]));
  const other = tables.find(({ name, columns }) => known.get(name)?.columns.toSorted().join() !== columns.toSorted().join());
  if (other !== undefined) throw differs(target, `it has no table ${other.name} with the same columns`);
}

async function sameAudit(source: State, there: State): Promise<AuditState> {
  const [here, arrived] = [await verifyAudit(source), await verifyAudit(there)];
  if (here.head?.hash !== arrived.head?.hash || here.entries !== arrived.entries)
    throw new Error("the audit trail did not arrive as it was");
  // With the journal, which stays behind.
  return here;
}

function saidOf({ table, key, what }: Difference): string {
  return `in the table ${table} the row ${key} ${{ missing: "did not arrive", additional: "came from nowhere", changed: "is not as it was sent" }[what]}`;
}

function differs({ name }: Target, said: string): Problem {
  return new Problem(
    `The database ${name} does not hold what it was given: ${said}. It was emptied again; the state here is as it was, and is used on.`,
    {
      code: "copy_differs",
      exit: EXIT.configuration,
      audience: "admin",
      next: "Look for triggers, rules or another program in that database, or name another one. If there is none, please report it.",
    },
  );
}
