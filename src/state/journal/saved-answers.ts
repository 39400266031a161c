import { fact } from "../../domain/facts/fact.ts";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { openJournal, type JournalEntry } from "./journal.ts";
import { linksAtTheEnd } from "../../store/identities/link-transfers.ts";
import { hasId } from "../../store/runs/operation-id.ts";
import { endUncertain } from "../../store/runs/outcomes.ts";
import { replayLinks } from "./replay.ts";
import type { Db } from "../../store/schema/tables.ts";

type Created = Extract<JournalEntry, { t: "link" }>;

/** The folder for a create whose answer could not be stored in the database yet. */
const placeOf = (dir: string, operation = ""): string => join(dir, "answers", encodeURIComponent(operation));

/**
 * Saves the account that a create made on this machine's disk while the database server is unreachable: the process may
 * end before it is back.
 */
export async function saveAnswer(dir: string, operation: string, created: Created): Promise<void> {
  const place = placeOf(dir, operation);
  await mkdir(place, { recursive: true, mode: 0o700 });
  const journal = await openJournal(place);
  try {
    await journal.append(created);
  } finally {
    await journal.close();
  }
}

/** Deletes a saved answer that the database has. */
export async function dropAnswer(dir: string, operation: string): Promise<void> {
  await rm(placeOf(dir, operation), { recursive: true, force: true });
}

/** Records the answers saved on this machine. Harmless if another process records the same: the first one counts. */
export async function recordSavedAnswers(db: Db, dir: string, at: Date): Promise<void> {
  for (const name of await readdir(placeOf(dir)).catch(() => [])) await recordSavedAnswer(db, dir, decodeURIComponent(name), at);
}

async function recordSavedAnswer(db: Db, dir: string, operation: string, at: Date): Promise<void> {
  const journal = await openJournal(placeOf(dir, operation));
  let entries: readonly JournalEntry[];
  try {
    ({ entries } = await journal.read(0));
  } finally {
    await journal.close();
  }
  const [created] = entries;
  if (created?.t !== "link") return;
  const known = await db.selectFrom("operation").select("key").where(hasId("operation", operation)).executeTakeFirst();
  // It belongs to another database that this folder was used with.
  if (known?.key !== created.key) return;
  await replayLinks(db, [...linksAtTheEnd(entries).values()]);
  const settled = await db.selectFrom("intent").select("status").where("operation", "=", operation).executeTakeFirst();
  if (settled?.status === "linked")
    await endUncertain(db, operation, { code: "answer_kept", reason: fact("operation.answer_kept", {}) }, at);
  await dropAnswer(dir, operation);
}
