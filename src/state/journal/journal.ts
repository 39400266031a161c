import { fact } from "../../domain/facts/fact.ts";
import { open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import pLimit from "p-limit";
import { EXIT, Problem } from "../../domain/problem.ts";
import type { JournalEntry } from "./journal-entry.ts";
import { classifyRest, markOf, readLine, scanJournal, sealLine, type JournalDamage, type ScannedJournal } from "./journal-lines.ts";
import { openMark } from "./journal-mark.ts";

/** The name of the journal file in a state directory. */
export const JOURNAL = "journal.jsonl";

export type { JournalEntry } from "./journal-entry.ts";

export interface Journal {
  /** `false` if the database itself is durable and there is no journal. */
  kept: boolean;
  /** Resolves when the entry is on the disk. Entries written at the same time share one fsync. */
  append(entry: JournalEntry): Promise<void>;
  /** Returns the undamaged entries after `offset` bytes, and the damage of the whole journal. */
  read(offset: number): Promise<{ entries: JournalEntry[]; end: number; damage: JournalDamage | null }>;
  /**
   * Rewrites the whole journal with the result of `change`; `null` leaves it unchanged. Completely or not at all;
   * entries appended meanwhile follow.
   * @param settling whether damaged lines are dropped; otherwise their readable parts must not be lost
   * @throws Problem `journal_damaged` where a line is damaged
   */
  rewrite(change: (entries: JournalEntry[]) => JournalEntry[] | null | Promise<JournalEntry[] | null>, settling?: boolean): Promise<void>;
  /** Set where another process keeps the journal: that process also numbers and signs audit entries. */
  appendAudits?(entries: readonly NewAuditEntry[], at: Date): Promise<void>;
  close(): Promise<void>;
}

/** An audit entry before it has its number in the trail. */
export interface NewAuditEntry {
  actor: string;
  action: string;
  detail: Record<string, unknown>;
}

/** For a database server, which writes a commit to disk before acknowledging it. */
export const noJournal: Journal = {
  kept: false,
  append: async () => undefined,
  rewrite: async () => undefined,
  read: async () => ({ entries: [], end: 0, damage: null }),
  close: async () => undefined,
};

/** Opens the append-only journal of a state directory: one JSON object per line, each with a number and a checksum. */
export async function openJournal(dir: string): Promise<Journal> {
  const path = join(dir, JOURNAL);
  let file = await open(path, "a", 0o600);
  let { end, next, last, damage: found } = await endLastLine(path);
  const mark = await openMark(path);
  await syncDirectory(dir);
  // A process that was killed may have left lines that are not on the disk yet.
  if (last !== null) await file.datasync();
  if (found === null && last !== null) await mark.set(last);
  let waiting: { entry: JournalEntry; done: () => void; fail: (error: unknown) => void }[] = [];
  let writing: Promise<void> | null = null;
  let cut = false;

  const exclusively = pLimit(1);

  async function writeEntries(entries: readonly JournalEntry[]): Promise<void> {
    // Removes a failed batch first: half a line, as a full disk leaves it, would count as damage.
    if (cut) await file.truncate(end);
    cut = true;
    const sealed = entries.map((entry, i) => sealLine(entry, next + i));
    const lines = Buffer.from(sealed.join(""));
    await file.appendFile(lines);
    await file.datasync();
    end += lines.length;
    next += entries.length;
    cut = false;
    await moveMark(sealed.at(-1));
  }

  /** While the journal is damaged, the mark stays, so that each start reports the missing entries. */
  async function moveMark(line: string | undefined): Promise<void> {
    // The entries are on disk: a full disk must not make them look as if they were not.
    if (found === null && line !== undefined) await mark.set(markOf(line, next - 1)).catch(() => undefined);
  }

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await exclusively(() => writeEntries(batch.map(({ entry }) => entry)));
        for (const entry of batch) entry.done();
      } catch (error) {
        for (const entry of batch) entry.fail(error);
      }
    }
    writing = null;
  }

  async function replaceWith(entries: readonly JournalEntry[]): Promise<void> {
    const sealed = entries.map((entry, i) => sealLine(entry, i + 1));
    const lines = Buffer.from(sealed.join(""));
    // One name, so that a kill leaves no second copy. `wx` does not follow a link at this path.
    await rm(`${path}.new`, { force: true });
    const draft = await open(`${path}.new`, "wx", 0o600);
    await draft.appendFile(lines);
    await draft.sync();
    await draft.close();
    await mark.clear();
    await rename(`${path}.new`, path);
    await syncDirectory(dir);
    await file.close();
    file = await open(path, "a", 0o600);
    end = lines.length;
    next = entries.length + 1;
    found = null;
    cut = false;
    await moveMark(sealed.at(-1));
  }

  return {
    kept: true,
    rewrite: (change, settling = false) =>
      exclusively(async () => {
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
    // At the end of a journal that was checked on opening there is nothing to read.
    read: async (offset) => (offset > 0 && offset === end ? { entries: [], end, damage: found } : readEntries(path, offset)),
    close: async () => {
      await writing;
      await exclusively(async () => {
        await mark.close();
        await file.close();
      });
    },
  };
}

/** Removes half a line that a power cut left. Any other unterminated rest gets a line end, so that it is checked as a line. */
async function endLastLine(path: string): Promise<ScannedJournal> {
  const scanned = await scanJournal(path);
  const rest = classifyRest(scanned.rest);
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
  // An offset beyond the end, or in the middle of a line, belongs to another or a rewritten journal: read everything.
  const from = offset > 0 && offset <= (await stat(path)).size && (await endsLine(path, offset)) ? offset : 0;
  const entries: JournalEntry[] = [];
  const { end, damage } = await scanJournal(path, (line, start) => {
    const entry = start < from ? null : readLine(line);
    if (entry !== null) entries.push(entry);
  });
  return { entries, end, damage };
}

/** Returns the problem for a rewrite that would lose the damaged lines of the journal. */
export function journalDamaged(dir: string): Problem {
  return new Problem(fact("journal.is_damaged", { file: join(dir, JOURNAL) }), {
    code: "journal_damaged",
    exit: EXIT.configuration,
    audience: "admin",
    next: fact("advice.verify_audit", {}),
  });
}
