import { createReadStream } from "node:fs";
import { open, rename, stat, type FileHandle } from "node:fs/promises";
import { join } from "node:path";

/** What must survive a power cut: PGlite acknowledges a commit before the disk has it. */
export type JournalEntry =
  | {
      t: "intent";
      operation: string;
      account: string;
      job: string;
      key: string;
      username: string;
      digest: string;
      groups?: string[];
      named?: string[];
      since?: number;
      at: string;
    }
  | { t: "link"; account: string; job: string; key: string; userId: string; source: string; at: string }
  | { t: "moved"; account: string; job: string; key: string; from: string; userId: string; at: string }
  | { t: "settled"; operation: string; outcome: "linked" | "refused" | "unlinked"; at: string }
  | { t: "restored"; at: string; made: string; held: boolean; since?: string; settled?: boolean }
  | { t: "token"; account: string; tokens: object }
  | { t: "setting"; name: string; value: unknown }
  | { t: "audit"; seq: number; at: string; actor: string; action: string; detail: unknown; prev: string; hash: string };

export interface Journal {
  /** False where the database itself keeps what it has acknowledged, and there is no journal. */
  kept: boolean;
  /** Resolves when the entry is on the disk. Entries written at the same time share one fsync. */
  append(entry: JournalEntry): Promise<void>;
  /** Everything after `offset` bytes; the half line of a cut is left out. */
  read(offset: number): Promise<{ entries: JournalEntry[]; end: number }>;
  /**
   * Writes the whole journal anew, as `change` gives it back; `null` leaves it as it is. Whole or not at all; entries
   * that are appended meanwhile follow.
   */
  rewrite(change: (entries: JournalEntry[]) => JournalEntry[] | null | Promise<JournalEntry[] | null>): Promise<void>;
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
  read: async () => ({ entries: [], end: 0 }),
  close: async () => undefined,
};

/** Opens the append-only journal of a state directory: one JSON object a line. */
export async function openJournal(dir: string): Promise<Journal> {
  const path = join(dir, "journal.jsonl");
  let file = await open(path, "a", 0o600);
  await endLastLine(file, path);
  await syncDirectory(dir);
  let waiting: { line: string; done: () => void; fail: (error: unknown) => void }[] = [];
  let writing: Promise<void> | null = null;
  let cut = false;

  let turn: Promise<unknown> = Promise.resolve();

  function alone(work: () => Promise<void>): Promise<void> {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  }

  async function writeLines(lines: string): Promise<void> {
    // What a full disk cut short must not swallow the line after it.
    await file.appendFile((cut ? "\n" : "") + lines);
    cut = false;
    await file.datasync();
  }

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await alone(() => writeLines(batch.map((entry) => entry.line).join("")));
        for (const entry of batch) entry.done();
      } catch (error) {
        cut = true;
        for (const entry of batch) entry.fail(error);
      }
    }
    writing = null;
  }

  async function replaceWith(text: string): Promise<void> {
    const draft = await open(`${path}.new`, "w", 0o600);
    await draft.appendFile(text);
    await draft.sync();
    await draft.close();
    await rename(`${path}.new`, path);
    await syncDirectory(dir);
    await file.close();
    file = await open(path, "a", 0o600);
    cut = false;
  }

  return {
    kept: true,
    rewrite: (change) =>
      alone(async () => {
        const kept = await change((await readEntries(path, 0)).entries);
        if (kept === null) return;
        await replaceWith(kept.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
      }),
    append: (entry) =>
      new Promise((done, fail) => {
        waiting.push({ line: `${JSON.stringify(entry)}\n`, done, fail });
        writing ??= flush();
      }),
    read: (offset) => readEntries(path, offset),
    close: async () => {
      await writing;
      await turn;
      await file.close();
    },
  };
}

/** A cut may leave half a line; what is written next must begin on a line of its own. */
async function endLastLine(file: FileHandle, path: string): Promise<void> {
  const { size } = await file.stat();
  if (size > 0 && (await bytesFrom(path, size - 1)).at(-1) !== 0x0a) await file.appendFile("\n");
}

async function endsLine(path: string, offset: number): Promise<boolean> {
  const file = await open(path, "r");
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, offset - 1);
  await file.close();
  return buffer[0] === 0x0a;
}

async function bytesFrom(path: string, offset: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of createReadStream(path, { start: offset })) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

async function syncDirectory(dir: string): Promise<void> {
  const handle = await open(dir, "r");
  await handle.sync().catch(() => undefined);
  await handle.close();
}

async function readEntries(path: string, offset: number): Promise<{ entries: JournalEntry[]; end: number }> {
  // An offset beyond the end belongs to another journal: read everything.
  // So does one that stands in the middle of a line: the journal was written anew since.
  const from = offset > 0 && offset <= (await stat(path)).size && (await endsLine(path, offset)) ? offset : 0;
  const content = await bytesFrom(path, from);
  const end = content.lastIndexOf(0x0a) + 1;
  const entries: JournalEntry[] = [];
  for (const line of content.toString("utf8", 0, end).split("\n")) {
    if (line === "") continue;
    try {
      entries.push(JSON.parse(line) as JournalEntry);
    } catch {
      // Half a line that a power cut left: its request never left either, because the fsync comes first.
    }
  }
  return { entries, end: from + end };
}
