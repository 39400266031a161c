import { fact } from "../../domain/facts/fact.ts";
import { existsSync } from "node:fs";
import { cp, link, mkdir, readFile, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Problem, UsageProblem } from "../../domain/problem.ts";
import { DATABASE, digestOf, OWN_KEY, syncFile, type Contents } from "./backup.ts";
import { JOURNAL, openJournal } from "../journal/journal.ts";
import { MARK_SUFFIX } from "../journal/journal-mark.ts";
import { listStopRequests, stopsOf, type EmergencyStop } from "../../store/schedule/emergency-stop.ts";
import { lockState } from "../lock.ts";
import { ownDirectory } from "../owner.ts";
import { refuseMigrated } from "../refuse-migrated.ts";
import { openState, type State } from "../state.ts";
import { damaged, newer, unpackBackup } from "./unpack.ts";

const MARK = `${JOURNAL}${MARK_SUFFIX}`;

export interface Restored<T> {
  /** When the backup was made. */
  made: string;
  /** Where the previous state was moved to; `null`: there was none. */
  aside: string | null;
  /** The result of `inside`. */
  result: T;
}

/** The difference between a backup and the state that it replaces. */
export interface Since {
  made: string;
  /** The replaced state's journal continues the backup's: it records every account created since. */
  journalGoesOn: boolean;
  /** Active emergency stops of the replaced state: no backup ends them. */
  stops: readonly EmergencyStop[];
}

/**
 * Replaces an embedded state with a backup while no other process has it open. The backup is first unpacked and opened
 * beside the old state, so that a damaged backup changes nothing. `inside` works on it before it takes its place.
 * The old state is moved aside, never deleted. If its journal continues the backup's, the restored state continues from
 * there, with the latest links and audit trail.
 * @throws Problem `state_in_use`, `state_moved`, `backup_damaged`, `backup_newer`; UsageProblem where a state exists
 *   and `replace` is false
 */
export async function restoreState<T>(
  directory: string,
  file: string,
  replace: boolean,
  now: Date,
  inside: (state: State, since: Since) => Promise<T>,
): Promise<Restored<T>> {
  const dir = resolve(directory);
  const isOurs = !existsSync(dir);
  ownDirectory(dir);
  // An earlier lock belongs to the state that is there.
  const isNew = !existsSync(join(dir, "lock"));
  const lock = lockState(dir);
  const draft = join(dir, "restoring");
  let restored = false;
  try {
    await refuseMigrated(dir);
    const occupied = existsSync(join(dir, DATABASE)) || existsSync(join(dir, JOURNAL));
    if (occupied && !replace) throw stateExists(dir);
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
    const contents = await unpackBackup(resolve(file), draft);
    const journalGoesOn = await keepLongerJournal(dir, draft, contents);
    const stops = await stopsBefore(dir);
    const result = await workInside(draft, file, (state) => inside(state, { made: contents.made, journalGoesOn, stops }));
    const aside = occupied ? join(dir, `replaced-${now.toISOString().replaceAll(/[-:.]/g, "")}`) : null;
    await swap(dir, draft, aside);
    restored = true;
    return { made: contents.made, aside, result };
  } finally {
    await rm(draft, { recursive: true, force: true });
    if (isNew && !restored) lock.discard();
    else lock.release();
    // It stays if another process has put a file there.
    if (isOurs && !restored) await rmdir(dir).catch(() => undefined);
  }
}

/** Uses the old state's journal if it starts with the backup's: then it is the more complete one. */
async function keepLongerJournal(dir: string, draft: string, contents: Contents): Promise<boolean> {
  const before = contents.entries.find(({ path }) => path === JOURNAL);
  const path = join(dir, JOURNAL);
  if (before === undefined || "folder" in before || before.size === 0 || !existsSync(path)) return false;
  if ((await stat(path)).size < before.size || (await digestOf(path, before.size)) !== before.sha256) return false;
  // Without its mark, lines missing at its end would go unnoticed, and each may record an account.
  for (const name of [JOURNAL, MARK]) if (existsSync(join(dir, name))) await cp(join(dir, name), join(draft, name));
  await syncFile(join(draft, JOURNAL));
  await joinKeys(join(dir, OWN_KEY), join(draft, OWN_KEY));
  return true;
}

/** Returns the active stops of the state that is about to be replaced. */
async function stopsBefore(dir: string): Promise<EmergencyStop[]> {
  const requested = await listStopRequests(dir);
  if (!existsSync(join(dir, JOURNAL))) return requested;
  const journal = await openJournal(dir);
  try {
    return [...stopsOf((await journal.read(0)).entries), ...requested];
  } catch {
    // A damaged journal is a reason to restore. The command reports that later stops may be unknown.
    return requested;
  } finally {
    await journal.close();
  }
}

/** Merges the keys: journal entries after the backup may be sealed with a later key than the backup has. */
async function joinKeys(old: string, ours: string): Promise<void> {
  if (!existsSync(old)) return;
  const texts = [await readFile(old, "utf8"), existsSync(ours) ? await readFile(ours, "utf8") : ""];
  const keys = new Set(texts.flatMap((text) => text.split("\n")).filter((key) => key !== ""));
  await writeFile(ours, `${[...keys].join("\n")}\n`, { mode: 0o600 });
  await syncFile(ours);
}

async function workInside<T>(draft: string, file: string, work: (state: State) => Promise<T>): Promise<T> {
  const state = await openState(draft).catch((error: unknown) => {
    throw whyNotOpened(error, file);
  });
  try {
    return await work(state);
  } finally {
    await state.close();
  }
}

function whyNotOpened(error: unknown, file: string): unknown {
  const said = [error, error instanceof Error ? error.cause : null].map((one) => (one instanceof Error ? one.message : "")).join(" ");
  if (/previously executed migration .* is missing|corrupted migrations/.test(said)) return newer(fact("backup.has_newer_schema", {}));
  // The draft is new, so a state that cannot be opened means a damaged backup.
  if (error instanceof Problem && error.code === "state_unreadable")
    return damaged(file, fact("backup.database_cannot_be_opened", {}), error);
  return error;
}

/**
 * Swaps the two states. If interrupted at any point, a journal, old or new, is beside one of the databases: its records
 * of accounts can be replayed into either.
 */
async function swap(dir: string, draft: string, aside: string | null): Promise<void> {
  if (aside !== null) {
    await mkdir(aside, { mode: 0o700 });
    for (const name of [JOURNAL, MARK, OWN_KEY]) if (existsSync(join(dir, name))) await link(join(dir, name), join(aside, name));
    await syncFile(aside);
  }
  // A mark beside another journal would look like damage.
  await rm(join(dir, MARK), { force: true });
  await syncFile(dir);
  await rename(join(draft, JOURNAL), join(dir, JOURNAL));
  await rename(join(draft, MARK), join(dir, MARK));
  if (aside !== null && existsSync(join(dir, DATABASE))) await rename(join(dir, DATABASE), join(aside, DATABASE));
  await rename(join(draft, DATABASE), join(dir, DATABASE));
  if (existsSync(join(draft, OWN_KEY))) await rename(join(draft, OWN_KEY), join(dir, OWN_KEY));
  else await rm(join(dir, OWN_KEY), { force: true });
  await syncFile(dir);
}

function stateExists(dir: string): UsageProblem {
  return new UsageProblem(fact("state.already_exists", { dir }), fact("advice.restore_elsewhere", {}));
}
