import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { openJournal, type JournalEntry } from "./journal.ts";
import { linksAtTheEnd } from "./moves.ts";
import { endUncertain } from "./outcomes.ts";
import { replayLinks } from "./replay.ts";
import type { Db } from "./schema.ts";

type Created = Extract<JournalEntry, { t: "link" }>;

/** A folder for each create whose answer a database server could not be told yet. */
const placeOf = (dir: string, operation = ""): string => join(dir, "answers", encodeURIComponent(operation));

/** Keeps whose account a create made on the disk of this machine, while the database is away: its process may end before it is back. */
export async function keepAnswer(dir: string, operation: string, created: Created): Promise<void> {
  const place = placeOf(dir, operation);
  await mkdir(place, { recursive: true, mode: 0o700 });
  const journal = await openJournal(place);
  await journal.append(created);
  await journal.close();
}

/** Forgets an answer that the database has. */
export async function dropAnswer(dir: string, operation: string): Promise<void> {
  await rm(placeOf(dir, operation), { recursive: true, force: true });
}

/** Records the answers that were kept here. Harmless where a living process records the same: the first one counts. */
export async function recordKeptAnswers(db: Db, dir: string, at: Date): Promise<void> {
  for (const name of await readdir(placeOf(dir)).catch(() => [])) await recordKept(db, dir, decodeURIComponent(name), at);
}

async function recordKept(db: Db, dir: string, operation: string, at: Date): Promise<void> {
  const journal = await openJournal(placeOf(dir, operation));
  const { entries } = await journal.read(0);
  await journal.close();
  const [created] = entries;
  if (created?.t !== "link") return;
  const theirs = await db.selectFrom("operation").select("key").where("id", "=", operation).executeTakeFirst();
  // Of another database that this folder was used with.
  if (theirs?.key !== created.key) return;
  await replayLinks(db, [...linksAtTheEnd(entries).values()]);
  const settled = await db.selectFrom("intent").select("status").where("operation", "=", operation).executeTakeFirst();
  if (settled?.status === "linked") await endUncertain(db, operation, { code: "answer_kept", reason: KEPT }, at);
  await dropAnswer(dir, operation);
}

const KEPT = "The answer was kept on the machine that got it until the database could be told.";
