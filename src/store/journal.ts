import { open, readFile, type FileHandle } from "node:fs/promises";
import { join } from "node:path";

/** What must survive a power cut: PGlite acknowledges a commit before the disk has it. */
export type JournalEntry =
  | { t: "intent"; operation: string; account: string; job: string; key: string; username: string; digest: string; at: string }
  | { t: "link"; account: string; job: string; key: string; userId: string; source: string; at: string }
  | { t: "settled"; operation: string; outcome: "linked" | "refused"; at: string }
  | { t: "audit"; seq: number; at: string; actor: string; action: string; detail: unknown; prev: string; hash: string };

export interface Journal {
  /** Resolves when the entry is on the disk. Entries written at the same time share one fsync. */
  append(entry: JournalEntry): Promise<void>;
  /** Everything after `offset` bytes; the half line of a cut is left out. */
  read(offset: number): Promise<{ entries: JournalEntry[]; end: number }>;
  close(): Promise<void>;
}

/** Opens the append-only journal of a state directory: one JSON object a line. */
export async function openJournal(dir: string): Promise<Journal> {
  const path = join(dir, "journal.jsonl");
  const file = await open(path, "a", 0o600);
  await endLastLine(file, path);
  await syncDirectory(dir);
  let waiting: { line: string; done: () => void; fail: (error: unknown) => void }[] = [];
  let writing: Promise<void> | null = null;

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await file.write(batch.map((entry) => entry.line).join(""));
        await file.datasync();
        for (const entry of batch) entry.done();
      } catch (error) {
        for (const entry of batch) entry.fail(error);
      }
    }
    writing = null;
  }

  return {
    append: (entry) =>
      new Promise((done, fail) => {
        waiting.push({ line: `${JSON.stringify(entry)}\n`, done, fail });
        writing ??= flush();
      }),
    read: async (offset) => readEntries(await readFile(path), offset),
    close: async () => {
      await writing;
      await file.close();
    },
  };
}

/** A cut may leave half a line; what is written next must begin on a line of its own. */
async function endLastLine(file: FileHandle, path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length > 0 && content.at(-1) !== 0x0a) await file.write("\n");
}

async function syncDirectory(dir: string): Promise<void> {
  const handle = await open(dir, "r");
  await handle.sync().catch(() => undefined);
  await handle.close();
}

function readEntries(content: Buffer, offset: number): { entries: JournalEntry[]; end: number } {
  // An offset beyond the end belongs to another journal: read everything.
  const from = offset > content.length ? 0 : offset;
  const end = content.lastIndexOf(0x0a) + 1;
  const entries: JournalEntry[] = [];
  for (const line of content.toString("utf8", from, Math.max(from, end)).split("\n")) {
    if (line === "") continue;
    try {
      entries.push(JSON.parse(line) as JournalEntry);
    } catch {
      // Half a line that a power cut left: its request never left either, because the fsync comes first.
    }
  }
  return { entries, end: Math.max(from, end) };
}
