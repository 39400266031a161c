import { open, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { EXIT, Problem } from "../model/problem.ts";
import type { JournalEntry } from "./journal-entry.ts";
import { judgeRest, readLine, scanJournal, sealLine, type JournalDamage, type ScannedJournal } from "./journal-lines.ts";

/** The file of the journal in a state directory. */
export const JOURNAL = "journal.jsonl";

export type { JournalEntry } from "./journal-entry.ts";

export interface Journal {
  /** False where the database itself keeps what it has acknowledged, and there is no journal. */
  kept: boolean;
  /** Resolves when the entry is on the disk. Entries written at the same time share one fsync. */
  append(entry: JournalEntry): Promise<void>;
  /** Everything after `offset` bytes that is as it was written, and what is damaged in the whole journal. */
  read(offset: number): Promise<{ entries: JournalEntry[]; end: number; damage: JournalDamage | null }>;
  /**
   * Writes the whole journal anew, as `change` gives it back; `null` leaves it as it is. Whole or not at all; entries
   * that are appended meanwhile follow.
   * @param settling whether damaged lines are left out; otherwise nobody may lose what could still be read of them
   * @throws Problem `journal_damaged` where a line is damaged
   */
  rewrite(change: (entries: JournalEntry[]) => JournalEntry[] | null | Promise<JournalEntry[] | null>, settling?: boolean): Promise<void>;
  /** Where another process keeps the journal, it also numbers and signs the entries of the audit trail. */
  appendAudits?(entries: readonly NewAuditEntry[], at: Date): Promise<void>;
  close(): Promise<void>;
}

/** An entry of the audit trail, before it has its place there. */
export interface NewAuditEntry {
  actor: string;
  action: string;
  detail: Record<string, unknown>;
}

/** For a database server, which has a commit on its disk before it acknowledges it. */
export const noJournal: Journal = {
  kept: false,
  append: async () => undefined,
  rewrite: async () => undefined,
  read: async () => ({ entries: [], end: 0, damage: null }),
  close: async () => undefined,
};

/** Opens the append-only journal of a state directory: one JSON object a line, each with a number and a checksum. */
export async function openJournal(dir: string): Promise<Journal> {
  const path = join(dir, JOURNAL);
  let file = await open(path, "a", 0o600);
  let { end, next, damage: found } = await endLastLine(path);
  await syncDirectory(dir);
  let waiting: { entry: JournalEntry; done: () => void; fail: (error: unknown) => void }[] = [];
  let writing: Promise<void> | null = null;
  let cut = false;

  let turn: Promise<unknown> = Promise.resolve();

  function alone(work: () => Promise<void>): Promise<void> {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  }

  async function writeEntries(entries: readonly JournalEntry[]): Promise<void> {
    // Of a batch that failed nothing stays: half a line, as a full disk leaves it, would be damage.
    if (cut) await file.truncate(end);
    cut = true;
    const lines = Buffer.from(entries.map((entry, i) => sealLine(entry, next + i)).join(""));
    await file.appendFile(lines);
    await file.datasync();
    end += lines.length;
    next += entries.length;
    cut = false;
  }

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await alone(() => writeEntries(batch.map(({ entry }) => entry)));
        for (const entry of batch) entry.done();
      } catch (error) {
        for (const entry of batch) entry.fail(error);
      }
    }
    writing = null;
  }

  async function replaceWith(entries: readonly JournalEntry[]): Promise<void> {
    const lines = Buffer.from(entries.map((entry, i) => sealLine(entry, i + 1)).join(""));
    const draft = await open(`${path}.new`, "w", 0o600);
    await draft.appendFile(lines);
    await draft.sync();
    await draft.close();
    await rename(`${path}.new`, path);
    await syncDirectory(dir);
    await file.close();
    file = await open(path, "a", 0o600);
    end = lines.length;
    next = entries.length + 1;
    found = null;
    cut = false;
  }

  return {
    kept: true,
    rewrite: (change, settling = false) =>
      alone(async () => {
        const { entries, damage } = await readEntries(path, 0);
        if (damage !== null && !settling) throw journalDamaged(dir);
        const kept = await change(entries);
        if (kept !== null) await replaceWith(kept);
      }),
    append: (entry) =>
      new Promise((done, fail) => {
        waiting.push({ entry, done, fail });
        writing ??= flush();
      }),
    // At the end of a journal that was checked when it was opened there is nothing to read.
    read: async (offset) => (offset > 0 && offset === end ? { entries: [], end, damage: found } : readEntries(path, offset)),
    close: async () => {
      await writing;
      await turn;
      await file.close();
    },
  };
}

/** A cut may leave half a line: it is taken away, and whatever else has no end gets one, so that it is looked at as a line. */
async function endLastLine(path: string): Promise<ScannedJournal> {
  const scanned = await scanJournal(path);
  const rest = judgeRest(scanned.rest);
  if (rest === "nothing") return scanned;
  const file = await open(path, "r+");
  if (rest === "torn") await file.truncate(scanned.end);
  else await file.write("\n", scanned.end + scanned.rest.length);
  await file.sync();
  await file.close();
  return scanJournal(path);
}

async function syncDirectory(dir: string): Promise<void> {
  const handle = await open(dir, "r");
  await handle.sync().catch(() => undefined);
  await handle.close();
}

async function endsLine(path: string, offset: number): Promise<boolean> {
  const file = await open(path, "r");
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, offset - 1);
  await file.close();
  return buffer[0] === 0x0a;
}

async function readEntries(path: string, offset: number): Promise<{ entries: JournalEntry[]; end: number; damage: JournalDamage | null }> {
  // An offset beyond the end belongs to another journal: read everything.
  // So does one that stands in the middle of a line: the journal was written anew since.
  const from = offset > 0 && offset <= (await stat(path)).size && (await endsLine(path, offset)) ? offset : 0;
  const entries: JournalEntry[] = [];
  const { end, damage } = await scanJournal(path, (line, start) => {
    const entry = start < from ? null : readLine(line);
    if (entry !== null) entries.push(entry);
  });
  return { entries, end, damage };
}

/** The journal is to be written anew, and of its damaged lines nothing would be left. */
export function journalDamaged(dir: string): Problem {
  return new Problem(
    `The journal ${join(dir, JOURNAL)} is damaged, and what can still be read of the damaged lines must not be lost. Nothing was changed.`,
    {
      code: "journal_damaged",
      exit: EXIT.configuration,
      audience: "admin",
      next: '`rollcall audit verify` names the lines; docs/operations.md, "A damaged journal", says what to do.',
    },
  );
}
