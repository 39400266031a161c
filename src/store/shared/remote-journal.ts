import type { Journal, JournalEntry } from "../journal.ts";
import type { JournalDamage } from "../journal-lines.ts";
import type { Line } from "./line.ts";

/** The journal of a state that another process has open: only that one writes to it. */
export function remoteJournal(line: Line): Journal {
  return {
    kept: true,
    append: async (entry) => {
      await line.ask("journal.append", entry);
    },
    read: async (offset) =>
      (await line.ask("journal.read", offset)) as { entries: JournalEntry[]; end: number; damage: JournalDamage | null },
    rewrite: async (change, settling = false) => {
      const before = (await line.ask("journal.hold", settling)) as JournalEntry[];
      let after: JournalEntry[] | null = null;
      try {
        after = await change(before);
      } finally {
        // `null`: it stays as it is.
        await line.ask("journal.replace", after);
      }
    },
    // Two processes that number entries at the same time would fork the chain.
    appendAudits: async (entries, at) => {
      await line.ask("audit", entries, at);
    },
    close: async () => undefined,
  };
}
